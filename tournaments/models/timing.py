"""When matches are to be played: lateness, deadlines of rounds, times that players agree on, and penalties.

Whatever is due later is a nullable column with a partial index, which tasks.sweep_timing looks for.
"""

from datetime import time

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.record import Ruling
from tournaments.models.stage import Pairing, PairingMatch, Round
from tournaments.models.tournament import Entry, Tournament


def default_reminders() -> list[int]:
    """Two days and six hours before a deadline."""
    return [48, 6]


class Timing(models.Model):
    """The settings of a tournament for lateness (T9.2) and deadlines. Without a row: no points, no deadlines.

    `round_days` null means that rounds have no deadline. `remind_hours` count back from a deadline.
    `held_at` is set while the whole tournament is paused: matches made meanwhile are paused as well.
    """

    class Lateness(models.TextChoices):
        OFF = "off", _("None, only the time to join")
        PROPOSED = "proposed", _("Proposed to the director")
        AUTOMATIC = "automatic", _("Automatic")

    class Penalty(models.TextChoices):
        POINTS = "points", _("Points for the player who is present")
        CLOCK = "clock", _("The absent player’s clock runs")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="timing")
    lateness = models.CharField(
        _("Lateness penalties"), max_length=9, choices=Lateness.choices, default=Lateness.OFF
    )
    penalty = models.CharField(
        _("What it costs"), max_length=6, choices=Penalty.choices, default=Penalty.POINTS
    )
    grace_min = models.PositiveSmallIntegerField(_("Minutes until the first penalty"), default=5)
    step_min = models.PositiveSmallIntegerField(_("Minutes between further penalties"), default=5)
    round_days = models.PositiveSmallIntegerField(_("Days per round"), null=True, blank=True)
    ends_at = models.TimeField(_("Round end time"), default=time(20))
    remind_hours = models.JSONField(_("Email reminders"), default=default_reminders, blank=True)
    held_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = "timing settings"
        verbose_name_plural = "timing settings"

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.lateness}"


class RoundDeadline(models.Model):
    """By when a round is to be played. `started_at` says that the matches nobody had begun were started then;
    `remind_at` is the next reminder that is owed."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="deadline")
    play_until = models.DateTimeField("deadline")
    started_at = models.DateTimeField(null=True, editable=False)
    remind_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = "round deadline"
        verbose_name_plural = "round deadlines"
        ordering = ["play_until", "id"]
        indexes = [
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="deadline_remind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.play_until:%Y-%m-%d %H:%M}"


class MatchTiming(models.Model):
    """When one match is to begin. Only matches of tournaments with a Timing have one.

    `start_at` is when both are to be there: agreed, set by a director, or since the match was made; null while only
    the deadline counts. Owed: at `begin_at` the time to join begins (or a paused match goes on), at `check_at` it is
    checked who is late, at `remind_at` both are reminded. `step` is the last penalty that was considered.
    `sequence` rises with every change of the time, for calendars.
    """

    class By(models.TextChoices):
        ROUND = "", "the round"
        PLAYERS = "players", "the players"
        DIRECTOR = "director", "a director"
        DEADLINE = "deadline", "the deadline"

    pairing_match = models.OneToOneField(
        PairingMatch, on_delete=models.CASCADE, related_name="timing"
    )
    start_at = models.DateTimeField(null=True, blank=True)
    set_by = models.CharField(max_length=8, choices=By.choices, default=By.ROUND, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    step = models.PositiveSmallIntegerField(default=0)
    begin_at = models.DateTimeField(null=True, blank=True)
    check_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "match time"
        verbose_name_plural = "match times"
        indexes = [
            models.Index(
                fields=["begin_at"], condition=Q(begin_at__isnull=False), name="matchtiming_begin"
            ),
            models.Index(
                fields=["check_at"], condition=Q(check_at__isnull=False), name="matchtiming_check"
            ),
            models.Index(
                fields=["remind_at"],
                condition=Q(remind_at__isnull=False),
                name="matchtiming_remind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_match_id}: {self.start_at}"

    @property
    def is_agreed(self) -> bool:
        """Was this time chosen by somebody, rather than following from the round?"""
        return self.start_at is not None and self.set_by in (self.By.PLAYERS, self.By.DIRECTOR)


class TimeProposal(models.Model):
    """A time that one side offers the other; open until it is accepted, withdrawn or replaced."""

    timing = models.ForeignKey(MatchTiming, on_delete=models.CASCADE, related_name="proposals")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField("time")
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(default=False)

    class Meta:
        verbose_name = "proposed time"
        verbose_name_plural = "proposed times"
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["timing", "entry", "at"],
                condition=Q(closed_at__isnull=True),
                name="timeproposal_once_while_open",
            )
        ]

    def __str__(self) -> str:
        return f"{self.timing_id}: {self.at:%Y-%m-%d %H:%M}"


class Absence(models.Model):
    """A player reported missing over the board, where the site cannot see it: by the desk, or by the opponent
    (`side`), who may have nothing but the slip in hand."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    since = models.DateTimeField("expected at")
    step = models.PositiveSmallIntegerField(default=0)
    check_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    side = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    with_slip = models.BooleanField("reported with the match slip", default=False)

    class Meta:
        verbose_name = "absence"
        verbose_name_plural = "absences"
        ordering = ["since", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "entry"],
                condition=Q(ended_at__isnull=True),
                name="absence_one_open",
            )
        ]
        indexes = [
            models.Index(
                fields=["check_at"], condition=Q(check_at__isnull=False), name="absence_check"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.entry_id}"


class Penalty(models.Model):
    """The penalty for lateness at one step: points for the player who is there, time off the clock, or the match (T9.2).

    Proposed until `decided_at`; one that was accepted names its ruling, and counts until that is undone.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="penalties")
    board = models.PositiveSmallIntegerField(default=1)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="penalties")
    since = models.DateTimeField()
    step = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField(default=0)
    seconds = models.PositiveIntegerField(default=0)
    lost = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(default=False)
    ruling = models.ForeignKey(
        Ruling, null=True, on_delete=models.SET_NULL, related_name="penalties"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "lateness penalty"
        verbose_name_plural = "lateness penalties"
        ordering = ["made_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "board", "entry", "since", "step"], name="penalty_once_a_step"
            )
        ]
        indexes = [
            models.Index(
                fields=["pairing"], condition=Q(decided_at__isnull=True), name="penalty_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.entry_id} +{self.points}"


class ConductPenalty(models.Model):
    """A penalty that a director gives an entry for its conduct. Made by a ruling, and removed when that is undone."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        POINTS = "points", _("Penalty points")
        FORFEIT = "forfeit", _("Match forfeit")
        EXCLUSION = "exclusion", _("Disqualification")

    class Scope(models.TextChoices):
        TOURNAMENT = "tournament", _("This tournament")
        EVENT = "event", _("Whole event")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="conduct_penalties"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="conduct_penalties")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="conduct_penalties")
    kind = models.CharField("penalty", max_length=9, choices=Kind.choices)
    scope = models.CharField(
        "applies to", max_length=10, choices=Scope.choices, default=Scope.TOURNAMENT
    )
    points = models.PositiveSmallIntegerField("points for the opponent", default=0)
    reason = models.TextField("reason")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    ruling = models.ForeignKey(
        Ruling, null=True, on_delete=models.SET_NULL, related_name="conduct_penalties"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "tournaments_sanction"
        verbose_name = "penalty"
        verbose_name_plural = "penalties"
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.kind}"
