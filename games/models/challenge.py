"""Beside challenges: the key a program sent with one, so that a repeated request is the same match; and the email owed."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Player
from games.models.match import Match

LONGEST_KEY = 64


class ChallengeKey(models.Model):
    """`body_hash` is a hash of the request, so that a key used for another request is noticed."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=LONGEST_KEY)
    body_hash = models.CharField(max_length=64, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("user", "key", name="games_challengekey_one_match"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"


class ChallengeEmail(models.Model):
    """An email owed to a player who was challenged. The row is the queue.

    `claimed_at` is when a worker began to send it; it lapses. `settled_at` is when nothing was owed any more,
    `sent_at` when an email went out: those are counted, by sender and by receiver.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="challenge_email")
    sender = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    receiver = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    created_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "challenge email"
        verbose_name_plural = "challenge emails"
        ordering = ["id"]
        indexes = [
            models.Index("id", name="games_challengeemail_owed", condition=Q(settled_at=None)),
            models.Index("sender", "sent_at", name="games_challengeemail_by"),
            models.Index("receiver", "sent_at", name="games_challengeemail_to"),
        ]

    def __str__(self) -> str:
        return f"{self.sender_id} → {self.receiver_id}: {self.match_id}"
