"""Learning from answers which steps a person finds easy."""

from hintwise.elicit.instances import Instances
from hintwise.elicit.learners.normalise import Normalisation
from hintwise.elicit.learners.perceptron import Learner, Perceptron, Probabilistic
from hintwise.elicit.profile import Profile
from hintwise.elicit.query import Answer, Comparison, Fallback, Query
from hintwise.elicit.questions.contrast import QueryGenerator
from hintwise.elicit.session import Event, Session
from hintwise.elicit.settings import Settings, preset, settings_for
from hintwise.elicit.users import SimulatedUser, User, draw_weights

__all__ = [
    "Answer",
    "Comparison",
    "Event",
    "Fallback",
    "Instances",
    "Learner",
    "Normalisation",
    "Perceptron",
    "Probabilistic",
    "Profile",
    "Query",
    "QueryGenerator",
    "Session",
    "Settings",
    "SimulatedUser",
    "User",
    "draw_weights",
    "preset",
    "settings_for",
]
