"""Package versions: why is this version installed?

The idea shown: a model need not be a puzzle. Each package has a version, 0 if it is left out, and
the question is why the newest one was not taken.
"""

from __future__ import annotations

import cpmpy as cp

import hintwise as hw

NEWEST = {"app": 2, "web": 5, "store": 4, "parser": 3, "codec": 3}
REQUESTED = {"app": 2, "web": 4}  # at least
NEEDS = [  # this package, from this version on, needs that one in these versions
    ("app", 1, "store", range(2, 5)),
    ("app", 2, "parser", range(2, 4)),
    ("web", 1, "codec", range(1, 3)),
    ("web", 5, "store", range(1, 3)),
    ("store", 2, "codec", range(2, 4)),
    ("store", 3, "parser", range(1, 3)),
    ("parser", 3, "codec", range(3, 4)),
]


def problem() -> hw.Problem:
    version = {name: cp.intvar(0, newest, name=name) for name, newest in NEWEST.items()}
    return hw.from_cpmpy(
        {
            "request": [
                hw.Rule(
                    version[name] >= least, description=f"{name} {least} or newer was asked for"
                )
                for name, least in REQUESTED.items()
            ],
            "need": [
                hw.Rule(
                    (version[name] >= since).implies(cp.InDomain(version[other], list(accepted))),
                    description=f"{name} {since} and newer need {other} {spell(accepted)}",
                )
                for name, since, other, accepted in NEEDS
            ],
        },
        variables=version,
        exclusions=True,
        kind="package_versions",
        title="Package versions",
    )


def spell(accepted: range) -> str:
    first, last = accepted[0], accepted[-1]
    return f"{first} to {last}" if first < last else str(first)


def main() -> None:
    explainer = hw.Explainer(problem())
    for question in ("codec=2", "parser≠3", "store≠1"):
        asked = explainer.target(question)
        step = explainer.smallest_step(explainer.start.only([asked]))
        print(f"Why {question}? {hw.step_text(explainer.problem, step)}")


if __name__ == "__main__":
    main()
