"""The messages of a sweep: signed for a webhook, and sentences for a channel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from web.post_pool import PostRequest
from webhooks import channel_kinds
from webhooks.channel_kinds import MAIL
from webhooks.models import WebhookDelivery, WebhookEvent
from webhooks.selectors.endpoints import addresses_of, directors_of, secrets_of, target_of
from webhooks.selectors.payloads import body_of
from webhooks.selectors.sentences import digest
from webhooks.services.senders import Message
from webhooks.signing import signature_headers


class NotSendableError(Exception):
    """`word` is for the log."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """One message, and what is settled with it: one delivery of a webhook, several of a channel."""

    rows: Sequence[WebhookDelivery]
    message: Message


class MessageWriter:
    """Bodies are the same for all endpoints. Events, bodies and the directors of a tournament are read once by each writer."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._events: dict[int, WebhookEvent] = {}
        self._bodies: dict[int, bytes] = {}
        self._directors: dict[int, set[int]] = {}

    def read_events(self, rows: Iterable[WebhookDelivery]) -> None:
        """Give these deliveries their events, with the tournaments."""
        listed = list(rows)
        missing = {row.event_id for row in listed} - self._events.keys()
        if missing:
            self._events |= WebhookEvent.objects.select_related("tournament").in_bulk(missing)
        for row in listed:
            row.event = self._events[row.event_id]

    def require_sendable(self, row: WebhookDelivery) -> None:
        """Raises NotSendableError: not_a_director."""
        if not self._may_be_sent(row):
            raise NotSendableError("not_a_director")

    def channel_message(self, rows: Sequence[WebhookDelivery]) -> Message:
        """Several deliveries of one channel as one message. Raises NotSendableError: no_secret, not_your_address."""
        endpoint = rows[0].endpoint
        target = target_of(endpoint)
        if target is None:
            raise NotSendableError("no_secret")
        if endpoint.kind == MAIL and target["address"] not in addresses_of(endpoint.owner):
            raise NotSendableError("not_your_address")
        longest = channel_kinds.LONGEST[endpoint.kind]
        text = digest([row.event for row in rows], endpoint.language, longest)
        number = f"{rows[0].event.message_id}-{len(rows)}"
        request = channel_kinds.request_of(endpoint.kind, target, text, number)
        headers = {"User-Agent": f"{settings.SITE_NAME} webhooks"} | request.headers
        with translation.override(endpoint.language or settings.LANGUAGE_CODE):
            subject = _("News from %(site)s") % {"site": settings.SITE_NAME}
        sent = PostRequest(request.url, request.body, headers, request.method)
        return Message(sent, subject)

    def message(self, row: WebhookDelivery) -> Message:
        """Of a webhook. Raises NotSendableError: no_secret."""
        secrets = secrets_of(row.endpoint, self.now)
        if not secrets:
            raise NotSendableError("no_secret")
        if row.event_id not in self._bodies:
            self._bodies[row.event_id] = body_of(row.event)
        body = self._bodies[row.event_id]
        signed = signature_headers(row.event.message_id, int(self.now.timestamp()), body, secrets)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"{settings.SITE_NAME} webhooks",
        }
        return Message(PostRequest(row.endpoint.url, body, headers | signed))

    def _may_be_sent(self, row: WebhookDelivery) -> bool:
        """Does the owner still direct the tournament? A test message is about none."""
        tournament = row.event.tournament
        if tournament is None:
            return True
        if tournament.pk not in self._directors:
            self._directors[tournament.pk] = directors_of(tournament)
        return row.endpoint.owner_id in self._directors[tournament.pk]
