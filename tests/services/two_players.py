"""Two API players at one table of a running site: enough of a client to play a match over HTTP."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tests.services.topology import Site

SEATING = """
import json
from django.utils import timezone
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from games.engine.rules import Rules
from games.services.setup import create_match
users = [create_login(n + "{mark}", n + "{mark}@example.org", "x") for n in ("anna", "bert")]
match = create_match(seat_a=users[0].player, seat_b=users[1].player,
    rules=Rules.preset("tournament", {length}), clock=None, context={{"title": "Test"}},
    join_within=None, now=timezone.now())
tokens = [create_token(user, "test")[1] for user in users]
print(json.dumps([str(match.pk), *tokens]))
"""


class TwoPlayers:
    """`post`, `view` and `stream` for seat A or B; `advance` makes whatever step is owed next."""

    def __init__(self, site: Site, *, length: int = 3) -> None:
        self.site = site
        text = site.shell(SEATING.format(mark=uuid4().hex[:6], length=length))
        self.match, *tokens = json.loads(text.strip().splitlines()[-1])
        self.tokens = dict(zip("AB", tokens, strict=True))

    def ask(self, seat: str, leaf: str, body: Any = None) -> HTTPResponse:
        where = urlsplit(self.site.url)
        connection = HTTPConnection(where.hostname or "", where.port, timeout=20)
        method = "GET" if body is None else "POST"
        headers = {
            "Authorization": f"Token {self.tokens[seat]}",
            "Content-Type": "application/json",
        }
        path, _, query = leaf.partition("?")
        address = f"/live/matches/{self.match}/{path}{'?' + query if query else ''}"
        data = None if body is None else json.dumps(body)
        connection.request(method, address, body=data, headers=headers)
        return connection.getresponse()

    def view(self, seat: str) -> dict[str, Any]:
        answer = self.ask(seat, "view")
        assert answer.status == 200, answer.read()
        return json.load(answer)

    def post(self, seat: str, kind: str, payload: Any = None, **more: Any) -> dict[str, Any]:
        seq = more.get("expected_seq") or self.view(seat)["seq"]
        body = {"kind": kind, "payload": payload or {}, "expected_seq": seq, "key": uuid4().hex}
        answer = self.ask(seat, "actions", {**body, **more})
        text = json.load(answer)
        assert answer.status == 200, (answer.status, text)
        return text

    def sit_down(self) -> None:
        """Both ready, without nonces of their own; the server then rolls the opening."""
        for seat in "AB":
            self.post(seat, "ready", {"nonce_hash": None})

    def advance(self) -> dict[str, Any]:
        """Roll, or make the first legal play that the server's steps lead to."""
        seat = self.view("A")["to_act"]
        view = self.view(seat)
        if view["waiting_for"] == "roll":
            return self.post(seat, "roll")
        assert view["waiting_for"] == "play", view["waiting_for"]
        return self.post(seat, "play", {"moves": first_play(view["steps"])})

    def stream(self, seat: str, *, after: int = 0) -> HTTPResponse:
        answer = self.ask(seat, f"stream?after={after}")
        assert answer.status == 200, answer.read()
        return answer


def first_play(steps: dict[str, Any]) -> list[list[int]]:
    node, moves = steps["start"], []
    while node not in steps["ends"]:
        source, target, _die, node, _hit = steps["nodes"][node][0]
        moves.append([source, target])
    return moves


def events(stream: HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    """(event, data) until the server ends the stream."""
    name = ""
    while line := stream.readline().decode():
        field, _, value = line.rstrip("\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


def sequence_numbers(stream: HTTPResponse, until: int) -> list[int]:
    """The ids of log actions in the order they came, up to `until`."""
    seen: list[int] = []
    for name, data in events(stream):
        if name == "action":
            seen.append(data["seq"])
            if data["seq"] >= until:
                break
    return seen
