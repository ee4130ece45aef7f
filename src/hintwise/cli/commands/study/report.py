"""`hintwise study report`: what a study has found."""

from __future__ import annotations

from pathlib import Path

import click

from hintwise.cli.errors import echo, echo_json
from hintwise.cli.exports import load_export, write_files
from hintwise.cli.extras import require_extra
from hintwise.cli.options import folder_option, json_option
from hintwise.cli.progress.bar import ProgressBar
from hintwise.cli.tables import print_tables
from hintwise.people.predictors import PREDICTORS


@click.command()
@click.argument("export", metavar="EXPORT", type=click.Path(path_type=Path))
@folder_option("Write the report there: report.html, report.md, report.json and figures.")
@click.option(
    "--learner",
    "learners",
    multiple=True,
    type=click.Choice(list(PREDICTORS)),
    help="Who is asked what they foresee; may be given several times. Default: all of them.",
)
@json_option
def report(export: Path, folder: Path | None, learners: tuple[str, ...], as_json: bool) -> None:
    """Print what people preferred, with the tests of the paper, and who took part; with --out write
    all there is to tell, with figures.

    EXPORT is the folder that `hintwise study export` wrote, or the zip file of the researcher's
    page.
    """
    require_extra("scipy", "the tests of a study")
    require_extra("matplotlib", "the figures of a study")
    # matplotlib is slow to import.
    from hintwise.study.report import analysed, make_report

    found = load_export(export)
    chosen = learners or tuple(PREDICTORS)
    with ProgressBar(remembered_s=float("inf")) as bar:
        people = len(analysed(found).people)
        tasks = {name: bar.add_task(name, total=people) for name in chosen}
        made = make_report(found, chosen, lambda name: bar.advance(tasks[name]))
    if as_json:
        echo_json(made.as_json())
    else:
        echo("\n".join(made.remarks))
        echo("")
        print_tables(made.tables())
    if folder is not None:
        write_files(folder, made.files())
        click.echo(f"written to {folder}", err=True)
