"""CalendarLink: the secret address of a user's own calendar."""

from django.conf import settings
from django.db import models


class CalendarLink(models.Model):
    """Whoever has the address reads when the user plays. `digest` finds it, `code` is encrypted for its owner to copy. It
    counts while the user's access version is the same: a new password ends it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="calendar_link",
    )
    digest = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=200)
    access_version = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "calendar link"
        verbose_name_plural = "calendar links"

    def __str__(self) -> str:
        return f"{self.user_id}"
