"""Analyses of matches: what is asked for, what runs, and what came out. The row is the queue. And the cards of the training."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from games.models import Match, SeatName


class AnalysisStatus(models.TextChoices):
    WAITING = "waiting", "waiting"
    RUNNING = "running", "running"
    DONE = "done", "done"
    FAILED = "failed", "failed"


class MatchAnalysis(models.Model):
    """One judgement of a match: of its log up to `log_length`, with a preset of an engine.

    A ruling that changes the log, another preset or another engine makes another row. `result` has the decisions beside
    the numbers of the log, and the totals of both seats (analysis/engine/compact.py). `part` is the same for what is judged so far,
    while it runs.
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
    is_automatic = models.BooleanField("nobody asked for it", default=False, db_default=False)
    alive_at = models.DateTimeField("last sign of life", null=True)
    finished_at = models.DateTimeField("finished at", null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField("decisions judged", default=0)
    total = models.PositiveIntegerField("decisions to judge", default=0)
    part = models.JSONField("result so far", null=True)
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


class AnalysisFile(models.Model):
    """The whole analysis as gammonview's .gvab file, with more plays than `result` keeps, for those who download it."""

    analysis = models.OneToOneField(
        MatchAnalysis, on_delete=models.CASCADE, primary_key=True, related_name="file"
    )
    content = models.BinaryField()

    class Meta:
        verbose_name = "file of an analysis"
        verbose_name_plural = "files of analyses"

    def __str__(self) -> str:
        return str(self.analysis_id)


class ImportedAnalysis(models.Model):
    """What the file of an imported match said of its decisions: the numbers of another program, never mixed with ours.

    `program` and `level` are words of gammonview, `result` is as in MatchAnalysis. A PR in it counts nowhere.
    """

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="imported_analysis"
    )
    program = models.CharField(max_length=40)
    level = models.CharField("strongest level", max_length=20, blank=True)
    result = models.JSONField()

    class Meta:
        verbose_name = "imported analysis"
        verbose_name_plural = "imported analyses"

    def __str__(self) -> str:
        return f"{self.match_id} {self.program}"


class PerformanceRating(models.Model):
    """The PR of one seat in an analysed match, beside its analysis, so that pages need no JSON. One row a match and seat.

    It counts as long as `log_length` is the length of the log: after a ruling there is none until the next analysis.
    Both come from `totals` of the result; `pr` is 500 times the equity lost in a decision. `lost_by_kind` is {kind: [equity lost,
    decisions]} by the kinds of kinds.py; None until it is worked out.
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
    lost_by_kind = models.JSONField("equity lost by kind", null=True)

    class Meta:
        verbose_name = "performance rating"
        verbose_name_plural = "performance ratings"
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="performance_once_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}: {self.pr}"


class TrainingPlan(models.Model):
    """What a user has chosen for their training. Whoever writes cards or days of this user locks this row."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="training_plan"
    )
    new_a_day = models.PositiveSmallIntegerField("new positions a day", default=10)

    class Meta:
        verbose_name = "training plan"
        verbose_name_plural = "training plans"

    def __str__(self) -> str:
        return f"{self.user_id}: {self.new_a_day}"


class TrainedMatch(models.Model):
    """An analysed match of a user whose errors have become cards. It stands also for matches without an error.

    It counts as long as its analysis is the one of the PerformanceRating of this seat (training_cards.py). Another analysis, a
    ruling that changes the log, and a match that is void or gone end it, and its cards with it.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="trained_matches", db_index=False
    )
    analysis = models.ForeignKey(
        MatchAnalysis, on_delete=models.CASCADE, related_name="trained_matches"
    )
    seat = models.CharField("seat", max_length=1, choices=SeatName.choices)

    class Meta:
        verbose_name = "match in training"
        verbose_name_plural = "matches in training"
        ordering = ["user", "analysis"]
        constraints = [
            models.UniqueConstraint(fields=["user", "analysis"], name="analysis_trained_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.analysis_id} {self.seat}"


class TrainingCard(models.Model):
    """An error of a user as a position to solve again (leitner.py). The position and its figures are read from the match.

    `seq` is the entry of the log, `ask` what is to be decided there (quiz.py), `loss` what the error cost. A new card is in box 0
    and has no day.
    """

    source = models.ForeignKey(
        TrainedMatch, on_delete=models.CASCADE, related_name="cards", db_index=False
    )
    seq = models.PositiveIntegerField("entry of the log")
    ask = models.CharField("what is decided", max_length=6)
    loss = models.FloatField("equity lost")
    box = models.PositiveSmallIntegerField("Leitner box", default=0)
    due_on = models.DateField("due on", null=True)
    answers = models.PositiveIntegerField("answers", default=0)
    last_choice = models.CharField("latest answer", max_length=80, blank=True)

    class Meta:
        verbose_name = "training card"
        verbose_name_plural = "training cards"
        ordering = ["source", "seq", "ask"]
        constraints = [
            models.UniqueConstraint(fields=["source", "seq", "ask"], name="analysis_card_once")
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {self.seq} {self.ask}: box {self.box}"


class TrainingDay(models.Model):
    """How many cards a user answered on one day. `fresh` were new; `recalled` are right answers to the others."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="training_days", db_index=False
    )
    day = models.DateField("day")
    answered = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField("right answers", default=0)
    fresh = models.PositiveIntegerField("new cards", default=0)
    recalled = models.PositiveIntegerField("right answers to repeated cards", default=0)

    class Meta:
        verbose_name = "day of training"
        verbose_name_plural = "days of training"
        ordering = ["user", "-day"]
        constraints = [models.UniqueConstraint(fields=["user", "day"], name="analysis_day_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}: {self.answered}"
