"""Entries by the API: many at once, seeds, one changed or taken out, and one thing for several."""

import pytest

from tests.tournaments.desk.asking_api import DeskProgram
from tests.tournaments.making import NOW, director, entered, entry, player, started, tournament
from tournaments.core.locking import locked
from tournaments.entry.services.check_in import move_to_waiting_list
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def seeds(of: Tournament) -> dict[str, int | None]:
    return dict(of.entries.order_by("pk").values_list("player__name", "seed"))


def test_a_whole_field_is_entered_with_its_seeds() -> None:
    made = tournament(draw_method="seeded")
    rows = [
        {"name": "Ann Alder", "seed": 2},
        {"name": "Bob Birch"},
        {"name": "Cy Cedar", "seed": 1},
    ]
    answer = DeskProgram(made).post("entries/bulk", entries=rows)
    assert answer.status_code == 201, answer.json()
    assert seeds(made) == {"Ann Alder": 2, "Bob Birch": None, "Cy Cedar": 1}


def test_nobody_is_entered_where_one_name_is_known() -> None:
    made, alice = tournament(), player("alice")
    rows = [{"name": "Ann Alder"}, {"name": "alice"}]
    answer = DeskProgram(made).post("entries/bulk", entries=rows)
    assert (answer.status_code, answer.json()["code"], answer.json()["index"]) == (409, "which_player", 1)  # fmt: skip
    assert [each["player"] for each in answer.json()["candidates"]] == [alice.pk]
    assert not made.entries.exists()


def test_seeds_are_set_together_and_refused_together() -> None:
    made = entered(3)
    first, second, third = (entry(made, name).pk for name in (1, 2, 3))
    program = DeskProgram(made)
    rows = [{"entry": third, "seed": 1}, {"entry": first, "seed": 2}]
    assert program.put("seeds", seeds=rows).status_code == 200
    assert seeds(made) == {"1": 2, "2": None, "3": 1}
    twice = program.put("seeds", seeds=[{"entry": second, "seed": 1}])
    assert (twice.status_code, twice.json()["code"]) == (400, "seed_twice")
    alone = program.put("seeds", seeds=[{"entry": second, "seed": 1}], keep_others=False)
    assert alone.status_code == 200
    assert seeds(made) == {"1": None, "2": 1, "3": None}


def test_an_entry_is_changed_and_taken_out() -> None:
    made = entered(3)
    program, first = DeskProgram(made), entry(made, 1)
    answer = program.patch(f"entries/{first.pk}", seed=1, club="Riverside", rating=1650.5)
    assert (answer.status_code, answer.json()["seed"]) == (200, 1)
    first.refresh_from_db()
    assert (first.club, first.rating) == ("Riverside", 1650.5)
    assert program.delete(f"entries/{first.pk}").status_code == 204
    assert program.delete(f"entries/{first.pk}").status_code == 204
    first.refresh_from_db()
    assert first.status == "withdrawn"
    assert program.get(f"entries/{first.pk}").json()["code"] == "no_such_entry"


def test_after_the_start_nobody_is_taken_out_like_this() -> None:
    made = started(4)
    answer = DeskProgram(made).delete(f"entries/{entry(made, 1).pk}")
    assert (answer.status_code, answer.json()["code"]) == (409, "tournament_running")


def test_a_patch_that_is_refused_changes_nothing() -> None:
    made = entered(2)
    first = entry(made, 1)
    answer = DeskProgram(made).patch(f"entries/{first.pk}", club="Riverside", country="XX")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_country")
    first.refresh_from_db()
    assert first.club == ""


def test_one_thing_is_done_for_several_entries() -> None:
    made = entered(3)
    for name in (1, 2):
        move_to_waiting_list(entry(made, name).pk, by=made.organizer, now=NOW)
    pks = [entry(made, name).pk for name in (1, 2, 3)]
    answer = DeskProgram(made).post("entries/actions", do="admit", entries=pks)
    assert answer.status_code == 200, answer.json()
    assert {row["name"] for row in answer.json()["changed"]} == {"1", "2"}
    assert [row["name"] for row in answer.json()["left_alone"]] == ["3"]
    assert made.entries.filter(status="active").count() == 3
    again = DeskProgram(made).post("entries/actions", do="admit", entries=pks)
    assert (again.status_code, again.json()["code"]) == (409, "nothing_to_do")


def test_strangers_change_no_entries() -> None:
    made = entered(2)
    stranger = DeskProgram(made, director())
    pk = entry(made, 1).pk
    answers = [
        stranger.patch(f"entries/{pk}", seed=1),
        stranger.delete(f"entries/{pk}"),
        stranger.put("seeds", seeds=[{"entry": pk, "seed": 1}]),
        stranger.post("entries/bulk", entries=[{"name": "Ann Alder"}]),
        stranger.post("entries/actions", do="remove", entries=[pk]),
    ]
    assert [answer.status_code for answer in answers] == [403] * 5


def changed_before_the_lock(monkeypatch: pytest.MonkeyPatch, **fields: object) -> None:
    """Somebody else changes entry 1 while this request waits for the lock."""

    def waited(tournament_id: int) -> Tournament:
        Entry.objects.filter(tournament=tournament_id, player__name="1").update(**fields)
        return locked(tournament_id)

    monkeypatch.setattr("tournaments.desk.api.entries.locked", waited)


def test_a_change_keeps_what_somebody_else_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = entered(2)
    changed_before_the_lock(monkeypatch, rating=1700.0, club="Hilltop")
    assert DeskProgram(made).patch(f"entries/{entry(made, 1).pk}", family="Ash").status_code == 200
    after = entry(made, 1)
    assert (after.family, after.rating, after.club) == ("Ash", 1700.0, "Hilltop")


def test_seeds_for_nobody_else_take_away_one_that_was_set_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = entered(2)
    changed_before_the_lock(monkeypatch, seed=1)
    rows = [{"entry": entry(made, 2).pk, "seed": 1}]
    assert DeskProgram(made).put("seeds", seeds=rows, keep_others=False).status_code == 200
    assert seeds(made) == {"1": None, "2": 1}


def test_refused_seeds_of_a_field_name_no_entry() -> None:
    made = tournament(draw_method="seeded")
    rows = [{"name": "Ann Alder", "seed": 1}, {"name": "Bob Birch", "seed": 1}, {"name": "Cy"}]
    answer = DeskProgram(made).post("entries/bulk", entries=rows)
    assert (answer.status_code, answer.json()["code"]) == (400, "seed_twice")
    assert "index" not in answer.json()
    assert not made.entries.exists()
