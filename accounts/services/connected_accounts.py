"""Accounts at other sites that a user may log in with: connected on the settings page, never by an address."""

from collections.abc import Collection

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from web.errors import DomainError
from web.security_log import note


@transaction.atomic
def disconnect_account(
    user: User, account_id: int, provider_ids: Collection[str]
) -> SocialAccount | None:
    """End one way to log in; the other sites that can be logged in with are `provider_ids`.

    None for an unknown id, so a second click is harmless. Raises DomainError last_way_to_log_in.
    """
    user = User.objects.select_for_update().get(pk=user.pk)  # two at once leave one way
    account = SocialAccount.objects.filter(user=user, pk=account_id).first()
    if account is None:
        return None
    others = SocialAccount.objects.filter(user=user, provider__in=provider_ids).exclude(
        pk=account.pk
    )
    if not (user.has_usable_password() or others.exists() or _has_passkey(user)):
        raise DomainError(
            "last_way_to_log_in",
            _("This is your only way to log in. Set a password first."),
        )
    account.delete()
    note("account.disconnected", user_id=user.pk, way=account.provider)
    return account


def _has_passkey(user: User) -> bool:
    """Has the user a passkey that logs them in without a password?"""
    kept = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return any(authenticator.wrap().is_passwordless for authenticator in kept)
