"""The messages of a sweep, each signed for its endpoint."""

from datetime import datetime

from django.conf import settings

from webhooks.models import WebhookDelivery
from webhooks.selectors.endpoints import directors_of, secrets_of
from webhooks.selectors.payloads import body_of
from webhooks.services.senders import Message
from webhooks.signing import signature_headers


class NotSendableError(Exception):
    """`word` is for the log."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class MessageWriter:
    """Bodies are the same for all endpoints. They and the directors of a tournament are read once a sweep."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._bodies: dict[int, bytes] = {}
        self._directors: dict[int, set[int]] = {}

    def message(self, row: WebhookDelivery) -> Message:
        """Raises NotSendableError: not_a_director, no_secret."""
        if not self._may_be_sent(row):
            raise NotSendableError("not_a_director")
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
        return Message(row.endpoint.url, body, headers | signed)

    def _may_be_sent(self, row: WebhookDelivery) -> bool:
        """Does the owner still direct the tournament? A test message is about none."""
        tournament = row.event.tournament
        if tournament is None:
            return True
        if tournament.pk not in self._directors:
            self._directors[tournament.pk] = directors_of(tournament)
        return row.endpoint.owner_id in self._directors[tournament.pk]
