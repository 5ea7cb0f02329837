"""Ladder: an order of a club's members. LadderMember, LadderChallenge, and LadderEvent, the log from which the order follows."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from clubs.models import Club
from games.models import Match
from ladders.order import replay

LONGEST_NAME = 80


class Consequence(models.TextChoices):
    """What happens when a challenge is not accepted or not played in time."""

    PLACE = "place", _("The challenged player loses their place to the challenger")
    NOTHING = "nothing", _("Nobody moves")


class Ladder(models.Model):
    """A ladder of a club, whose officers look after it. `preset`, `length` and `clock` are named as in friendly matches.

    `reach`: how many places up a player may challenge. `idle_days`: after so many days without a match a player drops
    a place; 0 for never.
    """

    slug = models.SlugField("address", max_length=80, unique=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    about = models.TextField(_("About the ladder"), max_length=2000, blank=True)
    preset = models.CharField(_("Rules"), max_length=20, default="tournament")
    length = models.PositiveSmallIntegerField(_("Match length"), default=7)
    clock = models.CharField(_("Clock"), max_length=30, default="none")
    reach = models.PositiveSmallIntegerField(default=3)
    answer_days = models.PositiveSmallIntegerField(default=3)
    play_days = models.PositiveSmallIntegerField(default=14)
    unanswered = models.CharField(
        max_length=7, choices=Consequence.choices, default=Consequence.PLACE
    )
    unplayed = models.CharField(
        max_length=7, choices=Consequence.choices, default=Consequence.NOTHING
    )
    rematch_days = models.PositiveSmallIntegerField(default=7)
    idle_days = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "ladder"
        verbose_name_plural = "ladders"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("ladder", args=[self.slug])


class LadderResult(NamedTuple):
    """The number of the player who won, and the points of the loser; None where they are not kept."""

    winner: int
    loser_points: int | None


class LadderMember(models.Model):
    """A player on a ladder, from 1 at the top; without a `place` they have left. `active_at`: last match, or since when idle
    days count."""

    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, related_name="members", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ladder_places")
    place = models.PositiveIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField()
    active_at = models.DateTimeField()
    paused_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "player of a ladder"
        verbose_name_plural = "players of ladders"
        ordering = ["ladder", "place", "id"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="laddermember_once")
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.place} {self.player_id}"

    def is_paused(self, now: datetime) -> bool:
        return self.paused_until is not None and self.paused_until > now


class LadderChallenge(models.Model):
    """A challenge from its start to its end. `due_at` is the deadline of the step that is waited for; None where nothing is.

    `length` is that of the ladder when the challenge was sent. `match` is the online match, if the players have started one. `winner` and `loser_points` are of the reported or final
    result.
    """

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("ladder challenge", "Waiting for an answer")
        ACCEPTED = "accepted", pgettext_lazy("ladder challenge", "To be played")
        REPORTED = "reported", pgettext_lazy("ladder challenge", "Result to be confirmed")
        DISPUTED = "disputed", pgettext_lazy("ladder challenge", "Result disputed")
        PLAYED = "played", pgettext_lazy("ladder challenge", "Played")
        DECLINED = "declined", pgettext_lazy("ladder challenge", "Declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("ladder challenge", "Withdrawn")
        EXPIRED = "expired", pgettext_lazy("ladder challenge", "Deadline missed")
        VOID = "void", pgettext_lazy("ladder challenge", "Void")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="ladder_challenges_sent"
    )
    challenged = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="ladder_challenges_received"
    )
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField()
    length = models.PositiveSmallIntegerField(default=7, db_default=7)
    due_at = models.DateTimeField(null=True, blank=True)
    is_reminded = models.BooleanField(default=False)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="ladder_challenge"
    )
    reported_by = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    winner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    loser_points = models.PositiveSmallIntegerField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "challenge of a ladder"
        verbose_name_plural = "challenges of ladders"
        ordering = ["-id"]
        indexes = [
            models.Index("due_at", condition=Q(due_at__isnull=False), name="ladder_challenge_due"),
            models.Index("ladder", condition=Q(settled_at=None), name="ladder_challenge_open"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.challenger_id} {self.challenged_id} {self.status}"

    @property
    def players(self) -> tuple[int, int]:
        return self.challenger_id, self.challenged_id

    def opponent_of(self, player_id: int) -> int:
        return self.challenged_id if player_id == self.challenger_id else self.challenger_id


class LadderEvent(models.Model):
    """A line of the log. Rows are only added; a correction names the row that it is about in `target`.

    Results have the winner as `player` and the loser as `other`.
    """

    class Kind(models.TextChoices):
        STARTED = "started", pgettext_lazy("ladder log", "Ladder started")
        CHANGED = "changed", pgettext_lazy("ladder log", "Settings changed")
        JOINED = replay.JOINED, pgettext_lazy("ladder log", "Joined at the foot")
        LEFT = replay.LEFT, pgettext_lazy("ladder log", "Left the ladder")
        PAUSED = "paused", pgettext_lazy("ladder log", "Paused")
        RESUMED = "resumed", pgettext_lazy("ladder log", "Back from a pause")
        CHALLENGED = "challenged", pgettext_lazy("ladder log", "Challenge")
        ACCEPTED = "accepted", pgettext_lazy("ladder log", "Challenge accepted")
        DECLINED = "declined", pgettext_lazy("ladder log", "Challenge declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("ladder log", "Challenge withdrawn")
        EXPIRED = "expired", pgettext_lazy("ladder log", "Deadline missed, nobody moves")
        REPORTED = "reported", pgettext_lazy("ladder log", "Result reported")
        DISPUTED = "disputed", pgettext_lazy("ladder log", "Result disputed")
        WON = replay.WON, pgettext_lazy("ladder log", "Match won")
        FORFEITED = replay.FORFEITED, pgettext_lazy("ladder log", "Place won without a match")
        DROPPED = replay.DROPPED, pgettext_lazy("ladder log", "One place down for inactivity")
        PLACED = replay.PLACED, pgettext_lazy("ladder log", "Moved by an officer")
        VOIDED = replay.VOIDED, pgettext_lazy("ladder log", "Result made void")
        CORRECTED = replay.CORRECTED, pgettext_lazy("ladder log", "Result corrected")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="ladder_events"
    )
    other = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    place = models.PositiveIntegerField(null=True, blank=True)
    challenge = models.ForeignKey(
        LadderChallenge, null=True, blank=True, on_delete=models.CASCADE, related_name="events"
    )
    target = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="corrections"
    )
    reason = models.CharField(max_length=200, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = "event of a ladder"
        verbose_name_plural = "events of ladders"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.kind} {self.player_id}"
