"""Time by the API: the settings, a deadline, pauses, and the start of a match."""

from datetime import timedelta

import pytest
import time_machine

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import NOW, join, pairing, started
from tournaments.core.locking import locked
from tournaments.models import Round, Timing, Tournament

pytestmark = pytest.mark.django_db
WHY = {"reason": "Everybody asked for it."}


@time_machine.travel(NOW + timedelta(hours=1), tick=False)
def test_deadlines_are_planned_and_moved() -> None:
    made = started(4)
    program = DeskProgram(made)
    assert program.get("timing").json()["round_days"] is None
    set_up = program.patch("timing", round_days=7, lateness="proposed")
    assert (set_up.status_code, set_up.json()["grace_min"]) == (200, 5)
    first = Round.objects.filter(stage__tournament=made).earliest("number")
    until = NOW + timedelta(days=10)
    moved = program.put(f"rounds/{first.pk}/deadline", until=until.isoformat(), **WHY)
    assert (moved.status_code, moved.json()["until"]) == (200, "2026-03-17T10:00:00Z")
    assert first.pk in [row["round"] for row in program.get("deadlines").json()]
    past = program.put(f"rounds/{first.pk}/deadline", until=NOW.isoformat(), **WHY)
    assert (past.status_code, past.json()["code"]) == (400, "deadline_past")


@time_machine.travel(NOW + timedelta(minutes=1), tick=False)
def test_play_is_paused_and_resumed() -> None:
    made = started(4)
    match = join(made, "W1.1")
    program = DeskProgram(made)
    first = pairing(made, "W1.1").pk
    assert program.post("clocks", do="pause", pairing=first, **WHY).status_code == 201
    match.refresh_from_db()
    assert match.paused
    again = program.post("clocks", do="pause", pairing=first, **WHY)
    assert (again.status_code, again.json()["code"]) == (409, "match_paused")
    assert program.post("clocks", do="resume", pairing=first, **WHY).status_code == 201
    assert program.post("clocks", do="pause", **WHY).json()["verb"] == "pause_all"
    assert Timing.objects.get(tournament=made).held_at is not None


@time_machine.travel(NOW + timedelta(minutes=1), tick=False)
def test_a_match_begins_at_another_time() -> None:
    made = started(4)
    at = NOW + timedelta(days=1)
    answer = DeskProgram(made).put(
        f"pairings/{pairing(made, 'W1.1').pk}/start-time", at=at.isoformat(), **WHY
    )
    assert (answer.status_code, answer.json()["verb"]) == (200, "move_match")


def test_pairings_of_another_tournament_are_not_there() -> None:
    made, other = started(4), started(4, name="Other")
    theirs = pairing(other, "W1.1")
    program = DeskProgram(made)
    answers = [
        program.post("clocks", do="pause", pairing=theirs.pk, **WHY),
        program.post("clocks", do="pause", round=theirs.round_id, **WHY),
        program.post(f"pairings/{theirs.pk}/clock", entry=1, seconds=60, **WHY),
        program.put(f"rounds/{theirs.round_id}/deadline", until="2090-01-01T00:00:00Z", **WHY),
    ]
    assert [answer.status_code for answer in answers] == [404] * 4


def test_a_change_keeps_what_somebody_else_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = started(4)
    program = DeskProgram(made)
    assert program.patch("timing", grace_min=7).status_code == 200

    def waited(tournament_id: int) -> Tournament:
        Timing.objects.filter(tournament=tournament_id).update(grace_min=20)
        return locked(tournament_id)

    monkeypatch.setattr("tournaments.timing.api.desk.locked", waited)
    changed = program.patch("timing", step_min=3).json()
    assert (changed["grace_min"], changed["step_min"]) == (20, 3)
