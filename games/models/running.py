"""How the site runs: announced maintenance, what each live process did in each minute, tasks that failed."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.match import Match


class Maintenance(models.Model):
    """A time in which nobody plays. At `starts_at` a sweep pauses every match, at `ends_at` it lets them go on.

    `begun_at` and `ended_at` say what the sweep has done; `called_off_at` that it need not happen after all.
    """

    starts_at = models.DateTimeField("starts at")
    ends_at = models.DateTimeField("ends at")
    text = models.CharField("text", max_length=200, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    begun_at = models.DateTimeField("started at", null=True, blank=True, editable=False)
    ended_at = models.DateTimeField("ended at", null=True, blank=True, editable=False)
    called_off_at = models.DateTimeField("cancelled at", null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "maintenance notice"
        verbose_name_plural = "maintenance notices"
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="games_maintenance_has_length", condition=Q(ends_at__gt=F("starts_at"))
            )
        ]
        indexes = [
            models.Index(
                "starts_at", name="games_maintenance_due", condition=Q(ended_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%F %H:%M} – {self.ends_at:%H:%M} UTC"

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None


class MaintenancePause(models.Model):
    """A match that a maintenance has paused; `resumed_at` when it let it go on, or found that it had ended."""

    maintenance = models.ForeignKey(Maintenance, on_delete=models.CASCADE, related_name="pauses")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    resumed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "maintenance pause"
        verbose_name_plural = "maintenance pauses"
        constraints = [
            models.UniqueConstraint("maintenance", "match", name="games_maintenancepause_once")
        ]

    def __str__(self) -> str:
        return f"{self.maintenance_id}: {self.match_id}"


class ProcessMinute(models.Model):
    """What one live process did up to `at`: actions answered since its last row, by the bounds of counters.ANSWERED_S."""

    process = models.CharField(max_length=80)
    at = models.DateTimeField(db_index=True)
    seconds = models.FloatField()
    answered = models.JSONField(default=list)
    listeners = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = "live process minute"
        verbose_name_plural = "live process minutes"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.process} {self.at:%H:%M:%S}"

    @property
    def moves(self) -> int:
        return sum(self.answered)


class FailedTask(models.Model):
    """A background task that raised. The work itself is owed as a row elsewhere; this says why it was not done."""

    task_id = models.CharField(max_length=64, unique=True)
    name = models.CharField("task", max_length=120)
    args = models.JSONField("arguments", default=list)
    kwargs = models.JSONField("named arguments", default=dict)
    error = models.TextField("error")
    trace = models.TextField("traceback", blank=True)
    at = models.DateTimeField("failed at", db_index=True)
    times = models.PositiveIntegerField("consecutive failures", default=1)
    retried_at = models.DateTimeField("retried at", null=True, blank=True)
    retried_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name="retried by",
    )

    class Meta:
        verbose_name = "failed task"
        verbose_name_plural = "failed tasks"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)
        permissions = [("retry_failedtask", "May retry a failed task")]
        indexes = [
            models.Index("at", name="games_failedtask_open", condition=Q(retried_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.at:%F %T}"
