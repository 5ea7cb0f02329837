"""Notifications: what happened to a user, once for each thing; and how they want to be notified."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Player

LONGEST_SUBJECT = 80
LONGEST_URL = 200
LONGEST_ENDPOINT = 1000


class Notification(models.Model):
    """Something that happened to a user. `subject` names the thing, so that nobody is notified of it twice.

    The text is made when it is read, in the reader's language, from `kind`, `values` and the present name of `player`.
    `email_at` is when an email is due, null where none is owed; `claimed_at` is a worker's claim, which lapses;
    `emailed_at` is when it was sent. `push_at` is the same for push messages; `pushed_at` is when they were handed to the
    user's devices (PushDelivery).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notifications",
        db_index=False,
    )
    kind = models.CharField(max_length=16)
    subject = models.CharField(max_length=LONGEST_SUBJECT)
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    values = models.JSONField(default=dict)
    url = models.CharField("address", max_length=LONGEST_URL)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    email_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    emailed_at = models.DateTimeField(null=True)
    push_at = models.DateTimeField(null=True)
    pushed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "notification"
        verbose_name_plural = "notifications"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "subject"], name="notification_once_per_thing"
            )
        ]
        indexes = [
            models.Index(fields=["user", "-created_at", "-id"], name="notification_newest"),
            models.Index(
                "user", "url", name="notification_unread", condition=Q(read_at__isnull=True)
            ),
            models.Index(
                "email_at", name="notification_email_due", condition=Q(email_at__isnull=False)
            ),
            models.Index("user", "emailed_at", name="notification_emailed"),
            models.Index(
                "push_at", name="notification_push_due", condition=Q(push_at__isnull=False)
            ),
            models.Index(
                "user",
                "pushed_at",
                name="notification_pushed",
                condition=Q(pushed_at__isnull=False),
            ),
            models.Index("subject", "kind", name="notification_about"),
            models.Index("created_at", name="notification_age"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} {self.subject}"


class NotificationBatch(models.Model):
    """Notifications owed to many users at once: a sweep stores them a batch at a time, so that nobody waits for all of them.

    `news` has a list for each notification: user id, subject, address, player id or null, values.
    """

    kind = models.CharField(max_length=16)
    news = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "batch of notifications"
        verbose_name_plural = "batches of notifications"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind}: {len(self.news)}"


class NotificationPreferences(models.Model):
    """What a user has chosen: `choices` has {kind: {channel: bool}} where it differs from the defaults (kinds.py).

    From `quiet_from` to `quiet_until`, in the user's own time zone, no email and no push message goes out. Both are null
    without quiet hours.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="notification_preferences",
    )
    choices = models.JSONField(default=dict)
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)

    class Meta:
        verbose_name = "notification preferences"
        verbose_name_plural = "notification preferences"
        constraints = [
            models.CheckConstraint(
                name="notification_quiet_hours_have_both_ends",
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class PushSubscription(models.Model):
    """A browser of a user that takes push messages. The endpoint lets in whoever has it, so it is shown to nobody.

    It ends with the session's right: a raised access version makes it count for nothing. `failing_since` is null after a
    message that was taken.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    endpoint_hash = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField("public key", max_length=100)
    auth = models.CharField("secret", max_length=40)
    label = models.CharField("device", max_length=80)
    access_version = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    used_at = models.DateTimeField("last used", null=True)
    failing_since = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "push subscription"
        verbose_name_plural = "push subscriptions"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.label}"


class PushDelivery(models.Model):
    """A message that one device has still to get. The row is deleted when it was taken, or given up."""

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="push_deliveries", db_index=False
    )
    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, related_name="deliveries"
    )
    due_at = models.DateTimeField(db_index=True)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = "push message owed"
        verbose_name_plural = "push messages owed"
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "subscription"], name="push_delivery_once_per_device"
            )
        ]

    def __str__(self) -> str:
        return f"{self.notification_id} to {self.subscription_id}"
