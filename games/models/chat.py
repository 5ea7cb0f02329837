"""The chat of a match: its lines, whom a reader has muted, and what was reported to the staff."""

from django.db import models

from accounts.models import Player, User
from games.models.match import Match

LONGEST_LINE = 300


class ChatRoom(models.TextChoices):
    """Players and spectators have a room each, so that nobody helps a player (design §5)."""

    PLAYERS = "players", "players"
    SPECTATORS = "spectators", "spectators"


class ChatLine(models.Model):
    """One line; `phrase` names a quick phrase, which each reader sees in their own language; else `text` is the line.

    A line that staff take away keeps its row: `hidden_at`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat_lines")
    room = models.CharField("room", max_length=10, choices=ChatRoom.choices)
    author = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="chat_lines"
    )
    text = models.CharField("text", max_length=LONGEST_LINE, blank=True)
    phrase = models.CharField("quick phrase", max_length=32, blank=True)
    at = models.DateTimeField()
    key = models.CharField(max_length=64)
    hidden_at = models.DateTimeField("hidden at", null=True, blank=True)

    class Meta:
        verbose_name = "chat line"
        verbose_name_plural = "chat lines"
        ordering = ["match", "id"]
        constraints = [
            models.UniqueConstraint("match", "author", "key", name="games_chatline_one_per_key")
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.text or self.phrase}"


class ChatReport(models.Model):
    """Somebody asks the staff to look at a line; settled by a member of staff, or open."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField("reason", max_length=300, blank=True)
    at = models.DateTimeField()
    settled_at = models.DateTimeField("settled at", null=True, blank=True)
    settled_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = "report"
        verbose_name_plural = "reports"
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint("line", "reporter", name="games_chatreport_once_per_reader")
        ]

    def __str__(self) -> str:
        return f"{self.line} ({self.reporter})"


class Mute(models.Model):
    """`user` does not want to read what `player` says, at any table."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mutes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "mute"
        verbose_name_plural = "mutes"
        constraints = [models.UniqueConstraint("user", "player", name="games_mute_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.player}"
