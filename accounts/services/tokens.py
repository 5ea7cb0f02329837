"""API tokens: shown once, stored as a digest, dead as soon as their user's access version rises."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import ApiToken, AppAccess, User, all_scopes
from accounts.services.guests import require_account
from web.errors import DomainError
from web.security_log import note

PREFIX = "bp_"
APP_TOKEN_LENGTH = 86  # characters, of an access token of OpenID Connect
MAX_TOKENS = 20
USED_EVERY = timedelta(minutes=1)


@transaction.atomic
def create_token(
    user: User, name: str, scopes: list[str] | None = None, expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token and its plain text, which is never to be had again. It ends after API_TOKEN_DAYS at the latest."""
    require_account(user)
    User.objects.select_for_update().get(pk=user.pk)  # two at once count one after the other
    if user.api_tokens.filter(access=None).count() >= MAX_TOKENS:
        raise DomainError(
            "too_many_tokens",
            _("You have the maximum number of API tokens (%(max)d). Revoke one first.")
            % {"max": MAX_TOKENS},
        )
    latest = lasts(settings.API_TOKEN_DAYS)
    plaintext = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name.strip()[:80] or _("Token"),
        prefix=plaintext[:9],
        digest=digest_of(plaintext),
        scopes=with_lesser(scopes) if scopes is not None else all_scopes(),
        access_version=user.access_version,
        expires_at=min(expires_at or latest, latest),
    )
    note("api_token.created", user_id=user.pk)
    return token, plaintext


def with_lesser(scopes: Iterable[str]) -> list[str]:
    """Whoever may direct may play, and whoever may play may read."""
    highest = max((all_scopes().index(scope) for scope in scopes), default=0)
    return all_scopes()[: highest + 1]


def lasts(days: int) -> datetime:
    """The end of a token that is made now for so many days."""
    return timezone.now() + timedelta(days=days)


def find_token(plaintext: str) -> ApiToken | None:
    """The living token with this text (its user loaded), or None: unknown, expired, revoked or suspended."""
    if not plaintext.startswith(PREFIX) and len(plaintext) != APP_TOKEN_LENGTH:
        return None
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(plaintext)).first()
    return token if token is not None and token.is_alive(timezone.now()) else None


def touch_token(token: ApiToken) -> None:
    """Note that a token was used; at most one write a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        if token.access_id is not None:
            AppAccess.objects.filter(pk=token.access_id).update(last_used_at=now)


def revoke_token(user: User, token_id: int) -> None:
    """Delete one's own token; unknown ids are ignored, so a second click is harmless."""
    deleted, _rows = user.api_tokens.filter(pk=token_id, access=None).delete()
    if deleted:
        note("api_token.revoked", user_id=user.pk)


def digest_of(plaintext: str) -> str:
    """What is kept of a token; allauth keeps the same of its own."""
    return hashlib.sha256(plaintext.encode()).hexdigest()
