"""Webhooks: the addresses that hear of changes, what has changed, and what each address has still to be sent.

A change of a tournament leaves a `TournamentChange` in its own transaction. A sweep compares the tournament with its
`TournamentFeed`, makes a `WebhookEvent` of each difference, and a `WebhookDelivery` for each endpoint that wants it.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from tournaments.models import Event, Tournament
from webhooks import channel_kinds

LONGEST_URL = 500
LONGEST_DESCRIPTION = 80
LONGEST_ERROR = 60


class WebhookEndpoint(models.Model):
    """An address that hears of changes: of one tournament, of one event, or of all that its owner directs.

    `event_types` are those that it wants. Secrets are encrypted; `old_secret` signs too until `old_secret_until`.
    `failing_since` is when the first message failed after the last that was taken. `is_slow` endpoints are sent to apart
    from the others, and no endpoint is sent anything before `paused_until`. `off_reason` says why an inactive endpoint is off.

    A channel (any other `kind` than webhook) is sent sentences in its `language`. Its `secret` holds where they go, as encrypted
    JSON (channel_kinds.py); `url` is what its owner sees of that.
    """

    class Off(models.TextChoices):
        OWNER = "owner", pgettext_lazy("webhook", "Switched off by you")
        FAILING = (
            "failing",
            pgettext_lazy("webhook", "Switched off: no message accepted for three days"),
        )
        GONE = "gone", pgettext_lazy("webhook", "Switched off: the address answered 410 Gone")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook_endpoints"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(
        max_length=8,
        choices=channel_kinds.CHOICES,
        default=channel_kinds.WEBHOOK,
        db_default=channel_kinds.WEBHOOK,
    )
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    url = models.CharField("address", max_length=LONGEST_URL)
    description = models.CharField(max_length=LONGEST_DESCRIPTION, blank=True)
    event_types = models.JSONField(default=list)
    secret = models.CharField(max_length=2000)
    old_secret = models.CharField(max_length=200, blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    is_active = models.BooleanField(default=True)
    off_reason = models.CharField(max_length=8, choices=Off.choices, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)
    is_slow = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "webhook"
        verbose_name_plural = "webhooks"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="webhook_of_one_subject_at_most",
                condition=Q(tournament=None) | Q(event=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}: {self.url}"

    def get_absolute_url(self) -> str:
        return reverse("webhook", args=[self.pk])

    @property
    def is_channel(self) -> bool:
        return self.kind != channel_kinds.WEBHOOK


class TournamentChange(models.Model):
    """A tournament has changed and nobody has looked yet. `mark` is another with each change."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    mark = models.UUIDField(default=uuid.uuid4)

    class Meta:
        verbose_name = "changed tournament"
        verbose_name_plural = "changed tournaments"

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class TournamentFeed(models.Model):
    """A tournament as endpoints know it: `state` is a `TournamentState` (selectors/tournament_state.py), and empty
    where nobody listened when it changed last."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    state = models.JSONField(default=dict)

    class Meta:
        verbose_name = "feed of a tournament"
        verbose_name_plural = "feeds of tournaments"

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class WebhookEvent(models.Model):
    """Something that happened. `data` names people by the ids of their entries; names are read when it is sent.

    `public_at` is from when on everybody may hear of it on an event stream, null where they never may. `sequence` is its
    place among all public events, null until then: it follows the order in which events become public.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True)
    type = models.CharField(max_length=32)
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="+"
    )
    data = models.JSONField(default=dict)
    at = models.DateTimeField(db_index=True)
    public_at = models.DateTimeField(null=True)
    sequence = models.PositiveBigIntegerField(null=True, unique=True)

    class Meta:
        verbose_name = "webhook event"
        verbose_name_plural = "webhook events"
        ordering = ["id"]
        indexes = [
            models.Index(
                "public_at",
                name="webhook_event_to_publish",
                condition=Q(sequence__isnull=True, public_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.key}"

    @property
    def message_id(self) -> str:
        """The `webhook-id`: the same for each attempt, so that receivers can tell what they have already had."""
        return f"msg_{self.key.hex}"


class EventSequence(models.Model):
    """One row: the `sequence` given last. Whoever gives the next ones has it locked until the commit, so nobody can read a
    later event before an earlier one."""

    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = "sequence of public events"
        verbose_name_plural = "sequences of public events"

    def __str__(self) -> str:
        return f"{self.last}"


class StreamInterest(models.Model):
    """Somebody listens to the event stream of a topic, or has listened until a moment ago (`until`). Events of its tournaments
    are made from `since` on. A topic is `tournament:` or `event:` with its number, or `site`."""

    topic = models.CharField(max_length=40, unique=True)
    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "interest in an event stream"
        verbose_name_plural = "interests in event streams"

    def __str__(self) -> str:
        return f"{self.topic} until {self.until}"


class WebhookDelivery(models.Model):
    """What one endpoint is sent of an event. `due_at` is when it is tried next, null when it is settled; `claimed_at` is a
    worker's claim, which lapses. `response_status` is the HTTP status of the last attempt, null where there was none;
    `error` says why."""

    class Status(models.TextChoices):
        PENDING = "pending", pgettext_lazy("webhook", "Waiting")
        DELIVERED = "delivered", pgettext_lazy("webhook", "Delivered")
        FAILED = "failed", pgettext_lazy("webhook", "Failed")

    event = models.ForeignKey(WebhookEvent, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PENDING)
    due_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    response_status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=LONGEST_ERROR, blank=True)
    duration_ms = models.PositiveIntegerField(null=True)
    tried_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "webhook delivery"
        verbose_name_plural = "webhook deliveries"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint", "event"], name="webhook_delivery_once_per_endpoint"
            )
        ]
        indexes = [
            models.Index("due_at", name="webhook_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["endpoint", "-id"], name="webhook_log"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} to {self.endpoint_id}"
