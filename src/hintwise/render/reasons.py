"""Where the reason of a step lies, besides in its facts: what a picture hatches.

A used rule may be about a whole row or table of which only a part matters. What matters is where
used rules meet, for there one bears on the other; in a logic grid it is what a clue speaks about,
and of a table the row or column that the step argues along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hintwise.problem import Constraint, Layout, Staircase
from hintwise.render.marks import Marks

_MOST_RULES = 7
"""More rules than this meet nearly everywhere: a swordfish takes six, a person follows no more."""


def reasons(layout: Layout | None, marks: Marks) -> frozenset[str]:
    """The variables to be hatched; never all of a row or a block that merely takes part."""
    if isinstance(layout, Staircase):
        found = (name for rule in marks.rules for name in _links(layout, marks, rule))
        return frozenset(found) - marks.derived.keys()
    if len(marks.rules) > _MOST_RULES:
        return frozenset()
    uses = Counter(name for rule in marks.rules for name in rule.variables)
    meetings = {name for name, count in uses.items() if count > 1}
    settled = {name for name, facts in marks.known.items() if any(f.settles for f in facts)}
    return frozenset(meetings - settled - marks.derived.keys())


def _links(stairs: Staircase, marks: Marks, rule: Constraint) -> Iterator[str]:
    """Where a rule matters: all that a clue speaks about, a line of a table, or nowhere."""
    own = [name for name in rule.variables if name in stairs.places]
    sizes = Counter((stairs.places[name][0], stairs.places[name][2]) for name in own)
    whole = len(next(iter(stairs.categories.values()))) ** 2
    if not all(size == whole for size in sizes.values()):
        yield from own
    elif len(sizes) == 1:
        in_step = [name for name in own if name in marks.derived or name in marks.used]
        values = Counter(value for name in in_step for value in stairs.links[name])
        shared = {value for value, count in values.items() if count > 1}
        yield from (name for name in own if shared.intersection(stairs.links[name]))
