"""Money as it was recorded at the desk; nothing here moves any. Amounts are whole numbers of the currency's smallest unit.

A line of the ledger is never edited or deleted: a wrong one is reversed by another line (T11.5).
"""

from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from tournaments.models.event import ONE_SUBJECT, Event
from tournaments.models.tournament import Entry, Tournament

PERCENT = (MinValueValidator(0), MaxValueValidator(100))


class FeePlan(models.Model):
    """The fees of a tournament and how much of them comes back as prizes (T11.1).

    `returned` per cent of the entry fees make the prize money, together with `added`; the registration fee never does.
    `pay_unit` is the smallest amount that is paid out, such as 100 cents. No `reentry_fee` means the entry fee.
    Who entered before `early_until` pays `early_fee` as entry fee; both are set or neither.
    `reduced_fee` is the entry fee of those whom `reduced_for` describes, such as juniors; entrants say so themselves.
    `agreements`: players may divide open prizes among themselves (models/agreement.py).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fee_plan")
    currency = models.CharField(_("Currency"), max_length=3, default="EUR")
    entry_fee = models.PositiveBigIntegerField(_("Entry fee"), default=0)
    reentry_fee = models.PositiveBigIntegerField(_("Re-entry fee"), null=True, blank=True)
    registration_fee = models.PositiveBigIntegerField(_("Registration fee"), default=0)
    early_fee = models.PositiveBigIntegerField(_("Early entry fee"), null=True, blank=True)
    early_until = models.DateTimeField(_("Early entry until"), null=True, blank=True)
    reduced_fee = models.PositiveBigIntegerField(_("Reduced entry fee"), null=True, blank=True)
    reduced_for = models.CharField(
        _("Who pays the reduced fee"), max_length=120, blank=True, default="", db_default=""
    )
    returned = models.DecimalField(
        _("Return to players (%)"),
        max_digits=5,
        decimal_places=2,
        default=Decimal(100),
        validators=PERCENT,
    )
    added = models.PositiveBigIntegerField(_("Added money"), default=0)
    pay_unit = models.PositiveIntegerField(_("Rounding unit for prizes"), default=100)
    equal_points_share = models.BooleanField(
        _("Split prizes between players level on points"), default=False
    )
    agreements = models.BooleanField(
        _("Players may agree how to divide open prizes"), default=True, db_default=True
    )

    class Meta:
        verbose_name = "tournament fees"
        verbose_name_plural = "tournament fees"
        constraints = [
            models.CheckConstraint(
                condition=Q(returned__gte=0, returned__lte=100), name="feeplan_returned_is_percent"
            ),
            models.CheckConstraint(condition=Q(pay_unit__gte=1), name="feeplan_pays_some_unit"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.entry_fee} {self.currency}"


class EntryFee(models.Model):
    """What one entry pays instead of the plan's fees: a guest, a junior, a winner of a satellite."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="own_fee")
    entry_fee = models.PositiveBigIntegerField("entry fee")
    registration_fee = models.PositiveBigIntegerField("registration fee")
    note = models.CharField("reason", max_length=200, blank=True)

    class Meta:
        verbose_name = "entry’s own fee"
        verbose_name_plural = "entries’ own fees"

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.entry_fee}"


class SidePool(models.Model):
    """A side pool: a pot of its own, won by the best placed among its entries (T11.1, X13).

    `pay_table` holds the shares of the first, second … of them in per cent; places are those of the table `section`.
    Its entries have to be in `requires` as well.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="side_pools")
    name = models.CharField("name", max_length=60)
    fee = models.PositiveBigIntegerField("fee")
    returned = models.DecimalField(
        "percentage paid back",
        max_digits=5,
        decimal_places=2,
        default=Decimal(100),
        validators=PERCENT,
    )
    section = models.CharField("standings used", max_length=16, default="main")
    pay_table = models.JSONField("shares by place (%)", default=list)
    requires = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.RESTRICT, related_name="required_by"
    )
    entries = models.ManyToManyField(Entry, through="SidePoolEntry", related_name="side_pools")

    class Meta:
        verbose_name = "side pool"
        verbose_name_plural = "side pools"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="sidepool_one_per_name"),
            models.CheckConstraint(
                condition=Q(returned__gte=0, returned__lte=100), name="sidepool_returned_is_percent"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SidePoolEntry(models.Model):
    """An entry in a side pool."""

    pool = models.ForeignKey(SidePool, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="pool_seats")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = "side pool entry"
        verbose_name_plural = "side pool entries"
        constraints = [models.UniqueConstraint(fields=["pool", "entry"], name="sidepoolentry_once")]

    def __str__(self) -> str:
        return f"{self.pool_id}: {self.entry_id}"


class Calcutta(models.Model):
    """An auction of the players before the start; the owners get the prizes of its pool (T11.5).

    It records what others agreed among themselves. `buy_back` is the most a player may buy of their own price, in per cent.
    `on_block` is the lot that is auctioned now, `bid` the highest bid so far and `bidder` who made it; both may be missing.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="calcutta")
    returned = models.DecimalField(
        "percentage paid back",
        max_digits=5,
        decimal_places=2,
        default=Decimal(100),
        validators=PERCENT,
    )
    pay_table = models.JSONField("payout table", default=list)
    buy_back = models.PositiveSmallIntegerField("maximum buy-back (%)", default=50)
    on_block = models.ForeignKey(
        "CalcuttaLot", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    bid = models.PositiveBigIntegerField("highest bid so far", null=True, blank=True)
    bidder = models.CharField("bidder", max_length=80, blank=True, default="", db_default="")

    class Meta:
        verbose_name = "Calcutta"
        verbose_name_plural = "Calcuttas"
        constraints = [
            models.CheckConstraint(
                condition=Q(returned__gte=0, returned__lte=100), name="calcutta_returned_is_percent"
            ),
            models.CheckConstraint(
                condition=Q(buy_back__lte=100), name="calcutta_buy_back_is_part"
            ),
        ]

    def __str__(self) -> str:
        return f"calcutta {self.tournament_id}"


class CalcuttaLot(models.Model):
    """What is auctioned at once: one entry, or a field of several. Unsold while `price` is null."""

    calcutta = models.ForeignKey(Calcutta, on_delete=models.CASCADE, related_name="lots")
    number = models.PositiveIntegerField("number")
    name = models.CharField("name", max_length=80, blank=True)
    price = models.PositiveBigIntegerField("highest bid", null=True, blank=True)
    owner = models.CharField("sold to", max_length=80, blank=True)
    owner_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="calcutta_lots"
    )
    sold_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = "Calcutta lot"
        verbose_name_plural = "Calcutta lots"
        ordering = ["calcutta", "number"]
        constraints = [
            models.UniqueConstraint(fields=["calcutta", "number"], name="calcuttalot_one_number"),
            models.CheckConstraint(
                condition=Q(price=None, owner="") | (Q(price__isnull=False) & ~Q(owner="")),
                name="calcuttalot_sold_to_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.number}"


class CalcuttaLotEntry(models.Model):
    """An entry in a lot, and how much of it the player bought back, in per cent."""

    lot = models.ForeignKey(CalcuttaLot, on_delete=models.CASCADE, related_name="lot_entries")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="calcutta_lot_entry")
    bought_back = models.PositiveSmallIntegerField("bought back (%)", default=0)

    class Meta:
        verbose_name = "Calcutta entry"
        verbose_name_plural = "Calcutta entries"
        constraints = [
            models.CheckConstraint(
                condition=Q(bought_back__lte=100), name="calcuttalotentry_bought_part"
            )
        ]

    def __str__(self) -> str:
        return f"{self.lot_id}: {self.entry_id}"


class LedgerLine(models.Model):
    """One amount that somebody says changed hands; positive came to the desk, negative left it.

    Written once. `reverses` is the line this one takes back. `key` is the sender's own: the same key twice is one line.
    `who` is the name of the person who paid or was paid, as it was then. A line of an event, such as the rent of the room, is
    of none of its tournaments.
    """

    class Kind(models.TextChoices):
        ENTRY_FEE = "entry_fee", _("Entry fee")
        REGISTRATION = "registration", _("Registration fee")
        REENTRY = "reentry", _("Re-entry")
        SIDE_POOL = "side_pool", _("Side pool")
        CALCUTTA = "calcutta", _("Calcutta bid")
        ADDED = "added", _("Added money")
        EXPENSE = "expense", _("Expense")
        REFUND = "refund", _("Refund")
        PRIZE = "payout", _("Prize")
        POOL_PRIZE = "pool_payout", _("Side pool prize")
        CALCUTTA_PRIZE = "calcutta_payout", _("Calcutta payout")

    COMES_IN = frozenset(
        {Kind.ENTRY_FEE, Kind.REGISTRATION, Kind.REENTRY, Kind.SIDE_POOL, Kind.CALCUTTA}
    )
    """What scorers may take; every other kind is the organizer's."""
    GOES_OUT = frozenset(
        {Kind.EXPENSE, Kind.REFUND, Kind.PRIZE, Kind.POOL_PRIZE, Kind.CALCUTTA_PRIZE}
    )
    FOR_PLAYING = (Kind.ENTRY_FEE, Kind.REGISTRATION, Kind.REENTRY, Kind.SIDE_POOL, Kind.REFUND)
    """What counts for the account of an entry."""

    class Method(models.TextChoices):
        CASH = "cash", _("Cash")
        CARD = "card", pgettext_lazy("payment", "Card")
        TRANSFER = "transfer", _("Bank transfer")
        OTHER = "other", pgettext_lazy("payment", "Other")

    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="ledger_lines"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="ledger_lines"
    )
    kind = models.CharField("item", max_length=16, choices=Kind.choices)
    amount = models.BigIntegerField("amount")
    currency = models.CharField("currency", max_length=3)
    method = models.CharField("method", max_length=8, choices=Method.choices, default=Method.CASH)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.RESTRICT, related_name="ledger_lines"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="ledger_lines"
    )
    who = models.CharField("payer or recipient", max_length=120, blank=True)
    pool = models.ForeignKey(
        SidePool, null=True, blank=True, on_delete=models.RESTRICT, related_name="ledger_lines"
    )
    lot = models.ForeignKey(
        CalcuttaLot, null=True, blank=True, on_delete=models.RESTRICT, related_name="ledger_lines"
    )
    note = models.CharField("note", max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    key = models.CharField(max_length=64)
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.RESTRICT, related_name="reversed_by"
    )

    class Meta:
        verbose_name = "ledger line"
        verbose_name_plural = "ledger lines"
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["tournament", "entry", "kind"], name="ledger_by_entry")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="ledgerline_once_per_key"),
            models.UniqueConstraint(fields=["event", "key"], name="ledgerline_once_in_event"),
            models.CheckConstraint(condition=ONE_SUBJECT, name="ledgerline_of_one_subject"),
            models.CheckConstraint(condition=~Q(amount=0), name="ledgerline_says_an_amount"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} {self.currency}"
