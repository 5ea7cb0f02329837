"""The tournament with its rule card, and its entries."""

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


def default_lengths() -> list[int]:
    """Final 9, every earlier round 7 (T1.4)."""
    return [9, 7]


class Tournament(models.Model):
    """One event's draw: who may enter, by what rules, and how far it has come.

    `rules` and `clock` are read by `selectors.agreement`; `lengths` counts from the last round backwards, its last number serves all
    earlier rounds. `card` is the frozen copy of all that, made at the start. `version` rises with every change that
    a reader could see; caches and ETags are keyed by it.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entry")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class DrawMethod(models.TextChoices):
        RANDOM = "random", _("random draw")
        SEEDED = "seeded", _("seeded, the unseeded drawn at random")
        MANUAL = "manual", _("in the order set by the director")

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="organized_tournaments",
    )
    directors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="directed_tournaments"
    )
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    entry_limit = models.PositiveIntegerField(_("entry limit"), null=True, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.DRAFT
    )
    format = models.CharField(_("format"), max_length=32, default="single_elimination")
    options = models.JSONField(_("options of the format"), default=dict, blank=True)
    rules = models.JSONField(_("rules"), default=dict)
    clock = models.JSONField(_("clock"), null=True, blank=True)
    lengths = models.JSONField(_("match lengths"), default=default_lengths)
    draw_method = models.CharField(
        _("draw"), max_length=10, choices=DrawMethod.choices, default=DrawMethod.RANDOM
    )
    seeded_top = models.PositiveIntegerField(_("number of seeded entries"), null=True, blank=True)
    draw_seed = models.CharField(max_length=64, blank=True, editable=False)
    join_within_s = models.PositiveIntegerField(_("seconds to join a match"), default=600)
    spectator_delay_s = models.PositiveIntegerField(_("delay for spectators in seconds"), default=0)
    bot_pace_ms = models.PositiveIntegerField(_("pace of bots in milliseconds"), default=1500)
    is_demo = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    card = models.JSONField(null=True, editable=False)
    champion = models.ForeignKey(
        "Entry", null=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [models.Index(fields=["status", "-created_at"], name="tournament_by_status")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def agreed(self) -> dict[str, Any]:
        """The rule card's data: frozen once started, the present settings before."""
        return self.card or {
            "format": self.format,
            "options": self.options,
            "rules": self.rules,
            "clock": self.clock,
            "lengths": self.lengths,
            "draw_method": self.draw_method,
            "seeded_top": self.seeded_top,
            "join_within_s": self.join_within_s,
        }


class Entry(models.Model):
    """A player in one tournament (T1.1). Leaving keeps the row; entering again before the start revives it."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    status = models.CharField(
        _("status"), max_length=12, choices=Status.choices, default=Status.ACTIVE
    )
    entered_at = models.DateTimeField(_("entered at"))

    class Meta:
        ordering = ["entered_at", "id"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="entry_once_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["tournament", "seed"],
                condition=models.Q(seed__isnull=False),
                name="entry_one_per_seed",
            ),
        ]

    def __str__(self) -> str:
        return self.player.name

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE
