"""Is it better to find out how each person answers, than to expect the same of all?

    python -m experiments.studies.people_own_lapse DIR/human_choices.json

Each person is predicted from the others, as in `people_curves`, with a lapse of 0.2 and with
`own_lapse`, which learns in what way they answer as well. On which side each step stood is not
known of these people, so no leaning is learned.
"""

from __future__ import annotations

import sys
from pathlib import Path

from experiments.studies.people_curves import report

from hintwise.elicit.learners.response import LAPSE
from hintwise.people.choices import Choices
from hintwise.people.predictors import PREDICTORS, Assumptions


def main(path: str) -> None:
    choices = Choices.read(Path(path).read_text(encoding="utf-8"))
    for_all, own = (
        PREDICTORS["bayes"](choices.features, Assumptions(own_lapse=learned))
        for learned in (False, True)
    )
    for line in report(choices, {f"a lapse of {LAPSE:g}": for_all, "own lapse": own}):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
