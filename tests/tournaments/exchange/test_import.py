"""Entries and results from files: first row by row what would happen, then exactly that or nothing (round trips included)."""

import json
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player, User
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    entry,
    nobody,
    started,
    tournament,
    win_all,
)
from tests.tournaments.ruling import rulings
from tournaments.entry.services import entries
from tournaments.exchange.selectors.export_json import tournament_json
from tournaments.exchange.selectors.exports import TABLES
from tournaments.exchange.services import import_flow
from tournaments.exchange.services.import_preview import DryRun
from tournaments.formats.plans import most_entries
from tournaments.models import Entry, Ruling, Tournament
from web.csv_writing import csv_rows
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return director()


def bring(of: Tournament, boss: User, text: str, kind: str = "entries") -> int:
    return import_flow.upload(
        of.pk, by=boss, kind=kind, name="list.csv", data=text.encode(), now=NOW
    ).pk


def look(of: Tournament, boss: User, file: int, **choices: Any) -> DryRun:
    return import_flow.dry_run(of.pk, file, by=boss, now=NOW, **choices)


def take(of: Tournament, boss: User, file: int, run: DryRun | None = None, **choices: str) -> None:
    run = run or look(of, boss, file)
    values = {int(line.removeprefix("line")): value for line, value in choices.items()}
    import_flow.apply_file(
        of.pk, file, by=boss, now=NOW, confirmation=import_flow.Confirmation(run.digest, values)
    )


def exported(of: Tournament, name: str) -> str:
    head, rows = TABLES[name]
    return "".join(csv_rows(head, rows(of)))


def states(run: DryRun) -> list[str]:
    return [line.state for line in run.lines]


def test_strangers_come_in_and_nothing_is_written_before_the_yes(boss: User) -> None:
    of = tournament(boss)
    file = bring(of, boss, "Name;Club;Seed;Country\nAnn;Oslo;2;NO\nBob;;1;Norway\n")
    run = look(of, boss, file)
    assert states(run) == ["new", "new"]
    assert not of.entries.exists()
    take(of, boss, file)
    assert [(e.player.name, e.club, e.seed, e.player.country.code) for e in of.entries.order_by("pk")] == [
        ("Ann", "Oslo", 2, "NO"), ("Bob", "", 1, "NO"),
    ]  # fmt: skip
    with pytest.raises(DomainError, match="already_taken"):
        take(of, boss, file, run)


def test_each_row_is_judged(boss: User) -> None:
    of = entered(2, organizer=boss, entry_limit=6)
    expected, left = nobody("Known"), nobody("Left")
    nobody("Twin"), nobody("Twin")
    entries.add_walk_in(of.pk, by=None, now=NOW, player=left)
    entries.withdraw(of.pk, left)
    rows = [
        "id,name,club,seed,country", f"{expected.pk},,,,", f"{expected.pk},Known,,,", "999999,,,,", f"{expected.pk},Other,,,",
        "1,,Paris,," .replace("1,", f"{entry(of, '1').player_id},", 1), ",2,,,", ",Twin,,,", ",Left,,,", ",Known,,,",
        ",New,,0,", ",New,,,Atlantis", ",,Rome,,", ",Fresh,,,", ",fresh,,,", ",Seventh,,,",
    ]  # fmt: skip
    run = look(of, boss, bring(of, boss, "\n".join(rows)))
    assert states(run) == [
        "known", "twice", "bad", "bad", "changed", "same", "choose", "known", "known",
        "bad", "bad", "bad", "new", "twice", "new",
    ]  # fmt: skip
    assert run.limit == 8, "two more than the maximum"
    assert [line.column for line in run.lines if line.state == "bad"][:5] == [
        "id",
        "name",
        "seed",
        "country",
        "name",
    ]
    assert "club: – → Paris" in run.lines[4].detail


def test_a_list_beyond_the_maximum_raises_it_only_when_that_is_confirmed(boss: User) -> None:
    of = entered(2, organizer=boss, entry_limit=3)
    file = bring(of, boss, "name\nAnn\nBob\n")
    run = look(of, boss, file)
    assert (states(run), run.limit) == (["new", "new"], 4)
    with pytest.raises(DomainError, match="tournament_full"):
        take(of, boss, file, run)
    assert of.entries.count() == 2
    confirmation = import_flow.Confirmation(run.digest, {}, limit=4)
    import_flow.apply_file(of.pk, file, by=boss, now=NOW, confirmation=confirmation)
    of.refresh_from_db()
    assert (of.entries.count(), of.entry_limit) == (4, 4)


def test_a_list_that_fits_keeps_the_maximum(boss: User) -> None:
    of = entered(2, organizer=boss, entry_limit=4)
    assert look(of, boss, bring(of, boss, "name\nAnn\nBob\n")).limit is None


def test_a_list_larger_than_the_format_is_refused_at_the_maximum(boss: User) -> None:
    of = tournament(boss, format="round_robin", entry_limit=3)
    names = "\n".join(f"Player {n}" for n in range(most_entries("round_robin") + 1))
    run = look(of, boss, bring(of, boss, f"name\n{names}\n"))
    assert (states(run)[:3], run.limit) == (["new"] * 3, None)
    assert set(states(run)[3:]) == {"bad"}


def test_a_row_that_comes_again_says_what_differs(boss: User) -> None:
    of = tournament(boss)
    run = look(of, boss, bring(of, boss, "name,seed\nAnn,1\nann,\nAnn,2\n"))
    assert [line.detail for line in run.lines[1:]] == [
        "Skipped: same as line 2.",
        "Skipped: line 2 again, with different values: seed.",
    ]


def test_two_of_one_name_wait_for_a_choice(boss: User) -> None:
    of = tournament(boss)
    first, two = nobody("Twin"), nobody("Twin")
    file = bring(of, boss, "name\nTwin\n")
    run = look(of, boss, file)
    assert [value for value, _words in run.lines[0].options] == [str(first.pk), str(two.pk), "new"]
    with pytest.raises(import_flow.ImportNotConfirmed, match="file_not_ready"):
        take(of, boss, file, run)
    take(of, boss, file, run, line2=str(two.pk))
    assert of.entries.get().player == two


def test_a_known_player_can_be_said_to_be_a_new_one(boss: User) -> None:
    of = tournament(boss)
    expected = nobody("Ann")
    file = bring(of, boss, "name\nAnn\n")
    take(of, boss, file, line2="new")
    assert of.entries.get().player != expected


def test_what_changed_since_the_dry_run_is_shown_again(boss: User) -> None:
    of = tournament(boss)
    file = bring(of, boss, "name\nAnn\n")
    run = look(of, boss, file)
    nobody("Ann")
    with pytest.raises(import_flow.ImportNotConfirmed) as refused:
        take(of, boss, file, run)
    assert refused.value.code == "stale_dry_run"
    assert states(refused.value.run) == ["known"]
    assert not of.entries.exists()


def test_a_file_with_a_wrong_row_is_not_taken_at_all(boss: User) -> None:
    of = tournament(boss)
    file = bring(of, boss, "name,seed\nAnn,1\nBob,1\n")
    with pytest.raises(import_flow.ImportNotConfirmed, match="file_not_ready"):
        take(of, boss, file)
    assert not of.entries.exists()


def test_seeds_change_places(boss: User) -> None:
    of = entered(3, organizer=boss)
    entries.set_seeds(of.pk, by=None, seeds={entry(of, "1").pk: 1, entry(of, "2").pk: 2})
    take(of, boss, bring(of, boss, "name,seed\n1,2\n2,1\n3,3\n"))
    assert [entry(of, name).seed for name in "123"] == [2, 1, 3]


def test_who_gave_up_their_place_gets_it_again(boss: User) -> None:
    of = entered(2, organizer=boss)
    entries.remove(entry(of, "2").pk, by=None)
    take(of, boss, bring(of, boss, f"id\n{entry(of, '2').player_id}\n"))
    assert entry(of, "2").status == Entry.Status.ACTIVE
    assert of.entries.count() == 2


def test_after_the_start_rows_are_late_entries_as_rulings(boss: User) -> None:
    of = started(5, organizer=boss)
    take(of, boss, bring(of, boss, "name,club\nLate,Oslo\n1,Rome\n"))
    assert entry(of, "Late").club == "Oslo"
    assert entry(of, "1").club == "Rome"
    assert Ruling.objects.filter(tournament=of, verb="late_entry").exists()


@pytest.mark.parametrize("name", ["=1+1", "'tis", 'Zoë, "Z"', "Line\u2028break"])
def test_an_export_of_entries_brings_nothing_new(boss: User, name: str) -> None:
    of = entered(2, organizer=boss)
    entries.add_walk_in(of.pk, by=None, now=NOW, name=name)
    entries.set_labels(entry(of, "1").pk, by=None, club="-Oslo", family="@F")
    for text in (exported(of, "entries"), "".join(tournament_json(of))):
        assert set(states(look(of, boss, bring(of, boss, text)))) == {"same"}


def test_an_export_of_results_brings_nothing_new(boss: User) -> None:
    of = started(4, organizer=boss)
    win_all(of, "W1.1 1")
    of.refresh_from_db()
    for text in (exported(of, "results"), "".join(tournament_json(of))):
        assert set(states(look(of, boss, bring(of, boss, text, "results")))) == {"same"}


def test_results_of_several_rounds_are_one_ruling_that_can_be_undone(boss: User) -> None:
    of = started(4, organizer=boss)
    text = "pairing,winner,score\nW1.1,1,3-1\nW1.2,2,3:0\nW2.1,2,1-3\n"
    file = bring(of, boss, text, "results")
    run = look(of, boss, file)
    assert states(run) == ["set", "set", "set"]
    of.refresh_from_db()
    assert of.status == "running"
    take(of, boss, file, run)
    of.refresh_from_db()
    assert (of.status, of.champion) == ("finished", entry(of, "2"))
    assert set(states(look(of, boss, bring(of, boss, exported(of, "results"), "results")))) == {
        "same"
    }
    made = Ruling.objects.get(tournament=of, verb="import_results")
    with pytest.raises(DomainError) as refused:
        rulings.undo(made.pk, by=None, now=NOW, reason="wrong file")
    rulings.undo(
        made.pk, by=None, now=NOW, reason="wrong file", confirm=refused.value.preview.digest
    )  # type: ignore[attr-defined]
    of.refresh_from_db()
    assert (of.status, of.champion) == ("running", None)


def test_wrong_results_are_named_by_column(boss: User) -> None:
    of = started(4, organizer=boss)
    text = (
        "pairing,player_1,player_2,winner,score,kind\nX9,,,1,,\nW1.1,,,2,,\nW1.1,,,1,1-3,\nW1.1,,,1,much,\n"
        "W1.1,,,1,,lottery\n,Nobody,1,1,,\n,1,,1,,\nW1.2,,,,,\nW1.1,,,1,,forfeit\nW1.1,,,1,,\n"
    )
    run = look(of, boss, bring(of, boss, text, "results"))
    assert [(line.state, line.column) for line in run.lines] == [
        ("bad", "pairing"), ("bad", "winner"), ("bad", "score_1"), ("bad", "score"), ("bad", "kind"),
        ("bad", "player_1"), ("bad", "pairing"), ("same", ""), ("set", ""), ("twice", ""),
    ]  # fmt: skip


def test_only_a_director_brings_files(boss: User) -> None:
    of = entered(2, organizer=boss)
    with pytest.raises(DomainError, match="not_your_role"):
        bring(of, director(), "name\nAnn\n")


def test_a_thousand_rows_cost_as_many_queries_as_ten(
    boss: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def rows(n: int, base: int) -> str:
        return "name,club\n" + "".join(f"P{base + k},Club {k}\n" for k in range(n))

    of = tournament(boss)
    few = bring(of, boss, rows(10, 0))
    run = look(of, boss, few)
    with django_assert_max_num_queries(40) as ten:
        take(of, boss, few, run)
    many = bring(of, boss, rows(1000, 100))
    run = look(of, boss, many)
    with django_assert_max_num_queries(len(ten) + 30):
        take(of, boss, many, run)
    assert of.entries.count() == 1010
    assert Player.objects.filter(name__startswith="P").count() >= 1010


def test_the_json_of_a_tournament_is_whole(boss: User) -> None:
    of = started(4, organizer=boss)
    data = json.loads("".join(tournament_json(of)))
    assert (data["format"], data["version"]) == ("barpoint-tournament", 1)
    assert [len(data[name]) for name in ("entries", "results", "standings")] == [4, 2, 4]
