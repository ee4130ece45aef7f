"""The complete check of what is published: `python -m tests.packaging.check`, a few minutes.

Each extra is installed alone into an environment of its own and all of it is tried, from the wheel;
the source distribution serves as well; and all lower bounds together do all that they should.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.packaging.environments import EXTRAS, Distributions, Environment

PARTS = {
    "": ["plain"],
    "fast": ["fast", "kernel"],
    "bench": ["bench", "benchmark"],
    "experiments": ["experiments"],
    "web": ["web"],
}
"""What is tried of each extra; without any, what is said of those that are missing."""


def main() -> None:
    """Do it, and say how far it is."""
    start = time.monotonic()

    def say(text: str) -> None:
        sys.stdout.write(f"{time.monotonic() - start:5.0f} s  {text}\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory(prefix="hintwise-package-") as name:
        folder = Path(name)
        made = Distributions.built(folder / "dist")
        say(f"built {made.source.name} and {made.wheel.name}")
        for extra in ("", *EXTRAS):
            environment = Environment.empty(folder / (extra or "plain"))
            environment.hold(made.wheel, extra)
            environment.smoke("core", *PARTS[extra])
            say(f"{extra or 'without extras'}: works alone, {len(environment.versions())} packages")
        everything = Environment.empty(folder / "all")
        everything.hold(made.source, "all")
        everything.smoke("core", *EXTRAS, "kernel", "benchmark")
        say("all, from the source distribution: works")
        everything.hold(made.wheel, "all", lowest=True)
        everything.smoke("core", *EXTRAS, "kernel", "benchmark")
        say("all lower bounds together: work")


if __name__ == "__main__":
    main()
