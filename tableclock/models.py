"""ClockLink: an address that opens the clock of a match or of a table. TableClock: the clock of a match over the board. ClockEvent:
its log, which alone is the truth; the clock's row is computed from it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import PlayingTable, Slip


class LinkPurpose(models.TextChoices):
    """What a link opens."""

    CLOCK = "clock", _("Match clock")
    OVERLAY = "overlay", pgettext_lazy("stream", "Overlay")


class ClockLink(models.Model):
    """A link to a match (its slip) or to a table, whose current match it then opens. Whoever has the address of a clock may keep it.

    `withdrawn_at`: the desk has ended it; its address never works again. A renewed link is a new row.
    """

    code = models.CharField(max_length=16, unique=True)
    purpose = models.CharField(max_length=8, choices=LinkPurpose.choices)
    slip = models.ForeignKey(
        Slip, null=True, blank=True, on_delete=models.CASCADE, related_name="clock_links"
    )
    table = models.ForeignKey(
        PlayingTable, null=True, blank=True, on_delete=models.CASCADE, related_name="clock_links"
    )
    created_at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "clock link"
        verbose_name_plural = "clock links"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["slip", "purpose"],
                condition=Q(withdrawn_at=None, slip__isnull=False),
                name="clocklink_one_per_slip",
            ),
            models.UniqueConstraint(
                fields=["table", "purpose"],
                condition=Q(withdrawn_at=None, table__isnull=False),
                name="clocklink_one_per_table",
            ),
            models.CheckConstraint(
                condition=Q(slip=None, table__isnull=False) | Q(slip__isnull=False, table=None),
                name="clocklink_of_slip_or_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.slip_id or ''}/{self.table_id or ''}"

    def get_absolute_url(self) -> str:
        is_clock = self.purpose == LinkPurpose.CLOCK
        return reverse("table-clock" if is_clock else "overlay", args=[self.code])


class TableClock(models.Model):
    """The clock of a match over the board. `format` is how it is played (matchlog/terms.py), `state` the match so far
    (matchlog/state.py), both as JSON.

    `serial` is that of the last event, `applied` that of the last one whose consequences for the tournament are written.
    `sheet` are the games that the clock last wrote on the score sheet or read from it.
    """

    slip = models.OneToOneField(Slip, on_delete=models.CASCADE, related_name="clock")
    format = models.JSONField()
    state = models.JSONField()
    sheet = models.JSONField(default=list)
    serial = models.PositiveIntegerField(default=0)
    applied = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = "match clock"
        verbose_name_plural = "match clocks"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.slip_id}"


class ClockEvent(models.Model):
    """An event of a clock's log; `serial` is the order in which they arrived. Never changed.

    `device` and `number` name it, so that an event sent twice counts once; the server's own have no device. `at_ms` is when it
    happened, in milliseconds since 1970 by the server's clock. `by` and `network` are who sent a confirmation.
    """

    clock = models.ForeignKey(TableClock, on_delete=models.CASCADE, related_name="events")
    serial = models.PositiveIntegerField()
    device = models.CharField(max_length=16, blank=True)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    data = models.JSONField(default=dict)
    at_ms = models.BigIntegerField()
    received_at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    network = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = "event of a match clock"
        verbose_name_plural = "events of match clocks"
        ordering = ["clock", "serial"]
        constraints = [
            models.UniqueConstraint(fields=["clock", "serial"], name="clockevent_serial_once"),
            models.UniqueConstraint(fields=["clock", "device", "number"], name="clockevent_once"),
        ]

    def __str__(self) -> str:
        return f"{self.clock_id}/{self.serial} {self.kind}"
