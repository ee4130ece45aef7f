"""`hintwise replay`: would a learner have foreseen what real people chose?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.extras import require_extra
from hintwise.cli.inputs import read_file
from hintwise.cli.learning.elicitation import normalisation_option, response_options
from hintwise.cli.options import count_option, file_option, json_option
from hintwise.cli.outputs import check_writable
from hintwise.cli.progress.bar import ProgressBar
from hintwise.cli.tables import print_tables
from hintwise.errors import InvalidValue
from hintwise.people.choices import Choices
from hintwise.people.predictors import PREDICTORS, PRESETS, SHAPES, assume
from hintwise.people.replay import ANSWERS, Replay
from hintwise.people.replay import replay as replay_choices
from hintwise.people.replay_report import replay_json, replay_summary, replay_tables

PICTURES = (".svg", ".png")


def _ascending(
    ctx: click.Context, param: click.Parameter, counts: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(sorted(set(counts))) or ANSWERS


def _picture(ctx: click.Context, param: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        if file.suffix.lower() not in PICTURES:
            raise click.BadParameter(f"{file} must end in one of {', '.join(PICTURES)}")
        require_extra("matplotlib", "--out")
        check_writable(file)
    return file


@click.command()
@click.argument("file", metavar="CHOICES", type=click.Path(path_type=Path))
@click.option(
    "--learner",
    "learners",
    multiple=True,
    type=click.Choice(list(PREDICTORS)),
    help="Who predicts; may be given several times. Default: all of them.",
)
@count_option(
    "--answers",
    f"Judge after N answers; may be given several times. Default: {', '.join(map(str, ANSWERS))}.",
    least=0,
    multiple=True,
    callback=_ascending,
)
@click.option(
    "--preset",
    "preset_name",
    type=click.Choice(PRESETS),
    default="paper",
    help="The perceptron's formulas: those of the paper, or of the published runs.",
)
@normalisation_option
@click.option("--learning-rate", type=float, help="The perceptron's. Default: the paper's.")
@file_option(
    "--prior",
    "prior_file",
    "What bayes starts from, as `hintwise prior fit` writes it. "
    "Default: for each person, a prior fitted on the choices of all the others.",
)
@click.option(
    "--costs",
    type=click.Choice(list(SHAPES)),
    help="What bayes takes costs to be: sums, curves of every count, or sums in which near rules "
    "cost more together. Default: sums.",
)
@click.option(
    "--exponent",
    type=float,
    help="bayes takes sums to be of the counts to this power, from 0.1 to 3. Default: 1, "
    "the counts themselves.",
)
@response_options
@click.option(
    "--own-lapse",
    is_flag=True,
    help="bayes learns in what way each person answers, and how often at random; --lapse is what "
    "it expects.",
)
@file_option(
    "--out",
    "picture",
    "Draw accuracy by number of answers, and reliability, there, as .svg or .png.",
    callback=_picture,
)
@json_option
def replay(
    file: Path,
    learners: tuple[str, ...],
    answers: tuple[int, ...],
    picture: Path | None,
    as_json: bool,
    preset_name: str,
    prior_file: Path | None,
    **options: Any,
) -> None:
    """Send the answers that people gave through learners, and print what these would have foreseen.

    CHOICES is a JSON file of pairs of steps and what people picked. bayes is the Bayesian learner,
    perceptron the paper's. The others learn nothing: ones takes the step that is cheaper when all
    weights are 1, fewest that with fewer constraints, then fewer facts, first the method's first
    step.
    """
    chosen = {name: value for name, value in options.items() if value is not None}
    prior = None if prior_file is None else read_file(prior_file, "a prior")
    assumptions = assume(preset_name, prior=prior, source=str(prior_file), **chosen)
    choices = Choices.read(read_file(file, "choices"), str(file))
    if picture is not None and len(choices.methods) < 2:
        raise InvalidValue(f"--out: {file} has pairs of one method; the picture compares two")
    starts = {
        name: PREDICTORS[name](choices.features, assumptions) for name in learners or PREDICTORS
    }
    with ProgressBar(remembered_s=float("inf")) as bar:
        tasks = {name: bar.add_task(name, total=len(choices.people)) for name in starts}
        found = replay_choices(choices, starts, answers, lambda name: bar.advance(tasks[name]))
    if as_json:
        echo_json(replay_json(choices, assumptions, found))
    else:
        echo(replay_summary(choices))
        echo("")
        print_tables(replay_tables(found))
    if picture is not None:
        _draw(found, picture)


def _draw(found: Replay, file: Path) -> None:
    # matplotlib is an extra, and slow to import.
    from hintwise.people.replay_figure import replay_figure

    # The same picture each time: no date in it.
    metadata = {"Date": None} if file.suffix.lower() == ".svg" else {}
    replay_figure(found).savefig(file, dpi=150, metadata=metadata)
    click.echo(f"written to {file}", err=True)
