"""Which programs may use the API, if not all.

Threat: strangers' programs that live on someone's small server. Where keys are set, whoever calls
the API must show one (X-API-Key), except our own pages. A key tells programs apart; it does not
keep people out of the pages, and a program that pretends to be a browser is only slowed down.
Keys are kept as digests and compared in constant time.
"""

from __future__ import annotations

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hintwise.service.security.origins import comes_from_own_page
from hintwise.service.security.refusal import refuse
from hintwise.service.security.secrets import digest, is_one_of
from hintwise.service.settings import ServiceSettings

HEADER = "x-api-key"
_PROTECTED = "/api/"


class ApiKeys:
    """Refuses calls of the API without a key, if there are keys; also wrong keys anywhere.

    What comes after finds the beginning of the key's digest in `scope["state"]["api_key"]`.
    """

    def __init__(self, app: ASGIApp, settings: ServiceSettings) -> None:
        self.app = app
        self.digests = settings.api_keys
        self.public_url = settings.public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.digests:
            key = Headers(scope=scope).get(HEADER)
            if key is not None and is_one_of(key, self.digests):
                scope.setdefault("state", {})["api_key"] = digest(key)[:12]
            elif key is not None or self._needs_key(scope):
                detail = "This API wants a valid key in the header X-API-Key."
                challenge = {"www-authenticate": "X-API-Key"}
                await refuse(send, HTTPStatus.UNAUTHORIZED, detail, challenge)
                return
        await self.app(scope, receive, send)

    def _needs_key(self, scope: Scope) -> bool:
        if not scope["path"].startswith(_PROTECTED) or scope["method"] == "OPTIONS":
            return False
        return not comes_from_own_page(scope, self.public_url)
