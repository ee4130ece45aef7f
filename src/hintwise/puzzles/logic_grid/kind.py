"""What is special about logic grids."""

from hintwise.features import GraphScheme
from hintwise.problem import EasyStep, Kind

LOGIC_GRID = Kind(
    "logic_grid",
    noun="logic grid",
    words="logic_grid",
    groups=("bijectivity", "transitivity", "clue"),
    # Of 109 drawn grids, most of them 4x4 and 4x5, 39 % were easy, 28 % medium, 20 % hard and 12 %
    # expert.
    thresholds=(14.0, 18.0, 28.0),
    taught_on="4x5",
    told_together=True,
    # From the paper's appendix.
    learning_rates={
        "choice_perceptron": {"nadir": 0.1, "none": 0.1, "cumulative": 10.0, "local": 0.1},
        "non_dominated": {"nadir": 0.5, "none": 0.1, "cumulative": 10.0, "local": 5.0},
        "learned_weights": {"local": 0.1},
        "machop": {"local": 0.5},
    },
    offline_rate=0.5,
    # By one clue alone, and with one fact: the others would not be measured by "one clue".
    easy_steps=(
        EasyStep(1, {"adjacent_clue": 1}),
        EasyStep(2, {"adjacent_clue": 1, "adjacent_facts_from_clue": 1}),
    ),
)

# An adjacent positive link counts in adjacent_facts_from_… only.
FEATURES = GraphScheme(without=frozenset({"adjacent_positive_facts"}))
