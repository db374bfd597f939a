"""A newcomer's first minutes: the names at the top of the package, and how a game describes itself."""

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

import keyharvest
from keyharvest import Game, final_scores, make_player, play_game
from keyharvest.commands.arguments import add_game_arguments
from keyharvest.rules import new_game


def test_every_name_at_the_top_can_be_imported_and_is_listed() -> None:
    for name in keyharvest.__all__:
        assert getattr(keyharvest, name).__class__
    assert set(keyharvest.__all__) <= set(dir(keyharvest))
    with pytest.raises(AttributeError, match=r"^module 'keyharvest' has no attribute 'Gamme'$"):
        keyharvest.Gamme  # noqa: B018


def modules_after(line: str) -> set[str]:
    """Return which of our modules a fresh Python has loaded after a line."""
    program = f"import sys\n{line}\nprint(*(name for name in sys.modules if name.startswith('keyharvest')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_loads_no_room() -> None:
    assert modules_after("import keyharvest") == {"keyharvest"}


def test_a_game_that_nobody_looks_at_loads_neither_words_nor_pictures() -> None:
    rooms = {name.split(".")[1] for name in modules_after("from keyharvest import Game; Game.new()") if "." in name}
    assert rooms == {"game", "knowledge", "record", "rules"}


def test_a_game_tells_where_it_stands_from_its_first_move_to_its_last() -> None:
    assert repr(Game(new_game(2))) == "<Game of 2: set-up, a draw is next>"
    game = Game.new(start="random", seed=1)
    assert repr(game) == "<Game of 2: round 1, turn 1, seat 2 to decide>"
    assert game.winners == ()
    game = play_game([make_player("random", seat) for seat in range(3)], seed=1)
    points = [score.total for score in final_scores(game.state)]
    assert game.scores == tuple(points)
    assert [game.scores[seat] for seat in game.winners] == [max(points)]
    assert repr(game).endswith(f", over, {points[0]} to {points[1]} to {points[2]} points>")
    assert game.question == "The game is over."


def test_the_question_names_who_is_asked() -> None:
    game = Game.new(start="random", seed=1)
    game.headers["Seat2"] = "Ben"
    assert game.question.startswith("Ben, ")


def test_text_and_picture_show_what_the_reader_may_know() -> None:
    game = Game.new(3, start="random", seed=1)
    hands = {seat: game.text(seat).split(f"Player {seat + 1}: hand ")[1].split(",")[0] for seat in range(3)}
    for seat, hand in hands.items():
        assert "?" not in hand
        assert f"Player {seat + 1}: hand {hand}," not in game.text()
        assert f"Player {seat + 1}: hand {hand}," not in game.text((seat + 1) % 3)
    assert game._repr_svg_() == game.svg() != game.svg(0)
    assert ET.fromstring(game.svg()).tag == "{http://www.w3.org/2000/svg}svg"
    over = play_game([make_player("random", seat) for seat in range(3)], seed=1)
    assert "?" not in over.text().split("hand ", 1)[1]
    assert over.text() == over.text(1)
    with pytest.raises(ValueError, match="seat: 3; expected a number from 0 to 2"):
        over.text(3)


def test_a_game_begins_alike_in_code_and_on_the_command_line() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    add_game_arguments(parser)
    found = parser.parse_args([])
    game = Game.new(2, start=found.start, seed=found.seed)
    assert (found.layout, game.moves, game.seed) == (None, Game.new().moves, Game.new().seed)
    assert Game.new().state.players == 2
