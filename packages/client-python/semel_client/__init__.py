"""A client for the API of Semel: sign-in, pages, safe retries, typed problems, events and webhooks.

It needs Python 3.9 or newer, and nothing else::

    from semel_client import Client

    client = Client("https://shop.example", api_key="…")
    for product in client.each("/products", sort="-price"):
        print(product["name"])
"""

from .client import Answer, Client
from .event_types import Event, WebhookEvent
from .problem import SemelProblem
from .webhooks import WebhookRefused, verify_webhook

__all__ = ["Answer", "Client", "Event", "SemelProblem", "WebhookEvent", "WebhookRefused", "verify_webhook"]
