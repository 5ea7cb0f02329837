"""Where a tournament is played: online, over the board, or both; playing rooms and tables; check-in."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import ONE_SUBJECT, Event
from tournaments.models.record import Ruling
from tournaments.models.stage import Pairing, Round
from tournaments.models.tournament import Entry, Tournament


class TablePool(models.Model):
    """The rooms and tables of an event, shared by its tournaments, or of a tournament that is in no event.

    Its lock is taken after a tournament's, never before.
    """

    event = models.OneToOneField(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="table_pool"
    )
    tournament = models.OneToOneField(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="table_pool"
    )
    created_at = models.DateTimeField()

    class Meta:
        db_table = "tournaments_hall"
        verbose_name = "tables of an event"
        verbose_name_plural = "tables of events"
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=ONE_SUBJECT, name="hall_of_one_subject")]

    def __str__(self) -> str:
        return str(self.event or self.tournament)


class Venue(models.Model):
    """Where a tournament is played; online without this row.

    In a mixed tournament `mixed_on_board` says where pairings are played that nobody has moved. A report that nobody answers
    stands after `confirm_after_s`. A called match counts as playing after `playing_after_min`. Between two
    matches a player has `rest_min` before a table is called for them. `check_in_code` is the short address on the desk's notice; check-in is open from
    `check_in_opened_at` until `check_in_closed_at`.
    """

    class Where(models.TextChoices):
        ONLINE = "online", _("Online")
        BOARD = "board", _("Over the board")
        MIXED = "mixed", _("Over the board and online")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="venue")
    where = models.CharField(
        "mode of play", max_length=6, choices=Where.choices, default=Where.ONLINE
    )
    mixed_on_board = models.BooleanField("mixed: over the board by default", default=True)
    assigns = models.BooleanField("assigns tables automatically", default=True)
    score_sheets = models.BooleanField("score sheets", default=True)
    confirm_after_s = models.PositiveIntegerField("time to answer a report (seconds)", default=600)
    playing_after_min = models.PositiveSmallIntegerField(
        "minutes after the call until a match counts as playing", default=5, db_default=5
    )
    rest_min = models.PositiveSmallIntegerField(
        "minutes of rest between two matches", default=0, db_default=0
    )
    check_in_code = models.CharField(
        max_length=16, null=True, blank=True, unique=True
    )  # unique where set
    check_in_opened_at = models.DateTimeField(null=True, blank=True)
    check_in_closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "venue settings"
        verbose_name_plural = "venue settings"

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.where}"

    @property
    def by_default_on_board(self) -> bool:
        return self.where == self.Where.BOARD or (
            self.where == self.Where.MIXED and self.mixed_on_board
        )


class Moved(models.Model):
    """A pairing, or a whole round, that a director moved over the board or online; that of a pairing has precedence."""

    round = models.ForeignKey(
        Round, null=True, blank=True, on_delete=models.CASCADE, related_name="moved"
    )
    pairing = models.ForeignKey(
        Pairing, null=True, blank=True, on_delete=models.CASCADE, related_name="moved"
    )
    on_board = models.BooleanField("over the board")
    ruling = models.ForeignKey(Ruling, null=True, on_delete=models.SET_NULL, related_name="moved")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "change of mode of play"
        verbose_name_plural = "changes of mode of play"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(revoked_at=None), name="moved_round_once"
            ),
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(revoked_at=None), name="moved_pairing_once"
            ),
            models.CheckConstraint(
                condition=Q(round=None, pairing__isnull=False)
                | Q(round__isnull=False, pairing=None),
                name="moved_round_or_pairing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id or ''}/{self.pairing_id or ''}: {self.on_board}"


class Room(models.Model):
    """A playing room: some of the tables, under a name."""

    table_pool = models.ForeignKey(
        TablePool, on_delete=models.CASCADE, related_name="rooms", db_column="hall_id"
    )
    name = models.CharField("name", max_length=60)

    class Meta:
        verbose_name = "playing room"
        verbose_name_plural = "playing rooms"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["table_pool", "name"], name="room_one_per_name")
        ]

    def __str__(self) -> str:
        return self.name


class PlayingTable(models.Model):
    """A table with its number, unique in its pool. A reserved one is assigned by hand only, one that is
    out of order not at all; `stream` says that it is filmed. `plan_row` and `plan_column`, from 1, are its place on the
    plan of its room; without them the plan finds one (venue/selectors/plan_layout.py)."""

    class State(models.TextChoices):
        FREE = "free", pgettext_lazy("table", "Free")
        RESERVED = "reserved", pgettext_lazy("table", "Reserved")
        OUT = "out", pgettext_lazy("table", "Out of order")

    table_pool = models.ForeignKey(
        TablePool, on_delete=models.CASCADE, related_name="tables", db_column="hall_id"
    )
    room = models.ForeignKey(
        Room, null=True, blank=True, on_delete=models.SET_NULL, related_name="tables"
    )
    number = models.PositiveIntegerField("number")
    state = models.CharField("state", max_length=8, choices=State.choices, default=State.FREE)
    stream = models.BooleanField("stream table", default=False)
    note = models.CharField("note", max_length=120, blank=True)
    plan_row = models.PositiveSmallIntegerField("row on the plan", null=True, blank=True)
    plan_column = models.PositiveSmallIntegerField("column on the plan", null=True, blank=True)

    class Meta:
        verbose_name = "table"
        verbose_name_plural = "tables"
        ordering = ["table_pool", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table_pool", "number"], name="playingtable_one_per_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="playingtable_number_from_1"),
            models.CheckConstraint(
                condition=Q(plan_row=None, plan_column=None)
                | Q(plan_row__gte=1, plan_column__gte=1),
                name="playingtable_row_with_column",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)


class CheckIn(models.Model):
    """An entry has arrived; `by` is who checked it in, the player or somebody at the desk."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="check_in")
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = "check-in"
        verbose_name_plural = "check-ins"

    def __str__(self) -> str:
        return f"{self.entry_id}"
