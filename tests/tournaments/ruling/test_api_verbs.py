"""Rulings by the API beyond results: each verb is the same action as on the pages, with the same preview and digest."""

from typing import Any

import pytest

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import entry, pairing, started
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
WHY = {"reason": "The director decided."}


def rules(of: Tournament, verb: str, **sent: object) -> Any:
    return DeskProgram(of).post("rulings", verb=verb, **WHY, **sent)


def first_round(of: Tournament) -> Round:
    return Round.objects.get(stage__tournament=of, number=1, section="main")


def test_a_round_is_held_and_released() -> None:
    made = started(4)
    row = first_round(made)
    assert rules(made, "hold_round", round=row.pk).status_code == 201
    row.refresh_from_db()
    assert not row.open
    assert rules(made, "release_round", round=row.pk).status_code == 201
    row.refresh_from_db()
    assert row.open


def test_a_round_gets_another_length() -> None:
    made = started(4)
    row = first_round(made)
    nothing = rules(made, "round_terms", round=row.pk)
    assert (nothing.status_code, "length" in nothing.json()["fields"]) == (400, True)
    assert rules(made, "round_terms", round=row.pk, length=5).status_code == 201
    row.refresh_from_db()
    assert row.length == 5


def test_two_slots_are_exchanged_after_a_preview() -> None:
    made = started(4)
    first, other = pairing(made, "W1.1"), pairing(made, "W1.2")
    sent: dict[str, object] = {
        "pairing": first.pk, "side": 1, "other_pairing": other.pk, "other_side": 1,
    }  # fmt: skip
    before = first.slots.get(side=1).entry_id
    preview = rules(made, "swap", preview=True, **sent)
    assert (preview.status_code, len(preview.json()["digest"]) > 8) == (200, True)
    assert first.slots.get(side=1).entry_id == before
    assert rules(made, "swap", confirm=preview.json()["digest"], **sent).status_code == 201
    assert other.slots.get(side=1).entry_id == before


def test_a_warning_is_a_penalty_on_record() -> None:
    made = started(4)
    first = entry(made, 1)
    assert rules(made, "penalty", entry=first.pk, kind="warning").status_code == 201
    assert first.conduct_penalties.get().kind == "warning"


def test_what_a_verb_needs_is_asked_for_and_what_nobody_knows_is_refused() -> None:
    made = started(4)
    missing = rules(made, "swap", pairing=pairing(made, "W1.1").pk, side=1)
    assert set(missing.json()["fields"]) == {"other_pairing", "other_side"}
    misspelt = rules(made, "undo", rulling=1)
    assert (misspelt.status_code, set(misspelt.json()["fields"])) == (400, {"rulling"})


def test_nothing_of_another_tournament_is_ruled_on() -> None:
    made, other = started(4), started(4, name="Other")
    answers = [
        rules(made, "hold_round", round=first_round(other).pk),
        rules(made, "penalty", entry=entry(other, 1).pk, kind="warning"),
        rules(made, "keep_stage", stage=9),
    ]
    assert [answer.status_code for answer in answers] == [404] * 3
