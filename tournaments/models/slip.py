"""Over the board: the match slip of two players, the table it has, the scores they report, the games they wrote down."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.record import Result
from tournaments.models.stage import Pairing
from tournaments.models.tournament import Entry
from tournaments.models.venue import PlayingTable


class Slip(models.Model):
    """The match slip of two players over the board: what a `PairingMatch` is online. Made when both are known; voided when they no longer
    meet, and taken up again when they do; closed when a result counts.

    `code` is the short address on the paper; it opens nothing once the slip is closed. `begun_at` is when somebody
    said so or wrote down the first game. `assumed_at`: nobody said so, but they were called so long ago that they play
    (venue/services/assumed_start.py); it is shown and blocks nothing. `disputed_at` stands while the desk has to decide.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="slips")
    board = models.PositiveSmallIntegerField(default=1)
    entry_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    entry_b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=16, unique=True)
    stream = models.BooleanField("needs a stream table", default=False)
    created_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    assumed_at = models.DateTimeField(null=True, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "match slip"
        verbose_name_plural = "match slips"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "board"], condition=Q(voided_at=None), name="slip_one_per_board"
            )
        ]
        indexes = [
            models.Index(
                fields=["pairing"], condition=Q(closed_at=None, voided_at=None), name="slip_open"
            ),
            models.Index(
                fields=["created_at"],
                condition=Q(closed_at=None, voided_at=None, begun_at=None, assumed_at=None),
                name="slip_not_playing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}#{self.board}"

    @property
    def playing_since(self) -> datetime | None:
        """Since when the match is shown as being played. Code that must not touch a match that has begun uses `begun_at`."""
        return self.begun_at or self.assumed_at


class TableUse(models.Model):
    """A table that a slip has; `ended_at` is set when the table is free again, or the slip moved to another."""

    table = models.ForeignKey(PlayingTable, on_delete=models.CASCADE, related_name="uses")
    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="uses")
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "table use"
        verbose_name_plural = "table uses"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="tableuse_one_per_table"
            ),
            models.UniqueConstraint(
                fields=["slip"], condition=Q(ended_at=None), name="tableuse_one_per_slip"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slip_id} @ {self.table_id}"


class ScoreReport(models.Model):
    """A report of a score on a slip; only its state is ever changed (T9.7).

    `side` is the entry that the reporter speaks for, none at the desk. `stands_at` is when it counts if nobody answers. A tied session and an
    objection name no winner; an objection says only that the report before is not right. `with_slip`: the reporter was not
    signed in as a player of that side; `network` is then a digest of the address, which compares reports of one slip only.
    """

    class Kind(models.TextChoices):
        PLAYED = "played", pgettext_lazy("result", "Played")
        TIME = "time", pgettext_lazy("result", "Time forfeit")
        CONCEDED = "conceded", pgettext_lazy("result", "Resignation")
        FORFEIT = "forfeit", pgettext_lazy("result", "Forfeit")
        TIED = "tied", _("Tie")
        OBJECTION = "objection", _("Disputes the result")

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting for an answer")
        AGREED = "agreed", _("Agrees with the other report")
        CONFIRMED = "confirmed", pgettext_lazy("score report", "Confirmed")
        STOOD = "stood", _("Counted without an answer")
        DISPUTED = "disputed", pgettext_lazy("score report", "Disputed")
        REPLACED = "replaced", _("Replaced by a later report")
        OVERRULED = "overruled", _("Overruled by a director")

    OPEN = (State.WAITING, State.AGREED, State.DISPUTED)

    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    side = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    with_slip = models.BooleanField("reported with the match slip", default=False)
    network = models.CharField(max_length=32, default="", db_default="", blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    winner = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    score = models.JSONField(null=True)
    state = models.CharField(max_length=10, choices=State.choices)
    at = models.DateTimeField()
    stands_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    result = models.ForeignKey(Result, null=True, on_delete=models.SET_NULL, related_name="reports")

    class Meta:
        verbose_name = "score report"
        verbose_name_plural = "score reports"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["slip"], condition=Q(state="waiting"), name="scorereport_one_waiting"
            ),
            models.CheckConstraint(
                condition=Q(kind="objection", winner=None)
                | Q(kind="tied", winner=None, score__isnull=False)
                | Q(~Q(kind__in=["objection", "tied"]), winner__isnull=False),
                name="scorereport_winner_unless_tied",
            ),
        ]
        indexes = [
            models.Index(
                fields=["stands_at"],
                condition=Q(stands_at__isnull=False),
                name="scorereport_stands",
            )
        ]

    def __str__(self) -> str:
        return f"{self.slip_id}: {self.kind} {self.state}"

    @property
    def points(self) -> list[int]:
        """The points of both, the winner's first; empty without a score."""
        return sorted((int(n) for n in (self.score or {}).values()), reverse=True)


class SheetGame(models.Model):
    """One game on a score sheet: who won it and how high, with the cube as it stood then."""

    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    worth = models.PositiveSmallIntegerField()
    cube = models.PositiveIntegerField(default=1)
    crawford = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = "score sheet game"
        verbose_name_plural = "score sheet games"
        ordering = ["slip", "number"]
        constraints = [
            models.UniqueConstraint(fields=["slip", "number"], name="sheetgame_one_per_number"),
            models.CheckConstraint(condition=Q(worth__in=[1, 2, 3]), name="sheetgame_worth_1_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.slip_id}/{self.number}"
