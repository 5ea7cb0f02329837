"""Players of a whole event from a file: each row somebody, in as many of its tournaments as it names."""

import json

import pytest

from accounts.models import Player, User
from tests.tournaments.exchange.test_import import states
from tests.tournaments.making import NOW, director, nobody
from tournaments.event.services import events
from tournaments.exchange.selectors.exports import PLAYERS, player_rows
from tournaments.exchange.services import import_event_flow
from tournaments.exchange.services.import_flow import Confirmation, ImportNotConfirmed
from tournaments.exchange.services.import_preview import DryRun
from tournaments.models import Entry, Event, Tournament
from tournaments.setup.services import lifecycle
from web.csv_writing import csv_rows
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return director()


@pytest.fixture
def event(boss: User) -> Event:
    new_event = events.NewEvent(name="Rhine Open", starts_on=NOW.date(), time_zone="Europe/Berlin")
    made = events.create(boss, "club_night", new_event)
    Tournament.objects.filter(event=made).delete()
    for order, name in enumerate(("Main", "Blitz", "Doubles, mixed")):
        item = lifecycle.create(organizer=boss, name=f"Rhine Open: {name}", lengths=[3], clock=None)
        Tournament.objects.filter(pk=item.pk).update(event=made, event_order=order)
        lifecycle.open_entry(item.pk, by=boss)
    return made


def bring(event: Event, text: str) -> int:
    by = event.organizer
    return import_event_flow.upload_players(
        event, by=by, name="list.csv", data=text.encode(), now=NOW
    ).pk


def look(event: Event, file: int, **choices: str) -> DryRun:
    values = {int(line.removeprefix("line")): value for line, value in choices.items()}
    return import_event_flow.dry_run_players(event, file, by=event.organizer, choices=values)


def take(event: Event, file: int, run: DryRun, **choices: str) -> None:
    values = {int(line.removeprefix("line")): value for line, value in choices.items()}
    confirmation = Confirmation(run.digest, values)
    import_event_flow.apply_players(
        event, file, by=event.organizer, now=NOW, confirmation=confirmation
    )


def brought(event: Event, text: str) -> list[str]:
    file = bring(event, text)
    run = look(event, file)
    take(event, file, run)
    return states(run)


def fields(event: Event) -> dict[str, set[str]]:
    values: dict[str, set[str]] = {}
    for item in Entry.objects.filter(tournament__event=event, status="active"):
        values.setdefault(item.player.name, set()).add(
            item.tournament.name.removeprefix("Rhine Open: ")
        )
    return values


def test_a_row_enters_all_tournaments_that_it_names_and_a_new_player_is_one_person(
    event: Event,
) -> None:
    text = 'name,country,tournaments\nAnn,DE,Main; Blitz\nBob,,"blitz, Doubles, mixed"\nann,,"Doubles, mixed"'
    assert brought(event, text) == ["new", "new", "new"]
    assert fields(event) == {
        "Ann": {"Main", "Blitz", "Doubles, mixed"}, "Bob": {"Blitz", "Doubles, mixed"},
    }  # fmt: skip
    assert Player.objects.filter(name__iexact="ann").count() == 1
    assert Player.objects.get(name="Ann").country == "DE"


def test_each_tournament_may_have_a_column_of_its_own(event: Event) -> None:
    text = "Name;Main;BLITZ;Doubles, mixed\nAnn;x;;no\nBob;1;yes;0\n"
    assert brought(event, text) == ["new", "new"]
    assert fields(event) == {"Ann": {"Main"}, "Bob": {"Main", "Blitz"}}


def test_a_list_of_a_json_file_does_as_well(event: Event) -> None:
    text = {"players": [{"name": "Ann", "tournaments": ["Main", "Doubles, mixed"]}]}
    assert brought(event, json.dumps(text)) == ["new"]
    assert fields(event) == {"Ann": {"Main", "Doubles, mixed"}}


def test_the_players_of_an_event_brought_back_change_nothing(event: Event) -> None:
    names = [
        "=cmd|' /C calc'!A0",
        "+49",
        "@home",
        "-1",
        "Semi; Colon",
        'Quo"ted',
        "a\u200fb",
        "李明",
    ]
    brought(
        event,
        "name\ttournaments\n"
        + "\n".join(f'"{n.replace(chr(34), chr(34) * 2)}"\tMain;Doubles, mixed' for n in names),
    )
    assert set(fields(event)) == set(names)
    text = "".join(csv_rows(PLAYERS, player_rows(event)))
    assert states(look(event, bring(event, text))) == ["same"] * len(names)


def test_who_is_meant_is_asked_once_for_all_tournaments(event: Event) -> None:
    ones = [nobody("Ann"), nobody("Ann")]
    file = bring(event, "name,tournaments\nAnn,Main;Blitz")
    run = look(event, file)
    assert states(run) == ["choose"]
    with pytest.raises(ImportNotConfirmed):
        take(event, file, run)
    take(event, file, run, line2=str(ones[1].pk))
    assert set(Entry.objects.values_list("player", flat=True)) == {ones[1].pk}
    assert brought(event, "name;tournaments\nAnn;Blitz, Doubles, mixed") == ["known"]
    assert set(Entry.objects.values_list("player", flat=True)) == {ones[1].pk}


def test_a_namesake_may_be_a_new_player_in_all_of_them(event: Event) -> None:
    nobody("Ann")
    file = bring(event, "name,tournaments\nAnn,Main;Blitz")
    run = look(event, file)
    take(event, file, run, line2="new")
    assert Player.objects.filter(name="Ann").count() == 2
    assert len(set(Entry.objects.values_list("player", flat=True))) == 1


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        ("Ann,Side", "tournaments", "Tournament not found in this event"),
        ("Ann,", "tournaments", "No tournament given"),
        (",Main", "name", "no name"),
        ("Ann,Rhine Open", "tournaments", "Tournament not found in this event"),
    ],
)
def test_a_row_that_cannot_be_taken_says_why(
    event: Event, row: str, column: str, reason: str
) -> None:
    file = bring(event, f"name,tournaments\n{row}\nBob,Main")
    run = look(event, file)
    assert [run.lines[0].state, run.lines[0].column] == ["bad", column]
    assert reason in run.lines[0].detail
    with pytest.raises(ImportNotConfirmed):
        take(event, file, run)
    assert not Entry.objects.exists()


def test_a_full_tournament_refuses_and_nothing_is_taken_in_the_others(event: Event) -> None:
    Tournament.objects.filter(name="Rhine Open: Blitz").update(entry_limit=1)
    file = bring(event, "name,tournaments\nAnn,Main;Blitz\nBob,Main;Blitz")
    run = look(event, file)
    assert states(run) == ["new", "bad"]
    assert run.lines[1].detail.startswith("Blitz: ")
    with pytest.raises(ImportNotConfirmed):
        take(event, file, run)
    assert not Player.objects.filter(name="Ann").exists()


def test_what_changed_since_the_dry_run_is_shown_again(event: Event) -> None:
    file = bring(event, "name,tournaments\nAnn,Main")
    run = look(event, file)
    nobody("Ann")
    with pytest.raises(ImportNotConfirmed, match="The data has changed"):
        take(event, file, run)
    take(event, file, look(event, file))
    with pytest.raises(DomainError, match="already"):
        look(event, file)


def test_only_who_directs_the_event_brings_its_players(event: Event) -> None:
    file = bring(event, "name,tournaments\nAnn,Main")
    stranger = director()
    with pytest.raises(NotAllowed):
        import_event_flow.dry_run_players(event, file, by=stranger)
    with pytest.raises(NotAllowed):
        import_event_flow.upload_players(event, by=stranger, name="x", data=b"name", now=NOW)
