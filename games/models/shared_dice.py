"""Same dice: the secret that several matches roll from, and how far each of them is (ADR 25)."""

import uuid

from django.db import models
from django.db.models import Q

from games.models.match import Match
from web.secret import SecretField


class SharedDice(models.Model):
    """The dice of a group of matches. `seed` is read by games.services.shared_rolls and by the dice audit alone.

    `released_game` and `released_number` say up to which roll the boards have them: it only grows. `nonces` are the
    nonces of the boards as they stood when the first roll was released, [match, A's, B's] each; `mix` is their hash.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    label = models.CharField("label", max_length=200)
    seed = SecretField(max_length=64, editable=False)
    commitment = models.CharField("commitment", max_length=64, editable=False)
    nonces = models.JSONField(default=list, editable=False)
    mix = models.CharField(max_length=64, blank=True, editable=False)
    released_game = models.PositiveIntegerField(default=0, editable=False)
    released_number = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField("created at")
    revealed_at = models.DateTimeField("revealed at", null=True, blank=True)

    class Meta:
        verbose_name = "shared dice"
        verbose_name_plural = "shared dice"
        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(
                "created_at", name="games_shareddice_sealed", condition=Q(revealed_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def has_begun(self) -> bool:
        """Was a roll released? From then on no match can join."""
        return self.released_game > 0


class SharedBoard(models.Model):
    """A match that rolls from shared dice: `game` and `number` of the roll that it needs next.

    `waits`: nothing else can happen on this board before that roll. `is_open`: it may still need rolls. `left`: it went on
    with dice of its own, because it was taken out or reopened.
    """

    shared = models.ForeignKey(SharedDice, on_delete=models.CASCADE, related_name="boards")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="shared_board")
    game = models.PositiveIntegerField(default=1)
    number = models.PositiveIntegerField(default=1)
    waits = models.BooleanField(default=False)
    is_open = models.BooleanField(default=True)
    left = models.BooleanField(default=False)

    class Meta:
        verbose_name = "board with shared dice"
        verbose_name_plural = "boards with shared dice"
        ordering = ["shared", "id"]

    def __str__(self) -> str:
        return f"{self.shared_id} {self.match_id}"
