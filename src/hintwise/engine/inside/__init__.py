"""What a step consists of: chains of easier steps, directly or by contradiction.

After Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve constraint
satisfaction problems" (AIJ 2021), who explain a hard step by nested ones.
"""

from hintwise.engine.inside.chain import IsEasy, nothing_is_easy
from hintwise.engine.inside.look import look_inside
from hintwise.engine.inside.way import refutation

__all__ = ["IsEasy", "look_inside", "nothing_is_easy", "refutation"]
