"""What Barpoint does differently from allauth: suspended logins, how often a password may be tried, the known browser, and
guests who sign up or log in.
"""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import known_browser
from accounts.guest_request import guest_of
from accounts.login_throttle import Bound, bounds, bounds_again, forgive, take
from accounts.models import User
from accounts.recent_log_in import can_only_log_in_again, is_log_in_too_old
from accounts.services.guests import guest_to_keep, move_to_account
from web.requests import network_of
from web.security_log import note

# Seconds that the session of a visitor lasts: with a challenge for passkeys or on the way to another site, and with a sign-up form
CHALLENGE_S, SIGN_UP_S = 600, 1800
HELD_UP = {"too_many_login_attempts", "rate_limited"}
NOWHERE = "0.0.0.0"  # noqa: S104  # not an address to listen on


class AccountAdapter(DefaultAccountAdapter):
    """ACCOUNT_ADAPTER."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _(
            "Too many wrong passwords. Wait a few minutes, use a passkey, or reset your "
            "password by email."
        ),
    }
    _taken: tuple[list[Bound], datetime] | None = None

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address in front of our own proxy; 0.0.0.0 for a socket that has none."""
        if not request.META.get("REMOTE_ADDR") and "X-Forwarded-For" not in request.headers:
            return NOWHERE
        return super().get_client_ip(request)

    def is_safe_url(self, url: str) -> bool:
        """Redirect nobody to what is no valid address."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up keeps their row, and with it their player and matches; called inside a transaction."""
        return guest_to_keep(guest_of(request)) or User()

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        if user.is_guest:
            user.guest_seen_at, user.date_joined = None, timezone.now()
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try before the password is looked at; refuse where there were too many."""
        login = str(credentials.get("email") or credentials.get("username") or "")
        now = timezone.now()
        network = network_of(self.get_client_ip(request))
        known_to = known_browser.users_knowing(request, login)
        wanted = bounds(network, login, known_to)
        if not take(wanted, now):
            is_known = known_to is not None
            note("login.refused", request, login=login, way="password", known_browser=is_known)
            raise super().validation_error("too_many_login_attempts")
        self._taken = wanted, now

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The user with this password, suspended or not; a right password does not count as a try."""
        user = super().authenticate(request, **credentials)
        if user is not None and self._taken is not None:
            forgive(*self._taken)
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        login = str(credentials.get("email") or credentials.get("username") or "")
        note("login.failed", request, login=login, way="password")

    def validation_error(self, code: str, *args: Any) -> Exception:
        """Raised by allauth where too many codes of a second factor were wrong."""
        if code in HELD_UP:
            note("second_factor.refused", context.request)
        error: Exception = super().validation_error(code, *args)
        return error

    def reauthenticate(self, user: User, password: str) -> bool:
        """The password once more; whoever has shown it goes on under a new session key.

        Only the user's own password is looked at: their address may be somebody else's, as long as it is unproven.
        """
        now, wanted = timezone.now(), bounds_again(user.pk)
        if not take(wanted, now):
            note("reauthentication.refused", context.request, user_id=user.pk)
            raise super().validation_error("too_many_login_attempts")
        right = user.check_password(password)
        event = "reauthentication.succeeded" if right else "reauthentication.failed"
        note(event, context.request, user_id=user.pk)
        if right:
            forgive(wanted, now)
            context.request.session.cycle_key()
        return right

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Asked before each sensitive change. allauth would let those pass who have nothing to show: they log in again."""
        is_required: bool = super().is_reauthentication_required(app=app, **kwargs)
        if is_required and is_log_in_too_old(context.request):
            raise ReauthenticationRequired
        return is_required

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if methods or not can_only_log_in_again(user):
            return methods
        url = reverse("log-in-again")
        return [{"id": "log_in_again", "description": gettext("Log in again"), "url": url}]

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Tell a suspended user so, instead of logging in somebody whom every request would turn away."""
        if user.is_suspended:
            note("login.refused", request, user_id=user.pk, way="suspended")
            return render(request, "account/account_inactive.html", {"suspended": True}, status=403)
        return super().pre_login(request, user, **kwargs)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Every way to log in ends here, so the browser is remembered here."""
        if request.session.get("_session_expiry") in (CHALLENGE_S, SIGN_UP_S):
            request.session.set_expiry(None)  # the session of a visitor is one of a user now
        note("login.succeeded", request, user_id=user.pk, way=_way(request))
        guest = guest_of(request)
        if guest is not None and move_to_account(guest, user, timezone.now()):
            text = gettext("The matches you played as a guest are now in your account.")
            messages.success(request, text)
        response = super().post_login(request, user, **kwargs)
        known_browser.remember(request, response, user)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Links in emails lead to SITE_URL, whatever host and port the sender of the request named."""
        links = {key: _at_site(link) for key, link in context.items() if key.endswith("_url")}
        domain = urlsplit(settings.SITE_URL).netloc
        site = {
            "current_site": {"domain": domain, "name": settings.SITE_NAME},
            "site_url": settings.SITE_URL,
        }
        super().send_mail(template_prefix, email, {**context, **links, **site})


def _at_site(link: str) -> str:
    return settings.SITE_URL + urlunsplit(("", "", *urlsplit(link)[2:]))


def _way(request: HttpRequest) -> str:
    """The methods by which the user signed in, in order: `password+mfa`; empty for a link in an email."""
    methods = request.session.get("account_authentication_methods") or []
    return "+".join(str(record.get("method", "")) for record in methods)
