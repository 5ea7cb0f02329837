"""Names are found without their accents, wherever a name is searched."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import Player
from accounts.selectors import players_found
from tests.tournaments.desk.test_live_desk import desk, over_the_board
from tests.tournaments.making import NOW, director, entered
from tournaments.bracket.selectors.entry_search import matching, named
from tournaments.desk.selectors.command_palette import hits
from tournaments.desk.selectors.desk_scope import load_names
from tournaments.desk.selectors.typed_lookup import TypedScore, resolve
from tournaments.entry.services import entries
from tournaments.models import Entry
from tournaments.venue.selectors.check_in import attendance
from web.folding import fold

pytestmark = pytest.mark.both_databases  # names are compared and ordered by the database

NAMES = {
    "lefevre": "Hélène Lefèvre",
    "yilmaz": "Ayşe Yılmaz",
    "kowalska": "Ania Kowałska",
    "odegard": "Øystein Ødegård",
    "strauss": "Jörg Strauß",
    "aegir": "Ægir Þórsson",
    "dokovic": "Đorđe Đoković",
}


@pytest.mark.parametrize(("asked", "name"), NAMES.items())
def test_letters_of_a_british_keyboard_are_enough(asked: str, name: str) -> None:
    assert asked in fold(name)
    assert fold(name) == fold(name.upper()) == fold(fold(name))


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "name"), NAMES.items())
def test_players_are_found_on_their_page_and_by_the_api(
    client: Client, asked: str, name: str
) -> None:
    Player.objects.bulk_create([Player(name=name), Player(name="Somebody Else")])
    for typed in (asked, name, name.upper()):
        assert [player.name for player in players_found(typed)] == [name]
    assert [
        row["name"] for row in client.get(f"/api/v1/players?search={asked}").json()["results"]
    ] == [name]
    assert name in client.get(f"/players/?q={asked}").content.decode()


@pytest.mark.django_db
def test_a_new_name_is_searched_for_at_once_and_one_of_an_old_process_too() -> None:
    player = Player.objects.create(name="Lefèvre")
    player.name = "Yılmaz"
    player.save(update_fields=["name"])
    assert [*players_found("yilmaz")] == [player]
    assert not players_found("lefevre")
    Player.objects.filter(pk=player.pk).update(search_name="")
    assert [*players_found("Yılmaz")] == [player]


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "name"), NAMES.items())
def test_the_desk_finds_an_entry_by_it(asked: str, name: str) -> None:
    boss = director()
    made = over_the_board(4, boss)
    Entry.objects.filter(tournament=made, player__name="1").update(name=name)
    tended = load_names([made], boss)
    assert hits(tended, asked)[0].title == name
    assert not resolve(tended, TypedScore(f"{asked} 3-1", asked, (3, 1))).refused
    assert [item.name for item in matching(named(made), asked)] == [name]
    assert [row.name for row in attendance(made, asked).rows] == [name]


@pytest.mark.django_db
def test_the_entries_of_a_desk_are_sifted_by_it(client: Client) -> None:
    boss = director()
    client.force_login(boss)
    made = entered(3, organizer=boss)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ania Kowałska")
    page = client.get(desk(made, "?tab=entries&find=kowalska")).content.decode()
    assert "Ania Kowałska" in page
    assert "Nobody of that name" not in page
    assert hits(load_names([made], AnonymousUser()), "kowalska")[0].title == "Ania Kowałska"
