"""What a notebook shows of a value.

The values are here, pictures and sentences in `render`; `hintwise.guide` tells this function how
each value is shown.
"""

from __future__ import annotations

import functools
import html


@functools.singledispatch
def as_html(value: object) -> str:
    """A value as HTML: its text, unless its type has something better."""
    return f"<pre>{html.escape(repr(value))}</pre>"
