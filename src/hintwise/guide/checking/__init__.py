"""Whether something is wrong, in a puzzle or in what a person has filled in, and since when."""

from hintwise.guide.checking.check import DEADLINE_S, FEW, Checked, check, check_many

__all__ = ["DEADLINE_S", "FEW", "Checked", "check", "check_many"]
