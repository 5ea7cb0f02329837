"""The log of a match (append-only), the games it made, and the seeds behind its dice."""

from typing import Any, Never

from django.db import models
from django.db.models import Q

from games.models.match import Match, SeatName
from web.secret import SecretField


class AppendOnly(models.QuerySet[Any]):
    """Rows that are written once. A correction is another row (a ruling), never an edit."""

    def update(self, **kwargs: object) -> Never:
        raise TypeError("the log is append-only")

    def delete(self) -> Never:
        raise TypeError("the log is append-only")


class Action(models.Model):
    """One thing that happened, in order; `seq` runs over the whole match. Seat "" is the server."""

    # games_action_one_per_seq begins with the match: an index more would be written for every action.
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="actions", db_index=False
    )
    seq = models.PositiveIntegerField()
    game = models.PositiveIntegerField()
    seat = models.CharField(max_length=1, blank=True)
    kind = models.CharField("kind", max_length=16)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField()
    # Null, not "": null keys never clash, so the server's actions need none.
    key = models.CharField(max_length=64, null=True, blank=True)

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = "action"
        verbose_name_plural = "actions"
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint("match", "seq", name="games_action_one_per_seq"),
            models.UniqueConstraint("match", "seat", "key", name="games_action_one_per_key"),
            models.CheckConstraint(
                name="games_action_seat_known", condition=Q(seat__in=["", "A", "B"])
            ),
        ]
        # Rulings alone: no move is written into it.
        indexes = [
            models.Index("at", name="games_action_rulings", condition=Q(kind="ruling")),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.seat} {self.kind}"


class Game(models.Model):
    """One finished game and what it was worth; a reopened match may replace its rows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField("number")
    winner = models.CharField("winner", max_length=1, choices=SeatName.choices)
    kind = models.CharField("kind", max_length=12)
    points = models.PositiveIntegerField("points")
    cube = models.PositiveIntegerField("cube")
    crawford = models.BooleanField("Crawford game", default=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = "game"
        verbose_name_plural = "games"
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint("match", "number", name="games_game_one_per_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.winner} {self.points}"


class MatchSeed(models.Model):
    """The secret behind one epoch's dice: read it only through games.selectors.revealed_seeds.

    `counted_at`: when its rolls went into the public counts (RollCount); due once it is revealed. Where the epoch rolls from
    `shared` dice, `seed` is empty until all their boards are over.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seeds")
    epoch = models.PositiveIntegerField()
    seed = SecretField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True, editable=False)
    shared = models.ForeignKey(
        "games.SharedDice",
        null=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="seeds",
        db_index=False,  # few seeds are shared: see games_matchseed_shared
    )

    class Meta:
        verbose_name = "seed"
        verbose_name_plural = "seeds"
        ordering = ["match", "epoch"]
        constraints = [
            models.UniqueConstraint("match", "epoch", name="games_matchseed_one_per_epoch")
        ]
        indexes = [
            models.Index(
                "revealed_at",
                name="games_matchseed_to_count",
                condition=Q(revealed_at__isnull=False, counted_at__isnull=True),
            ),
            models.Index(
                "shared", name="games_matchseed_shared", condition=Q(shared__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"epoch {self.epoch}"


class RollCount(models.Model):
    """How often one of the 36 rolls came in all closed epochs of this site: first die, second die."""

    first = models.PositiveSmallIntegerField()
    second = models.PositiveSmallIntegerField()
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = "roll count"
        verbose_name_plural = "roll counts"
        ordering = ["first", "second"]
        constraints = [
            models.UniqueConstraint("first", "second", name="games_rollcount_one_per_roll"),
            models.CheckConstraint(
                name="games_rollcount_of_dice",
                condition=Q(first__gte=1, first__lte=6, second__gte=1, second__lte=6),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first}{self.second}: {self.count}"
