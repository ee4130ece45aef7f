"""Scripts that redo tables of the documentation.

Each computes in one thread: more of them do little but wait for each other, so that two studies on
two cores took many times as long.
"""

from hintwise.processes import compute_in_one_thread

compute_in_one_thread()
