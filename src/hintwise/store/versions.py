"""Reading what earlier versions of hintwise wrote.

A stored document is never rewritten. When it is read, the upgrade for its version is applied, then
the one for the version which that gives, and so on, until there is none.

To change what a kind of event holds: write it with the next `version` from then on, and add one
function here that turns the old body into the new one. Nothing is ever removed from the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Document = dict[str, Any]
Upgrade = Callable[[Document], Document]

SHARED = "shared"
"""Stands for the kind of stream where a document is a shared page; its kind is `page`."""

Upgrades = Mapping[tuple[str, str, int], Upgrade]
"""(kind of stream, kind of event, version) -> what makes the next version of it."""

UPGRADES: Upgrades = {}


def up_to_date(
    stream: str, kind: str, version: int, document: Document, upgrades: Upgrades = UPGRADES
) -> tuple[int, Document]:
    """The newest version of a document, and its number.

    >>> upgrades = {("game", "ticked", 0): lambda body: {"seconds": body["minutes"] * 60}}
    >>> up_to_date("game", "ticked", 0, {"minutes": 2}, upgrades)
    (1, {'seconds': 120})
    >>> up_to_date("game", "ticked", 1, {"seconds": 5}, upgrades)
    (1, {'seconds': 5})
    """
    while upgrade := upgrades.get((stream, kind, version)):
        version, document = version + 1, upgrade(document)
    return version, document
