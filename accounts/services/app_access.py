"""Apps that users let in with OpenID Connect: granted on the consent page, withdrawn by the user, ended with a new password."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import uuid4

from allauth.idp.oidc.models import Client, Token
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import ApiToken, AppAccess, User, all_scopes
from accounts.services.guests import require_account
from accounts.services.tokens import digest_of, with_lesser
from accounts.session_models import SpentGrant
from web.security_log import note

SCOPES = ("openid", "profile", "email", "read", "play", "direct")


@transaction.atomic
def grant_access(user: User, client: Client, scopes: Iterable[str], now: datetime) -> AppAccess:
    """The user agreed to these scopes. What the app has from before stays, unless it has ended since."""
    require_account(user)
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.openid_subject is None:
        user.openid_subject = uuid4()
        user.save(update_fields=["openid_subject"])
    before = living_access(user, client)
    if before is None:  # no token of an access that has ended may come back with the new one
        AppAccess.objects.filter(user=user, client=client).delete()
        Token.objects.filter(user=user, client=client).delete()
    access, _is_new = AppAccess.objects.update_or_create(
        user=user,
        client=client,
        defaults={
            "scopes": sorted({*scopes, *(before.scopes if before else ())}, key=SCOPES.index),
            "access_version": user.access_version,
            "granted_at": now,
        },
    )
    note("app.granted", user_id=user.pk)
    return access


def living_access(user: User, client: Client) -> AppAccess | None:
    """What this user lets the app do now; None once it was withdrawn or has ended, or the user is suspended.

    It ends API_TOKEN_DAYS after the user last agreed. Inside a transaction the row stays locked until its end.
    """
    rows = AppAccess.objects.filter(user=user, client=client, access_version=user.access_version)
    if transaction.get_connection().in_atomic_block:
        rows = rows.select_for_update()
    access = rows.first()
    if access is None or not user.is_active or user.is_suspended:
        return None
    ends = access.granted_at + timedelta(days=settings.API_TOKEN_DAYS)
    return access if ends > timezone.now() else None


@transaction.atomic
def withdraw_access(user: User, access_id: int) -> None:
    """The app loses its access at once, with every token; an unknown id is ignored, so a second click is harmless."""
    if _end(user.app_accesses.select_for_update().filter(pk=access_id)):
        note("app.withdrawn", user_id=user.pk)


def open_api(plaintext: str, now: datetime) -> None:
    """Let an access token that was just issued open the API with exactly the scopes of the API that it has."""
    issued = Token.objects.select_related("user", "client").get(
        type=Token.Type.ACCESS_TOKEN, hash=digest_of(plaintext)
    )
    access = AppAccess.objects.get(user=issued.user, client=issued.client)
    AppAccess.objects.filter(pk=access.pk).update(last_used_at=now)
    scopes = [scope for scope in issued.get_scopes() if scope in all_scopes()]
    if scopes:
        ApiToken.objects.create(
            access=access,
            user_id=access.user_id,
            name=access.client.name[:80],
            prefix="openid",
            digest=issued.hash,
            scopes=with_lesser(scopes),
            access_version=access.access_version,
            expires_at=issued.expires_at,
        )


def close_api() -> None:
    """Delete what access tokens opened that no longer exist, such as revoked ones."""
    living = Token.objects.filter(type=Token.Type.ACCESS_TOKEN).values("hash")
    ApiToken.objects.exclude(access=None).exclude(digest__in=living).delete()


def spend_grant(plaintext: str, now: datetime) -> bool:
    """Mark a code or a refresh token as exchanged; False for one that was exchanged before. Inside a transaction, of two at
    the same time the second waits for the first."""
    expires_at = now + timedelta(seconds=settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN)
    _grant, is_new = SpentGrant.objects.get_or_create(
        digest=digest_of(plaintext), defaults={"expires_at": expires_at}
    )
    return is_new


def keep_grant(plaintext: str) -> None:
    """Nothing came of the exchange: whatever was shown may have been made up."""
    SpentGrant.objects.filter(digest=digest_of(plaintext)).delete()


def note_issued(plaintext: str, issued: Iterable[str]) -> None:
    """What a code or a refresh token was exchanged for."""
    SpentGrant.objects.filter(digest=digest_of(plaintext)).update(issued=list(issued))


def end_what_came_of(plaintext: str) -> bool:
    """End what a code or a refresh token was exchanged for, and what came of that; False where nothing was issued."""
    digests, ended = [digest_of(plaintext)], False
    while digests:
        rows = SpentGrant.objects.filter(digest__in=digests).values_list("issued", flat=True)
        digests = [digest for issued in rows for digest in issued]
        end_tokens(digests)
        ended = ended or bool(digests)
    return ended


def end_tokens(digests: Iterable[str]) -> None:
    """End the tokens with these digests, and what they opened."""
    digests = list(digests)
    ApiToken.objects.filter(digest__in=digests).exclude(access=None).delete()
    Token.objects.filter(hash__in=digests).delete()


def sweep_tokens(now: datetime) -> int:
    """Delete tokens of apps whose time is over; returns how many."""
    ApiToken.objects.exclude(access=None).filter(expires_at__lte=now).delete()
    SpentGrant.objects.filter(expires_at__lte=now).delete()
    return int(Token.objects.filter(expires_at__lte=now).delete()[0])


def _end(accesses: QuerySet[AppAccess]) -> int:
    ended = list(accesses)
    for access in ended:
        Token.objects.filter(user_id=access.user_id, client_id=access.client_id).delete()
        access.delete()
    return len(ended)
