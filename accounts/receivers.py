"""Signals of allauth and Django about sign-ins and credentials, written to the security log."""

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.socialaccount import signals as connected
from django.contrib.auth.signals import user_logged_out
from django.dispatch import Signal
from django.http import HttpRequest

from accounts.models import User
from web.security_log import note

EVENTS: dict[str, Signal] = {
    "logout": user_logged_out,
    "signup": account.user_signed_up,
    "password.changed": account.password_changed,
    "password.reset": account.password_reset,
    "email.changed": account.email_changed,
    "email.added": account.email_added,
    "email.removed": account.email_removed,
    "second_factor.succeeded": mfa.authenticator_used,
    "second_factor.failed": mfa.authentication_failed,
    "second_factor.added": mfa.authenticator_added,
    "second_factor.removed": mfa.authenticator_removed,
    "second_factor.renewed": mfa.authenticator_reset,
}


def connect() -> None:
    """Called once, when the app is ready."""
    for event, signal in EVENTS.items():
        signal.connect(_receiver(event), weak=False, dispatch_uid=f"security_log.{event}")
    connected.social_account_added.connect(_connected, dispatch_uid="security_log.connected")
    account.email_confirmed.connect(_confirmed, dispatch_uid="security_log.email.confirmed")


def _receiver(event: str) -> Any:
    def receive(sender: Any, request: HttpRequest, user: User | None = None, **more: Any) -> None:
        authenticator = more.get("authenticator")
        way = "" if authenticator is None else str(authenticator.type)
        note(event, request, user_id=user.pk if user is not None else None, way=way)

    return receive


def _confirmed(sender: Any, request: HttpRequest, email_address: Any, **_more: Any) -> None:
    note("email.confirmed", request, user_id=email_address.user_id)


def _connected(sender: Any, request: HttpRequest, sociallogin: Any, **_more: Any) -> None:
    way = f"openid:{sociallogin.account.provider}"
    note("account.connected", request, user_id=sociallogin.user.pk, way=way)
