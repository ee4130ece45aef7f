"""Checks, one by one and on worker processes."""

from __future__ import annotations

import json

from hintwise.guide.checking import Checked, check, check_many
from hintwise.guide.reading import read

PROPER = "1.....3..4.....2"
SEVERAL = "12............12"
CLASHING = "1..1............"


def test_a_check_says_it_in_a_word_in_sentences_and_as_json() -> None:
    checked = check(read(SEVERAL))
    assert (checked.sound, checked.verdict) == (False, "with several solutions")
    assert checked.lines == ("Several solutions (2 or more): r2c1 can be 3 or 4.",)
    record = json.loads(json.dumps(checked.as_json()))
    assert record["text"] == checked.lines[0]
    assert (record["kind"], record["puzzle"], record["solutions"]) == ("sudoku", SEVERAL, 2)


def test_workers_find_the_same_in_the_same_order() -> None:
    positions = [read(PROPER, known=["r1c2=4"]), *map(read, (SEVERAL, CLASHING, "kites"))]
    expected: list[Checked] = [check(position, limit=3, way=False) for position in positions]
    assert list(check_many(positions, limit=3)) == expected
