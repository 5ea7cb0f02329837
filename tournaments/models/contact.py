"""How to reach a player during a tournament: an address, a phone number and a member number that its directors keep for a while."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.tournament import Tournament


class EntrantContact(models.Model):
    """What a player let the organizer keep; only the directors of the tournament see it. A row exists only with consent.

    It is deleted `days` days after the tournament, or by hand where `days` is None. `delete_at` is when the sweep looks at
    it again: a tournament may end earlier or later than planned. None: never.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entrant_contacts"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entrant_contacts")
    email = models.EmailField(_("Email"), blank=True)
    phone = models.CharField(_("Phone"), max_length=32, blank=True)
    member_number = models.CharField(_("Member number"), max_length=32, blank=True)
    answers = models.JSONField(
        "answers by the id of the question", null=True, blank=True, default=dict
    )
    consent_at = models.DateTimeField("consent noted at")
    consent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    days = models.PositiveSmallIntegerField("days after the tournament", null=True)
    delete_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        verbose_name = "contact of an entrant"
        verbose_name_plural = "contacts of entrants"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entrantcontact_once")
        ]
        indexes = [
            models.Index(
                fields=["delete_at"],
                condition=Q(delete_at__isnull=False),
                name="entrantcontact_owed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"
