"""From the tree of a rule to what it says."""

from __future__ import annotations

from hintwise.puzzles.logic_grid.rules.links import LinkForms
from hintwise.puzzles.logic_grid.rules.numbers import NumberForms
from hintwise.puzzles.logic_grid.rules.orders import OrderForms


class Meaning(LinkForms, OrderForms, NumberForms):
    """One method per form in the grammar."""
