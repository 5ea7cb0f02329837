"""Second factors: their secrets are kept encrypted, and staff may be asked to have one (REQUIRE_MFA_FOR_STAFF)."""

import logging
import os
from base64 import b32encode
from collections.abc import Callable, Collection

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from web.encryption import decrypt, encrypt

logger = logging.getLogger(__name__)

PURPOSE = b"barpoint second factor"
NEEDED = "Staff need two-factor login here. Set it up first."
NOBODYS = 20  # bytes
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Recovery codes by themselves are no second factor."""
PROGRAMS = ("/api/", "/tickets/")
OPEN = ("/accounts/", "/static/", "/i18n/", "/healthz", "/readyz", "/favicon.ico")


class SecondFactorAdapter(DefaultMFAAdapter):
    """MFA_ADAPTER. The keys come from SECRET_KEY; those of SECRET_KEY_FALLBACKS still read what they wrote."""

    def encrypt(self, text: str) -> str:
        return encrypt(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """A text that no secret of this site encrypted (SECRET_KEY was changed without a fallback) reads as a key that nobody has."""
        text = decrypt(encrypted_text, PURPOSE)
        if text is None:
            logger.warning("a second factor was written under a SECRET_KEY that is not known here")
            return b32encode(os.urandom(NOBODYS)).decode()
        return text

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """The name of a new passkey unless its owner gives another."""
        kept = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Passkey %(n)d") % {"n": kept + 1} if kept else _("Passkey")

    def _get_site_name(self) -> str:
        return settings.SITE_NAME


class StaffSecondFactorMiddleware:
    """With REQUIRE_MFA_FOR_STAFF, staff without a second factor reach the pages that set one up, and no other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(OPEN) or not _lacks_factor(request):
            return self.get_response(request)
        if request.path.startswith(PROGRAMS):
            return JsonResponse({"code": "second_factor_needed", "detail": NEEDED}, status=403)
        messages.warning(request, NEEDED)
        return HttpResponseRedirect(reverse("mfa_index"))


def has_factor(user: AbstractBaseUser) -> bool:
    """Has this user a second factor?"""
    return bool(is_mfa_enabled(user, list(FACTORS)))


def must_add_factor(user: User) -> bool:
    """Is this one of the staff, who needs a second factor here and has none?"""
    return settings.REQUIRE_MFA_FOR_STAFF and user.is_staff and not has_factor(user)


def who_must_add_factor(users: Collection[User]) -> set[int]:
    """The ids of those of these users who must. One query, or none."""
    staff = {user.pk for user in users if user.is_staff}
    if not settings.REQUIRE_MFA_FOR_STAFF or not staff:
        return set()
    rows = Authenticator.objects.filter(user__in=staff, type__in=FACTORS)
    return staff - set(rows.values_list("user_id", flat=True))


def _lacks_factor(request: HttpRequest) -> bool:
    user = request.user
    return user.is_authenticated and must_add_factor(user)
