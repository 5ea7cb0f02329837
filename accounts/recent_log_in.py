"""Users who have neither a password nor a second factor confirm who they are by a log-in a moment ago.

allauth asks them nothing. Here they log in again with their account at another site, under the same time limit.
"""

from time import time

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from django.http import HttpRequest

from accounts.models import User


def can_only_log_in_again(user: object) -> bool:
    """Has this user nothing to show on the pages that ask who they are? Guests have nothing to protect."""
    return isinstance(user, User) and not user.is_guest and not get_reauthentication_flows(user)


def is_log_in_too_old(request: HttpRequest) -> bool:
    """Must this user log in again before a change of how they log in?"""
    if not can_only_log_in_again(request.user):
        return False
    records = get_authentication_records(request, request.user)
    return not records or time() - records[-1]["at"] >= app_settings.REAUTHENTICATION_TIMEOUT
