"""When actions could be accepted: heartbeats of the processes, and the gaps that clocks do not count."""

from django.db import models
from django.db.models import F, Q


class Heartbeat(models.Model):
    """The last second in which a process that accepts actions was alive."""

    process = models.CharField(max_length=80, unique=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "heartbeat"
        verbose_name_plural = "heartbeats"

    def __str__(self) -> str:
        return self.process


class Outage(models.Model):
    """A time in which no process could accept an action; no clock is charged for it."""

    started_at = models.DateTimeField("start")
    ended_at = models.DateTimeField("end", db_index=True)

    class Meta:
        verbose_name = "outage"
        verbose_name_plural = "outages"
        ordering = ["-started_at"]
        constraints = [
            models.CheckConstraint(
                name="games_outage_has_length", condition=Q(ended_at__gt=F("started_at"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.started_at:%F %T} to {self.ended_at:%F %T}"
