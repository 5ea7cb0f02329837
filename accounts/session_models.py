"""What is kept of log-ins beside Django's sessions: where each is used, and which codes of OpenID Connect were exchanged."""

from django.db import models

from accounts.browser_words import browser_in_words


class LoginSession(models.Model):
    """A session of a user, with what its browser says of itself. Ended when the session with this key is gone.

    `last_used_at` and what the browser says are written every ten minutes at most.
    """

    user = models.ForeignKey(
        "accounts.User", on_delete=models.CASCADE, related_name="login_sessions"
    )
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    access_version = models.PositiveIntegerField(editable=False)
    user_agent = models.CharField(max_length=300, blank=True, editable=False)
    network = models.CharField(max_length=45, blank=True, editable=False)
    last_used_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = "session of a user"
        verbose_name_plural = "sessions of users"
        ordering = ["-last_used_at", "-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}: {self.last_used_at:%F}"

    @property
    def browser(self) -> str:
        """In words, as far as it is named."""
        return browser_in_words(self.user_agent)


class SpentGrant(models.Model):
    """A code or a refresh token of OpenID Connect that was exchanged: its digest, and the digests of what came of it."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    issued = models.JSONField(default=list, editable=False)
    expires_at = models.DateTimeField(db_index=True, editable=False)

    class Meta:
        verbose_name = "exchanged code or token"
        verbose_name_plural = "exchanged codes and tokens"
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest[:12]
