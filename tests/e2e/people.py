"""People of the stories: logins made in the site, a browser each, and bots that know only the public API."""

import json
import threading
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

from tests.services.topology import Site
from tests.services.two_players import first_play

PASSWORD = "correct horse"

MAKE = """
import json
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
made = {{}}
for name in {names!r}:
    user = create_login(name, name + "@example.org", {password!r}, name=name.capitalize())
    made[name] = create_token(user, "story")[1]
print(json.dumps(made))
"""


def make_logins(site: Site, names: list[str]) -> dict[str, str]:
    """Logins with proven addresses; returns an API token for each."""
    text = site.shell(MAKE.format(names=names, password=PASSWORD))
    return json.loads(text.strip().splitlines()[-1])


def sign_in(browser: Any, site: Site, name: str, **context: Any) -> Any:
    """A page of a browser context of its own, logged in through the form."""
    page = browser.new_context(base_url=site.url, **context).new_page()
    page.set_default_timeout(15_000)
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(site.url + "/")
    return page


class ApiPlayer:
    """A script with a token: enters, looks for its matches, and plays the first legal thing. It resigns a game after
    `most` actions, so that a test does not wait for the end of a long one."""

    def __init__(self, site: Site, token: str, most: int = 1_000_000) -> None:
        self.site, self.token, self.most = site, token, most
        self.id = self.get("/api/v1/me")["player"]["id"]

    def get(self, path: str) -> Any:
        return self.send("GET", path)[1]

    def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.site.url + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=20) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def open_matches(self) -> list[str]:
        rows = self.get(f"/api/v1/matches?player={self.id}&live=true")
        return [row["id"] for row in rows["results"]]

    def do_what_is_owed(self, match: str) -> bool:
        """One action if this player owes one; False when there is nothing to do."""
        view = self.get(f"/api/v1/matches/{match}")["view"]
        action = owed(view)
        if action is None:
            return False
        if action[0] == "roll" and view["seq"] > self.most:
            action = "offer_resign", {"level": "single"}
        kind, payload = action
        body = {"kind": kind, "payload": payload, "expected_seq": view["seq"], "key": uuid4().hex}
        status, text = self.send("POST", f"/api/v1/matches/{match}/actions", body)
        assert status == 200 or text["code"] in ("stale", "too_late", "flag_fell"), (status, text)
        return True


def owed(view: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """What the viewer must do now, as (kind, payload)."""
    seat, waiting = view["seat"], view["waiting_for"]
    if seat is None or view["paused"]:
        return None
    if waiting == "ready" and not view["ready"][seat]:
        return "ready", {"nonce_hash": None} if view["status"] == "joining" else {}
    if view["to_act"] != seat:
        return None
    if waiting == "play":
        return "play", {"moves": first_play(view["steps"])}
    answers = {"roll": "roll", "answer_double": "take", "answer_resign": "accept_resign"}
    return (answers[waiting], {}) if waiting in answers else None


class Crowd(threading.Thread):
    """Plays every open match of some API players until it is stopped; keeps the first error.

    New matches are asked for twice a second: the site plays the story, it does not answer the story's polls.
    """

    def __init__(self, players: list[ApiPlayer]) -> None:
        super().__init__(daemon=True)
        self.players, self.over, self.error = players, threading.Event(), None

    def run(self) -> None:
        try:
            while not self.over.is_set():
                open_matches = [(p, match) for p in self.players for match in p.open_matches()]
                asked_at = time.monotonic()
                while time.monotonic() < asked_at + 0.5 and not self.over.is_set():
                    acted = [player.do_what_is_owed(match) for player, match in open_matches]
                    self.over.wait(0.02 if any(acted) else 0.2)
        except Exception as error:
            self.error = error

    def __enter__(self) -> "Crowd":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join(10)
        assert self.error is None, self.error


def draw_and_start(page: Any) -> None:
    """From the desk through the preview of the draw to the published draw."""
    page.get_by_role("button", name="Preview draw").click()
    page.wait_for_url("**/manage/draw/**")
    page.get_by_role("button", name="Publish draw").first.click()
    page.wait_for_url("**/manage/")
