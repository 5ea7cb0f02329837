"""Log-in for other sites with OpenID Connect: discovery, consent, tokens. allauth speaks the protocol; here is what is stricter."""

import json
import re
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core.internal.httpkit import add_query_params
from allauth.idp.oidc import views as allauth_views
from allauth.idp.oidc.internal.resources import validate_resources
from allauth.idp.oidc.models import Client, Token
from csp.utils import build_policy
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.impersonated_request import acting_user
from accounts.services.app_access import (
    SCOPES,
    close_api,
    end_what_came_of,
    grant_access,
    keep_grant,
    living_access,
    note_issued,
    open_api,
    spend_grant,
)
from accounts.services.openid_clients import GRANTS, is_registered
from accounts.services.tokens import digest_of
from web.errors import NotFound
from web.rate_limit import is_used_up, is_within
from web.requests import network_of
from web.security_log import note

FAILURES, FAILURES_PER = 20, 60
CONSENTS, CONSENTS_PER = 30, 60
REMEMBERED_S = 600  # seconds that a code is recognised which was refused; it lives for one minute

LONGEST_KEYED = 200  # letters of a client's id and a code together
BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


def require_openid() -> None:
    """Refuse where the site has no key to sign with."""
    if not settings.IDP_OIDC_PRIVATE_KEYS:
        raise NotFound("openid_off", _("This site does not offer log-in for other sites."))


@require_safe
def configuration(_request: HttpRequest) -> JsonResponse:
    """The discovery document."""
    require_openid()
    at = settings.SITE_URL
    answer = JsonResponse({
        "issuer": at,
        "authorization_endpoint": at + reverse("idp:oidc:authorization"),
        "token_endpoint": at + reverse("idp:oidc:token"),
        "userinfo_endpoint": at + reverse("idp:oidc:userinfo"),
        "revocation_endpoint": at + reverse("idp:oidc:revoke"),
        "jwks_uri": at + reverse("idp:oidc:jwks"),
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(GRANTS),
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "code_challenge_methods_supported": ["S256"],
        "claims_supported": ["sub", "name", "preferred_username", "profile", "locale", "zoneinfo", "email", "email_verified"],
        "request_parameter_supported": False,
        "request_uri_parameter_supported": False,
        "service_documentation": at + reverse("api-docs"),
        "ui_locales_supported": [code for code, _name in settings.LANGUAGES],
    })  # fmt: skip
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


class PublicKeys(allauth_views.JwksView):
    """The keys that log-ins are checked with."""

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        require_openid()
        answer = super().get(request, *args, **more)
        answer["Cross-Origin-Resource-Policy"] = "cross-origin"
        return answer


@method_decorator(never_cache, name="dispatch")
class Authorize(allauth_views.AuthorizationView):
    """The consent page. A confidential client that the user let in before is answered without asking again."""

    is_settled = False

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        require_openid()
        if BAD_ESCAPE.search(request.META["QUERY_STRING"]):
            return _faulty(
                request, _("The site you came from sent an address that cannot be read.")
            )
        _without(request, "claims")  # support is optional, and then it is ignored
        client = _client(request)
        address = request.GET.get("redirect_uri", "")
        if client is None:
            return _faulty(request, _("The site you came from is not registered here."))
        if not is_registered(address, client):
            return _faulty(
                request, _("The site you came from gave an address that is not registered here.")
            )
        if not _has_proof_key(request):
            return self._back("invalid_request", "Send code_challenge, code_challenge_method=S256.")
        if not _are_resources(request.GET):
            return self._back("invalid_target")
        prompts = request.GET.get("prompt", "").split()
        if "none" in prompts:
            return self._silently(request, client)
        is_asked = bool({"consent", "login", "select_account"} & set(prompts))
        trusted = client.type == Client.Type.CONFIDENTIAL
        self.is_settled = trusted and not is_asked and self._is_covered(client)
        return super().get(request, *args, **more)

    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        require_openid()
        return super().post(request, *args, **more)

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if self.is_settled and self.request.method == "GET":
            values = {"scopes": self._scopes, "request": "agreed before"}
            kept = {"requested_scopes": self._scopes, "user": self.request.user}
            form = self.form_class(data=values, **kept)
            if form.is_valid():
                return self.form_valid(form)
        response: HttpResponse = super().render_to_response(context, **more)
        response["Content-Security-Policy"] = _may_go_on_to(self._request_info["redirect_uri"])
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        user = acting_user(self.request)
        client = Client.objects.filter(pk=self._request_info["client_id"]).first()
        if user is None or client is None:
            return _faulty(self.request, _("The site you came from is not registered here."))
        now = timezone.now()
        if not is_within(f"openid:consent:{user.pk}", CONSENTS, CONSENTS_PER, now):
            return _faulty(self.request, _("Too many log-ins. Wait a minute and try again."), 429)
        if not self.is_settled:
            grant_access(user, client, form.cleaned_data["scopes"], now)
            self.request.user.refresh_from_db(fields=["openid_subject"])
        return super().form_valid(form)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**more)
        address = urlsplit(self._request_info["redirect_uri"])
        return context | {"scopes": self._scopes, "host": address.hostname}

    def _silently(self, request: HttpRequest, client: Client) -> HttpResponse:
        """`prompt=none`: answer at once, or say why a page would have to be shown."""
        if acting_user(request) is None:
            return self._back("login_required")
        if not self._is_covered(client):
            return self._back("consent_required")
        _without(request, "prompt")
        self.is_settled = True
        return super().get(request)

    def _is_covered(self, client: Client) -> bool:
        """Did the user agree to all that is asked for?"""
        user = acting_user(self.request)
        access = None if user is None else living_access(user, client)
        wanted = self.request.GET.get("scope", "openid").split()
        return access is not None and set(wanted) <= set(access.scopes)

    def _back(self, error: str, description: str = "") -> HttpResponse:
        """Send the browser back to the client, whose address was checked, with an error."""
        answer = {"error": error, "error_description": description}
        answer["state"] = self.request.GET.get("state", "")
        response = HttpResponse(status=302)
        response["Location"] = add_query_params(
            self.request.GET["redirect_uri"], {name: text for name, text in answer.items() if text}
        )
        return response


class IssueTokens(allauth_views.TokenView):
    """Codes and refresh tokens for new tokens. Each is good once; one that comes again ends what it was exchanged for."""

    def post(self, request: HttpRequest) -> HttpResponse:
        require_openid()
        now, network = timezone.now(), _network(request)
        if is_used_up(f"openid:failed:{network}", FAILURES, FAILURES_PER, now):
            return _refused("temporarily_unavailable", 429)
        if not _is_readable(request):
            return _refused("invalid_request", 400)
        if not _are_resources(request.POST):
            return _refused("invalid_target", 400)
        response = self._exchange(request, now)
        if response.status_code >= 400:
            note("openid.token_refused", request)
            is_within(f"openid:failed:{network}", FAILURES, FAILURES_PER, now)
        response["Cache-Control"] = "no-store"
        return response

    @transaction.atomic
    def _exchange(self, request: HttpRequest, now: datetime) -> HttpResponse:
        match request.POST.get("grant_type"):
            case Client.GrantType.AUTHORIZATION_CODE:
                shown = request.POST.get("code", "")
                is_new = not _was_refused(shown) and spend_grant(shown, now)
            case Client.GrantType.REFRESH_TOKEN:
                shown = request.POST.get("refresh_token", "")
                is_new = _is_living(shown) and spend_grant(shown, now)
            case _:
                return _refused("unsupported_grant_type", 400)
        if not is_new:
            if end_what_came_of(shown):
                note("openid.replay_refused", request)
            return _refused("invalid_grant", 400)
        response: HttpResponse = super().post(request)
        if response.status_code != 200:
            keep_grant(shown)
            cache.set(_refused_key(shown), True, REMEMBERED_S)
            return response
        answer = json.loads(response.content)
        open_api(answer["access_token"], now)
        issued = [answer.get(name, "") for name in ("access_token", "refresh_token")]
        note_issued(shown, [digest_of(text) for text in issued if text])
        return response


class RevokeToken(allauth_views.RevokeView):
    """A client gives a token back."""

    @transaction.atomic
    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        require_openid()
        if is_used_up(f"openid:failed:{_network(request)}", FAILURES, FAILURES_PER, timezone.now()):
            return _refused("temporarily_unavailable", 429)
        if not _is_readable(request):
            return _refused("invalid_request", 400)
        token = _issued(request.POST.get("token", ""))
        response: HttpResponse = super().post(request, *args, **more)
        if response.status_code >= 400:
            is_within(f"openid:failed:{_network(request)}", FAILURES, FAILURES_PER, timezone.now())
        elif token is not None and not Token.objects.filter(pk=token.pk).exists():
            close_api()
        return response


class UserInfo(allauth_views.UserInfoView):
    """Who the user is, for whoever has their access token."""

    def _respond(self, request: HttpRequest) -> HttpResponse:
        require_openid()
        _kind, _space, text = request.headers.get("Authorization", "").partition(" ")
        token = _issued(text.strip())
        if token is None or living_access(token.user, token.client) is None:
            response = _refused("invalid_token", 401)
            response["WWW-Authenticate"] = 'Bearer error="invalid_token"'
            return response
        response = super()._respond(request)
        response["Cache-Control"] = "no-store"
        return response


def _client(request: HttpRequest) -> Client | None:
    number = request.GET.get("client_id", "")
    return Client.objects.filter(pk=number).first() if number.isprintable() else None


def _without(request: HttpRequest, name: str) -> None:
    """Go on as if the address did not have this parameter."""
    if name in request.GET:
        asked = request.GET.copy()
        del asked[name]
        request.META["QUERY_STRING"] = asked.urlencode()
        request.GET = QueryDict(request.META["QUERY_STRING"])


def _are_resources(values: QueryDict) -> bool:
    """Are these resources (RFC 8707) addresses, in the form that allauth takes?"""
    try:
        validate_resources(values.getlist("resource"))
    except (ValidationError, ValueError):
        return False
    return True


def _has_proof_key(request: HttpRequest) -> bool:
    method = request.GET.get("code_challenge_method")
    return method == "S256" and bool(request.GET.get("code_challenge"))


def _issued(text: str) -> Token | None:
    rows = Token.objects.select_related("user", "client").filter(hash=digest_of(text))
    return rows.filter(user__isnull=False, client__isnull=False).first() if text else None


def _is_living(text: str) -> bool:
    """Locks a refresh token, so that of two requests with it the second comes too late."""
    rows = Token.objects.select_for_update(of=("self",)).select_related("user", "client")
    token = rows.filter(type=Token.Type.REFRESH_TOKEN, hash=digest_of(text)).first()
    if token is None or token.user is None or token.client is None:
        return False
    return living_access(token.user, token.client) is not None


def _refused_key(text: str) -> str:
    return f"openid:refused:{digest_of(text)}"


def _was_refused(code: str) -> bool:
    """A code has one try. The cache also keeps the codes themselves, so it forgets both or neither."""
    return bool(cache.get(_refused_key(code)))


def _is_readable(request: HttpRequest) -> bool:
    """Codes are kept in the cache, whose keys are short and have no spaces."""
    keyed = request.POST.get("client_id", "") + request.POST.get("code", "")
    if " " in keyed or len(keyed) > LONGEST_KEYED:
        return False
    return all(str(text).isprintable() for text in request.POST.values())


def _network(request: HttpRequest) -> str:
    return network_of(get_account_adapter(request).get_client_ip(request))


def _refused(error: str, status: int) -> JsonResponse:
    return JsonResponse({"error": error}, status=status)


def _faulty(request: HttpRequest, sentence: str, status: int = 400) -> HttpResponse:
    return render(request, "idp/oidc/error.html", {"detail": sentence}, status=status)


def _may_go_on_to(address: str) -> str:
    """The strict policy, and the answer to the form may lead to the client: browsers apply `form-action` to redirects."""
    parts = urlsplit(address)
    policy: str = build_policy(update={"form-action": [f"{parts.scheme}://{parts.netloc}"]})
    return policy
