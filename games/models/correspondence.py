"""Of correspondence matches: when a player's clocks stand still, and the emails that a turn owes."""

from django.db import models
from django.db.models import F, Q

from accounts.models import Player
from games.models.match import Match, SeatName


class Vacation(models.Model):
    """From `started_at` to `ends_at` the player's clock stands in every correspondence match. Ended early, it ends then."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="vacations", db_index=False
    )
    started_at = models.DateTimeField("started at")
    ends_at = models.DateTimeField("ends at")

    class Meta:
        verbose_name = "vacation"
        verbose_name_plural = "vacations"
        ordering = ["started_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="games_vacation_forwards", condition=Q(ends_at__gte=F("started_at"))
            )
        ]
        indexes = [models.Index("player", "ends_at", name="games_vacation_by_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.started_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"


class TurnEmail(models.Model):
    """What the turn of `seat` owes: an email that it began, and a reminder before its time is up.

    One row a match, written again with each turn; the row is the queue. `due_at` is when a sweep has to look at it.
    """

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="turn_email"
    )
    seat = models.CharField(max_length=1, choices=SeatName.choices)
    due_at = models.DateTimeField(null=True)
    turn_sent_at = models.DateTimeField(null=True)
    reminder_sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "turn email"
        verbose_name_plural = "turn emails"
        ordering = ["due_at", "match"]
        indexes = [
            models.Index("due_at", name="games_turnemail_due", condition=Q(due_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"
