"""The tournament with its rule card, and its entries."""

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from tournaments.standings.tie_breaks import TEAM_ORDER


def default_lengths() -> list[int]:
    """The final to 9, every earlier round to 7 (T1.4)."""
    return [9, 7]


class Tournament(models.Model):
    """A tournament: who may enter, by what rules, and how far it has come.

    `rules` and `clock` are read by `selectors.agreement`; `lengths` counts from the last round backwards, its last number is for all
    earlier rounds; `special_terms` override them for a section or a round. `later_stages` follow the first, each with
    `take`, the rule by which it takes its field from the one before. `draw_preview` keeps the draws that directors looked at
    before the start (bracket/selectors/draw_preview.py). `card` is the frozen copy of all this, made at the start. `version` rises with every change that
    a reader could see; caches and ETags are keyed by it. `updated_at` is when it rose last; without an index, which would
    make each of these writes dearer.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        OPEN = "open", _("Open for entry")
        RUNNING = "running", pgettext_lazy("tournament", "Running")
        FINISHED = "finished", pgettext_lazy("tournament", "Finished")
        CANCELLED = "cancelled", pgettext_lazy("tournament", "Cancelled")

    class EntryKind(models.TextChoices):
        SINGLE = "single", _("Single players")
        DOUBLES = "doubles", _("Doubles: two players, one board")
        TEAM = "team", _("Teams with a fixed order of boards")

    class DrawMethod(models.TextChoices):
        RANDOM = "random", _("Random draw")
        SEEDED = "seeded", _("Seeded, the rest drawn at random")
        MANUAL = "manual", _("In the order set by the director")

    slug = models.SlugField("address", max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=120)
    description = models.TextField(_("Description"), blank=True)
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="organized_tournaments",
    )
    directors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="directed_tournaments"
    )
    event = models.ForeignKey(
        "Event", null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    event_order = models.PositiveSmallIntegerField("place in the event", default=0)
    division = models.CharField(_("Division"), max_length=40, blank=True)
    starts_at = models.DateTimeField(pgettext_lazy("start time", "Start"), null=True, blank=True)
    time_zone = models.CharField(_("Time zone"), max_length=64, default="UTC")
    entry_limit = models.PositiveIntegerField(_("Maximum entries"), null=True, blank=True)
    status = models.CharField("status", max_length=10, choices=Status.choices, default=Status.DRAFT)
    format = models.CharField(_("Format"), max_length=32, default="single_elimination")
    options = models.JSONField(_("Format options"), default=dict, blank=True)
    rules = models.JSONField(_("Rules"), default=dict)
    clock = models.JSONField(_("Clock"), null=True, blank=True)
    lengths = models.JSONField(_("Match lengths"), default=default_lengths)
    special_terms = models.JSONField(_("Terms for single rounds"), default=list, blank=True)
    later_stages = models.JSONField(_("Later stages"), default=list, blank=True)
    publishes = models.BooleanField(_("A director publishes each draw"), default=False)
    tie_breaks = models.JSONField(_("Tie-breaks"), default=list, blank=True)
    entry_kind = models.CharField(
        _("Entry type"), max_length=8, choices=EntryKind.choices, default=EntryKind.SINGLE
    )
    boards = models.PositiveSmallIntegerField(_("Boards per team"), default=1)
    names_lineups = models.BooleanField(
        _("Captains name the line-up of each match"), default=False, db_default=False
    )
    apart = models.JSONField(_("Kept apart in the draw"), default=list, blank=True)
    late_entry = models.BooleanField(_("Late entry"), default=True)
    reentries = models.PositiveSmallIntegerField(_("Re-entries per player"), default=0)
    reentry_keeps_line = models.BooleanField(
        _("After re-entry, the earlier entry stays in the consolation"), default=False
    )
    prize_pool = models.PositiveIntegerField(_("Prize money"), default=0)
    pay_table = models.JSONField(_("Payout table"), default=list, blank=True)
    draw_method = models.CharField(
        pgettext_lazy("act of drawing", "Draw"),
        max_length=10,
        choices=DrawMethod.choices,
        default=DrawMethod.RANDOM,
    )
    seeded_top = models.PositiveIntegerField(_("Number of seeds"), null=True, blank=True)
    draw_seed = models.CharField(max_length=64, blank=True, editable=False)
    draw_preview = models.JSONField(null=True, editable=False)
    join_within_s = models.PositiveIntegerField(_("Time to join a match (seconds)"), default=600)
    spectator_delay_s = models.PositiveIntegerField(_("Spectator delay (seconds)"), default=0)
    delay_results = models.BooleanField(
        _("Delay results and standings too"), default=False, db_default=False
    )
    same_dice = models.BooleanField(_("Same dice at all tables"), default=False, db_default=False)
    chat = models.BooleanField(_("Match chat"), default=True)
    rated = models.BooleanField(
        pgettext_lazy("tournament", "Rated"), default=True, db_default=False
    )
    admits_bots = models.BooleanField(_("Bots may enter"), default=False, db_default=False)
    on_tv = models.ForeignKey(
        "games.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    bot_pace_ms = models.PositiveIntegerField("pace of bots (milliseconds)", default=1500)
    is_rehearsal = models.BooleanField(default=False, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    updated_at = models.DateTimeField(null=True, auto_now=True)
    card = models.JSONField(null=True, editable=False)
    champion = models.ForeignKey(
        "Entry", null=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = "tournament"
        verbose_name_plural = "tournaments"
        indexes = [
            models.Index(fields=["status", "-created_at"], name="tournament_by_status"),
            models.Index(
                fields=["id"],
                condition=models.Q(delay_results=True),
                name="tournament_delays_results",
            ),
        ]

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
            "special_terms": self.special_terms,
            "later_stages": self.later_stages,
            "tie_breaks": self.tie_breaks or self._team_order(),
            "entry_kind": self.entry_kind,
            "boards": self.boards,
            "apart": self.apart,
            "publishes": self.publishes,
            "reentries": self.reentries,
            "reentry_keeps_line": self.reentry_keeps_line,
            "pay_table": self.pay_table,
        }

    @property
    def rates_matches(self) -> bool:
        """Do its matches change ratings? Those of pairs and teams, and of a rehearsal, never do."""
        single = self.entry_kind == self.EntryKind.SINGLE
        return self.rated and single and not self.is_rehearsal

    def _team_order(self) -> list[str]:
        """The default tie-breaks of teams, named in the card: an empty list means those of single players."""
        return list(TEAM_ORDER) if self.entry_kind == self.EntryKind.TEAM else []


NOT_PUBLIC = (
    models.Q(is_rehearsal=True)
    | models.Q(status=Tournament.Status.DRAFT)
    | models.Q(status=Tournament.Status.CANCELLED, finished_at=None)
)
"""A rehearsal, a draft, and a tournament cancelled as a draft: shown only to its directors."""


class Entry(models.Model):
    """A player, a pair or a team in one tournament (T1.1). Leaving keeps the row; entering again before the start
    revives it; a re-entry after a loss is a row of its own (T4.4). An entry on the waiting list has no place yet.

    An invited entry has no place either: somebody else entered a player with a login, who has not accepted. Over the board
    such an entry is active at once; `awaits_consent` says that a player of it has not accepted, so no match is made online.

    Of a pair or a team `player` is the captain, `name` what it is called, and `members` who plays.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", pgettext_lazy("player", "Entered")
        WITHDRAWN = "withdrawn", pgettext_lazy("player", "Withdrawn")
        DISQUALIFIED = "disqualified", pgettext_lazy("player", "Disqualified")
        WAITING_LIST = "standby", _("On the waiting list")
        INVITED = "invited", pgettext_lazy("player", "Invited")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="entries", verbose_name=_("Player")
    )
    name = models.CharField(_("Team name"), max_length=80, blank=True)
    attempt = models.PositiveSmallIntegerField("number of this entry of the player", default=1)
    seed = models.PositiveIntegerField("seed", null=True, blank=True)
    club = models.CharField(pgettext_lazy("player’s club", "Club"), max_length=80, blank=True)
    family = models.CharField(_("Family"), max_length=40, blank=True)
    rating = models.FloatField("rating as entered", null=True, blank=True)
    status = models.CharField(
        _("Status"), max_length=12, choices=Status.choices, default=Status.ACTIVE
    )
    awaits_consent = models.BooleanField(default=False, db_default=False, editable=False)
    entered_at = models.DateTimeField("entered at")
    joined_round = models.PositiveSmallIntegerField("plays from round", default=1)

    class Meta:
        ordering = ["entered_at", "id"]
        verbose_name = "entry"
        verbose_name_plural = "entries"
        indexes = [models.Index(fields=["tournament", "status"], name="entry_counted")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player", "attempt"], name="entry_once_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["tournament", "seed"],
                condition=models.Q(seed__isnull=False),
                name="entry_one_per_seed",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The entry's title on pages: the team's name, else the player's, with a number for a re-entry."""
        return entry_title(self.name, self.player.name, self.attempt)

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE


def entry_title(team: str, player: str, attempt: int) -> str:
    """An entry's title from its columns, for code that reads hundreds of them without their rows."""
    name = team or player
    return name if attempt == 1 else f"{name} ({attempt})"


class EntryMember(models.Model):
    """A player of a pair or a team; `board` is their place in the fixed order, reserves come after the boards (T8.3)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    board = models.PositiveSmallIntegerField("board")

    class Meta:
        ordering = ["entry", "board"]
        verbose_name = "team member"
        verbose_name_plural = "team members"
        constraints = [
            models.UniqueConstraint(fields=["entry", "board"], name="entrymember_one_per_board"),
            models.UniqueConstraint(fields=["entry", "player"], name="entrymember_once"),
        ]

    def __str__(self) -> str:
        return f"{self.board}. {self.player.name}"
