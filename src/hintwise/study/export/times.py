"""Comparing two exports: all but the times must be the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hintwise.study.export.codebook import kinds_of, time_columns
from hintwise.study.export.sheet import as_csv, as_json_lines, read_csv

DAYS = ("first_day", "last_day")
"""Of study.json."""

TIMES = ("seconds", "away_s")
"""Of the events in sessions.json."""


def without_times(files: Mapping[str, str]) -> dict[str, str]:
    """The files of an export without what may differ between two runs that are equal otherwise.

    These are the columns that the codebook marks as times, the days of the study, how many people
    are excluded (which may be for their times), and the seconds in sessions.
    """
    codebook = json.loads(files["codebook.json"])
    kinds, times = kinds_of(codebook), time_columns(codebook)
    left = dict(files)
    for table, columns in kinds.items():
        kept = {name: kind for name, kind in columns.items() if name not in times[table]}
        records = read_csv(files[f"{table}.csv"], columns, f"{table}.csv")
        left[f"{table}.csv"] = as_csv(kept, records)
        rows = json.loads(files[f"{table}.json"])
        left[f"{table}.json"] = as_json_lines({name: row[name] for name in kept} for row in rows)
    left["study.json"] = json.dumps(_study(json.loads(files["study.json"])), indent=1)
    left["sessions.json"] = json.dumps(_sessions(json.loads(files["sessions.json"])))
    return left


def _study(document: dict[str, Any]) -> dict[str, Any]:
    counts = {k: v for k, v in document["counts"].items() if not k.startswith("excluded")}
    return {k: v for k, v in document.items() if k not in DAYS} | {"counts": counts}


def _sessions(document: dict[str, Any]) -> dict[str, Any]:
    people = [
        {**person, "events": [_event(event) for event in person["events"]]}
        for person in document["participations"]
    ]
    return {**document, "participations": people}


def _event(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "body": {k: v for k, v in event["body"].items() if k not in TIMES}}
