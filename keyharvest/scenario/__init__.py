"""Scenarios: positions with words, moves and a goal, for lessons and demos (docs/scenarios.md)."""

from keyharvest.scenario.check import check
from keyharvest.scenario.form import Scenario, ScenarioStep, parse_scenario, scenario_text
from keyharvest.scenario.play import Answer, Play

__all__ = ["Answer", "Play", "Scenario", "ScenarioStep", "check", "parse_scenario", "scenario_text"]
