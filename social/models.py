"""Follow: a user wants to see how a player is doing. BlockedPlayer: a user wants nothing of a player outside tournaments."""

from django.conf import settings
from django.db import models

from accounts.models import Player


class Follow(models.Model):
    """`user` follows `player`. The followed player is not notified, and nobody else sees it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = "follow"
        verbose_name_plural = "follows"
        constraints = [
            models.UniqueConstraint(fields=["user", "player"], name="social_follow_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.player_id}"


class BlockedPlayer(models.Model):
    """`user` has blocked `player`: no challenges, friendly matches or chat between the two. Tournaments go on.

    Nobody but `user` reads it. The blocked player gets the same answers as from somebody who accepts no challenges.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="player_blocks",
        db_index=False,
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = "blocked player"
        verbose_name_plural = "blocked players"
        constraints = [models.UniqueConstraint(fields=["user", "player"], name="social_block_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.player_id}"
