"""What Barpoint does differently from allauth: suspended logins, the player made at sign-up, names in mails."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """ACCOUNT_ADAPTER."""

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Tell a suspended user so, instead of logging in somebody whom every request would turn away."""
        if user.is_suspended:
            return render(request, "account/account_inactive.html", {"suspended": True}, status=403)
        return super().pre_login(request, user, **kwargs)
