"""The client: requests, sign-in, pages and events."""

from __future__ import annotations

import json
import re
import urllib.request
import uuid
from typing import Any, Callable, Iterator, Mapping, NamedTuple, TypedDict, Union
from urllib.parse import parse_qsl, urlencode, urlsplit

from .event_types import Event
from .keyed import KEYED
from .problem import SemelProblem
from .retries import send

Query = Mapping[str, Union[str, int, bool, None]]


class Answer(NamedTuple):
    status: int
    #: Names mean the same in every case.
    headers: Mapping[str, str]
    #: What the JSON says; None without a body, and text for other types.
    body: Any


class SecondStep(NamedTuple):
    #: The second factors of the user, such as `totp` and `sms`.
    methods: list[str]
    #: Has a code sent to the phone of the user.
    send_sms: Callable[[], Any]


class SignedIn(TypedDict):
    token: str
    tokenType: str
    expiresAt: str
    user: dict[str, Any]


#: Seconds for which one read of the feed waits for news.
_LONG_POLL = 20
_KEYED = [re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(operation))) for operation in KEYED]


class Client:
    """Paths are those of the reference at /docs, such as `/orders/42`.

    `version` selects an older version. `timeout` is in seconds and counts for each attempt; `retries` is how often a request
    is repeated at most.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        api_key: str | None = None,
        version: str = "v3",
        timeout: float = 30.0,
        retries: int = 3,
    ) -> None:
        self._base = f"{base_url.rstrip('/')}/api/{version}"
        self.token = token
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries

    def get(self, path: str, **query: str | int | bool | None) -> Any:
        """The body of the answer. Raises SemelProblem."""
        return self.request("GET", path, query=query).body

    def post(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        """Sends a change with an `Idempotency-Key` of its own, or with `key`, where the operation takes one."""
        return self.request("POST", path, body, key=key).body

    def put(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        return self.request("PUT", path, body, key=key).body

    def patch(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        return self.request("PATCH", path, body, key=key).body

    def delete(self, path: str) -> Any:
        return self.request("DELETE", path).body

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Query | None = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request, with all of its answer. `bytes` are sent as they are: name their type in `headers`. Raises SemelProblem."""
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = f"{self._base}{path}{'?' if given else ''}{urlencode(given)}"
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data=content, method=method)
        for name, value in {**self._headers(method, path, body, key), **(headers or {})}.items():
            request.add_header(name, value)
        wait = float(given.get("wait", 0))
        reply = send(request, self._timeout + wait, self._retries)
        if not 200 <= reply.status < 300:
            raise SemelProblem(reply.status, reply.headers, reply.body)
        is_json = "json" in (reply.headers.get("Content-Type") or "")
        text = reply.body.decode()
        return Answer(reply.status, reply.headers, json.loads(text) if is_json else text or None)

    def sign_in(self, email: str, password: str, code: str | Callable[[SecondStep], str]) -> SignedIn:
        """Both steps. Later calls use the session. `code` may be a function that asks once the password is accepted."""
        first = self.post("/auth/login", {"email": email, "password": password})
        partial = {"Authorization": f"Bearer {first['partialToken']}"}
        step = SecondStep(first["methods"], lambda: self.request("POST", "/auth/mfa/sms", headers=partial).body)
        entered = code(step) if callable(code) else code
        signed_in: SignedIn = self.request("POST", "/auth/mfa", {"code": entered}, headers=partial).body
        self.token = signed_in["token"]
        return signed_in

    def each(self, path: str, **query: str | int | bool | None) -> Iterator[dict[str, Any]]:
        """Reads a whole list along its links: what stays unchanged appears exactly once, whatever is added meanwhile."""
        following: Query | None = {"limit": 100, **query}
        while following is not None:
            answer = self.request("GET", path, query=following)
            yield from answer.body["items"]
            following = _next_in(answer.headers.get("Link"))

    def events(
        self, *, cursor: str | None = None, after: int | None = None, types: list[str] | None = None
    ) -> Iterator[Event]:
        """Follows the event feed without end; each event comes once.

        Store the `cursor` of an event when you have handled it, and pass that the next time. Raises SemelProblem, and OSError
        when all repeats have failed: begin again with that cursor.
        """
        chosen = ",".join(types) if types else None
        while True:
            page = self.get("/events", wait=_LONG_POLL, cursor=cursor, after=None if cursor else after, types=chosen)
            yield from page["items"]
            cursor = page["cursor"]

    def _headers(self, method: str, path: str, body: Any, key: str | None) -> dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": "semel-client (Python)"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self._api_key:
            headers["X-API-Key"] = self._api_key
        if body is not None and not isinstance(body, bytes):
            headers["Content-Type"] = "application/json"
        if key or any(pattern.fullmatch(f"{method} {path}") for pattern in _KEYED):
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        return headers


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _next_in(link: str | None) -> dict[str, str] | None:
    """The query of the link `next` (RFC 8288). It carries the key of the last item."""
    found = re.search(r'<([^>]*)>; rel="next"', link or "")
    return dict(parse_qsl(urlsplit(found[1]).query)) if found else None
