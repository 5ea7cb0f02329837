"""The other sites that people may log in with here, and what is taken over from them (SOCIALACCOUNT_ADAPTER).

An address that another site names proves nothing here: nobody is logged in by it, and it counts once it is confirmed.
"""

from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, _build_apps_from_settings
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from django import forms
from django.http import HttpRequest

from accounts.guest_request import guest_of
from accounts.models import User
from accounts.openid_log_in import CLAIMS
from accounts.services.guests import guest_to_keep


class IdentityProvider(OpenIDConnectProvider):
    """One entry of OIDC_PROVIDERS. Its claims are those of `openid_log_in.claims_for`."""

    def extract_uid(self, data: dict[str, str]) -> str:
        return data["sub"]

    def extract_extra_data(self, data: dict[str, str]) -> dict[str, str]:
        return {name: data[name] for name in CLAIMS if name in data}

    def extract_common_fields(self, data: dict[str, str]) -> dict[str, Any]:
        return {"email": data.get("email"), "username": data.get("preferred_username")}

    def extract_email_addresses(self, data: dict[str, str]) -> list[Any]:
        return []

    def cleanup_email_addresses(
        self, email: str | None, addresses: list[Any], email_verified: bool = False
    ) -> str | None:
        """The address is only offered in the sign-up form."""
        return email

    def serialize(self) -> dict[str, Any]:
        """By its own id: two providers may know us by the same client id."""
        return {"id": self.app.provider_id}


class ConnectedAccountAdapter(DefaultSocialAccountAdapter):
    """SOCIALACCOUNT_ADAPTER."""

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Those of OIDC_PROVIDERS, in its order; none is read from the database."""
        listed = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in listed.values() for app in apps]

    def get_provider(
        self, request: HttpRequest, provider: str, client_id: str | None = None
    ) -> IdentityProvider:
        """Raises SocialApp.DoesNotExist for a provider that is not in OIDC_PROVIDERS."""
        app = self.get_app(request, provider=provider, client_id=client_id)
        return IdentityProvider(request, app=app)

    def can_authenticate_by_email(self, login: SocialLogin, email: str) -> bool:
        return False

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Everybody answers the questions of the sign-up form."""
        return False

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        return User()

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        """What the sign-up form offers."""
        user: User = sociallogin.user
        user.username = str(data.get("username") or "")[:150]
        user.email = str(data.get("email") or "")
        return user

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        user: User = sociallogin.user
        name = str(sociallogin.account.extra_data.get("name", ""))[:80]
        return {"username": user.username, "email": user.email, "name": name}

    def save_user(
        self, request: HttpRequest, sociallogin: SocialLogin, form: forms.BaseForm | None = None
    ) -> User:
        """A guest who signs up keeps their row; called inside a transaction."""
        user = guest_to_keep(guest_of(request)) or User()
        user.set_unusable_password()
        sociallogin.user = user
        get_account_adapter(request).save_user(request, user, form)
        sociallogin.save(request)
        return user


def identity_providers(request: HttpRequest) -> list[IdentityProvider]:
    """Those that people may log in with, in the order of OIDC_PROVIDERS. No query."""
    adapter = ConnectedAccountAdapter(request)
    return [IdentityProvider(request, app=app) for app in adapter.list_apps(request)]


def provider_names() -> dict[str, str]:
    """The names of the sites by their ids."""
    apps = [app for listed in _build_apps_from_settings().values() for app in listed]
    return {app.provider_id: app.name for app in apps}


def name_of(account: SocialAccount) -> str:
    """The site of a connected account; its id once it is not in OIDC_PROVIDERS any more."""
    return provider_names().get(account.provider, account.provider)


def label_of(account: SocialAccount) -> str:
    """Whose account it is there, as far as the site told."""
    claims = account.extra_data
    return str(claims.get("email") or claims.get("preferred_username") or claims.get("name") or "")
