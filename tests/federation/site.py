"""The federation's web site: a page with a live event and the ranking, log-in, a desk, and the receiver of webhooks."""

import hmac
import json
import ssl
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from email.message import Message
from html import escape
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from tests.federation.barpoint import Barpoint, LogIn
from tests.federation.ranking import Ranking

OLDEST_S = 300
FRAMES = ("standings", "bracket", "live")


class FederationSite:
    """Two servers on the loopback: pages over http, and webhooks over https."""

    def __init__(self, barpoint: str, folder: Path, ports: tuple[int, int]) -> None:
        """`ports` of the pages and of the receiver."""
        self.barpoint = Barpoint(barpoint)
        self.ranking = Ranking(self.barpoint, folder / "ranking.sqlite3")
        self.log_in: LogIn | None = None
        self.secret = ""
        self.tournament = ""
        self.members: dict[str, tuple[dict[str, Any], str]] = {}
        """By the cookie of a visitor: who they are, and their access token."""
        self.refused_messages = 0
        self._pages = ThreadingHTTPServer(("127.0.0.1", ports[0]), _handler(self, _Pages))
        self.address = f"http://127.0.0.1:{ports[0]}"
        self._hooks: ThreadingHTTPServer | None = None
        self._hooks_port = ports[1]
        _serve(self._pages)

    def connect(self, client_id: str, client_secret: str) -> None:
        """What the operator of the Barpoint site gave us."""
        back = f"{self.address}/back"
        self.log_in = LogIn(self.barpoint.address, client_id, client_secret, back)

    def receive_webhooks(self, pem: Path) -> None:
        """Open the receiver."""
        server = ThreadingHTTPServer(("127.0.0.1", self._hooks_port), _handler(self, _Hooks))
        inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        inside.load_cert_chain(pem)
        server.socket = inside.wrap_socket(server.socket, server_side=True)
        self._hooks = server
        _serve(server)

    def stop_receiving(self) -> None:
        if self._hooks is not None:
            self._hooks.shutdown()
            self._hooks.server_close()
            self._hooks = None

    def stop(self) -> None:
        self.stop_receiving()
        self._pages.shutdown()
        self._pages.server_close()

    def front_page(self, visitor: str) -> str:
        name = self.members[visitor][0]["name"] if visitor in self.members else ""
        greeting = f"<p>Welcome, {escape(name)}.</p>" if name else '<a href="/log-in">Log in</a>'
        place = f"{self.barpoint.address}/embed/tournaments/{self.tournament}"
        frames = "".join(
            f'<iframe data-barpoint src="{place}/{part}/" title="{part}" width="100%" height="480" frameborder="0"></iframe>'
            for part in FRAMES
        )
        rows = "".join(
            f"<tr><td>{escape(who)}</td><td>{won}</td></tr>" for who, won in self.ranking.rows()
        )
        script = f'<script async src="{self.barpoint.address}/embed.js"></script>'
        return f'{greeting}{frames}{script}<table id="ranking">{rows}</table>'

    def desk_page(self, notice: str = "") -> str:
        """A form for each match that is not decided. It carries the version that the director has seen, and a key of its own."""
        place = f"/tournaments/{self.tournament}"
        version = self.barpoint.get(place)["version"]
        forms = []
        for round_ in self.barpoint.get(f"{place}/bracket"):
            for pairing in round_["pairings"]:
                entries = [slot for slot in pairing["slots"] if slot["state"] == "entry"]
                if len(entries) == 2 and not pairing["outcome"]:
                    forms.append(_result_form(pairing["id"], entries, version))
        alert = f'<p role="alert">{escape(notice)}</p>' if notice else ""
        return f"{alert}<h1>Desk</h1>{''.join(forms)}"

    def enter_result(self, form: Mapping[str, str], token: str) -> str:
        """Send it until there is an answer; the sentence of a refusal, or nothing."""
        body = {
            "verb": "correct_result",
            "pairing": int(form["pairing"]),
            "winner": int(form["winner"]),
            "reason": "Match slip at the federation's desk",
        }
        headers = {"Idempotency_Key": form["key"], "If_Match": f'"{form["version"]}"'}
        path = f"/tournaments/{self.tournament}/rulings"
        while True:
            status, answer = self.barpoint.ask("POST", path, body, token, **headers)
            if status not in (429, 503):
                return "" if status < 300 else str(answer["detail"])
            time.sleep(1)

    def is_genuine(self, headers: Mapping[str, str] | Message, body: bytes) -> bool:
        """The signature is ours, and the message is not old."""
        if abs(time.time() - int(headers["webhook-timestamp"])) > OLDEST_S:
            return False
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        digest = hmac.digest(b64decode(self.secret.removeprefix("whsec_")), signed, "sha256")
        mine = "v1," + b64encode(digest).decode()
        return any(hmac.compare_digest(mine, each) for each in headers["webhook-signature"].split())


def _result_form(pairing: int, entries: list[dict[str, Any]], version: int) -> str:
    buttons = "".join(
        f'<button name="winner" value="{slot["entry"]}">{escape(slot["player"]["name"])} won</button>'
        for slot in entries
    )
    hidden = {"pairing": pairing, "version": version, "key": uuid4().hex}
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{value}">' for name, value in hidden.items()
    )
    return f'<form method="post" action="/desk">{fields}{buttons}</form>'


class _Pages(BaseHTTPRequestHandler):
    site: FederationSite

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        assert self.site.log_in is not None
        match address.path:
            case "/":
                self._answer(self.site.front_page(self._visitor()))
            case "/log-in":
                # The access token of a director enters results, so the scope is asked for here.
                place, state = self.site.log_in.begin("openid profile direct")
                self._redirect(place, f"state={state}; HttpOnly; SameSite=Lax")
            case "/back" if query.get("state") == self._cookie("state"):
                visitor = uuid4().hex
                self.site.members[visitor] = self.site.log_in.finish(query["state"], query["code"])
                self._redirect("/", f"visitor={visitor}; HttpOnly; SameSite=Lax")
            case "/desk" if self._visitor():
                self._answer(self.site.desk_page())
            case _:
                self._answer("Not found", 404)

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(text).items()}
        visitor = self._visitor()
        if self.path != "/desk" or not visitor:
            self._answer("Not found", 404)
            return
        notice = self.site.enter_result(form, self.site.members[visitor][1])
        self._answer(self.site.desk_page(notice or "The result is entered."))

    def _visitor(self) -> str:
        visitor = self._cookie("visitor")
        return visitor if visitor in self.site.members else ""

    def _cookie(self, name: str) -> str:
        cookie = SimpleCookie(self.headers.get("Cookie", ""))
        return cookie[name].value if name in cookie else ""

    def _answer(self, text: str, status: int = 200) -> None:
        body = f"<!doctype html><meta charset=utf-8><title>Federation</title>{text}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _redirect(self, place: str, cookie: str) -> None:
        self.send_response(303)
        self.send_header("Location", place)
        self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        return


class _Hooks(BaseHTTPRequestHandler):
    """Answers at once and reads the ranking afterwards, as docs/webhooks.md asks."""

    site: FederationSite
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_genuine = self.site.is_genuine(self.headers, body)
        self.send_response(204 if is_genuine else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()
        if is_genuine:
            self.site.ranking.receive(self.headers["webhook-id"], json.loads(body))
        else:
            self.site.refused_messages += 1

    def log_message(self, *_args: object) -> None:
        return


def _handler(site: FederationSite, kind: type[Any]) -> Callable[..., Any]:
    return type("Handler", (kind,), {"site": site})


def _serve(server: ThreadingHTTPServer) -> None:
    threading.Thread(target=server.serve_forever, daemon=True).start()
