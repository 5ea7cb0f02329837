"""Receivers on the loopback, and the independent half of the specification: what a receiver does with a message."""

import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.test import TestCase

from accounts.models import User
from tests.notifications.push_service import PushService, listening
from tests.tournaments.making import NOW
from tournaments.models import Event, Tournament
from webhooks.event_types import EVENT_TYPES
from webhooks.models import WebhookEndpoint
from webhooks.selectors.endpoints import secrets_of
from webhooks.services import deliveries, endpoints, events
from webhooks.services.endpoints import EndpointTerms

Received = tuple[str, dict[str, str], bytes]


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """Answers 201 to every path that `status` does not name."""
    with listening(tmp_path, monkeypatch) as service:
        yield service


def endpoint(
    owner: User,
    receiver: PushService | None = None,
    *,
    about: Tournament | Event | None = None,
    path: str = "hook",
    wanted: tuple[str, ...] = EVENT_TYPES,
) -> WebhookEndpoint:
    """Added as its owner adds it; its address is that of the receiver from then on."""
    terms = EndpointTerms(f"https://hooks.example.org/{path}", wanted)
    with TestCase.captureOnCommitCallbacks(execute=True):
        made = endpoints.add(owner, about, terms, NOW)
    if receiver is not None:
        made.url = f"{receiver.origin}/{path}"
        made.save(update_fields=["url"])
    return made


def sweep(now: Any = NOW) -> int:
    """What a second of the worker does; returns how many messages were taken."""
    events.make_events(now)
    return deliveries.send_due(now) + deliveries.send_due(now, deliveries.SLOW)


def secret(of: WebhookEndpoint) -> str:
    of.refresh_from_db()
    return secrets_of(of, NOW)[0]


def verified(received: Received, secret_text: str) -> dict[str, Any]:
    """The message, if one of its signatures is right: written from the specification, of other functions than the site's."""
    _path, headers, body = received
    lower = {name.lower(): value for name, value in headers.items()}
    signed = f"{lower['webhook-id']}.{lower['webhook-timestamp']}.{body.decode()}".encode()
    key = b64decode(secret_text.split("_", 1)[1])
    right = b64encode(hmac.digest(key, signed, sha256)).decode()
    given = [part.split(",", 1) for part in lower["webhook-signature"].split(" ")]
    assert ["v1", right] in given
    message: dict[str, Any] = json.loads(body)
    return message
