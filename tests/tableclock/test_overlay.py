"""Overlays: names, flags, score, cube and clocks, from a table's clock, from its score sheet, and from a match played online."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tableclock.models import LinkPurpose
from tableclock.services.links import LinkPlace, give
from tests.tableclock.room import at_a_table, game, send, tap
from tests.tournaments.making import NOW, match_of, started
from tournaments.models import SheetGame, Slip, Tournament

pytestmark = pytest.mark.django_db


def overlay(made: Tournament, slip: Slip) -> str:
    place = LinkPlace(LinkPurpose.OVERLAY, slip=slip.pk)
    return give(made.pk, place, by=made.organizer, now=NOW).get_absolute_url()


def data(path: str) -> dict[str, Any]:
    text = Client().get(path).content.decode()
    return json.loads(re.search(r'id="overlay-data"[^>]*>(.*?)</script>', text)[1])


def test_the_overlay_of_a_table_clock_shows_score_cube_and_clocks() -> None:
    made, slip = at_a_table()
    slip.entry_a.player.country = "EE"
    slip.entry_a.player.save()
    send(slip, game(1, "B", 10), tap("pass", 20, seat="B"), tap("double", 30, seat="A"))
    send(slip, tap("take", 35, seat="B"))
    shown = data(overlay(made, slip))
    assert (shown["score"], shown["length"], shown["note"]) == ([0, 1], 3, "Game 2")
    assert (shown["cube"], shown["owner"]) == (2, "B")
    assert shown["clock"]["clock"]["running"] == "A"
    assert shown["players"][0]["flag"].endswith("flags/EE.svg")
    assert (shown["title"], shown["where"]) == ("Spring Open", "Semifinals, table 1")


def test_without_a_clock_it_shows_the_score_sheet() -> None:
    made, slip = at_a_table()
    SheetGame.objects.create(slip=slip, number=1, winner=slip.entry_a, worth=2, at=NOW)
    shown = data(overlay(made, slip))
    assert (shown["score"], shown["note"], shown["clock"]) == ([2, 0], "Crawford game", None)


def test_it_is_sent_again_only_when_something_has_changed() -> None:
    made, slip = at_a_table()
    path = overlay(made, slip)
    key = data(path)["key"]
    assert Client().get(f"{path}?key={key}").status_code == 204
    send(slip, game(1, "A", 10))
    fresh = Client().get(f"{path}?key={key}")
    assert fresh.json()["score"] == [1, 0]


def test_a_match_played_online_has_one_for_everybody() -> None:
    match = match_of(started(4), "W1.1")
    shown = data(f"/overlay/matches/{match.pk}/")
    assert (shown["score"], shown["length"]) == ([0, 0], 3)
    assert {player["name"] for player in shown["players"]} == {"1", "4"}
    assert Client().get("/overlay/matches/00000000-0000-0000-0000-000000000000/").status_code == 404
