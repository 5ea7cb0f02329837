"""The program of a site that lets people log in with Barpoint. It knows no more than docs/api.md."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

BACK = "https://federation.example/back"
VERIFIER = "v" * 50


class Federation:
    """The site of a federation that lets players log in with Barpoint."""

    def __init__(self, at: str, client_id: str, secret: str, address: str = BACK) -> None:
        self.client_id, self.secret, self.address = client_id, secret, address
        self.discovered = self.get(f"{at}/.well-known/openid-configuration")[1]

    def get(self, url: str, token: str = "") -> tuple[int, Any]:
        return self.send(
            Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
        )

    def post(self, url: str, values: dict[str, str], token: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.send(Request(url, urlencode(values).encode(), headers))

    def send(self, request: Request) -> tuple[int, Any]:
        try:
            with urlopen(request) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def question(self, scope: str, **more: str) -> str:
        digest = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
        values = {
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.address, "scope": scope, "state": "s1",
            "nonce": "n1", "code_challenge": digest, "code_challenge_method": "S256",
        }  # fmt: skip
        asked = {name: text for name, text in (values | more).items() if text}
        return f"{urlsplit(self.discovered['authorization_endpoint']).path}?{urlencode(asked)}"

    def exchange(self, code: str, /, **more: str) -> tuple[int, Any]:
        values = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": self.address,
            "code_verifier": VERIFIER, **self.proof(),
        }  # fmt: skip
        return self.post(self.discovered["token_endpoint"], values | more)

    def refresh(self, token: str) -> tuple[int, Any]:
        values = {"grant_type": "refresh_token", "refresh_token": token, **self.proof()}
        return self.post(self.discovered["token_endpoint"], values)

    def proof(self) -> dict[str, str]:
        secret = {"client_secret": self.secret} if self.secret else {}
        return {"client_id": self.client_id, **secret}
