"""What staff see of fair play: figures of each analysed match and of each player, switches of tab, and what staff noted.

All figures follow from analyses and logs, and can be worked out again (services/figures.py). Notes are never changed.
"""

from django.db import models

from accounts.models import Player, User
from analysis.models import MatchAnalysis
from games.models import Match, SeatName


class MatchFigures(models.Model):
    """The choices of one seat in an analysed match. `version` is that of the model (evidence/), `log_length` as in the analysis.

    `human` and `helped` are log likelihoods for HUMANS and HELPED (evidence/players.py); `easy_s` and `hard_s` the seconds taken.
    A seat whose choices say nothing of one person (doubles, bots) has a row without choices.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="fair_play_figures", db_index=False
    )
    seat = models.CharField("seat", max_length=1, choices=SeatName.choices)
    analysis = models.ForeignKey(MatchAnalysis, on_delete=models.CASCADE, related_name="+")
    log_length = models.PositiveIntegerField("length of the log")
    version = models.PositiveSmallIntegerField("version of the model")
    choices = models.PositiveIntegerField("counted choices", default=0)
    lost = models.FloatField("equity lost", default=0)
    agreed = models.PositiveIntegerField("agreed with the engine", default=0)
    hard = models.PositiveIntegerField("hard choices", default=0)
    hard_agreed = models.PositiveIntegerField("hard choices agreed", default=0)
    human = models.JSONField(default=list)
    helped = models.JSONField(default=list)
    easy_s = models.JSONField(default=list)
    hard_s = models.JSONField(default=list)

    class Meta:
        verbose_name = "figures of a match"
        verbose_name_plural = "figures of matches"
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="fairplay_once_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"


class PlayerFigures(models.Model):
    """A player over the matches of their latest season (a calendar year), for the list of the staff. One row a player.

    `evidence` is the highest of the season, as a natural logarithm; `flagged_at` the end of the match that reached the threshold.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="fair_play_figures", db_index=False
    )
    season = models.PositiveSmallIntegerField("season")
    matches = models.PositiveIntegerField("matches")
    choices = models.PositiveIntegerField("counted choices")
    pr = models.FloatField("PR")
    agreement = models.FloatField("agreement")
    evidence = models.FloatField("evidence")
    flagged_at = models.DateTimeField("threshold reached", null=True)
    updated_at = models.DateTimeField("updated")

    class Meta:
        verbose_name = "player"
        verbose_name_plural = "players"
        ordering = ["-evidence", "player"]
        permissions = [("note_playerfigures", "May note a decision on fair play")]
        constraints = [models.UniqueConstraint(fields=["player"], name="fairplay_once_a_player")]

    def __str__(self) -> str:
        return str(self.player)


class FairPlayStatus(models.TextChoices):
    WATCHING = "watching", "Watching"
    CLEARED = "cleared", "Cleared"
    ACTED = "acted", "Acted"


class FairPlayNote(models.Model):
    """What a member of staff decided about a player, and why. The newest counts; nothing follows from it by itself."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="fair_play_notes")
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField("by", max_length=150)
    at = models.DateTimeField("time")
    status = models.CharField("decision", max_length=10, choices=FairPlayStatus.choices)
    reason = models.CharField("reason", max_length=300)
    evidence = models.FloatField("evidence at the time", null=True)

    class Meta:
        verbose_name = "decision"
        verbose_name_plural = "decisions"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.status}"


class TabSwitches(models.Model):
    """How often the page of a table was hidden in one game, as the player's browser reports it. Counts only, no times."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="tab_switches", db_index=False
    )
    seat = models.CharField("seat", max_length=1, choices=SeatName.choices)
    game = models.PositiveSmallIntegerField("game")
    count = models.PositiveSmallIntegerField("times")

    class Meta:
        verbose_name = "switches of tab"
        verbose_name_plural = "switches of tab"
        ordering = ["match", "seat", "game"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat", "game"], name="fairplay_switches_once_a_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.game}: {self.count}"
