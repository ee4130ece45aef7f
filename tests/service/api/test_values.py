"""The words that requests may use are those that the guide knows."""

from __future__ import annotations

from typing import get_args

from hintwise.guide import collection
from hintwise.guide.generating import GRADES
from hintwise.guide.steps.style import ORDERS
from hintwise.render.words.hints import LEVELS
from hintwise.service.api.moves import Marked, Written
from hintwise.service.api.steps import HintAsked
from hintwise.service.api.values import Grade, Kind, Language, StepsAsked
from hintwise.service.words import LANGUAGES
from hintwise.store.games import LAYERS


def test_grades_kinds_and_languages_are_those_there_are() -> None:
    assert set(get_args(Grade)) == set(GRADES)
    assert set(get_args(Kind)) == {puzzle.kind for puzzle in collection().values()}
    assert set(get_args(Language)) == set(LANGUAGES)


def test_orders_and_levels_are_those_of_the_guide() -> None:
    assert set(get_args(StepsAsked.model_fields["order"].annotation)) == set(ORDERS)
    schema = HintAsked.model_json_schema()["properties"]["level"]
    assert (schema["minimum"], schema["maximum"]) == (1, LEVELS)


def test_every_layer_of_a_game_can_be_changed() -> None:
    named = {layer for change in (Written, Marked) for layer in get_args(get_args(change)[0])[1:2]}
    assert {name for literal in named for name in get_args(literal)} == set(LAYERS)
