"""A table in each state it can be in, reached over the API, for tests that look at the page rather than play on it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.services.topology import Embedded, Site
from tests.services.two_players import first_play

LONG = {
    "anna": "Maximiliane von Hohenlohe-Langenburg",
    "bert": "Bartholomäus Featherstonehaugh-Cholmondeley",
}
TITLE = "Nordic Open Championship of Helsinki"
MAKE = """
import json
from django.utils import timezone
from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.services.setup import create_match
users = [User.objects.get(username=name) for name in ("anna", "bert")]
for user, name in zip(users, {names!r}):
    Player.objects.filter(pk=user.player.pk).update(name=name)
made = [create_match(seat_a=users[0].player, seat_b=users[1].player,
    rules=Rules.preset("tournament", {length}), clock=ClockSettings.from_json({clock!r}),
    context=dict(title={title!r}, subtitle="Quarter-final, table 4"), join_within=None, now=timezone.now())
    for _ in range({count})]
print(json.dumps([str(match.pk) for match in made]))
"""
CLOCK = {"kind": "simple", "reserve_ms": 600_000, "delay_ms": 12_000}
STATES = ["joining", "playing", "rolling", "doubled", "resigned", "finished"]


class Sitting:
    """`at(state)` brings Anna's page to a table in that state; Anna is always the one who is asked or to act."""

    def __init__(self, site: Site, browser: Browser, *, length: int = 11, **context: Any) -> None:
        self.site, self.length = site, length
        tokens = make_logins(site, ["anna", "bert"])
        self.players = {name: ApiPlayer(site, token) for name, token in tokens.items()}
        self.page: Page = sign_in(browser, site, "anna", **context)
        self.made: list[str] = []
        self.clock: dict[str, Any] = CLOCK

    def at(self, state: str) -> Page:
        """A fresh table each time."""
        match = self.new_match()
        getattr(self, f"_{state}")(match)
        return self.open(match)

    def open(self, match: str) -> Page:
        self.page.goto(f"/matches/{match}/")
        self.page.locator(".b-hit").first.wait_for(state="attached")
        self.page.wait_for_timeout(150)
        return self.page

    def new_match(self) -> str:
        """Made by the dozen: a shell of the site takes its time to start."""
        if not self.made:
            names = [LONG["anna"], LONG["bert"]]
            facts = {"names": names, "length": self.length, "clock": self.clock, "title": TITLE}
            text = self.site.shell(MAKE.format(**facts, count=12))
            self.made = json.loads(text.strip().splitlines()[-1])
        return self.made.pop()

    def view(self, name: str, match: str) -> dict[str, Any]:
        view: dict[str, Any] = self.players[name].get(f"/api/v1/matches/{match}")["view"]
        return view

    def do(self, name: str, match: str, kind: str, **payload: Any) -> None:
        seq = self.view(name, match)["seq"]
        body = {
            "kind": kind,
            "payload": payload,
            "expected_seq": seq,
            "key": f"{name}-{kind}-{seq}",
        }
        status, text = self.players[name].send("POST", f"/api/v1/matches/{match}/actions", body)
        assert status == 200, text

    def begin(self, match: str) -> str:
        """Both are ready without a part in the dice; returns who starts."""
        for name in self.players:
            self.do(name, match, "ready", nonce_hash=None)
        return next(
            name for name in self.players if self.view(name, match)["to_act"] == self.seat(name)
        )

    def seat(self, name: str) -> str:
        return {"anna": "A", "bert": "B"}[name]

    def play(self, name: str, match: str) -> None:
        self.do(name, match, "play", moves=first_play(self.view(name, match)["steps"]))

    def _joining(self, match: str) -> None:
        """As made."""

    def _playing(self, match: str) -> None:
        """Anna has a roll to play, with a choice."""
        turn = self.begin(match)
        for _ in range(20):
            steps = self.view("anna", match)["steps"] if turn == "anna" else None
            if steps and len(steps["ends"]) > 1:
                return
            if self.view(turn, match)["waiting_for"] == "roll":
                self.do(turn, match, "roll")
            if self.view(turn, match)["waiting_for"] == "play" and turn == "bert":
                self.play(turn, match)
            turn = next(n for n in self.players if self.view(n, match)["to_act"] == self.seat(n))

    def _rolling(self, match: str) -> None:
        self._to_roll("anna", match)

    def _doubled(self, match: str) -> None:
        self._to_roll("bert", match)
        self.do("bert", match, "double")

    def _resigned(self, match: str) -> None:
        self._to_roll("bert", match)
        self.do("bert", match, "offer_resign", level="gammon")

    def _finished(self, match: str) -> None:
        self._to_roll("anna", match)
        self.do("bert", match, "concede")

    def _to_roll(self, name: str, match: str) -> None:
        """Plays on until it is this player's turn to roll."""
        turn = self.begin(match)
        for _ in range(20):
            view = self.view(turn, match)
            if view["waiting_for"] == "play":
                self.play(turn, match)
            elif turn == name:
                return
            else:
                self.do(turn, match, "roll")
            turn = next(n for n in self.players if self.view(n, match)["to_act"] == self.seat(n))

    def close(self) -> None:
        self.page.context.close()


@contextmanager
def sitting(browser: Browser, **context: Any) -> Iterator[Sitting]:
    """A site of its own and Anna's page on it."""
    site = Embedded(API_RATE_USER="100000/min")
    try:
        item = Sitting(site, browser, **context)
        yield item
        item.close()
    finally:
        site.stop()
