"""`hintwise study statistics`: what people preferred."""

from __future__ import annotations

import json
from pathlib import Path

import click

from hintwise.cli.errors import echo
from hintwise.cli.extras import require_extra
from hintwise.cli.inputs import read_file
from hintwise.cli.options import folder_option, json_option
from hintwise.cli.outputs import make_folder, write_whole
from hintwise.cli.tables import print_tables
from hintwise.people.study import COLUMNS, StudyStatistics, read_answers
from hintwise.people.study_report import study_json, study_markdown, study_tables


@click.command(
    help="Print what people preferred: the learned step or the baseline's, after how many queries "
    "of which method, and whether one method did better than another.\n\n"
    f"ANSWERS is a CSV table with the columns {', '.join(COLUMNS)}; an answer is learned, baseline "
    "or none."
)
@click.argument("file", metavar="ANSWERS", type=click.Path(path_type=Path))
@folder_option("Write the tables (study.md) and the JSON document (study.json) there.")
@json_option
def statistics(file: Path, folder: Path | None, as_json: bool) -> None:
    require_extra("scipy", "the test between methods")
    found = StudyStatistics.of(read_answers(read_file(file, "answers"), str(file)))
    document = json.dumps(study_json(found), ensure_ascii=False)
    if as_json:
        echo(document)
    else:
        echo(f"people: {found.people}")
        echo("")
        print_tables(study_tables(found))
    if folder is not None:
        make_folder(folder)
        write_whole(folder / "study.md", study_markdown(found))
        write_whole(folder / "study.json", f"{document}\n")
        click.echo(f"written to {folder}", err=True)
