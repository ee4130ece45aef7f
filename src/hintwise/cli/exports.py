"""The exports of studies as folders and zip files, and folders of files that commands write."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from hintwise.cli.inputs import read_file
from hintwise.cli.outputs import make_folder, write_whole
from hintwise.errors import InvalidValue
from hintwise.study.export import Export, read_export
from hintwise.study.export.reading import NEEDED

MOST_BYTES = 2**31
"""Of a zip file, unpacked: more is no export."""


def load_export(path: Path) -> Export:
    """The export in a folder, or in a zip file as the researcher's page gives it."""
    if path.is_dir():
        found = {name: read_file(path / name, name) for name in NEEDED if (path / name).is_file()}
        return read_export(found, str(path))
    if not path.is_file():
        raise InvalidValue(f"{path}: no such folder or zip file of an export")
    return read_export(_unpacked(path), str(path))


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files into a folder, which is made if need be; each is there whole or not at all."""
    make_folder(folder)
    for name, contents in files.items():
        write_whole(folder / name, contents)


def _unpacked(path: Path) -> dict[str, str]:
    try:
        with zipfile.ZipFile(path) as archive:
            # The files may be in a folder, so that they stay together when they are unpacked.
            entries = {PurePosixPath(info.filename).name: info for info in archive.infolist()}
            if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
                raise InvalidValue(f"{path} is larger than an export can be")
            return {
                name: archive.read(entries[name]).decode() for name in NEEDED if name in entries
            }
    except (zipfile.BadZipFile, UnicodeDecodeError, OSError) as error:
        raise InvalidValue(f"{path} is no folder and no zip file of an export: {error}") from None
