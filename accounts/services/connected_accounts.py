"""Accounts at other sites that a user may log in with: connected on the settings page, never by an address.

Every change is made under the lock of the user. None writes the user, so nothing that changed meanwhile is undone.
"""

from collections.abc import Collection

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from web.errors import DomainError
from web.security_log import note


@transaction.atomic
def connect_account(user: User, account: SocialAccount) -> bool:
    """Let the user log in with this unsaved account; False if they could before. `user` is as the request loaded them.

    Raises DomainError session_ended if their access has ended since, connected_to_another if somebody else has the account.
    """
    current = User.objects.select_for_update().get(pk=user.pk)
    has_ended = current.access_version != user.access_version or not current.is_active
    if has_ended or current.is_suspended:
        raise DomainError("session_ended", _("You were logged out. Log in and try again."))
    same = SocialAccount.objects.filter(provider=account.provider, uid=account.uid)
    kept = same.first()
    if kept is None:
        account.user = current
        try:
            with transaction.atomic():
                account.save(force_insert=True)
        except IntegrityError:  # another user has connected it at the same moment
            kept = same.first()
        else:
            return True
    if kept is None or kept.user_id != user.pk:
        text = _("This account is connected to another user. Disconnect it there first.")
        raise DomainError("connected_to_another", text)
    kept.extra_data = account.extra_data
    kept.save(update_fields=["extra_data"])
    return False


def disconnect_all_accounts(user: User) -> list[SocialAccount]:
    """End every log-in with an account at another site. The caller holds the lock of the user."""
    accounts = list(SocialAccount.objects.filter(user=user).order_by("pk"))
    SocialAccount.objects.filter(user=user).delete()
    for account in accounts:
        note("account.disconnected", user_id=user.pk, way=account.provider)
    return accounts


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
