"""Match: one row per match, snapshot and queried columns; only games/services may write it."""

import uuid

from django.db import models
from django.db.models import F, Q

from accounts.models import Player, User


class SeatName(models.TextChoices):
    A = "A", "A"
    B = "B", "B"


class MatchKind(models.TextChoices):
    FRIENDLY = "friendly", "friendly"
    TOURNAMENT = "tournament", "tournament"
    IMPORTED = "imported", "imported"


class MatchStatus(models.TextChoices):
    JOINING = "joining", "waiting for players"
    NONCES = "nonces", "preparing the dice"
    BREAK = "break", "break between games"
    PLAYING = "playing", "playing"
    FINISHED = "finished", "finished"
    VOID = "void", "void"


class Match(models.Model):
    """`state` is the snapshot that the log folds to; the columns after it are read from it, to be queried.

    `flag_at`, `next_at` and `bot_at` say when somebody is owed something: a flag, the end of a wait
    (joining, nonces, break), a bot's move. `flag_at` changes with every move and bears no index: a row whose
    indexed columns stay can be rewritten in its own page. Who looks for flags reads the matches being played.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(
        "kind", max_length=12, choices=MatchKind.choices, default=MatchKind.FRIENDLY
    )
    rules = models.JSONField("rules")
    clock = models.JSONField("clock", null=True, blank=True)
    context = models.JSONField("context", default=dict, blank=True)

    state = models.JSONField(editable=False)
    seq = models.PositiveIntegerField(default=0, editable=False)
    last_at = models.DateTimeField(editable=False)
    status = models.CharField(
        "status", max_length=8, choices=MatchStatus.choices, default=MatchStatus.JOINING
    )
    paused = models.BooleanField("paused", default=False)
    score_a = models.PositiveIntegerField("score of A", default=0)
    score_b = models.PositiveIntegerField("score of B", default=0)
    to_act = models.CharField(max_length=1, choices=SeatName.choices, null=True, blank=True)
    flag_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_at = models.DateTimeField(null=True, blank=True, editable=False)
    bot_at = models.DateTimeField(null=True, blank=True, editable=False)

    created_at = models.DateTimeField("created at")
    started_at = models.DateTimeField("started at", null=True, blank=True)
    finished_at = models.DateTimeField("finished at", null=True, blank=True)
    winner = models.CharField(max_length=1, choices=SeatName.choices, null=True, blank=True)
    reason = models.CharField("how it ended", max_length=16, blank=True)
    rematch_of = models.OneToOneField(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="rematch"
    )
    imported_by = models.ForeignKey(
        User,
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,  # few matches have one: see games_match_imported
    )

    class Meta:
        verbose_name = "match"
        verbose_name_plural = "matches"
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="games_match_over_has_an_end",
                condition=Q(status__in=["finished", "void"], finished_at__isnull=False)
                | Q(status__in=["joining", "nonces", "break", "playing"], finished_at__isnull=True),
            ),
            models.CheckConstraint(
                name="games_match_over_owes_nothing",
                condition=~Q(status__in=["finished", "void"])
                | Q(flag_at=None, next_at=None, bot_at=None, to_act=None),
            ),
        ]
        indexes = [
            models.Index("created_at", name="games_match_playing", condition=Q(status="playing")),
            models.Index(
                "next_at", name="games_match_next_due", condition=Q(next_at__isnull=False)
            ),
            models.Index("bot_at", name="games_match_bot_due", condition=Q(bot_at__isnull=False)),
            models.Index(
                "created_at", name="games_match_live", condition=Q(finished_at__isnull=True)
            ),
            models.Index(
                "created_at",
                name="games_match_challenges",
                condition=Q(kind="friendly", status="joining"),
            ),
            models.Index(
                F("created_at").desc(),
                "id",
                name="games_match_newest",
                condition=~Q(kind="imported"),
            ),
            models.Index(
                "imported_by",
                name="games_match_imported",
                condition=Q(imported_by__isnull=False),
            ),
            models.Index(
                F("finished_at").desc(),
                name="games_match_finished",
                condition=Q(finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.context.get('title') or self.get_kind_display()} {self.id}"

    @property
    def is_over(self) -> bool:
        return self.finished_at is not None


class MatchSeat(models.Model):
    """Who plays a seat; several players may hold one (doubles)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.CharField("seat", max_length=1, choices=SeatName.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="match_seats")

    class Meta:
        verbose_name = "seat"
        verbose_name_plural = "seats"
        ordering = ["match", "seat", "id"]
        constraints = [
            models.UniqueConstraint("match", "player", name="games_matchseat_player_once"),
            models.CheckConstraint(name="games_matchseat_a_or_b", condition=Q(seat__in=["A", "B"])),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"
