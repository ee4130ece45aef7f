"""The OpenAPI document: what each operation answers, and what else any of them may."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response

from hintwise.service.api.problems import GENERAL, MEDIA_TYPE, problem_document

TITLE = "hintwise"
DESCRIPTION = """Hints for logic puzzles: the next step, proven the cheapest, told rung by rung.

A position is a puzzle (any text that hintwise reads, or the name of one in its library) and what
the person has found. Games, sessions and settings belong to a person, who is known by a token:
`Authorization: Bearer TOKEN`, or a cookie. Who takes part in a study, and who runs one, has
another token for that. Where the server wants a key of programs, it is sent as
`X-API-Key`. Errors are `application/problem+json`; 429 and 503 say when to try again.
"""

_PROBLEM: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "description": "What a program tells the problem by."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What is wrong, and what would be accepted."},
        "position": {"type": "integer", "description": "409: where the stream is now."},
        "events": {"type": "array", "description": "409: what was added since."},
        "state": {"type": "object", "description": "409 in a study: what is there now."},
        "reason": {"type": "string", "description": "403: why nobody new may come."},
        "errors": {"type": "array", "description": "422: each place that is wrong."},
    },
}

_ALWAYS = (401, 422, 429, 500, 503)
_WITH_BODY = (400, 413)
_OUTDATED = ("/deeds", "/events", "/answers", "/undo", "/observations", "/corrections")
_REFUSED = ("/participants",)
_WITH_SESSION = ("/hint", "/why", "/explain", "/walkthroughs")
"""Which may name a session in their body."""

_SAID = {
    400: "The body is no JSON.",
    401: "Nobody is known by this token, or a key is missing.",
    403: "Nobody new may come.",
    404: "There is nothing of yours with this id.",
    409: "Another tab was first.",
    413: "The body is too large.",
    422: "The request is not of this form, or what it asks for cannot be done.",
    429: "Too many requests; Retry-After says when to try again.",
    500: "A defect of the server.",
    503: "All workers are busy; Retry-After says when to try again.",
}


def openapi_of(app: FastAPI, version: str) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _document(app, version)
    return app.openapi_schema


def _document(app: FastAPI, version: str) -> dict[str, Any]:
    document = get_openapi(title=TITLE, version=version, description=DESCRIPTION, routes=app.routes)
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas["Problem"] = _PROBLEM
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "hintwise"},
        "study": {"type": "apiKey", "in": "cookie", "name": "hintwise-study"},
        "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    }
    document["security"] = [{}, {"token": []}, {"cookie": []}, {"study": []}, {"key": []}]
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for status in _problems(path, "requestBody" in operation):
                operation["responses"][str(status)] = _answer(status)
    return document


def _problems(path: str, has_body: bool) -> list[int]:
    statuses = {*_ALWAYS, *(_WITH_BODY if has_body else ())}
    if "{" in path or path.endswith(_WITH_SESSION):
        statuses.add(404)
    if path.endswith(_REFUSED):
        statuses.add(403)
    if path.endswith(_OUTDATED):
        statuses.add(409)
    return sorted(statuses)


def _answer(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    example = problem_document(status, _SAID[status], name=GENERAL[status])
    answer: dict[str, Any] = {
        "description": _SAID[status],
        "content": {MEDIA_TYPE: {"schema": schema, "example": example}},
    }
    if status in (429, 503):
        seconds = {"schema": {"type": "integer"}, "description": "Seconds to wait."}
        answer["headers"] = {"Retry-After": seconds}
    return answer


def answers(
    description: str,
    example: Any,
    *,
    status: int = 200,
    media_type: str = "application/json",
    any_keys: bool = False,
) -> dict[str, Any]:
    """The arguments of a route that describe its answer.

    With `any_keys`, those of the example are not always there.
    """
    schema = {} if isinstance(example, str) else {"schema": _schema_of(example)}
    if any_keys:
        schema = {"schema": {"type": "object"}}
    content = {media_type: {**schema, "example": example}}
    described: dict[str, Any] = {
        "status_code": status,
        "response_model": None,
        "responses": {status: {"description": description, "content": content}},
    }
    if media_type != "application/json":
        described["response_class"] = Response  # else JSON would be described as well
    return described


def nothing(description: str) -> dict[str, Any]:
    """The arguments of a route that answers with a status alone."""
    return {
        "status_code": 204,
        "response_model": None,
        "responses": {204: {"description": description}},
    }


def _schema_of(example: Any) -> dict[str, Any]:
    """What every answer has in common with the example: its keys, all of them always there."""
    match example:
        case dict():
            return {"type": "object", "required": list(example)}
        case list():
            return {"type": "array", "items": _schema_of(example[0]) if example else {}}
        case _:
            return {}
