"""What may be read about logins and players; nothing here writes."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.account_hooks import data_exporters
from accounts.models import AppAccess, Player, User
from accounts.session_models import LoginSession
from web.folding import fold


def is_verified(user: User | AnonymousUser) -> bool:
    """Has this user verified an email address? Staff count as verified."""
    if not isinstance(user, User) or user.is_suspended:
        return False
    return user.is_staff or EmailAddress.objects.filter(user=user, verified=True).exists()


NO_GUEST = Q(user__guest_seen_at=None)
"""For a query of players: those who signed up, walk-ins and bots."""


def players_found(query: str) -> QuerySet[Player]:
    """Players whose name contains the words of `query`, accents aside; former players and guests are left out."""
    players = Player.objects.filter(NO_GUEST, anonymised_at=None)
    for word in query.replace("\x00", "").split()[:5]:
        players = players.filter(names_with(word))
    return players.order_by("name", "id")


def names_with(text: str) -> Q:
    """Is that part of a player's name? A row that has no folded name yet is searched by the name itself."""
    return Q(search_name__contains=fold(text)) | Q(search_name="", name__icontains=text)


def personal_data(user: User) -> dict[str, Any]:
    """Everything stored about this user, ready for JSON; other apps add their part (accounts.account_hooks)."""
    player = Player.objects.filter(user=user).first()
    data: dict[str, Any] = {
        "login": {
            "username": user.username,
            "email": user.email,
            "addresses": list(
                EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
            ),
            "joined_at": user.date_joined,
            "last_login": user.last_login,
            "time_zone": user.time_zone,
            "zone_follows_browser": user.zone_follows_browser,
            "challenges_from": user.challenges_from,
            "shows_last_seen": user.shows_last_seen,
            "last_seen_at": user.last_seen_at,
            "language": user.language,
            "mail_match_ready": user.mail_match_ready,
            "mail_challenges": user.mail_challenges,
            "mail_turns": user.mail_turns,
            "bot_owner": user.bot_owner,
            "shows_bot_owner": user.shows_bot_owner,
            "table_prefs": user.table_prefs,
        },
        "player": player
        and {
            "id": player.pk,
            "name": player.name,
            "country": str(player.country),
            "is_bot": player.is_bot,
        },
        "second_factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "api_tokens": list(
            user.api_tokens.filter(access=None).values(
                "name", "prefix", "scopes", "created_at", "last_used_at"
            )
        ),
        "apps": list(
            user.app_accesses.values("client__name", "scopes", "granted_at", "last_used_at")
        ),
        "connected_accounts": list(
            SocialAccount.objects.filter(user=user).values(
                "provider", "uid", "extra_data", "date_joined", "last_login"
            )
        ),
    }
    data["sessions"] = [
        {"browser": row.browser, "network": row.network, "last_used_at": row.last_used_at}
        for row in living_sessions(user, timezone.now())
    ]
    for name, export in data_exporters.functions().items():
        data[name] = export(user)
    return data


def apps_with_access(user: User) -> list[AppAccess]:
    """The apps that may act for this user now, the latest first."""
    rows = user.app_accesses.filter(access_version=user.access_version).select_related("client")
    ends = timezone.now() - timedelta(days=settings.API_TOKEN_DAYS)
    return list(rows.filter(granted_at__gt=ends))


def connected_accounts(user: User) -> list[SocialAccount]:
    """The accounts at other sites that this user can log in with, in the order in which they were connected."""
    return list(SocialAccount.objects.filter(user=user).order_by("date_joined", "pk"))


def living_sessions(user: User, now: datetime) -> list[LoginSession]:
    """The sessions that this user is logged in with, the one used last first."""
    going_on = Session.objects.filter(expire_date__gt=now).values("session_key")
    rows = user.login_sessions.filter(access_version=user.access_version, session_key__in=going_on)
    return list(rows)


def login_name(user: User | None) -> str:
    """The name of a user on pages: that of their player, else their user name; empty for None.

    No query for a user that was read with their player.
    """
    if user is None:
        return ""
    try:
        return user.player.name
    except Player.DoesNotExist:
        return user.username
