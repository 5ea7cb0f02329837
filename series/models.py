"""Series: a season with an order of merit. Its tournaments, adjustments, and the record of what was changed."""

from fractions import Fraction
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import FoldedName, Player
from clubs.models import Club
from series.merit import points
from series.merit.order import USUAL_ORDER
from tournaments.models import Tournament

LONGEST_NAME = 80
HUNDREDTHS = 100


def usual_scheme() -> dict[str, Any]:
    """Ten points for the first place, and fewer down to the eighth."""
    return {"kind": points.PLACE, "points": ["10", "7", "5", "4", "3", "3", "2", "2"], "taking_part": "1"}  # fmt: skip


def usual_tie_breaks() -> list[str]:
    return list(USUAL_ORDER)


class Series(models.Model):
    """A series of tournaments. Its organizer looks after it, and so do the officers of its club.

    `scheme` says what gives points (selectors/schemes.py reads it). `best` results count, 0 for all. Players with fewer
    results than `least_events` get no place. While `hidden_at` is set, only its people and staff see it.
    """

    class SchemeKind(models.TextChoices):
        PLACE = points.PLACE, _("Points by place")
        SIZE = points.SIZE, _("Points by place and number of players")
        SHARE = points.SHARE, _("A share of one point for each player")
        WINS = points.WINS, _("Points for matches won")

    slug = models.SlugField("address", max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    search_name = FoldedName(editable=False, default="", db_default="")
    about = models.TextField(_("About the series"), max_length=2000, blank=True)
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="organized_series",
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="series"
    )
    scheme = models.JSONField(default=usual_scheme)
    best = models.PositiveSmallIntegerField(_("Results that count"), default=0)
    least_events = models.PositiveSmallIntegerField(_("Minimum number of events"), default=0)
    tie_breaks = models.JSONField(_("Tie-breaks"), default=usual_tie_breaks)
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField("hidden", null=True, blank=True)

    class Meta:
        verbose_name = "series"
        verbose_name_plural = "series"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("series", args=[self.slug])

    @property
    def shown_club(self) -> Club | None:
        """Its club, unless the staff have hidden it."""
        return self.club if self.club is not None and self.club.hidden_at is None else None


class SeriesTournament(models.Model):
    """A tournament that counts. `weight` is percent of the points."""

    series = models.ForeignKey(
        Series, on_delete=models.CASCADE, related_name="counted", db_index=False
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="in_series")
    weight = models.PositiveSmallIntegerField(default=points.FULL)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "tournament of a series"
        verbose_name_plural = "tournaments of series"
        constraints = [
            models.UniqueConstraint(
                fields=["series", "tournament"], name="seriestournament_once_in_series"
            ),
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=1000), name="seriestournament_weight"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.tournament_id}"


class SeriesAdjustment(models.Model):
    """Points that the organizer adds or takes, in hundredths. A withdrawn one stays on record."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="series_adjustments")
    hundredths = models.IntegerField("hundredths of a point")
    reason = models.CharField(_("Reason"), max_length=200)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "adjustment"
        verbose_name_plural = "adjustments"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(hundredths=0), name="seriesadjustment_not_zero")
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.player_id} {self.hundredths / HUNDREDTHS:+g}"

    @property
    def points(self) -> Fraction:
        return Fraction(self.hundredths, HUNDREDTHS)


class SeriesRecord(models.Model):
    """Who changed what, and why. Rows are only added."""

    class Verb(models.TextChoices):
        STARTED = "started", pgettext_lazy("record of a series", "Series started")
        CHANGED = "changed", pgettext_lazy("record of a series", "Settings changed")
        ADDED = "added", pgettext_lazy("record of a series", "Tournament added")
        WEIGHED = "weighed", pgettext_lazy("record of a series", "Weight changed")
        REMOVED = "removed", pgettext_lazy("record of a series", "Tournament removed")
        GIVEN = "given", pgettext_lazy("record of a series", "Adjustment added")
        WITHDRAWN = "withdrawn", pgettext_lazy("record of a series", "Adjustment withdrawn")

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="records")
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    verb = models.CharField(max_length=9, choices=Verb.choices)
    details = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = "record of a series"
        verbose_name_plural = "records of series"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.verb}"
