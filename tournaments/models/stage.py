"""The draw as rows: rounds, pairings, and the stored edges between them (docs/adr/0006)."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Match
from tournaments.models.tournament import Entry, Tournament


class Stage(models.Model):
    """A part of a tournament with a draw of its own: a knockout, the groups, a Swiss. Its brackets are sections of it.

    `seed_order` lists entry ids, null where a slot is left open; with `draw_seed` anyone can compute it again (T1.5).
    `field` are the entries of this stage in the order of its source, before the draw. `grow_after` says when its format is
    asked again: null never, [] after each result, else when these rounds are decided. `due_at` is set while the next
    part waits for the director to publish it, also where that part is the draw of the next stage; `draft` keeps the draws
    of that part that directors looked at (bracket/selectors/next_draw.py). `outdated` is null, or says of a stage that has begun and keeps its field who
    would go on to it now (`missing`) and who would not (`strangers`); `advance` writes it. `lots` are the ties across the
    last place that went on to this stage, which the lot broke: {"through": [entries], "out": [entries]}. It is null in stages drawn before
    there were such lots: their field follows the order of the table.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    field = models.JSONField(default=list)
    seed_order = models.JSONField(default=list)
    draw_seed = models.CharField(max_length=64, blank=True)
    grow_after = models.JSONField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    draft = models.JSONField(null=True, blank=True, editable=False)
    outdated = models.JSONField(null=True, blank=True)
    lots = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "stage"
        verbose_name_plural = "stages"
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_one_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} / {self.number}"

    @property
    def is_undrawn(self) -> bool:
        """Is this a later stage whose field is known and whose draw waits for the director? The rows of its draw and
        `seed_order` are empty until then."""
        return self.number > 1 and self.grow_after == [] and not self.seed_order


class Round(models.Model):
    """A round of a section; matches are created only while it is open. `clock` and `rules` are null where those of the
    tournament hold; a round that is redrawn is voided and stays on record."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    section = models.CharField(max_length=16, default="main")
    name_key = models.CharField(max_length=32)
    from_end = models.PositiveIntegerField(null=True)
    length = models.PositiveIntegerField()
    clock = models.JSONField(null=True, blank=True)
    rules = models.JSONField(null=True, blank=True)
    open = models.BooleanField(default=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "round"
        verbose_name_plural = "rounds"
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"],
                condition=models.Q(voided_at=None),
                name="round_one_per_number",
            )
        ]

    def __str__(self) -> str:
        return self.name_key


class Pairing(models.Model):
    """A pairing of the draw. `winner_place` and `loser_place` are set where that edge leads out of the bracket:
    the best place an entry leaving there can reach. `notes` say how a pairing of a round was made. `advanced` is the entry
    that advanced although it did not win, where the result was corrected for the record only (docs/adr/0021)."""

    class Outcome(models.TextChoices):
        OPEN = "", _("No result yet")
        PLAYED = "played", pgettext_lazy("result", "Played")
        TIME = "time", pgettext_lazy("result", "Time forfeit")
        CONCEDED = "conceded", pgettext_lazy("result", "Resignation")
        FORFEIT = "forfeit", pgettext_lazy("result", "Forfeit")
        WALKOVER = "walkover", _("Walkover")
        BYE = "bye", _("Bye")
        DOUBLE_FORFEIT = "double_forfeit", pgettext_lazy("result", "Double forfeit")
        TIED = "tied", _("Tie")
        EMPTY = "empty", _("No player")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="pairings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    key = models.CharField(max_length=16)
    number = models.PositiveIntegerField()
    winner_place = models.PositiveIntegerField(null=True)
    loser_place = models.PositiveIntegerField(null=True)
    winner = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    loser = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    advanced = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(
        max_length=16, choices=Outcome.choices, default=Outcome.OPEN, blank=True
    )
    decided_at = models.DateTimeField(null=True)
    notes = models.JSONField(default=dict, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "pairing"
        verbose_name_plural = "pairings"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "key"],
                condition=models.Q(voided_at=None),
                name="pairing_one_per_key",
            )
        ]
        indexes = [
            models.Index(
                fields=["stage"],
                condition=models.Q(decided_at__isnull=True, voided_at__isnull=True),
                name="pairing_undecided",
            )
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def bracket_winner_id(self) -> int | None:
        """The entry that advanced: the winner, unless the result was corrected for the record only."""
        return self.winner_id if self.advanced_id is None else self.advanced_id


class Slot(models.Model):
    """One side of a pairing: the source of its occupant, and the present occupant."""

    class Source(models.TextChoices):
        SEED = "seed", "seed"
        ENTRY = "entry", "entry"
        WINNER = "winner", "winner of"
        LOSER = "loser", "loser of"
        RESET = "reset", "loser of, if unbeaten before"
        NOBODY = "nobody", "no player"

    class State(models.TextChoices):
        PENDING = "pending", _("Not known yet")
        BYE = "bye", _("Bye")
        ENTRY = "entry", "entry"

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="slots")
    side = models.PositiveSmallIntegerField()
    source_kind = models.CharField(max_length=6, choices=Source.choices)
    source_seed = models.PositiveIntegerField(null=True)
    source_entry = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    source_pairing = models.ForeignKey(
        Pairing, null=True, on_delete=models.CASCADE, related_name="feeds"
    )
    state = models.CharField(max_length=7, choices=State.choices, default=State.PENDING)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="slots")

    class Meta:
        verbose_name = "slot"
        verbose_name_plural = "slots"
        ordering = ["pairing", "side"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "side"], name="slot_one_per_side"),
            models.CheckConstraint(condition=models.Q(side__in=[1, 2]), name="slot_side_is_1_or_2"),
            models.CheckConstraint(
                condition=models.Q(state="entry", entry__isnull=False)
                | models.Q(~models.Q(state="entry"), entry=None),
                name="slot_entry_iff_state_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing.key}/{self.side}"


class PairingMatch(models.Model):
    """The match played for a pairing; a voided one stays on record and makes room for another.

    One that was set aside because its two no longer met comes back when they meet again, unless it is `annulled`:
    then a director wanted it played again.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="pairing_matches")
    board = models.PositiveSmallIntegerField(default=1)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="pairing_match")
    entry_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    entry_b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    recorded_at = models.DateTimeField(null=True)
    voided_at = models.DateTimeField(null=True)
    annulled = models.BooleanField(default=False)

    class Meta:
        verbose_name = "pairing match"
        verbose_name_plural = "pairing matches"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "board"],
                condition=models.Q(voided_at__isnull=True),
                name="pairingmatch_one_live_per_board",
            )
        ]
        indexes = [
            models.Index(
                fields=["match"],
                condition=models.Q(recorded_at__isnull=True, voided_at__isnull=True),
                name="pairingmatch_owed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}#{self.board}"
