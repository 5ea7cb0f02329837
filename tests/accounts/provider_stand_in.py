"""A small OpenID provider over HTTP on the loopback: the other site, where somebody logs in."""

import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from threading import Thread
from time import sleep, time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "barpoint", "a secret: with signs"


class StandInProvider:
    """`person` is who is logged in there. `changed` overwrites claims of ID tokens, `faults` what an address answers.

    With `pause_s` the body comes byte by byte.
    """

    def __init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.signs_with = self.key
        self.person: dict[str, Any] = {
            "sub": "p-1", "name": "Tiina Mets", "preferred_username": "tiina", "email": "tiina@example.org", "email_verified": True,
        }  # fmt: skip
        self.changed: dict[str, Any] = {}
        self.userinfo: dict[str, Any] = {}
        self.faults: dict[str, tuple[int, Any]] = {}
        self.pause_s = 0.0
        self.requests: list[str] = []
        self.asked: dict[str, dict[str, str]] = {}
        self.exchanged: list[dict[str, str]] = []
        self.issuer = ""

    def settings(self, number: str = "federation", name: str = "Federation") -> dict[str, Any]:
        """What OIDC_PROVIDERS says of it."""
        return {
            "id": number,
            "name": name,
            "issuer": self.issuer,
            "client_id": CLIENT,
            "client_secret": SECRET,
        }

    def log_in(self, url: str) -> str:
        """The person agrees; the address to which the browser is sent back."""
        asked = {name: texts[0] for name, texts in parse_qs(urlsplit(url).query).items()}
        code = token_urlsafe(8)
        self.asked[code] = asked
        answer = {"code": code, "state": asked["state"], "iss": self.issuer}
        return f"{asked['redirect_uri']}?{urlencode(answer)}"

    def answer(self, path: str, sent: dict[str, str]) -> tuple[int, Any]:
        self.requests.append(path)
        if path in self.faults:
            return self.faults[path]
        match path:
            case "/.well-known/openid-configuration":
                return 200, {
                    "issuer": self.issuer,
                    "authorization_endpoint": f"{self.issuer}/authorize?tenant=1",
                    "token_endpoint": f"{self.issuer}/token",
                    "userinfo_endpoint": f"{self.issuer}/userinfo",
                    "jwks_uri": f"{self.issuer}/keys",
                }
            case "/keys":
                key = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
                return 200, {"keys": [{**key, "kid": "k1", "alg": "RS256", "use": "sig"}]}
            case "/token":
                return self._exchange(sent)
            case "/userinfo":
                return 200, {**self.person, **self.userinfo}
        return 404, {}

    def _exchange(self, sent: dict[str, str]) -> tuple[int, Any]:
        self.exchanged.append(sent)
        asked = self.asked.pop(sent.get("code", ""), None)
        digest = urlsafe_b64encode(sha256(sent.get("code_verifier", "").encode()).digest())
        if asked is None or asked["code_challenge"] != digest.decode().rstrip("="):
            return 400, {"error": "invalid_grant"}
        if (sent["client"], sent["redirect_uri"]) != (f"{CLIENT}:{SECRET}", asked["redirect_uri"]):
            return 400, {"error": "invalid_client"}
        now = int(time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": asked["nonce"],
            "sub": self.person["sub"],
        } | self.changed  # fmt: skip
        token = jwt.encode(claims, self.signs_with, "RS256", headers={"kid": "k1"})
        return 200, {"access_token": "a", "token_type": "Bearer", "id_token": token}


@contextmanager
def providing() -> Iterator[StandInProvider]:
    """Answers on a port of its own, as long as the test takes."""
    provider = StandInProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith("/authorize"):
                self._answer({})
                return
            self.send_response(302)
            self.send_header("Location", provider.log_in(self.path))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            sent = {name: texts[0] for name, texts in parse_qs(body).items()}
            _kind, _space, basic = self.headers.get("Authorization", "").partition(" ")
            name_and_secret = parse_qs(f"x={b64decode(basic).decode()}", max_num_fields=1)["x"][0]
            self._answer({**sent, "client": name_and_secret})

        def _answer(self, sent: dict[str, str]) -> None:
            status, body = provider.answer(self.path.partition("?")[0], sent)
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if not provider.pause_s:
                self.wfile.write(data)
                return
            with suppress(OSError):  # the other side has gone
                for sign in data:
                    self.wfile.write(bytes([sign]))
                    sleep(provider.pause_s)

        def log_message(self, *_facts: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
