"""A live game: what pages say to each other. Texts in, texts out: no clock, no socket (docs/remote.md).

A line is a connection between two pages. The page that invites (the host) has a line to every other page, and passes on
what it hears. A text is a word and its values, separated by spaces; when it is sent, a sequence number comes before it
(:mod:`keyharvest.remote.ordering`):

============================  ==========================================================================================
``hello VERSION GAME …``      the first on a line, from both ends: the game, the number of this text, and face, badge
                              and name of the player
``sits SEAT KIND …``          from the host before the game: who is at a seat, with face, badge and name
``have NUMBER PRINT``         how many moves the page has that can't be undone, and their fingerprint
``want``                      the page doesn't have the game; ``want fair``: it has its part in the joint draws
``game RECORD``               the whole game, packed; ``game fair …`` and ``game sealed …`` if all draw together
``turn LETTER``               moves, in the form of a turn by message
``deal GAME NUMBER …``        from the host: all pages draw together from now on; the number of players, how they
                              start, the number of the deal, and the layout
``fair LINES``                signed messages of such a game (:mod:`keyharvest.remote.fair`)
``lack STEP``                 the page has all signed messages before this step and asks for the rest
``all``                       these were all the signed messages since that step
``unchecked``                 the page no longer draws together
``chair SEAT KIND NUMBER``    from the host: after NUMBER moves a computer player, or a person (``far``), has the seat
``again GAME``                from the host: from now on the lines serve another game with the same people
``say SEAT NUMBER``           the player says a set phrase
``is SEAT WORD``              the player is ``here``, ``away`` or ``gone``
``next NUMBER``               the number of the text that the page waits for
``heard NUMBER``              the page has heard all texts before this number
============================  ==========================================================================================

After each ``hello`` both ends say what they have and send what the other lacks, so a line may break at any moment.
Where all draw together, moves are sent only as signed messages. A page signs nothing before it has all messages that
the others have, since what it has stored may be older than what it has said. With three or four players no page knows
the others' counters (a *sealed* game), so no page sends moves or a game with what only one may know. To continue
without joint draws, all open their keys first; the host then has the true counters, and hands the game over.

A spectator's page has seat -1: it says ``hello``, ``want`` and ``have``, and hears everything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from keyharvest.remote.draws import GAME_ID, JointDraws
from keyharvest.remote.exchange import NO_SEAT, PATIENCE, Exchange, Notice, OwnGame, PeerLine, watches
from keyharvest.remote.framing import LetterError
from keyharvest.remote.letter import read_letter
from keyharvest.remote.merging import Relation, letter_of, merge, print_of
from keyharvest.remote.ordering import HIGHEST, LONGEST, MOST_KEPT, LineError, read_number

#: The version of this protocol.
VERSION: Final = 6
#: The number of set phrases.
PHRASES: Final = 8
#: The states of a player.
HERE, AWAY, GONE = "here", "away", "gone"
#: The kind of a seat whose player is on another page than the one that reads this.
FAR: Final = "far"
_LONGEST_NAME: Final = 100
_LONGEST_KIND: Final = 20


class Live(Exchange):
    """The texts that one page of a live game sends and gets.

    Attributes:
        me: face, badge and name of this page's player.
        presence: the state of each player elsewhere.
        places: who is at each seat before the game, as the host says.
        draws: the joint draws, if the game has any.
    """

    def __init__(
        self, game: str, seat: int, hosting: bool, begun: bool = True, name: str = "", face: str = "B", badge: int = 0
    ) -> None:
        """Begin without lines; ``seat``, ``name``, ``face`` and ``badge`` are those of this page's player."""
        super().__init__(game, seat, hosting, begun)
        self.me = " ".join((face, str(badge), name))
        self.presence: dict[int, str] = {}
        self.places: dict[int, str] = {}
        self.draws = draws = JointDraws(self)
        self._handlers: dict[str, Callable[[int, PeerLine, str, OwnGame | None], None]] = {
            "sits": self._heard_sits,
            "want": self._heard_want,
            "have": self._heard_have,
            "game": self._heard_game,
            "turn": self._heard_turn,
            "deal": draws.heard_deal,
            "fair": draws.heard_signed,
            "lack": draws.heard_lack,
            "all": draws.heard_all,
            "unchecked": draws.heard_unchecked,
            "chair": self._heard_chair,
            "again": self._heard_again,
            "say": self._heard_say,
            "is": self._heard_is,
        }

    # Lines

    def opened(self, number: int, seat: int, table: OwnGame | None) -> None:
        """Greet the page of a seat, on a line that has opened."""
        line = self.lines[number] = PeerLine(seat)
        self.out.append((number, line.order.begin(f"hello {VERSION} {self.game} {line.order.first} {self.me}")))
        self._greet(number, table)

    def _greet(self, number: int, table: OwnGame | None) -> None:
        line = self.lines[number]
        line.signs = line.seat != NO_SEAT
        if self.own == NO_SEAT:
            self.draws.part = None  # this page gets all messages again
        lost = table is not None and table.game.sealed and self.draws.part is None
        if table is None or (not self.hosting and (lost or watches(self.own, table))):
            self.draws.ask(number)
            self.draws.ask_for_game(number)
        elif not self.begun:
            self.draws.ask(number)  # a deal that was shown continues on the new line
        else:
            seat, computers = line.seat, table.computers()
            if self.hosting and seat in computers:
                # Their page must not decide for the seat from now on, nor send what it decided before.
                self.send(number, f"chair {seat} {computers[seat]} {table.game.settled()}")
            self.send_have(number, table)
            self.draws.ask(number)

    def closed(self, number: int) -> None:
        """Forget a line that is broken; nothing is lost, as on a new one both pages first say what they have."""
        line = self.lines.pop(number, None)
        if line:
            if not self.begun and line.seat != NO_SEAT and not self.draws.spent:
                self.draws.part = None  # they deal again
            self._is(line.seat, GONE)

    def begin(self, table: OwnGame) -> None:
        """Start the game: everyone who waits for it gets it."""
        self.begun = True
        for number, line in self.lines.items():
            if not table.game.together:
                self.draws.refuse(number, None)  # the pages may already have begun to deal together
            self._give(number, line, table)

    def _give(self, number: int, line: PeerLine, table: OwnGame) -> None:
        if not self.begun or not line.wants:
            return
        line.wants = False
        line.patience -= 10
        if line.seat == NO_SEAT:
            self.draws.show(number, table)
        how = "sealed " if table.game.sealed else "fair " if table.game.together else ""
        self.send(number, f"game {how}{table.handed_over()}")
        self.send_have(number, table)

    def ready(self, table: OwnGame | None) -> None:
        """Say on all lines what this page has, after it has received the game."""
        for number in self.lines:
            if table and self.begun:
                self.send_have(number, table)
            self.draws.ask(number)

    def ask(self) -> None:
        """Ask on all lines for what may have been lost."""
        self.out += [(number, line.order.asked()) for number, line in self.lines.items()]

    def push(self, table: OwnGame) -> None:
        """Send every page the moves that it lacks, unless they can still be undone."""
        if self.draws.shared(table):
            self.draws.push(table)
            return
        if not self.has_say(table):
            return
        game = table.game
        end = game.settled()
        for number, line in self.lines.items():
            if line.known is None or line.parted or line.known >= end:
                continue
            moves, states = game.moves[:end], game.states[: end + 1]
            letter = letter_of(self.game, max(self.own, 0), moves, states, line.known)
            line.known = end
            self.send(number, f"turn {letter.text()}")

    def had(self, table: OwnGame) -> dict[int, int]:
        """Return, by seat, how many moves of the game here another page has confirmed."""
        part = self.draws.part if self.draws.shared(table) else None
        confirmed = [line for line in self.lines.values() if self.begun and not line.order.kept]
        return {line.seat: len(part.moves) if part else line.known or 0 for line in confirmed}

    def cease(self, table: OwnGame | None) -> None:
        """End the joint draws and send the game to everyone who waits for it; see :meth:`JointDraws.cease`."""
        if self.draws.cease(table) and table is not None:
            for number, line in self.lines.items():
                self._give(number, line, table)

    def following(self, game: str, table: OwnGame | None) -> Live:
        """Begin another game with the same people on the same lines, and return it. The host announces it."""
        if self.hosting:
            self.send_all(f"again {game}")
        live = Live(game, self.own, self.hosting, not self.hosting)
        live.me, live.out = self.me, self.out
        if not self.hosting:
            live.draws.carry(self.draws)
        for number, line in self.lines.items():
            live.opened(number, line.seat, table)
        return live

    # What the player does

    def say(self, phrase: int) -> None:
        """Say a set phrase, from 0, to everyone."""
        self.send_all(f"say {self.own} {phrase}")

    def report_presence(self, word: str) -> None:
        """Report to everyone that the player is ``here`` or ``away``; do nothing for a spectator."""
        if self.own != NO_SEAT:
            self.send_all(f"is {self.own} {word}")

    def report_seat(self, seat: int, kind: str, table: OwnGame) -> None:
        """Report to everyone that a seat now has a computer player, or again the person invited to it (``far``)."""
        self.push(table)
        self.send_all(f"chair {seat} {kind} {table.game.settled()}")
        if kind != FAR:
            self.presence.pop(seat, None)

    def returning(self, table: OwnGame) -> list[int]:
        """Return the seats that computer players can now return to people who are connected again.

        They can do so only while a person on the host's page has to decide, and not during that seat's own turn: then
        no page decides for a computer player, and every page hears of the change before the next move.
        """
        if not (self.hosting and self.begun and table.person_to_act()):
            return []
        turn, computers = table.game.states[-1].seat, table.computers()
        compared = [line.seat for line in self.lines.values() if line.known is not None]
        return [seat for seat in compared if seat in computers and seat != turn]

    def set_places(self, places: Mapping[int, str]) -> None:
        """Report to everyone who is at the table, by seat: kind, face, badge and name."""
        for seat, text in places.items():
            if self.places.get(seat) != text:
                self.places[seat] = text
                self.send_all(f"sits {seat} {text}")

    # Hearing

    def heard(self, number: int, text: str, table: OwnGame | None) -> None:
        """Handle a text from a line; one that no honest page would send closes the line and changes nothing."""
        line = self.lines.get(number)
        if line is None:
            return
        try:
            if len(text) > LONGEST:
                raise LineError(f"line: a text of {len(text)} characters; at most {LONGEST}")
            word, _space, rest = text.partition(" ")
            if word == "hello":
                self._heard_hello(number, line, rest, table)
            elif word in ("next", "heard"):
                waits_for = read_number(rest, 10**9)
                new = line.order.forget(waits_for)
                again = line.order.again(waits_for) if word == "next" else []
                line.patience -= len(again) // 10 + (bool(again) and not new)
                self.out += [(number, each) for each in again]
            elif line.greeted:
                known = len(self.news)
                self._heard_numbered(number, line, text, table)
                if any(item.what == "moves" for item in self.news[known:]):
                    self.out.append((number, line.order.acknowledged()))
            if number in self.lines and self.lines[number].patience <= 0:
                raise LineError("line: too many texts that bring nothing new")
            if line.order.kept > MOST_KEPT:
                raise LineError("line: the page doesn't say what it has heard")
        except (LineError, LetterError) as error:
            self.news.append(Notice("fault", number, line.seat, text=str(error)))
            self.out.append((number, None))
            self.closed(number)

    def _heard_numbered(self, number: int, line: PeerLine, text: str, table: OwnGame | None) -> None:
        said, answer = line.order.heard(text)
        if answer:
            self.out.append((number, answer))
        text = said if said is not None else line.order.unfinished
        word, _space, rest = text.partition(" ")
        if len(text) > LONGEST:
            raise LineError(f"line: a text of more than {LONGEST} characters")
        if said is None:
            return
        if word not in self._handlers:
            raise LineError(f"line: {word[:20]!r} is not expected now")
        if self.hosting and line.seat == NO_SEAT and word in _OF_PLAYERS:
            raise LineError("line: a spectator doesn't play")
        self._handlers[word](number, line, rest, table)

    def _greeted_again(self, number: int, line: PeerLine, table: OwnGame | None) -> PeerLine:
        """Start over on a line: the other page has a new worker, which knows nothing of it yet."""
        self.closed(number)
        self.opened(number, line.seat, table)
        self.lines[number].patience = line.patience - PATIENCE // 10
        return self.lines[number]

    def _heard_hello(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        version, game, first, player = [*rest.split(" ", 3), "", "", ""][:4]
        if version != str(VERSION):
            newer = read_number(version, 999) > VERSION
            self.news.append(Notice("newer" if newer else "older", number, line.seat))
            self.out.append((number, None))
            self.closed(number)
            return
        if game != self.game:
            raise LineError("line: the page belongs to another game")
        _check_player(player)
        begin = read_number(first, HIGHEST)
        if begin == line.order.other:  # it has arrived twice
            line.patience -= 1
            return
        if line.greeted:
            line = self._greeted_again(number, line, table)
        line.greeted = True
        line.order.greeted(begin)
        self.news.append(Notice("hello", number, line.seat, text=player))
        self._is(line.seat, HERE)
        for seat, word in self.presence.items():
            if self.hosting and seat != line.seat:
                self.send(number, f"is {seat} {word}")
        for seat, text in self.places.items():
            if self.hosting and not self.begun:
                self.send(number, f"sits {seat} {text}")

    def _heard_sits(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        seat, text = self._who(line, rest, own=False)
        kind, _space, player = text.partition(" ")
        if self.hosting or len(kind) > _LONGEST_KIND:
            raise LineError("line: only the host says who is at the table")
        _check_player(player)
        line.patience -= self.places.get(seat) == text
        self.places[seat] = text
        self.news.append(Notice("sits", number, seat, text=text))

    def _heard_want(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        line.patience -= 1
        line.wants = True
        if self.hosting and table and table.game.sealed and line.seat != NO_SEAT and rest != "fair":
            line.signs = False
            self.news.append(Notice("unchecked", number, line.seat))  # it has lost its part
        elif self.hosting and not self.begun and self.draws.spent and line.seat != NO_SEAT and rest != "fair":
            self.news.append(Notice("unchecked", number, line.seat))  # and nobody deals a second time
        elif self.hosting and table:
            self._give(number, line, table)

    def _heard_game(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        if self.hosting and watches(line.seat, table):
            raise LineError("line: a spectator has no version of the game")
        if not (line.parted or line.asked or watches(self.own, table)):
            raise LineError("line: nobody asked for the game")
        line.patience -= 10
        how, _space, record = rest.rpartition(" ")
        if not how and table is not None and table.game.sealed and self.draws.held(line):
            raise LineError("line: a game handed over before any key was opened")
        if how == "sealed" and self.draws.part is None:
            self.draws.ask_for_game(number)  # this page can't play it
            return
        if not how and table is None:
            self.draws.part = None  # the host has begun without joint draws
        if table is not None and not line.parted and not watches(self.own, table) and not table.game.sealed:
            return  # it has arrived twice
        self.news.append(Notice("game", number, line.seat, text=record))

    def _heard_have(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        count, _space, sent = rest.partition(" ")
        at = read_number(count, 100_000)
        line.patience -= 1
        if table is None or line.parted or table.game.sealed or self.draws.shared(table):
            return
        moves, states = table.game.moves, table.game.states
        same = at <= len(moves) and print_of(self.game, moves[:at], states[at]).hex() == sent
        if watches(self.own, table) and at <= len(moves) and (not same or at < table.game.settled()):
            self.draws.ask_for_game(number)  # a page that watches has no version of the game
        elif same or at > len(moves):
            line.known = min(at, len(moves))
        elif self.hosting and watches(line.seat, table):
            line.wants = True
            self._give(number, line, table)
        else:
            self._part(number, line, table)
        if not self.hosting:
            self.push(table)
            return
        # A page must know that a person elsewhere has a seat before it gets that person's moves. But it must not let a
        # computer player, or its own player, decide before it has the last moves of the seat's former player.
        now, computers = table.game.settled(), table.computers()
        elsewhere = dict.fromkeys(set(table.humans()) - set(table.persons()), FAR)
        for seat in elsewhere.keys() - {line.seat}:
            self.send(number, f"chair {seat} {FAR} {now}")
        self.push(table)
        if line.known is not None:
            for seat, kind in {**computers, **dict.fromkeys(elsewhere.keys() & {line.seat}, FAR)}.items():
                self.send(number, f"chair {seat} {kind} {now}")

    def _heard_turn(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        letter = read_letter(rest)
        theirs = table is not None and (self.draws.shared(table) or (self.hosting and line.seat in table.computers()))
        if table is None or line.parted or theirs or table.game.sealed:
            line.patience -= 1
            return
        game = table.game
        outcome, at, moves = merge(self.game, game.moves, game.states, letter, self._not_of(line, table))
        if outcome is Relation.NEW:
            table.take(moves[at:])
            line.known, line.patience = len(moves), PATIENCE
            self.news.append(Notice("moves", number, line.seat, at))
            self.push(table)
            return
        line.patience -= 2
        if outcome is Relation.PLAYED:
            line.known = max(line.known or 0, len(moves))
        elif outcome is Relation.MISSING and not line.asked:
            self.send_have(number, table)
        elif outcome is Relation.MISSING:
            pass  # the whole game is on its way
        elif outcome is Relation.OTHER:
            raise LineError("line: a turn of another game")
        elif watches(self.own, table):
            self.draws.ask_for_game(number)
        else:
            self._part(number, line, table)

    def _not_of(self, line: PeerLine, table: OwnGame) -> Collection[int]:
        """Return the seats for which the other page may not decide; on the host's page, all people's but its own."""
        if not self.hosting:
            return table.persons()
        return [seat for seat in table.humans() if seat != line.seat]

    def _part(self, number: int, line: PeerLine, table: OwnGame) -> None:
        """Stop sending turns to a page whose game differs from the one here, and send it the whole game instead."""
        line.parted = True
        self.news.append(Notice("parted", number, line.seat))
        self.send_have(number, table)  # the other page notices it as well
        self.send(number, f"game {table.handed_over()}")

    def _heard_chair(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        seat, word = self._who(line, rest, own=False)
        kind, _space, count = word.partition(" ")
        at = read_number(count, 100_000)
        if self.hosting or len(kind) > _LONGEST_KIND:
            raise LineError("line: only the host says who has a seat")
        line.patience -= 1
        if seat == self.own and kind != FAR and table is not None and self.draws.shared(table):
            # Only a host that no longer draws together can have given the seat away. With secret counters it then hands
            # the game over, which is compared with what all had agreed on.
            if table.game.sealed:
                return
            self.news.append(Notice("unchecked", number, line.seat))
        # Until it has the last moves of the seat's former player, this page could make them again.
        if table is not None and ((kind == FAR) != (seat == self.own) or at <= len(table.game.moves)):
            self.news.append(Notice("chair", number, seat, text=kind))

    def _heard_again(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        if self.hosting or not GAME_ID.fullmatch(rest):
            raise LineError("line: only the host begins another game")
        self.news.append(Notice("again", number, line.seat, text=rest))

    def _heard_say(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        seat, word = self._who(line, rest)
        phrase = read_number(word, PHRASES - 1)
        line.patience -= 1
        self.news.append(Notice("said", number, seat, phrase))
        self._pass_on(number, f"say {rest}")

    def _heard_is(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        seat, word = self._who(line, rest)
        if word not in (HERE, AWAY, GONE):
            raise LineError(f"line: expected {HERE}, {AWAY} or {GONE}, not {word[:20]!r}")
        line.patience -= 1
        self._is(seat, word)

    def _who(self, line: PeerLine, rest: str, own: bool = True) -> tuple[int, str]:
        """Read the seat that a text is about: on the host's page, its sender's; elsewhere, that of another player."""
        seat, _space, word = rest.partition(" ")
        number = read_number(seat, 3)
        if own and (number != line.seat if self.hosting else number == self.own):
            raise LineError("line: a text about a seat that isn't its sender's")
        return number, word

    # Passing on

    def _is(self, seat: int, word: str) -> None:
        """Store the state of a player, and pass it on."""
        if seat < 0 or self.presence.get(seat) == word:
            return
        self.presence[seat] = word
        self.news.append(Notice("is", -1, seat, text=word))
        if self.hosting:
            self.send_all(f"is {seat} {word}", seat)

    def _pass_on(self, number: int, text: str) -> None:
        if self.hosting:
            for other, line in self.lines.items():
                if other != number and line.greeted:
                    self.send(other, text)


def _check_player(text: str) -> None:
    """Raise :class:`LineError` unless a text is a face, a badge and a name."""
    face, badge, name = [*text.split(" ", 2), "", ""][:3]
    if len(face) != 1 or badge not in ("0", "1", "2", "3") or len(name) > _LONGEST_NAME:
        raise LineError("line: expected a face, a badge and a name")


#: The words that a spectator's page may not send to the host.
_OF_PLAYERS: Final = ("turn", "fair", "lack", "all", "unchecked")
