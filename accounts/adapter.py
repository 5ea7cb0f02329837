"""What Barpoint does differently from allauth: suspended logins, how often a password may be tried, the known browser."""

from datetime import datetime
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import known_browser
from accounts.attempts import Bound, bounds, bounds_again, forgive, network_of, take
from accounts.models import User

NOWHERE = "0.0.0.0"  # noqa: S104  # not an address to listen on


class AccountAdapter(DefaultAccountAdapter):
    """ACCOUNT_ADAPTER."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _(
            "Too many wrong passwords. Wait some minutes, log in with a passkey, or set a new password by e-mail."
        ),
    }
    _taken: tuple[list[Bound], datetime] | None = None

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address in front of our own proxy; 0.0.0.0 for a socket that has none."""
        if not request.META.get("REMOTE_ADDR") and "X-Forwarded-For" not in request.headers:
            return NOWHERE
        return super().get_client_ip(request)

    def is_safe_url(self, url: str) -> bool:
        """Nobody is sent on to what is no address at all."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try before the password is looked at; refuse where there were too many."""
        login = str(credentials.get("email") or credentials.get("username") or "")
        now = timezone.now()
        network = network_of(self.get_client_ip(request))
        wanted = bounds(network, login, known_browser.users_knowing(request, login))
        if not take(wanted, now):
            raise self.validation_error("too_many_login_attempts")
        self._taken = wanted, now

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Whoever has this password, suspended ones included; a right password is not counted as a try."""
        user = super().authenticate(request, **credentials)
        if user is not None and self._taken is not None:
            forgive(*self._taken)
        return user

    def reauthenticate(self, user: User, password: str) -> bool:
        """The password once more; whoever has shown it goes on under a new session key.

        Only the user's own password is looked at: their address may be somebody else's, as long as it is unproven.
        """
        now, wanted = timezone.now(), bounds_again(user.pk)
        if not take(wanted, now):
            raise self.validation_error("too_many_login_attempts")
        right = user.check_password(password)
        if right:
            forgive(wanted, now)
            context.request.session.cycle_key()
        return right

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Tell a suspended user so, instead of logging in somebody whom every request would turn away."""
        if user.is_suspended:
            return render(request, "account/account_inactive.html", {"suspended": True}, status=403)
        return super().pre_login(request, user, **kwargs)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Every way in ends here: the browser is known from now on."""
        response = super().post_login(request, user, **kwargs)
        known_browser.remember(request, response, user)
        return response
