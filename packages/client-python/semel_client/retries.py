"""Repeats of requests: which ones can do no harm, and how long to wait before each."""

from __future__ import annotations

import http.client
import random
import time
import urllib.error
import urllib.request
from email.message import Message
from typing import Mapping, NamedTuple

from .problem import retry_after

#: Statuses after which the same request can succeed. 409 only while the first request with the same key still runs.
TEMPORARY = (429, 502, 503, 504)
#: A longer pause is for the caller to decide.
LONGEST_PAUSE = 20.0


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the credentials to another address."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def send(request: urllib.request.Request, timeout: float, retries: int) -> Reply:
    """Sends a request, and repeats it where a repeat cannot do harm: reads, PUT, and changes with an Idempotency-Key.

    Semel carries such a change out once, however often it arrives. Other requests are repeated after 429 alone, which is
    sent before any work.
    """
    attempt = 0
    while True:
        last = attempt >= retries
        reply: Reply | None = None
        try:
            reply = _attempt(request, timeout)
        # A body that breaks off is as lost as an answer that never came.
        except (OSError, http.client.HTTPException):
            if last or not _is_repeatable(request):
                raise
        if reply and (last or not _is_temporary(reply, request)):
            return reply
        pause = _pause_before(attempt, reply)
        if reply and pause > LONGEST_PAUSE:
            return reply
        time.sleep(pause)
        attempt += 1


def _attempt(request: urllib.request.Request, timeout: float) -> Reply:
    try:
        with _OPENER.open(request, timeout=timeout) as response:
            return Reply(response.status, response.headers, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return Reply(error.code, error.headers or Message(), error.read())


def _is_repeatable(request: urllib.request.Request) -> bool:
    return request.get_method() in ("GET", "HEAD", "PUT") or request.has_header("Idempotency-key")


def _is_temporary(reply: Reply, request: urllib.request.Request) -> bool:
    if reply.status == 429:
        return True
    if not _is_repeatable(request):
        return False
    if reply.status != 409:
        return reply.status in TEMPORARY
    return b'"idempotency_key_in_use"' in reply.body


def _pause_before(attempt: int, reply: Reply | None) -> float:
    """The pause that the server asks for; else a quarter of a second, doubled each time, with jitter against marching in step."""
    asked = retry_after(reply.headers) if reply else None
    return asked if asked is not None else min(0.25 * 2**attempt, 30.0) * (0.5 + random.random())
