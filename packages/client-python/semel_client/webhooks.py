"""Checks the signature of a webhook (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Iterable, Mapping

from .event_types import WebhookEvent

#: Seconds that a request may be old, or seem to come from the future.
TOLERANCE = 5 * 60


class WebhookRefused(Exception):
    """The request was not signed by this shop, or is too old."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secrets: str | Iterable[str]) -> WebhookEvent:
    """Returns the event. Handle each `webhook-id` once: a delivery is repeated until you answer with a 2xx status.

    `body` is what was received, before any parsing. While a secret rotates, pass the old and the new one.
    """
    content = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    identity, sent_at = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    signatures = [part.partition(",")[2] for part in given.get("webhook-signature", "").split() if part.startswith("v1,")]
    if not identity or not sent_at.isdigit() or not signatures:
        raise WebhookRefused("The headers webhook-id, webhook-timestamp and webhook-signature are missing.")
    if abs(time.time() - int(sent_at)) > TOLERANCE:
        raise WebhookRefused("The request is too old, or a clock is wrong.")
    signed = b".".join([identity.encode(), sent_at.encode(), content])
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        wanted = base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(wanted, signature.encode()) for signature in signatures):
            event: WebhookEvent = json.loads(content)
            return event
    raise WebhookRefused("No secret fits the signature.")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error as error:
        raise WebhookRefused("The secret is not one of a webhook: it begins with whsec_.") from error
    if not key:
        raise WebhookRefused("There is no webhook secret.")
    return key
