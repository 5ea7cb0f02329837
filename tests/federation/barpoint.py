"""What the federation asks of a Barpoint site: its API, and log-in with an account there (docs/api.md)."""

import json
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import jwt

Answer = tuple[int, Any]


class Barpoint:
    """The API, with a token or without."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> Answer:
        """Status and JSON. `headers` are named as in Python: If_Match."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data, named["Content-Type"] = json.dumps(body).encode(), "application/json"
        return _send(Request(f"{self.address}/api/v1{path}", data, named, method=method))

    def get(self, path: str) -> Any:
        status, body = self.ask("GET", path)
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body}")
        return body

    def pages(self, path: str) -> list[dict[str, Any]]:
        """All rows of a list that comes in pages."""
        rows: list[dict[str, Any]] = []
        while path:
            page = self.get(path)
            rows += page["results"]
            following = page["next"] or ""
            path = following.partition("/api/v1")[2]
        return rows


class LogIn:
    """Log-in with a Barpoint account: the code flow of OpenID Connect with a challenge."""

    def __init__(self, address: str, client_id: str, client_secret: str, back: str) -> None:
        self.client_id, self._secret, self.back = client_id, client_secret, back
        self.endpoints = _send(Request(f"{address}/.well-known/openid-configuration"))[1]
        self._waiting: dict[str, tuple[str, str]] = {}
        """By state: the nonce and the verifier of a log-in that has begun."""

    def begin(self, scope: str) -> tuple[str, str]:
        """The address to send the browser to, and the state that it must come back with."""
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        self._waiting[state] = nonce, verifier
        digest = sha256(verifier.encode()).digest()
        values = {
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.back, "scope": scope, "state": state,
            "nonce": nonce, "code_challenge": urlsafe_b64encode(digest).decode().rstrip("="), "code_challenge_method": "S256",
        }  # fmt: skip
        return f"{self.endpoints['authorization_endpoint']}?{urlencode(values)}", state

    def finish(self, state: str, code: str) -> tuple[dict[str, Any], str]:
        """Who it is (the claims of the ID token), and an access token. KeyError for a state that was not begun here."""
        nonce, verifier = self._waiting.pop(state)
        values = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": self.back, "code_verifier": verifier,
            "client_id": self.client_id, "client_secret": self._secret,
        }  # fmt: skip
        status, answer = _send(
            Request(self.endpoints["token_endpoint"], urlencode(values).encode())
        )
        if status != 200:
            raise PermissionError(f"no token: {answer}")
        key = jwt.PyJWKClient(self.endpoints["jwks_uri"]).get_signing_key_from_jwt(
            answer["id_token"]
        )
        claims = jwt.decode(
            answer["id_token"],
            key.key,
            algorithms=["RS256"],
            audience=self.client_id,
            issuer=self.endpoints["issuer"],
        )
        if claims["nonce"] != nonce:
            raise PermissionError("the token answers another log-in")
        person = _send(
            Request(
                self.endpoints["userinfo_endpoint"],
                headers={"Authorization": f"Bearer {answer['access_token']}"},
            )
        )[1]
        return {**person, **claims}, answer["access_token"]


def _send(request: Request) -> Answer:
    try:
        with urlopen(request, timeout=20) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except HTTPError as error:
        return error.code, json.loads(error.read() or b"null")
