"""Leagues: their seasons, the divisions of a season, and the record of what was changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import FoldedName
from clubs.models import Club
from tournaments.models import Tournament

LONGEST_NAME = 80
LONGEST_SHORT_NAME = 40
MOST_MOVING = 16


class League(models.Model):
    """A league. Its organizer looks after it, and so do the officers of its club.

    While `hidden_at` is set, only its people and staff see it.
    """

    slug = models.SlugField("address", max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    search_name = FoldedName(editable=False, default="", db_default="")
    about = models.TextField(_("About the league"), max_length=2000, blank=True)
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="organized_leagues",
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="leagues"
    )
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField("hidden", null=True, blank=True)

    class Meta:
        verbose_name = "league"
        verbose_name_plural = "leagues"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def shown_club(self) -> Club | None:
        """Its club, unless the staff have hidden it."""
        return self.club if self.club is not None and self.club.hidden_at is None else None


class LeagueSeason(models.Model):
    """A season, counted from 1 in its league. `next_from` is the order of entries, by division, from which the next season was
    prepared; null before that."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="seasons", db_index=False
    )
    number = models.PositiveIntegerField()
    name = models.CharField(_("Name"), max_length=LONGEST_SHORT_NAME)
    created_at = models.DateTimeField()
    next_from = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = "season of a league"
        verbose_name_plural = "seasons of leagues"
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="leagueseason_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.name}"


class LeagueDivision(models.Model):
    """A division of a season, in order from the top: one tournament.

    `relegated` players change places with as many of the division below. `play_off` places on both sides of that border are
    only marked.
    """

    season = models.ForeignKey(
        LeagueSeason, on_delete=models.CASCADE, related_name="divisions", db_index=False
    )
    order = models.PositiveSmallIntegerField()
    name = models.CharField(_("Name"), max_length=LONGEST_SHORT_NAME)
    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="league_division"
    )
    relegated = models.PositiveSmallIntegerField(default=0)
    play_off = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = "division of a league"
        verbose_name_plural = "divisions of leagues"
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["season", "order"], name="leaguedivision_order_once"),
            models.CheckConstraint(
                condition=Q(relegated__lte=MOST_MOVING, play_off__lte=MOST_MOVING),
                name="leaguedivision_most_moving",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.name}"


class LeagueRecord(models.Model):
    """Who changed what. Rows are only added."""

    class Verb(models.TextChoices):
        STARTED = "started", pgettext_lazy("record of a league", "League started")
        CHANGED = "changed", pgettext_lazy("record of a league", "Settings changed")
        SEASON_ADDED = "season_added", pgettext_lazy("record of a league", "Season added")
        SEASON_REMOVED = "season_removed", pgettext_lazy("record of a league", "Season removed")
        DIVISION_ADDED = "division_added", pgettext_lazy("record of a league", "Division added")
        DIVISION_CHANGED = (
            "division_changed",
            pgettext_lazy("record of a league", "Division changed"),
        )
        DIVISION_REMOVED = (
            "division_removed",
            pgettext_lazy("record of a league", "Division removed"),
        )
        PREPARED = "prepared", pgettext_lazy("record of a league", "Next season prepared")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="records")
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    verb = models.CharField(max_length=16, choices=Verb.choices)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = "record of a league"
        verbose_name_plural = "records of leagues"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.verb}"
