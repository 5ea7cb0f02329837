"""What the owner of an endpoint does: add it, change it, replace its secret, test it, send again, remove it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_verified
from tournaments.models import Event, Tournament
from web.encryption import encrypt
from web.errors import DomainError, NotAllowed, NotFound
from web.public_post import PrivateAddressError, https_host, is_public
from web.rate_limit import is_within
from webhooks import channel_kinds, event_types
from webhooks.models import (
    LONGEST_DESCRIPTION,
    LONGEST_URL,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from webhooks.selectors.endpoints import (
    PURPOSE,
    addresses_of,
    directors_of,
    directs,
    endpoint_of,
    target_of,
)
from webhooks.services.events import begin_feeds
from webhooks.services.switching import switch_off, switch_on
from webhooks.signing import new_secret

MOST_ENDPOINTS = 20
OLD_SECRET_FOR = timedelta(days=1)
MOST_PINGS, MOST_RESENT, PER_S = 10, 60, 60
Subject = Tournament | Event | None


@dataclass(frozen=True, slots=True)
class ChannelTerms:
    """What the owner of a channel decides: its kind, where its messages go (channel_kinds.FIELDS), and the language. None takes
    a stored field away."""

    kind: str
    target: Mapping[str, str | None]
    event_types: Sequence[str]
    language: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class EndpointTerms:
    """What an owner decides: the address, the types of events, and a description for themselves."""

    url: str
    event_types: Sequence[str]
    description: str = ""


@transaction.atomic
def add(user: User, subject: Subject, terms: EndpointTerms, now: datetime) -> WebhookEndpoint:
    """About a tournament, an event, or all that the user directs. Refused: not_verified, not_a_director, too_many_webhooks, and
    what `change` refuses."""
    endpoint = _new(user, subject, now)
    endpoint.secret = encrypt(new_secret(), PURPOSE)
    _set(endpoint, terms)
    return _added(endpoint)


@transaction.atomic
def add_channel(
    user: User, subject: Subject, terms: ChannelTerms, now: datetime
) -> WebhookEndpoint:
    """The same for a channel. Refused also: bad_channel, private_address, not_your_address."""
    endpoint = _new(user, subject, now)
    endpoint.kind = terms.kind
    _set_channel(endpoint, terms)
    return _added(endpoint)


@transaction.atomic
def change_channel(user: User, pk: int, terms: ChannelTerms) -> WebhookEndpoint:
    """Change everything but its kind. Secret fields of the target that are empty stay as they are. Refused also:
    secret_needed, where they would go to another server than the one that they were entered for."""
    endpoint = _locked(user, pk)
    _require_kind(endpoint, is_channel=True)
    kept = target_of(endpoint) or {}
    stored = channel_kinds.SECRET_FIELDS[endpoint.kind] & kept.keys()
    reused = {name: kept[name] for name in stored if kept[name] and terms.target.get(name) == ""}
    _set_channel(endpoint, replace(terms, kind=endpoint.kind, target={**terms.target, **reused}))
    if reused and not channel_kinds.have_same_server(kept, target_of(endpoint) or {}):
        text = _("Enter this again: the new address is on another server.")
        raise BadChannel(min(reused), "secret_needed", text)
    endpoint.save(update_fields=["url", "secret", "event_types", "language", "description"])
    return endpoint


def _new(user: User, subject: Subject, now: datetime) -> WebhookEndpoint:
    if not is_verified(user):
        raise NotAllowed("not_verified", _("Confirm your email address first."))
    if subject is not None and not directs(user, subject):
        raise NotAllowed("not_a_director", _("Only a director can add a webhook here."))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if WebhookEndpoint.objects.filter(owner=user).count() >= MOST_ENDPOINTS:
        text = _("You have as many webhooks as possible. Remove one first.")
        raise DomainError("too_many_webhooks", text)
    return WebhookEndpoint(
        owner=user,
        tournament=subject if isinstance(subject, Tournament) else None,
        event=subject if isinstance(subject, Event) else None,
        created_at=now,
    )


def _added(endpoint: WebhookEndpoint) -> WebhookEndpoint:
    endpoint.save()
    transaction.on_commit(partial(begin_feeds, endpoint), robust=True)
    return endpoint


@transaction.atomic
def change(user: User, pk: int, changes: Mapping[str, Any]) -> WebhookEndpoint:
    """Change `url`, `event_types` or `description`. Refused: no_such_webhook, bad_webhook_address, private_address,
    no_event_types, wrong_kind."""
    endpoint = _locked(user, pk)
    _require_kind(endpoint, is_channel=False)
    terms = {name: getattr(endpoint, name) for name in ("url", "event_types", "description")}
    _set(endpoint, EndpointTerms(**(terms | dict(changes))))
    endpoint.save(update_fields=list(terms))
    return endpoint


def remove(user: User, pk: int) -> None:
    """It is sent nothing more, and its log goes."""
    endpoint_of(user, pk).delete()


def switch(user: User, pk: int, *, on: bool, now: datetime) -> None:
    """Switch it on or off; twice is once."""
    endpoint = endpoint_of(user, pk)
    if on:
        switch_on(endpoint.pk)
    else:
        switch_off(endpoint.pk, WebhookEndpoint.Off.OWNER, now)


@transaction.atomic
def rotate_secret(user: User, pk: int, now: datetime) -> str:
    """A new secret; for a day, messages bear signatures of both. Refused: wrong_kind."""
    endpoint = _locked(user, pk)
    _require_kind(endpoint, is_channel=False)
    secret = new_secret()
    endpoint.old_secret, endpoint.old_secret_until = endpoint.secret, now + OLD_SECRET_FOR
    endpoint.secret = encrypt(secret, PURPOSE)
    endpoint.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return secret


@transaction.atomic
def send_ping(user: User, pk: int, now: datetime) -> WebhookDelivery:
    """A message that says nothing, to try the address and the signature. Refused: webhook_off, too_often."""
    endpoint = _locked(user, pk)
    _require_active(endpoint)
    _require_patience(f"webhook-ping:{user.pk}", MOST_PINGS, now)
    event = WebhookEvent.objects.create(
        type=event_types.PING, at=now, data={"webhook": endpoint.pk}
    )
    _wake(endpoint)
    return WebhookDelivery.objects.create(event=event, endpoint=endpoint, due_at=now)


@transaction.atomic
def resend(user: User, pk: int, delivery_id: int, now: datetime) -> WebhookDelivery:
    """Send a message of the log once more, with the same `webhook-id`. Refused: no_such_delivery, webhook_off,
    not_a_director, too_often."""
    endpoint = _locked(user, pk)
    rows = WebhookDelivery.objects.select_for_update().filter(endpoint=endpoint, pk=delivery_id)
    row = rows.first()
    if row is None:
        raise NotFound("no_such_delivery", _("This message is no longer in the log."))
    _require_active(endpoint)
    if row.event.tournament is not None and user.pk not in directors_of(row.event.tournament):
        raise NotAllowed("not_a_director", _("You are no longer a director of this tournament."))
    _require_patience(f"webhook-resend:{user.pk}", MOST_RESENT, now)
    _wake(endpoint)
    row.status, row.due_at, row.claimed_at, row.attempts = row.Status.PENDING, now, None, 0
    row.save(update_fields=["status", "due_at", "claimed_at", "attempts"])
    return row


def _wake(endpoint: WebhookEndpoint) -> None:
    """Its owner is trying it, so it waits no longer."""
    endpoint.paused_until = None
    endpoint.save(update_fields=["paused_until"])


def _locked(user: User, pk: int) -> WebhookEndpoint:
    endpoint_of(user, pk)
    return WebhookEndpoint.objects.select_for_update().get(pk=pk)


def _require_kind(endpoint: WebhookEndpoint, *, is_channel: bool) -> None:
    if endpoint.is_channel is not is_channel:
        raise DomainError("wrong_kind", _("A channel has other settings than a webhook."), 409)


def _set(endpoint: WebhookEndpoint, terms: EndpointTerms) -> None:
    endpoint.event_types = _chosen(terms.event_types)
    endpoint.url = _checked(terms.url.strip())
    endpoint.description = _described(terms.description)


def _set_channel(endpoint: WebhookEndpoint, terms: ChannelTerms) -> None:
    endpoint.event_types = _chosen(terms.event_types)
    if terms.language not in dict(settings.LANGUAGES):
        raise DomainError("bad_language", _("Choose one of the languages of the site."), 422)
    try:
        fields = {name: value or "" for name, value in terms.target.items()}
        target = channel_kinds.checked_target(terms.kind, fields)
    except channel_kinds.BadTargetError as refused:
        text = _("Copy this again from the service: it is not complete.")
        raise BadChannel(refused.field, "bad_channel", text) from None
    if terms.kind == channel_kinds.MAIL:
        if target["address"] not in addresses_of(endpoint.owner):
            text = _("Choose one of your own addresses that you have confirmed.")
            raise DomainError("not_your_address", text, 422)
    elif "address" in target:
        _checked(target["address"])
    endpoint.secret = encrypt(json.dumps(target), PURPOSE)
    endpoint.url = channel_kinds.shown_target(terms.kind, target)[:LONGEST_URL]
    endpoint.language = terms.language
    endpoint.description = _described(terms.description)


class BadChannel(DomainError):  # noqa: N818  # reads as what happened
    """A field of a channel's target cannot be used."""

    def __init__(self, field: str, code: str, detail: str) -> None:
        super().__init__(code, detail, 422)
        self.field = field


def _chosen(event_types_wanted: Sequence[str]) -> list[str]:
    wanted = set(event_types_wanted)
    chosen = [name for name in event_types.EVENT_TYPES if name in wanted]
    if not chosen or len(chosen) != len(wanted):
        raise DomainError("no_event_types", _("Choose at least one kind of event."), 422)
    return chosen


def _described(text: str) -> str:
    return " ".join(text.split())[:LONGEST_DESCRIPTION]


def _checked(url: str) -> str:
    """Refused where nothing will ever be sent to it. Where its name leads is looked up with each connection."""
    try:
        host = https_host(url)
    except PrivateAddressError:
        host = ""
    if not host or len(url) > LONGEST_URL:
        text = _("Enter an address that begins with https://, without a port or a password.")
        raise DomainError("bad_webhook_address", text, 422)
    if not _may_be_public(host):
        text = _("This address is not on the public internet. Enter a public one.")
        raise DomainError("private_address", text, 422)
    return url


def _may_be_public(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return host != "localhost" and not host.endswith((".localhost", ".local", ".internal"))
    return is_public(host)


def _require_active(endpoint: WebhookEndpoint) -> None:
    if not endpoint.is_active:
        raise DomainError("webhook_off", _("This webhook is off. Switch it on first."))


def _require_patience(name: str, most: int, now: datetime) -> None:
    if not is_within(name, most, PER_S, now):
        raise DomainError("too_often", _("Too many requests. Wait a moment."), 429)
