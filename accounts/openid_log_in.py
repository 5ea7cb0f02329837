"""What is asked of another site when somebody logs in with their account there: OpenID Connect with authorization codes.

State, nonce and PKCE tie the answer to the browser that asked (accounts/views/connected_accounts.py keeps them). Whatever does
not fit raises ProviderError, and so does a site that cannot be reached.
"""

import json
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any
from urllib.parse import quote_plus, urlsplit

import jwt
import requests
from allauth.core.internal.httpkit import add_query_params
from allauth.socialaccount.models import SocialApp
from django.core.cache import cache
from django.utils.crypto import constant_time_compare
from urllib3.exceptions import HTTPError

DEADLINE_S = 5  # for a whole answer, from the look-up of the name to the last byte
MOST_READ = 262_144  # bytes of an answer
DISCOVERED_S = 600  # seconds that the addresses of a provider are kept
FAILED_S = 30  # seconds that a provider is not asked again for its addresses
LEEWAY_S = 60  # seconds that the clocks of the two sites may differ
LONGEST_SUBJECT, LONGEST_CLAIM = 191, 254
ALGORITHMS = [
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
]  # fmt: skip
CLAIMS = ("name", "preferred_username", "email")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class ProviderError(Exception):
    """The other site cannot be reached, or answers what no log-in can be built on. The text is for the log."""


@dataclass(frozen=True, slots=True)
class ProviderAddresses:
    """Where a provider is asked, and how it wants to know our secret. `userinfo` is empty where it has none."""

    issuer: str
    authorization: str
    token: str
    keys: str
    userinfo: str
    is_secret_posted: bool


def discover(app: SocialApp) -> ProviderAddresses:
    """The addresses of a provider, from its discovery document. A failure is kept, too: nobody waits for it once more."""
    server = app.settings["server_url"]
    key, failed_key = f"openid:discovered:{server}", f"openid:failed:{server}"
    document = cache.get(key)
    if document is None:
        failure = cache.get(failed_key)
        if failure is not None:
            raise ProviderError(f"a moment ago: {failure}")
        at = f"{server}/.well-known/openid-configuration"
        try:
            document = _json(requests.Request("GET", at))
        except ProviderError as error:
            cache.set(failed_key, str(error), FAILED_S)
            raise
    issuer = document.get("issuer")
    if not isinstance(issuer, str) or issuer.rstrip("/") != app.settings["issuer"].rstrip("/"):
        raise ProviderError("the discovery document is of another issuer")
    methods = document.get("token_endpoint_auth_methods_supported")
    addresses = ProviderAddresses(
        issuer=issuer,
        authorization=_endpoint(document, "authorization_endpoint"),
        token=_endpoint(document, "token_endpoint"),
        keys=_endpoint(document, "jwks_uri"),
        userinfo=_endpoint(document, "userinfo_endpoint")
        if "userinfo_endpoint" in document
        else "",
        is_secret_posted=isinstance(methods, list) and "client_secret_post" in methods,
    )
    cache.set(key, document, DISCOVERED_S)
    return addresses


def authorization_url(
    app: SocialApp,
    at: ProviderAddresses,
    *,
    state: str,
    nonce: str,
    challenge: str,
    redirect_uri: str,
) -> str:
    """The address that the browser is sent to."""
    values = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": redirect_uri,
        "scope": " ".join(app.settings["scope"]),
        "state": state,
        "nonce": nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return add_query_params(at.authorization, values)


def claims_for(
    app: SocialApp,
    at: ProviderAddresses,
    *,
    code: str,
    verifier: str,
    nonce: str,
    redirect_uri: str,
) -> dict[str, str]:
    """Who logged in there: `sub`, and of CLAIMS what the provider tells. Exchanges the code, which is good once."""
    tokens = _exchange(
        app, at, {"code": code, "code_verifier": verifier, "redirect_uri": redirect_uri}
    )
    claims = _verified(app, at, tokens.get("id_token"), nonce)
    access = tokens.get("access_token")
    if at.userinfo and isinstance(access, str) and not all(claims.get(name) for name in CLAIMS):
        headers = {"Authorization": f"Bearer {access}", "Accept": "application/json"}
        more = _json(requests.Request("GET", at.userinfo, headers=headers))
        if more.get("sub") != claims["sub"]:
            raise ProviderError("the user info is about somebody else")
        claims = {**more, **claims}
    kept = {name: _line(claims.get(name)) for name in CLAIMS}
    return {"sub": claims["sub"], **{name: text for name, text in kept.items() if text}}


def _exchange(app: SocialApp, at: ProviderAddresses, values: dict[str, str]) -> dict[str, Any]:
    body = {"grant_type": "authorization_code", **values}
    auth = None
    if not app.secret or at.is_secret_posted:
        body |= {"client_id": app.client_id}
        body |= {"client_secret": app.secret} if app.secret else {}
    else:
        auth = (quote_plus(app.client_id), quote_plus(app.secret))
    headers = {"Accept": "application/json"}
    return _json(requests.Request("POST", at.token, data=body, auth=auth, headers=headers))


def _verified(app: SocialApp, at: ProviderAddresses, token: Any, nonce: str) -> dict[str, Any]:
    """The claims of an ID token that this provider signed, for us and for this browser."""
    if not isinstance(token, str):
        raise ProviderError("there is no ID token")
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key=_key(at, jwt.get_unverified_header(token)),
            algorithms=ALGORITHMS,
            audience=app.client_id,
            issuer=at.issuer,
            leeway=LEEWAY_S,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]},
        )
    except (jwt.PyJWTError, ValueError, TypeError, KeyError) as error:
        raise ProviderError(f"the ID token is not valid: {type(error).__name__}") from error
    if not constant_time_compare(str(claims.get("nonce", "")), nonce):
        raise ProviderError("the ID token is for another log-in")
    audience = set(claims["aud"]) if isinstance(claims["aud"], list) else {app.client_id}
    if audience != {app.client_id} and claims.get("azp") != app.client_id:
        raise ProviderError("the ID token is for another client")
    subject = claims["sub"]
    if not subject or len(subject) > LONGEST_SUBJECT or not subject.isprintable():
        raise ProviderError("the subject cannot be kept")
    return claims


def _key(at: ProviderAddresses, header: dict[str, Any]) -> jwt.PyJWK:
    """The public key that a token names; without a name, the only one there is."""
    keys = jwt.PyJWKSet.from_dict(_json(requests.Request("GET", at.keys))).keys
    wanted = [key for key in keys if "kid" not in header or key.key_id == header["kid"]]
    if len(wanted) != 1:
        raise ProviderError("the key of the ID token is unknown")
    return wanted[0]


def _json(request: requests.Request) -> dict[str, Any]:
    """The JSON object of an answer. No redirect is followed."""
    try:
        read = json.loads(_body(request))
    except (ValueError, RecursionError) as error:
        raise ProviderError("the answer is not JSON") from error
    if not isinstance(read, dict):
        raise ProviderError("the answer is not a JSON object")
    return read


def _body(request: requests.Request) -> bytes:
    """Asked in a thread of its own: no timeout of a socket ends an answer that comes byte by byte."""
    until = monotonic() + DEADLINE_S
    answers: SimpleQueue[bytes | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(_received(request, until))
        except Exception as error:  # raised in the thread that waits
            answers.put(error)

    Thread(target=ask, name="identity-provider", daemon=True).start()
    try:
        answer = answers.get(timeout=DEADLINE_S)
    except Empty:
        raise ProviderError("no answer in time") from None
    if isinstance(answer, requests.RequestException | HTTPError | OSError | ValueError):
        raise ProviderError(f"no answer: {type(answer).__name__}") from answer
    if isinstance(answer, Exception):
        raise answer
    return answer


def _received(request: requests.Request, until: float) -> bytes:
    """The body of a good answer. `until` is of the monotonic clock."""
    body = b""
    with requests.Session() as session:
        prepared = session.prepare_request(request)
        with session.send(
            prepared, timeout=DEADLINE_S, allow_redirects=False, stream=True
        ) as answer:
            if answer.status_code >= 300:
                raise ProviderError(f"answered {answer.status_code}")
            while part := answer.raw.read1(MOST_READ, decode_content=True):
                body += part
                if len(body) > MOST_READ:
                    raise ProviderError("the answer is too long")
                if monotonic() > until:
                    raise ProviderError("no answer in time")
    return body


def _endpoint(document: dict[str, Any], name: str) -> str:
    """An https address of the discovery document, or http of this computer."""
    address = document.get(name)
    try:
        parts = urlsplit(address if isinstance(address, str) else "")
        is_safe = parts.scheme == "https" or (parts.scheme, parts.hostname in LOOPBACK) == (
            "http",
            True,
        )
    except ValueError:
        is_safe = False
    if not is_safe or not isinstance(address, str) or not address.isprintable() or " " in address:
        raise ProviderError(f"{name} is no address")
    return address


def _line(text: Any) -> str:
    """A claim as it may be shown in a form: one line of what can be printed."""
    line = " ".join(text.split()) if isinstance(text, str) else ""
    return "".join(sign for sign in line if sign.isprintable())[:LONGEST_CLAIM]
