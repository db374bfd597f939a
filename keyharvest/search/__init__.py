"""Look-ahead for computer players: evaluation, whole answers, play past draws, and the search (docs/players.md)."""

from keyharvest.search.ahead import Draws, LookAhead, in_one_go, play_on
from keyharvest.search.candidates import candidates
from keyharvest.search.chains import Chain, chains, end_of_turn, following, greedy_chain
from keyharvest.search.evaluation import Evaluator
from keyharvest.search.lines import lines
from keyharvest.search.search import Effort, Line, Search
from keyharvest.search.weights import Features, Weights, weights_for

__all__ = [
    "Chain",
    "Draws",
    "Effort",
    "Evaluator",
    "Features",
    "Line",
    "LookAhead",
    "Search",
    "Weights",
    "candidates",
    "chains",
    "end_of_turn",
    "following",
    "greedy_chain",
    "in_one_go",
    "lines",
    "play_on",
    "weights_for",
]
