"""Analyses of matches: what is asked for, what runs, and what came out. The row is the queue."""

from django.db import models
from django.db.models import Q

from games.models import Match, SeatName


class AnalysisStatus(models.TextChoices):
    WAITING = "waiting", "waiting"
    RUNNING = "running", "running"
    DONE = "done", "done"
    FAILED = "failed", "failed"


class MatchAnalysis(models.Model):
    """One judgement of a match: of its log up to `log_length`, with a preset of an engine.

    A ruling that changes the log, another preset or another engine makes another row. `result` has the decisions beside
    the numbers of the log, and the totals of both seats (analysis/engine/compact.py).
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="analyses", db_index=False
    )
    log_length = models.PositiveIntegerField("length of the log")
    preset = models.CharField(max_length=20)
    engine = models.CharField(max_length=80)
    status = models.CharField(
        max_length=10, choices=AnalysisStatus.choices, default=AnalysisStatus.WAITING
    )
    requested_at = models.DateTimeField("requested at")
    alive_at = models.DateTimeField("last sign of life", null=True)
    finished_at = models.DateTimeField("finished at", null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField("decisions judged", default=0)
    total = models.PositiveIntegerField("decisions to judge", default=0)
    result = models.JSONField(null=True)
    error = models.CharField("why it failed", max_length=300, blank=True)

    class Meta:
        verbose_name = "analysis"
        verbose_name_plural = "analyses"
        ordering = ["requested_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "log_length", "preset", "engine"], name="analysis_once"
            )
        ]
        indexes = [
            models.Index(
                "requested_at",
                name="analysis_queue",
                condition=Q(status__in=["waiting", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.preset}: {self.status}"


class PerformanceRating(models.Model):
    """The PR of one seat in an analysed match, beside its analysis, so that pages need no JSON. One row a match and seat.

    It counts as long as `log_length` is the length of the log: after a ruling there is none until the next analysis.
    Both come from `totals` of the result; `pr` is 500 times the equity lost in a decision.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="performance_ratings", db_index=False
    )
    seat = models.CharField("seat", max_length=1, choices=SeatName.choices)
    analysis = models.ForeignKey(
        MatchAnalysis, on_delete=models.CASCADE, related_name="performance_ratings"
    )
    log_length = models.PositiveIntegerField("length of the log")
    pr = models.FloatField("PR")
    decisions = models.PositiveIntegerField("counted decisions")

    class Meta:
        verbose_name = "performance rating"
        verbose_name_plural = "performance ratings"
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="performance_once_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}: {self.pr}"
