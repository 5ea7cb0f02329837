"""Draws by the API: look at one, shuffle it, swap two, publish exactly that; round by round, as the draw room does."""

import pytest

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import entered, entry, pairing, started
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss", "options": {"rounds": 2}, "publishes": True}


def drawn(of: Tournament) -> list[set[int]]:
    rows = Pairing.objects.filter(stage__tournament=of, voided_at=None).order_by("pk")
    return [set(row.slots.values_list("entry", flat=True)) for row in rows]


def test_the_draw_that_was_seen_is_published() -> None:
    made = entered(4, draw_method="random")
    program = DeskProgram(made)
    assert program.get("draw").json()["code"] == "no_preview"
    first = program.post("draw").json()
    second = program.post("draw", number=2).json()
    assert (first["number"], second["number"], second["shown"]) == (1, 2, 2)
    chosen = [entry(made, name).pk for name in (1, 2)]
    swapped = program.post("draw", swap=chosen).json()
    assert swapped["swaps"] == [chosen]
    assert swapped["mark"] != second["mark"]
    stale = program.post("start", draw=second["mark"])
    assert (stale.status_code, stale.json()["code"]) == (409, "draw_changed")
    assert program.post("start", draw=swapped["mark"]).status_code == 200
    seen = [{slot["entry"] for slot in row["slots"]} for row in swapped["pairings"][:2]]
    assert drawn(made)[:2] == seen


def test_a_start_is_undone_while_nothing_is_played() -> None:
    made = started(4)
    answer = DeskProgram(made).post("start/undo", reason="Somebody is missing.")
    assert (answer.status_code, answer.json()["status"]) == (200, "open")


def second_round_is_due() -> Tournament:
    """The first round, which the start has drawn, is decided by forfeits."""
    made = started(4, **SWISS)
    for key in ("R1.1", "R1.2"):
        item = pairing(made, key)
        loser = item.slots.earliest("side").entry_id
        ruled = DeskProgram(made).post(
            "rulings", verb="forfeit", pairing=item.pk, losers=[loser], reason="They left."
        )
        assert ruled.status_code == 201, ruled.json()
    return made


def test_a_round_is_published_as_it_was_seen() -> None:
    made = second_round_is_due()
    program = DeskProgram(made)
    seen = program.get("stages/1/next").json()
    chosen = [row["slots"][0]["entry"] for row in seen["pairings"]]
    swapped = program.post("stages/1/next", swap=chosen).json()
    stale = program.post("stages/1/publish", draw=seen["mark"])
    assert (stale.status_code, stale.json()["code"]) == (409, "draw_changed")
    answer = program.post("stages/1/publish", draw=swapped["mark"])
    assert (answer.status_code, answer.json()["verb"]) == (201, "publish")
    sets = [{slot["entry"] for slot in row["slots"]} for row in swapped["pairings"]]
    assert drawn(made)[2:] == sets
    early = program.post("stages/1/publish")
    assert (early.status_code, early.json()["code"]) == (409, "not_due")


def test_a_round_of_given_pairs_is_published() -> None:
    made = second_round_is_due()
    met = drawn(made)
    first, second = sorted(met[0]), sorted(met[1])
    pairs = [[first[0], second[0]], [first[1], second[1]]]
    assert DeskProgram(made).post("stages/1/publish", pairs=pairs).status_code == 201
    assert drawn(made)[2:] == [set(pair) for pair in pairs]
    other = DeskProgram(made).post("stages/2/publish")
    assert (other.status_code, other.json()["code"]) == (404, "no_such_stage")


def test_a_round_is_not_published_before_it_is_due() -> None:
    answer = DeskProgram(started(4, **SWISS)).post("stages/1/publish")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_due")
