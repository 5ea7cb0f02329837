"""allauth's two pages of passkeys, with bounds of ours."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.adapter import CHALLENGE_S
from accounts.attempts import network_of
from accounts.models import User
from accounts.quotas import is_within
from accounts.requests import me
from accounts.views.errors import too_often

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


class AddPasskey(AddWebAuthnView):
    """The user's row is locked from the count of passkeys until the new one is stored."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=me(request).pk)
            response: HttpResponse = super().post(request, *args, **kwargs)
        return response
