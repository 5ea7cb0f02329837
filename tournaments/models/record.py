"""What was decided and by whom: results, directors' overrides, the audit of rulings, notices owed to players."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from games.models import Match
from tournaments.models.stage import Pairing, PairingMatch
from tournaments.models.tournament import Entry, Tournament


class Ruling(models.Model):
    """Who ruled what, when and why; never changed (T9.5, T9.6).

    `changes` journals every input it wrote, so that another ruling can undo it (ruling/services/journal.py).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rulings")
    pairing = models.ForeignKey(
        Pairing, null=True, on_delete=models.SET_NULL, related_name="rulings"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    verb = models.CharField("ruling", max_length=32)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.TextField("reason", blank=True)
    changes = models.JSONField(default=list, blank=True)
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = "ruling"
        verbose_name_plural = "rulings"

    def __str__(self) -> str:
        return f"{self.verb} {self.at:%Y-%m-%d %H:%M}"


class Result(models.Model):
    """A decision for a pairing, or for one board of a team match. It names entries, never sides, and counts only while
    these are in the pairing, nothing superseded it and no ruling revoked it.

    `second_loser` is set for a double forfeit, and for a tied session (T5.6): it has no winner, so that `loser` and
    `second_loser` name its two entries, and an equal score. A result of kind `void` decides nothing: it supersedes one that did.
    `advances` is set by a correction for the record only: this entry of the two advances in the bracket, although it did
    not win (docs/adr/0021).
    """

    class Kind(models.TextChoices):
        PLAYED = "played", pgettext_lazy("result", "Played")
        TIME = "time", pgettext_lazy("result", "Time forfeit")
        CONCEDED = "conceded", pgettext_lazy("result", "Resignation")
        FORFEIT = "forfeit", pgettext_lazy("result", "Forfeit")
        WALKOVER = "walkover", _("Walkover")
        DOUBLE_FORFEIT = "double_forfeit", pgettext_lazy("result", "Double forfeit")
        TIED = "tied", _("Tie")
        VOID = "void", "Void"

    class Source(models.TextChoices):
        MATCH = "match", "the match"
        REPORT = "report", "a report"
        RULING = "ruling", "a ruling"

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="results")
    board = models.PositiveSmallIntegerField(default=1)
    winner = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    loser = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    second_loser = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    advances = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    score = models.JSONField(null=True)
    source = models.CharField(max_length=8, choices=Source.choices)
    match = models.ForeignKey(
        Match, null=True, on_delete=models.PROTECT, related_name="tournament_results"
    )
    ruling = models.ForeignKey(Ruling, null=True, on_delete=models.SET_NULL, related_name="results")
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="supersedes"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = "result"
        verbose_name_plural = "results"
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(source="match", superseded_by=None, revoked_at=None),
                name="result_once_per_match",
            ),
            models.CheckConstraint(
                condition=Q(kind="double_forfeit", winner=None, second_loser__isnull=False)
                | Q(
                    kind="tied",
                    winner=None,
                    loser__isnull=False,
                    second_loser__isnull=False,
                    score__isnull=False,
                )
                | Q(kind="void", winner=None, second_loser=None)
                | Q(
                    ~Q(kind__in=["double_forfeit", "tied", "void"]),
                    winner__isnull=False,
                    second_loser=None,
                ),
                name="result_winner_unless_tied",
            ),
            models.CheckConstraint(
                condition=Q(advances=None) | Q(winner=None) | ~Q(advances=F("winner")),
                name="result_advances_only_if_not_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.kind}"


class Override(models.Model):
    """A slot set by hand by a director; an input of `resolve`, so recomputing keeps it. No entry means a bye."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="overrides")
    side = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    ruling = models.ForeignKey(
        Ruling, null=True, on_delete=models.SET_NULL, related_name="overrides"
    )
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "slot set by hand"
        verbose_name_plural = "slots set by hand"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "side"],
                condition=Q(revoked_at__isnull=True),
                name="override_one_per_side",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.side}"


class PairingRequest(models.Model):
    """What a player or a director asks of the pairing of rounds (T6.20). Made by a ruling, and no longer counted when that
    is undone. `round` is that of the bye or of the wished pairing, or the last one that the entry plays."""

    class Kind(models.TextChoices):
        BYE = "bye", _("Bye in one round")
        LEAVES = "leaves", _("Leaves after a round")
        FORBIDDEN = "forbidden", _("Two who must not meet")
        WISHED = "wished", _("Two who meet in one round")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="pairing_requests"
    )
    kind = models.CharField("kind", max_length=9, choices=Kind.choices)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField("reason", max_length=200, blank=True, default="")
    ruling = models.ForeignKey(
        Ruling, null=True, on_delete=models.SET_NULL, related_name="pairing_requests"
    )
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "pairing request"
        verbose_name_plural = "pairing requests"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind}: {self.entry_id}"


class Notice(models.Model):
    """An email owed to a player: their match is ready, online or, by its slip, over the board. The row is the queue.

    Of other kinds (timing/services/time_notices.py) `tag` tells apart what may be owed twice, such as two reminders.
    `claimed_at` is a worker's claim, which lapses. `sent_at` says that it was sent or is no longer needed.
    A notice of a forfeit is also a card on the player's pages, until they dismiss it. One of a reported score names the
    report in `tag`.
    """

    FORFEIT = "forfeit"
    REPORTED = "reported"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    pairing_match = models.ForeignKey(
        PairingMatch, null=True, on_delete=models.CASCADE, related_name="notices"
    )
    slip = models.ForeignKey("Slip", null=True, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, default="ready")
    tag = models.CharField(max_length=24, default="", blank=True)
    created_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    dismissed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "notice"
        verbose_name_plural = "notices"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "pairing_match", "kind", "tag"], name="notice_once_per_match"
            ),
            models.UniqueConstraint(
                fields=["player", "slip", "kind", "tag"], name="notice_once_per_slip"
            ),
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(sent_at__isnull=True), name="notice_owed"),
            models.Index(
                fields=["player"],
                condition=Q(kind="forfeit", dismissed_at__isnull=True),
                name="notice_forfeit_shown",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.pairing_match_id or self.slip_id}"
