"""Satellite: equal small tournaments, one after the other. EntryTicket: what the winner of one has won."""

from django.conf import settings
from django.db import models

from accounts.models import Player
from tournaments.models import Entry, Tournament


class Satellite(models.Model):
    """A tournament that repeats: when it is full it starts, and the next one opens, until `ended_at`.

    Winners get a ticket for `target`, a tournament of the same event; without it this is a jackpot.
    """

    target = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.SET_NULL, related_name="satellites"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "satellite"
        verbose_name_plural = "satellites"
        indexes = [
            models.Index("id", condition=models.Q(ended_at=None), name="satellite_that_repeats")
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.target_id or 'jackpot'}"


class SatelliteTournament(models.Model):
    """A tournament of a satellite; `number` counts from 1. `refusal` is why it did not start, or the next one did not open,
    when that was last tried: a sentence in English."""

    satellite = models.ForeignKey(
        Satellite, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="satellite_place"
    )
    refusal = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        verbose_name = "tournament of a satellite"
        verbose_name_plural = "tournaments of satellites"
        constraints = [
            models.UniqueConstraint(fields=["satellite", "number"], name="satellite_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.satellite_id}: {self.number}"


class EntryTicket(models.Model):
    """A free entry in `target`, won by `player`. `entry` is what it was used for."""

    source = models.OneToOneField(
        SatelliteTournament, on_delete=models.CASCADE, related_name="ticket"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entry_tickets")
    target = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entry_tickets")
    entry = models.OneToOneField(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="entry_ticket"
    )
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = "entry ticket"
        verbose_name_plural = "entry tickets"
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.target_id}"

    @property
    def is_used(self) -> bool:
        """An entry that was removed before the start gives its ticket back."""
        if self.entry is None:
            return False
        return self.target.started_at is not None or self.entry.status != Entry.Status.WITHDRAWN

    @property
    def is_won_by_another(self) -> bool:
        """Was it used before a correction made another player the winner?"""
        winner = self.source.tournament.champion
        return self.is_used and winner is not None and winner.player_id != self.player_id
