"""Consent: players who were entered by somebody else, their answers, and organizers who may not enter them again."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Player
from tournaments.models.tournament import Entry, Tournament


class EntryInvitation(models.Model):
    """A player with a login whom somebody else (`by`) entered, and the player's answer.

    The row is also the email that is owed: `email_at` says when it is due, None that none is; `claimed_at` is a worker's
    claim, which lapses; `emailed_at` says that it was sent. A player gets one email for a tournament.
    """

    class Answer(models.TextChoices):
        OPEN = "", "no answer yet"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entry_invitations"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entry_invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    answer = models.CharField(max_length=8, choices=Answer.choices, default=Answer.OPEN, blank=True)
    answered_at = models.DateTimeField(null=True)
    email_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)
    emailed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        verbose_name = "invitation to a tournament"
        verbose_name_plural = "invitations to tournaments"
        constraints = [
            models.UniqueConstraint(fields=["entry", "player"], name="entryinvitation_once")
        ]
        indexes = [
            models.Index(
                fields=["email_at"],
                condition=Q(email_at__isnull=False),
                name="entryinvitation_owed",
            ),
            models.Index(fields=["by", "emailed_at"], name="entryinvitation_by_organizer"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.entry_id}"


class OrganizerBlock(models.Model):
    """An organizer who may not enter this player."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = "blocked organizer"
        verbose_name_plural = "blocked organizers"
        constraints = [
            models.UniqueConstraint(fields=["player", "organizer"], name="organizerblock_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.organizer_id}"
