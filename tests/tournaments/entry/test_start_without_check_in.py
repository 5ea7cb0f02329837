"""Before the draw of a tournament that checks in, the director is told how many are not there, and chooses."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, entered, entry, player
from tournaments.entry.services import bots, check_in
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def address(of: Tournament, part: str = "") -> str:
    return f"/tournaments/{of.slug}/manage/{part}"


def starts(client: Client, of: Tournament, **fields: str) -> str:
    answer = client.post(address(of, "start/"), fields, follow=True)
    return re.sub(r"<[^>]+>|\s+", " ", answer.content.decode()).replace("  ", " ")


def status(of: Tournament) -> str:
    return Tournament.objects.get(pk=of.pk).status


def checks_in(of: Tournament, boss: User, *names: object) -> Tournament:
    check_in.open_check_in(of.pk, by=boss, now=NOW)
    for name in names:
        check_in.check_in(entry(of, name).pk, by=boss, now=NOW)
    return of


def test_a_tournament_that_does_not_check_in_is_drawn_at_once(client: Client, boss: User) -> None:
    made = entered(4, organizer=boss)
    assert "not checked in" not in client.get(address(made)).content.decode()
    assert "Tournament started." in starts(client, made)


def test_everybody_there_is_drawn_at_once(client: Client, boss: User) -> None:
    made = checks_in(entered(2, organizer=boss), boss, 1, 2)
    assert "Tournament started." in starts(client, made)


def test_the_desk_says_before_the_draw_how_many_are_missing(client: Client, boss: User) -> None:
    made = checks_in(entered(4, organizer=boss), boss, 1)
    page = client.get(address(made)).content.decode()
    assert "<b>3</b> entries are not checked in." in page
    checks_in(made, boss, 2, 3)
    assert "<b>1</b> entry is not checked in." in client.get(address(made)).content.decode()


def test_the_draw_asks_first_and_names_who_is_missing(client: Client, boss: User) -> None:
    made = checks_in(entered(4, organizer=boss), boss, 1, 2, 3)
    page = starts(client, made)
    assert "Nothing has been drawn yet." in page
    assert " 4 " in page.split("Nothing has been drawn yet.")[1]
    assert status(made) == "open"


def test_all_are_drawn_if_the_director_says_so(client: Client, boss: User) -> None:
    made = checks_in(entered(4, organizer=boss), boss, 1, 2, 3)
    assert "Tournament started." in starts(client, made, all="1")
    assert made.entries.filter(status="active").count() == 4


def test_the_missing_are_removed_and_the_desk_shows_who_is_left(client: Client, boss: User) -> None:
    made = checks_in(entered(4, organizer=boss), boss, 1, 2, 3)
    fields = {"do": "remove_missing", "expected": str(entry(made, 4).pk), "desk": "1"}
    answer = client.post(address(made, "check-in/"), fields)
    assert answer["Location"] == address(made)
    assert entry(made, 4).status == "withdrawn"
    assert "Tournament started." in starts(client, made)


def test_where_nobody_is_checked_in_it_is_not_offered_to_remove_all(
    client: Client, boss: User
) -> None:
    page = starts(client, checks_in(entered(2, organizer=boss), boss))
    assert "Nobody is checked in yet." in page
    assert "Remove" not in page


def test_a_check_in_at_the_desk_alone_makes_it_ask_too(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    check_in.check_in(entry(made, 1).pk, by=boss, now=NOW)
    assert "1 entry is not checked in." in starts(client, made)


def test_bots_are_always_there(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    bots.add_bots(made.pk, by=boss, number=2, now=NOW)
    checks_in(made, boss, 1)
    assert "1 entry is not checked in." in starts(client, made)
    page = client.get(address(made)).content.decode()
    assert (page.count('value="here"'), page.count('value="not_here"')) == (1, 1)
    gone = check_in.remove_missing(made.pk, by=boss, now=NOW, expected=[entry(made, 2).pk])
    assert gone.after["removed"] == ["2"]
    assert "Tournament started." in starts(client, made)


def test_only_a_director_is_asked(client: Client, boss: User) -> None:
    made = checks_in(entered(2, organizer=boss), boss)
    client.force_login(player().user)
    assert client.post(address(made, "start/")).status_code == 403
    assert status(made) == "open"
