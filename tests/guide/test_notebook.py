"""What a notebook shows."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import hintwise.guide.notebook  # noqa: F401  (it tells as_html)
from hintwise.elicit.query import Query
from hintwise.guide.explaining import Extent, explain
from hintwise.guide.reading import read
from hintwise.problem import as_html
from hintwise.render.picture import picture

FOUND = list(explain(read("1.....3..4.....2"), Extent(top=2)))
STATE, A, B = FOUND[0].state, FOUND[0].step, FOUND[1].step


def test_a_state_and_an_explained_step_are_pictures() -> None:
    assert STATE._repr_html_() == picture(STATE)._repr_html_()
    shown = FOUND[0]._repr_html_()
    assert picture(STATE, A).svg in shown
    assert FOUND[0].text in ElementTree.fromstring(shown).itertext()


def test_a_step_is_a_list_of_its_elements() -> None:
    shown = A._repr_html_()
    assert f"<b>{A.derived}</b>" in shown
    assert all(f"<li>{element}</li>" in shown for element in (*A.facts, *A.constraints))
    assert "not proven the easiest" in replace(A, optimal=False, lower_bound=1.0)._repr_html_()


def test_a_query_is_two_pictures_side_by_side() -> None:
    shown = as_html(Query(1, 0, STATE, A, B))
    ElementTree.fromstring(shown)
    assert all(picture(STATE, step).svg in shown for step in (A, B))
