"""hintwise explains what follows from a constraint model, one provably cheapest step at a time.

    for explained in hintwise.explain(hintwise.read(text)):
        print(explained.text)

`read` takes a puzzle in any form; `hint`, `why` and `check` answer questions about where a person
is in it. `Explainer` does so for any constraint model, with all that the engine can do. `Session`
learns what a person finds easy: it asks which of two steps reads better.

This module is the public surface; everything it does not name is private and may change. The clue
kinds of logic grids live in `hintwise.puzzles`, the generators in `hintwise.workshop`, the error
tree in `hintwise.errors`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hintwise.public import *  # noqa: F403

    __version__: str
else:

    def __getattr__(name: str) -> Any:
        """A public name, or a module; nothing is imported before it is asked for.

        The command line starts sooner without what a command does not need.
        """
        if name == "__version__":
            return version("hintwise")
        if not name.startswith("_") and find_spec(f"hintwise.{name}") is not None:
            return import_module(f"hintwise.{name}")
        try:
            return getattr(import_module("hintwise.public"), name)
        except AttributeError:
            raise AttributeError(f"module 'hintwise' has no attribute {name!r}") from None

    def __dir__() -> list[str]:
        return [*globals(), *import_module("hintwise.public").__all__]
