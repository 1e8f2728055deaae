"""The one exception of the client."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Mapping


class SemelProblem(Exception):
    """An error response. `code` never changes its meaning; the text is for people."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        #: The whole body, also with members that some problems add, such as `resume`. Empty if a proxy answered.
        self.problem: dict[str, Any] = _object_in(body)
        self.code: str | None = self.problem.get("code")
        self.errors: list[dict[str, str]] = self.problem.get("errors", [])
        self.request_id: str | None = self.problem.get("requestId")
        #: Seconds to wait before the next attempt, if the service says so.
        self.retry_after: float | None = retry_after(headers)
        super().__init__(self.problem.get("detail") or f"The answer has the status {status}.")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of `Retry-After`. Semel sends a number, and a proxy before it may send a date (RFC 9110 §10.2.3)."""
    value = headers.get("Retry-After")
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def _object_in(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
