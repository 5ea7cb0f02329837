"""Undoing at the desk: exactly the result that was typed, and with U never anything but the viewer's own last decision."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.desk.test_live_desk import ASKS, desk, field, over_the_board, second, text
from tests.tournaments.desk.test_live_desk import boss as boss  # noqa: PLC0414  # a fixture
from tests.tournaments.making import NOW, entry, pairing, started
from tests.tournaments.ruling.rulings import correct_result
from tournaments.models import Result, Tournament

pytestmark = pytest.mark.django_db


def typed(client: Client, made: Tournament, line: str) -> Any:
    return client.post(desk(made, "quick/"), {"text": line}, headers=ASKS)


def undo(client: Client, address: str) -> Any:
    form = client.get(address).content.decode()
    return client.post(address, {"reason": "slip", "seen": field(form, "seen")})


def test_a_result_typed_over_the_board_is_taken_back_and_typed_again(client, boss: User) -> None:
    made = over_the_board(8, boss, tables=4)
    answer = typed(client, made, "QF 1 3-1").content.decode()
    result = Result.objects.get(pairing=pairing(made, "W1.1"))
    address = desk(made, f"results/{result.pk}/undo/")
    assert f'href="{address}"' in answer
    assert client.get(desk(made, "undo/")).url == address
    assert undo(client, address).status_code == 302
    assert pairing(made, "W1.1").decided_at is None
    assert "already been undone or replaced" in text(client, made, f"results/{result.pk}/undo/")
    assert b"Result recorded" in typed(client, made, "QF 1 1-3").content
    assert pairing(made, "W1.1").winner.title == "8"


def test_a_result_typed_of_an_online_match_is_undone_with_its_ruling(client, boss: User) -> None:
    made = started(8, organizer=boss)
    answer = typed(client, made, "QF 2 3-1").content.decode()
    ruling = made.rulings.get()
    assert f'href="{desk(made, f"rulings/{ruling.pk}/undo/")}"' in answer
    assert client.get(desk(made, "undo/")).url == desk(made, f"rulings/{ruling.pk}/undo/")


def test_undo_offers_the_viewers_own_last_decision_and_nobody_elses(client, boss: User) -> None:
    made = over_the_board(8, boss, tables=4)
    first = pairing(made, "W1.1").pk
    correct_result(first, winner=entry(made, 1).pk, by=boss, now=NOW, reason="x")
    other, _named = second(made)
    assert "You have nothing to undo" in text(other, made, "undo/")
    typed(other, made, "QF 2 3-1")
    theirs = Result.objects.get(pairing=pairing(made, "W1.2"))
    assert other.get(desk(made, "undo/")).url == desk(made, f"results/{theirs.pk}/undo/")
    mine = client.get(desk(made, "undo/")).url
    assert mine == desk(made, f"rulings/{made.rulings.get().pk}/undo/")
    typed(client, made, "QF 3 3-1")
    newest = Result.objects.get(pairing=pairing(made, "W1.3"))
    assert client.get(desk(made, "undo/")).url == desk(made, f"results/{newest.pk}/undo/")


def test_the_same_result_typed_twice_is_recorded_once(client, boss: User) -> None:
    made = over_the_board(8, boss, tables=4)
    typed(client, made, "QF 1 3-1")
    again = typed(client, made, "QF 1 3-1")
    assert again.status_code == 200
    assert b"already recorded" in again.content
    assert Result.objects.filter(pairing=pairing(made, "W1.1")).count() == 1
    assert typed(client, made, "QF 1 1-3").status_code == 409


@pytest.mark.parametrize("line", ["QF 1 9-3", "QF 1 3-3", "QF 1 2-1", "nobody 3-1", "QF 1 4-3"])
def test_the_hint_refuses_what_enter_refuses_in_the_same_words(client, boss, line: str) -> None:
    made = over_the_board(8, boss, tables=4)
    hint = text(client, made, f"quick/?says=1&text={line}")
    refused = typed(client, made, line)
    assert refused.status_code == 422
    reason = refused.content.decode().split("data-refused>")[1].split("</p>")[0]
    assert reason in hint
    whole = client.post(desk(made, "quick/"), {"text": line}).content.decode()
    assert whole.count(reason) == 1
    assert f'value="{line}"' in whole


def corrected(client: Client, made: Tournament, line: str, effect: str) -> Any:
    """The preview of a typed correction with this effect, and then its confirmation."""
    form = typed(client, made, line).content.decode()
    sent = {"text": line, "seen": field(form, "seen"), "reason": "slip", "effect": effect}
    preview = client.post(desk(made, "quick/"), sent)
    confirm = field(preview.content.decode(), "confirm")
    assert client.post(desk(made, "quick/"), sent | {"confirm": confirm}).status_code in (200, 302)
    return preview


@pytest.mark.parametrize(
    ("effect", "winner", "advanced", "heading"),
    [
        ("bracket", "8", "8", "Correct result · QF 1"),
        ("record", "8", "1", "Correct result · QF 1"),
        ("replay", None, None, "Void and replay match · QF 1"),
    ],
)
def test_a_typed_correction_asks_what_it_changes(
    client, boss: User, effect: str, winner: str | None, advanced: str | None, heading: str
) -> None:
    made = over_the_board(8, boss, tables=4)
    typed(client, made, "QF 1 3-1")
    typed(client, made, "QF 2 3-1")
    asked = typed(client, made, "QF 1 1-3").content.decode()
    assert asked.count('name="effect"') == 3
    assert f"<h1>{heading}" in corrected(client, made, "QF 1 1-3", effect).content.decode()
    now = pairing(made, "W1.1")
    assert (now.winner.title if now.winner else None) == winner
    seat = pairing(made, "W2.1").slots.get(side=1).entry
    assert (seat.title if seat else None) == advanced
