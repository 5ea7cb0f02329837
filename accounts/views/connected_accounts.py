"""Log-in with an account at another site, and the page that connects and disconnects such accounts.

A browser leaves for the other site by a page of its own: as an answer to a form, the content policy would forbid it.
"""

import logging
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.internal.flows.reauthentication import (
    is_reauthentication_required,
    raise_if_reauthentication_required,
    stash_and_reauthenticate,
)
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import password_set
from allauth.core.internal.httpkit import add_query_params
from allauth.decorators import rate_limit
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import complete_social_login
from allauth.socialaccount.internal import statekit
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.oauth2.utils import generate_code_challenge
from allauth.socialaccount.signals import social_account_added
from allauth.socialaccount.views import SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts.allauth_adapter import CHALLENGE_S, SIGN_UP_S
from accounts.identity_providers import (
    IdentityProvider,
    identity_providers,
    label_of,
    name_of,
    provider_names,
)
from accounts.openid_log_in import (
    ProviderError,
    authorization_url,
    claims_for,
    discover,
)
from accounts.requests import me
from accounts.selectors import connected_accounts
from accounts.services.connected_accounts import connect_account, disconnect_account
from web.errors import DomainError
from web.rate_limit import is_within
from web.requests import network_of
from web.security_log import note
from web.views.errors import too_often

logger = logging.getLogger(__name__)

BEGUN, BEGUN_PER_S = 20, 60
APP = "allauth.socialaccount"
NOT_PAGES = {"connected-disconnect", "openid_connect_login", "openid_connect_callback"}
"""Addresses that somebody who had to log in again cannot go on to."""


@never_cache
def start_log_in(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Send the browser to the other site. A GET asks first, so that no other site begins a log-in here."""
    provider = _provider(request, provider_id)
    values = request.POST if request.method == "POST" else request.GET
    process = "connect" if values.get("process") == "connect" else "login"
    after = get_next_redirect_url(request)
    if process == "connect" and not request.user.is_authenticated:
        return redirect("account_login")
    if request.method != "POST":
        context = {"provider": provider, "process": process, "next": after}
        return render(request, "socialaccount/login.html", context)
    if process == "connect":
        raise_if_reauthentication_required(request, app=APP)
    network = network_of(get_account_adapter(request).get_client_ip(request))
    if not is_within(f"openid:begun:{network}", BEGUN, BEGUN_PER_S, timezone.now()):
        return too_often(request)
    try:
        at = discover(provider.app)
    except ProviderError as error:
        return _unreachable(request, provider, error)
    proof, nonce = generate_code_challenge(), token_urlsafe(32)
    if SESSION_KEY not in request.session:
        request.session.set_expiry(CHALLENGE_S)
    state = {"process": process, "verifier": proof["code_verifier"], "nonce": nonce, "next": after}
    number = statekit.stash_state(
        request, provider_id=provider_id, state=state, state_id=token_urlsafe(32)
    )
    url = authorization_url(
        provider.app,
        at,
        state=number,
        nonce=nonce,
        challenge=proof["code_challenge"],
        redirect_uri=_callback_url(provider_id),
    )
    if process == "login" and request.user.is_authenticated:
        url = add_query_params(url, {"prompt": "login"})  # an open session there proves nothing
    response = render(request, "socialaccount/leave.html", {"provider": provider, "url": url})
    response["Refresh"] = f"0; url={url}"
    return response


@never_cache
@require_GET
def callback(request: HttpRequest, provider_id: str) -> HttpResponse:
    """The browser comes back from the other site, with a code or a refusal. Each state is good once."""
    provider = _provider(request, provider_id)
    state = statekit.unstash_state(
        request, provider_id=provider_id, state_id=request.GET.get("state", "")
    )
    if state is None:
        return _failed(request, provider, _("This log-in took too long or was used before."))
    if request.GET.get("error") == "access_denied":
        text = _("You did not let %(site)s tell us who you are. Nothing was changed.")
        return _failed(request, provider, text % {"site": provider.name}, state, status=403)
    try:
        claims = _claims(request, provider, state)
    except ProviderError as error:
        return _unreachable(request, provider, error, state)
    login = provider.sociallogin_from_response(request, claims)
    login.state = {key: state[key] for key in ("process", "next") if state.get(key)}
    if state["process"] == "connect":
        return _connect(request, login)
    response: HttpResponse = complete_social_login(request, login)
    if SESSION_KEY not in request.session and "socialaccount_sociallogin" in request.session:
        request.session.set_expiry(SIGN_UP_S)
    return response


def resume_connecting(request: HttpRequest, stashed: dict[str, Any]) -> HttpResponse:
    """Go on after the password was asked for on the way back from the other site."""
    return _connect(request, SocialLogin.deserialize(stashed))


@method_decorator(rate_limit(action="signup"), name="dispatch")
class ConnectedSignUp(SignupView):
    """The questions of the sign-up form, without a password."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**more)
        return context | {"site_name": name_of(self.sociallogin.account)}


@login_required
@require_safe
@never_cache
def connections(request: HttpRequest) -> HttpResponse:
    """The accounts that the user can log in with, and the sites that can be added."""
    user = me(request)
    accounts = connected_accounts(user)
    connected = {account.provider for account in accounts}
    context = {
        "accounts": [(account, name_of(account), label_of(account)) for account in accounts],
        "providers": [p for p in identity_providers(request) if p.sub_id not in connected],
        "has_password": user.has_usable_password(),
    }
    return render(request, "accounts/connected.html", context)


@login_required
@require_POST
def disconnect(request: HttpRequest, account_id: int) -> HttpResponse:
    """End one way to log in, after a password, a code or a passkey was shown once more, or a log-in a moment ago."""
    raise_if_reauthentication_required(request, app=APP)
    account = disconnect_account(me(request), account_id, provider_names())
    if account is not None:
        get_account_adapter(request).send_notification_mail(
            "socialaccount/email/account_disconnected", me(request), {"provider": name_of(account)}
        )
        messages.success(request, _("Account disconnected."))
    return redirect("socialaccount_connections")


@login_required
@require_safe
@never_cache
def log_in_again(request: HttpRequest) -> HttpResponse:
    """For users who have neither a password nor a second factor: the sites where they can show who they are."""
    connected = {account.provider for account in connected_accounts(me(request))}
    context = {
        "providers": [p for p in identity_providers(request) if p.sub_id in connected],
        "next": _page_to_go_on_with(get_next_redirect_url(request)),
    }
    return render(request, "socialaccount/log_in_again.html", context)


def _page_to_go_on_with(address: str | None) -> str:
    """The page that asked who they are, or the connected accounts where it was a button of theirs."""
    connections_page = reverse("socialaccount_connections")
    try:
        match = resolve(urlsplit(address or connections_page).path)
    except (Resolver404, ValueError):
        return connections_page
    return connections_page if not address or match.url_name in NOT_PAGES else address


@login_required
def set_password(request: HttpRequest) -> HttpResponse:
    """The first password of a user, after they have shown who they are."""
    if not me(request).has_usable_password() and not me(request).is_guest:
        raise_if_reauthentication_required(request, app="allauth.account")
    answer: HttpResponse = password_set(request)
    return answer


def _connect(request: HttpRequest, login: SocialLogin) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect("account_login")
    if is_reauthentication_required(request, app=APP):
        resume = f"{__name__}.{resume_connecting.__name__}"
        answer: HttpResponse = stash_and_reauthenticate(request, login.serialize(), resume)
        return answer
    user = me(request)
    try:
        is_new = connect_account(user, login.account)
    except DomainError as error:
        messages.error(request, error.detail)
    else:
        if is_new:
            login.user = user
            social_account_added.send(sender=SocialLogin, request=request, sociallogin=login)
            get_account_adapter(request).send_notification_mail(
                "socialaccount/email/account_connected", user, {"provider": name_of(login.account)}
            )
        messages.success(
            request, _("Account connected.") if is_new else _("This account was connected before.")
        )
    return redirect(login.get_redirect_url(request) or "socialaccount_connections")


def _provider(request: HttpRequest, provider_id: str) -> IdentityProvider:
    try:
        provider: IdentityProvider = get_adapter(request).get_provider(request, provider_id)
    except SocialApp.DoesNotExist:
        raise Http404 from None
    if provider.sub_id != provider_id:  # the kind of provider is no id
        raise Http404
    return provider


def _callback_url(provider_id: str) -> str:
    """The address that was registered there: that of the site, whatever host the request named."""
    return settings.SITE_URL + reverse("openid_connect_callback", args=[provider_id])


def _claims(
    request: HttpRequest, provider: IdentityProvider, state: dict[str, Any]
) -> dict[str, str]:
    code = request.GET.get("code", "")
    if "error" in request.GET or not code:
        raise ProviderError(f"refused: {request.GET.get('error', 'no code')[:60]}")
    at = discover(provider.app)
    if request.GET.get("iss", at.issuer) != at.issuer:
        raise ProviderError("the answer is of another issuer")
    return claims_for(
        provider.app,
        at,
        code=code,
        verifier=state["verifier"],
        nonce=state["nonce"],
        redirect_uri=_callback_url(provider.sub_id),
    )


def _unreachable(
    request: HttpRequest,
    provider: IdentityProvider,
    error: ProviderError,
    state: dict[str, Any] | None = None,
) -> HttpResponse:
    logger.warning("openid_provider_failed", extra={"provider": provider.sub_id, "why": str(error)})
    text = _("%(site)s gave an unexpected answer. Try again later, or log in another way.")
    return _failed(request, provider, text % {"site": provider.name}, state)


def _failed(
    request: HttpRequest,
    provider: IdentityProvider,
    sentence: str,
    state: dict[str, Any] | None = None,
    status: int = 400,
) -> HttpResponse:
    note("login.failed", request, way=f"openid:{provider.sub_id}")
    context = {
        "detail": sentence,
        "again": provider.get_login_url(request, **_asked(state)),
        "is_connecting": (state or {}).get("process") == "connect",
    }
    return render(request, "socialaccount/authentication_error.html", context, status=status)


def _asked(state: dict[str, Any] | None) -> dict[str, str]:
    asked = {
        "process": (state or {}).get("process"),
        REDIRECT_FIELD_NAME: (state or {}).get("next"),
    }
    return {key: text for key, text in asked.items() if text}
