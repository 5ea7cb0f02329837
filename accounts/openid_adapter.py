"""What other sites learn of a user who logs in with Barpoint, and who is still let in (IDP_OIDC_ADAPTER)."""

from collections.abc import Iterable
from secrets import token_urlsafe
from typing import Any, Literal
from uuid import UUID

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.urls import reverse

from accounts.models import Player, User
from accounts.services.app_access import living_access


class OpenIdAdapter(DefaultOIDCAdapter):
    """Subjects are random and the same for every site; names are those of the player."""

    def get_issuer(self) -> str:
        return settings.SITE_URL

    def generate_client_secret(self) -> str:
        return token_urlsafe(32)

    def get_user_sub(self, client: Client, user: AbstractBaseUser) -> str:
        return str(user.openid_subject) if isinstance(user, User) else ""

    def get_user_by_sub(self, client: Client, sub: str) -> User | None:
        """The user, unless they have withdrawn what they granted this client, or it has ended."""
        try:
            subject = UUID(sub)
        except ValueError:
            return None
        user = User.objects.filter(openid_subject=subject).first()
        return user if user is not None and living_access(user, client) is not None else None

    def get_claims(
        self,
        purpose: Literal["id_token", "userinfo"],
        user: AbstractBaseUser,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        claims: dict[str, Any] = super().get_claims(
            purpose, user, client, set(scopes) - {"profile"}, email=email, **more
        )
        if "profile" in scopes and isinstance(user, User):
            claims |= _profile(user)
        return claims


def _profile(user: User) -> dict[str, Any]:
    player = Player.objects.filter(user=user).first()
    return {
        "name": user.username if player is None else player.name,
        "preferred_username": user.username,
        "locale": user.language or settings.LANGUAGE_CODE,
        "zoneinfo": user.time_zone,
        **({} if player is None else {"profile": settings.SITE_URL + _page_of(player)}),
    }


def _page_of(player: Player) -> str:
    return reverse("player", args=[player.pk])
