"""`python -m hintwise` is `hintwise`."""

from __future__ import annotations

import sys

from hintwise.cli import main

if __name__ == "__main__":
    sys.exit(main())
