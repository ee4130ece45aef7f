"""Learning from answers which steps a person finds easy."""

from hintwise.elicit.instances import Instances, Selection
from hintwise.elicit.journal import Event
from hintwise.elicit.learners.bayes import Bayes, BayesBelief
from hintwise.elicit.learners.belief import Belief, Circumstances, Learner, Probabilistic
from hintwise.elicit.learners.normalise import Normalisation
from hintwise.elicit.learners.perceptron import Perceptron, PerceptronBelief
from hintwise.elicit.learners.posterior import Posterior
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.look_ahead import QueryWorkers
from hintwise.elicit.profile import Profile
from hintwise.elicit.query import Answer, Fallback, FeaturePair, Query
from hintwise.elicit.questions.contrast import (
    ChoicePerceptron,
    LearnedWeights,
    Machop,
    NonDominated,
)
from hintwise.elicit.questions.informed import BestOfTwo, MostInformative
from hintwise.elicit.questions.rule import Knowledge, Pair, Questions
from hintwise.elicit.session import Session
from hintwise.elicit.settings import Settings, preset, settings_for
from hintwise.elicit.users import SimulatedUser, User, draw_weights

__all__ = [
    "Answer",
    "Bayes",
    "BayesBelief",
    "Belief",
    "BestOfTwo",
    "ChoicePerceptron",
    "Circumstances",
    "Event",
    "Fallback",
    "FeaturePair",
    "Instances",
    "Knowledge",
    "LearnedWeights",
    "Learner",
    "Machop",
    "MostInformative",
    "NonDominated",
    "Normalisation",
    "Pair",
    "Perceptron",
    "PerceptronBelief",
    "Posterior",
    "Prior",
    "Probabilistic",
    "Profile",
    "Query",
    "QueryWorkers",
    "Questions",
    "Selection",
    "Session",
    "Settings",
    "SimulatedUser",
    "User",
    "draw_weights",
    "preset",
    "settings_for",
]
