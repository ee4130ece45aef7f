"""Studies: their plans, who runs them, who takes part, and what stays when somebody leaves."""

from hintwise.store.studies.study import (
    Admission,
    Enrolment,
    Joined,
    Newcomer,
    NewStudy,
    Participant,
    Study,
)

__all__ = ["Admission", "Enrolment", "Joined", "NewStudy", "Newcomer", "Participant", "Study"]
