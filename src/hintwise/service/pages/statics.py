"""Styles, scripts and pictures, under an address that changes whenever any of them changes.

So a browser may keep them for ever, and never mixes old and new ones. They are read once, when the
first is asked for; only what lies in the folder can be asked for.
"""

from __future__ import annotations

import functools
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, HTTPException, Response

from hintwise.render.svg.shapes import STYLE

FOR_EVER = "public, max-age=31536000, immutable"
STEPS = "css/steps.css"
"""The looks of pictures of steps: those of every picture, in the colours of the pages."""

_IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.[^"']+)["'];""", re.MULTILINE)

router = APIRouter()


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """All of them by path, and the version that they make up together."""

    version: str
    contents: Mapping[str, bytes]

    def address(self, path: str) -> str:
        """Where a browser finds a file; `KeyError` if there is no such file."""
        self.contents[path]
        return f"/static/{self.version}/{path}"

    def modules(self, path: str) -> list[str]:
        """A script and all that it imports, near ones first: a browser need not find out."""
        found = [path]
        for script in found:
            text = self.contents[script].decode()
            imported = (posixpath.join(posixpath.dirname(script), name) for name in _named(text))
            found.extend(n for n in map(posixpath.normpath, imported) if n not in found)
        return found


def _named(script: str) -> list[str]:
    return list(dict.fromkeys(_IMPORT.findall(script)))


@functools.cache
def static_files() -> StaticFiles:
    contents = dict(_files_in(files("hintwise.service").joinpath("static")))
    contents[STEPS] = STYLE.encode() + contents[STEPS]
    version = hashlib.sha256()
    for path in sorted(contents):
        version.update(f"{path}\0{len(contents[path])}\0".encode())
        version.update(contents[path])
    return StaticFiles(version.hexdigest()[:12], contents)


def _files_in(folder: Traversable, before: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_in(entry, f"{before}{entry.name}/")
        else:
            yield before + entry.name, entry.read_bytes()


@router.api_route("/static/{version}/{path:path}", methods=["GET", "HEAD"])
def static_file(version: str, path: str) -> Response:
    """A file; under the address of another version it is not to be kept."""
    found = static_files()
    if path not in found.contents:
        raise HTTPException(404)
    return Response(
        found.contents[path],
        media_type=media_type(path),
        headers={"Cache-Control": FOR_EVER if version == found.version else "no-cache"},
    )


def media_type(path: str) -> str:
    """What a file is called for browsers, whatever the system's own table says."""
    known = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    known["webmanifest"] = "application/manifest+json"
    guessed = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return known.get(path.rpartition(".")[2], guessed)
