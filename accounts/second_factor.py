"""Second factors: their secrets are kept encrypted, and staff may be asked to have one (REQUIRE_MFA_FOR_STAFF)."""

import logging
import os
from base64 import b32encode, b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)

ONCE, NOBODYS = 12, 20  # bytes
PROGRAMS = ("/api/", "/tickets/")
OPEN = ("/accounts/", "/static/", "/i18n/", "/healthz", "/readyz", "/favicon.ico")


class SecondFactorAdapter(DefaultMFAAdapter):
    """MFA_ADAPTER. The keys come from SECRET_KEY; those of SECRET_KEY_FALLBACKS still read what they wrote."""

    def encrypt(self, text: str) -> str:
        """AES-256 in GCM: twelve bytes that are used once, then the text and its proof, in base64."""
        once = os.urandom(ONCE)
        return b64encode(once + _keys()[0].encrypt(once, text.encode(), None)).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What no secret of this site wrote (SECRET_KEY is another, without a fallback) reads as a key that nobody has."""
        kept = b64decode(encrypted_text)
        for key in _keys():
            with suppress(InvalidTag):
                return key.decrypt(kept[:ONCE], kept[ONCE:], None).decode()
        logger.warning("a second factor was written under a SECRET_KEY that is not known here")
        return b32encode(os.urandom(NOBODYS)).decode()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """What a new passkey is called unless its owner says otherwise."""
        kept = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Passkey") if kept == 0 else f"{_('Passkey')} {kept + 1}"

    def _get_site_name(self) -> str:
        return "Barpoint"


def _keys() -> list[AESGCM]:
    return [_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def _key(secret: str | bytes) -> AESGCM:
    hkdf = HKDF(SHA256(), 32, salt=None, info=b"barpoint second factor")
    return AESGCM(hkdf.derive(force_bytes(secret)))


class StaffSecondFactorMiddleware:
    """With REQUIRE_MFA_FOR_STAFF, staff without a second factor reach the pages that set one up, and no other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.REQUIRE_MFA_FOR_STAFF or request.path.startswith(OPEN):
            return self.get_response(request)
        if not _lacks_factor(request):
            return self.get_response(request)
        said = _("Staff log in with a second factor here. Set one up first.")
        if request.path.startswith(PROGRAMS):
            return JsonResponse({"code": "second_factor_needed", "detail": said}, status=403)
        messages.warning(request, said)
        return HttpResponseRedirect(reverse("mfa_index"))


def has_factor(user: AbstractBaseUser) -> bool:
    """Does a password alone not open this account? Recovery codes by themselves are no factor."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]))


def _lacks_factor(request: HttpRequest) -> bool:
    user = request.user
    return user.is_authenticated and user.is_staff and not has_factor(user)
