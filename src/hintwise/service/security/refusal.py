"""How a request is refused before the application sees it: as the API's errors are.

Threat: an error that shows a traceback, or repeats what was sent, helps whoever is looking for a
way in. A refusal says what is not accepted, and nothing about the server.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus

from starlette.types import Send

NAMES = {
    HTTPStatus.BAD_REQUEST: "unknown-host",
    HTTPStatus.UNAUTHORIZED: "no-key",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.REQUEST_TIMEOUT: "too-slow",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.REQUEST_URI_TOO_LONG: "address-too-long",
    HTTPStatus.TOO_MANY_REQUESTS: "too-many-requests",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "headers-too-large",
}
"""What programs tell them by; there is one reason for each status."""


async def refuse(
    send: Send, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None
) -> None:
    """Answer with a problem (RFC 9457), and end the connection's request there."""
    problem = {
        "type": f"urn:hintwise:problem:{NAMES[status]}",
        "title": NAMES[status].replace("-", " ").capitalize(),
        "status": status,
        "detail": detail,
    }
    body = json.dumps(problem).encode()
    all_headers = {
        "content-type": "application/problem+json",
        "content-length": str(len(body)),
        **(headers or {}),
    }
    await send(
        {
            "type": "http.response.start",
            "status": int(status),
            "headers": [(k.encode(), v.encode()) for k, v in all_headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})
