"""allauth's pages that add and remove second factors and log in with a passkey, with bounds and locks of ours."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, RemoveWebAuthnView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.allauth_adapter import CHALLENGE_S
from accounts.models import User
from accounts.requests import me
from web.rate_limit import is_within
from web.requests import network_of
from web.views.errors import too_often

CHALLENGES, PER_S = 20, 60


class PasskeyLogin(LoginWebAuthnView):
    """A challenge needs a row of sessions: so many an address and minute, and each for a short time."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        network = network_of(get_adapter(request).get_client_ip(request))
        if not is_within(f"passkey:{network}", CHALLENGES, PER_S, timezone.now()):
            return too_often(request)
        response: HttpResponse = super().get(request, *args, **kwargs)
        if request.session.modified:
            request.session.set_expiry(CHALLENGE_S)
        return response


class _OneAtATime:
    """Lock the user's row while their second factors change.

    Adding a passkey counts the existing ones. Removing the last factor deletes the recovery codes, and would delete with
    them a factor added since allauth looked.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=me(request).pk)
            response: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]  # a mixin before a view
        return response


class AddPasskey(_OneAtATime, AddWebAuthnView):
    """One more, up to the bound."""


class RemovePasskey(_OneAtATime, RemoveWebAuthnView):
    """One less; after the last factor no recovery code is left."""


class ActivateApp(_OneAtATime, ActivateTOTPView):
    """An authenticator app."""


class DeactivateApp(_OneAtATime, DeactivateTOTPView):
    """The app is no factor any more."""
