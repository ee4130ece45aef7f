"""The JSON API as a page to read, from the same description that programs get."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response

from hintwise.service.pages.rendering import render

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be asked at one address in one way; examples are JSON, empty if there is none."""

    method: str
    path: str
    tag: str
    summary: str
    description: str
    asked: str
    answered: str


@router.get("/programs")
def programs(request: Request) -> Response:
    document = request.app.openapi()
    sections: dict[str, list[Operation]] = {}
    for operation in operations_of(document):
        sections.setdefault(operation.tag, []).append(operation)
    address = str(request.app.openapi_url)
    return render(request, "programs", sections=sections, address=address)


def operations_of(document: Mapping[str, Any]) -> Iterator[Operation]:
    """All operations of an OpenAPI document, in its order."""
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            answers = (told["responses"][status] for status in sorted(told["responses"]))
            yield Operation(
                method.upper(),
                path,
                str(told.get("tags", ["other"])[0]),
                str(told.get("summary", "")),
                str(told.get("description", "")),
                _example(told.get("requestBody", {}), document),
                _example(next(answers, {}), document),
            )


def _example(told: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """The example of a body, wherever it is written."""
    for kind, content in told.get("content", {}).items():
        schema = content.get("schema", {})
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            schema = document["components"]["schemas"].get(name, {})
        several = [*content.get("examples", {}).values(), *schema.get("examples", [])]
        found = content.get("example", schema.get("example", several[0] if several else None))
        if isinstance(found, Mapping) and "value" in found and "examples" in content:
            found = found["value"]
        if found is not None:
            return (
                found
                if kind.startswith("text/")
                else json.dumps(found, indent=2, ensure_ascii=False)
            )
    return ""
