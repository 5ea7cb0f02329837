"""When matches are to be played: lateness, deadlines of rounds, times that players agree on, and sanctions.

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
        OFF = "off", _("only the time to join")
        PROPOSED = "proposed", _("proposed to the director")
        AUTOMATIC = "automatic", _("automatic")

    class Penalty(models.TextChoices):
        POINTS = "points", _("points for the player who is there")
        CLOCK = "clock", _("the absent player's clock runs")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="timing")
    lateness = models.CharField(
        _("who comes late"), max_length=9, choices=Lateness.choices, default=Lateness.OFF
    )
    penalty = models.CharField(
        _("what it costs"), max_length=6, choices=Penalty.choices, default=Penalty.POINTS
    )
    grace_min = models.PositiveSmallIntegerField(_("minutes until the first penalty"), default=5)
    step_min = models.PositiveSmallIntegerField(_("minutes until each further one"), default=5)
    round_days = models.PositiveSmallIntegerField(_("days to a round"), null=True, blank=True)
    ends_at = models.TimeField(_("time of day at which a round ends"), default=time(20))
    remind_hours = models.JSONField(_("reminders"), default=default_reminders, blank=True)
    held_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("timing")
        verbose_name_plural = _("timings")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.lateness}"


class RoundDeadline(models.Model):
    """By when a round is to be played. `started_at` says that the matches nobody had begun were started then;
    `remind_at` is the next reminder that is owed."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="deadline")
    play_until = models.DateTimeField(_("to be played until"))
    started_at = models.DateTimeField(null=True, editable=False)
    remind_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("deadline of a round")
        verbose_name_plural = _("deadlines of rounds")
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
        ROUND = "", _("the round")
        PLAYERS = "players", _("the players")
        DIRECTOR = "director", _("a director")
        DEADLINE = "deadline", _("the deadline")

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
        verbose_name = _("time of a match")
        verbose_name_plural = _("times of matches")
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
    at = models.DateTimeField(_("time"))
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("proposed time")
        verbose_name_plural = _("proposed times")
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
    since = models.DateTimeField(_("was to be there at"))
    step = models.PositiveSmallIntegerField(default=0)
    check_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    side = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    with_slip = models.BooleanField(_("by who held the slip"), default=False)

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
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
        verbose_name = _("penalty for lateness")
        verbose_name_plural = _("penalties for lateness")
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


class Sanction(models.Model):
    """A sanction of a director on an entry for its conduct. Made by a ruling, and removed when that is undone."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        POINTS = "points", _("penalty points")
        FORFEIT = "forfeit", _("forfeit of the match")
        EXCLUSION = "exclusion", _("exclusion")

    class Scope(models.TextChoices):
        TOURNAMENT = "tournament", _("this tournament")
        EVENT = "event", _("the whole event")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sanctions")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sanctions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(_("sanction"), max_length=9, choices=Kind.choices)
    scope = models.CharField(
        _("holds for"), max_length=10, choices=Scope.choices, default=Scope.TOURNAMENT
    )
    points = models.PositiveSmallIntegerField(_("points for the opponent"), default=0)
    reason = models.TextField(_("reason"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    ruling = models.ForeignKey(
        Ruling, null=True, on_delete=models.SET_NULL, related_name="sanctions"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.kind}"
