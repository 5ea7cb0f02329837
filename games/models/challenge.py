"""What a program sent with a key when it wanted a match: sent again, because the answer was lost, it is the same match."""

from django.conf import settings
from django.db import models

from games.models.match import Match

LONGEST_KEY = 64


class ChallengeKey(models.Model):
    """`told` is a hash of what was asked, so that a key is seen to be used for something else."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=LONGEST_KEY)
    told = models.CharField(max_length=64, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("user", "key", name="games_challengekey_one_match"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"
