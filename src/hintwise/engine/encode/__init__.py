"""From CPMpy expressions to clauses, so that every SAT call afterwards talks to PySAT directly.

`encoder` goes through a problem, `translate` and `global_constraints` through expressions; below
them `linear` (with `diagram` and `adder`), `functions` and `relations` write what numbers and
literals have to do with each other, on the `integers` and `clauses` at the bottom.
"""

from hintwise.engine.encode.encoder import encode
from hintwise.engine.encode.encoding import Encoding

__all__ = ["Encoding", "encode"]
