"""The pages on which people come in: late, again, as teams; and what a director says of an entry."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import (
    NOW,
    SEED,
    entered,
    nobody,
    player,
    shown,
    started,
    tournament,
    win,
)
from tests.tournaments.teams import begun, boards_of, team, with_pairs, with_teams
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Entry, Tournament, Venue

pytestmark = pytest.mark.django_db


def desk(of: Tournament, part: str = "") -> str:
    return f"/tournaments/{of.slug}/manage/{part}"


@pytest.mark.parametrize("part", ["team/", "entries/{entry}/"])
def test_the_pages_of_entries_are_closed_to_everybody_else(client: Client, part: str) -> None:
    made = with_teams(1)
    address = desk(made, part.format(entry=made.entries.get().pk))
    assert client.get(address).status_code == 302
    client.force_login(player().user)
    assert client.get(address).status_code == 403
    assert client.post(address, {"verb": "labels", "club": "Owls"}).status_code == 403


def test_a_late_entry_comes_in_from_the_desk(client: Client, boss: User) -> None:
    made = started(5, organizer=boss)
    html = client.get(desk(made, "?tab=entries")).content.decode()
    assert "Late entry" in html
    answer = client.post(desk(made, "walk-in/"), {"name": "Otso"}, follow=True)
    assert "Entered: Otso." in answer.content.decode()
    assert shown(made, "W1.1") == "1 Otso"


def test_the_desk_says_when_nobody_can_come_in(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    html = client.get(desk(made, "?tab=entries")).content.decode()
    assert "No late entry is possible now" in html
    assert "walk-in/" not in html
    assert client.post(desk(made, "walk-in/"), {"name": "Otso"}).status_code == 409


def test_a_player_enters_late_and_again_without_the_desk(client: Client) -> None:
    made, me = started(6, reentries=1), player("Aino")
    client.force_login(me.user)
    assert client.post(f"/tournaments/{made.slug}/enter/").status_code == 302
    assert shown(made, "W1.3") == "2 Aino"
    win(made, "W1.3", 2)
    assert client.post(f"/tournaments/{made.slug}/enter/again/").status_code == 302
    assert shown(made, "W1.1") == "1 Aino"
    assert client.post(f"/tournaments/{made.slug}/enter/again/").status_code == 409


def test_a_director_lets_somebody_enter_again(client: Client, boss: User) -> None:
    made = started(6, organizer=boss, reentries=1)
    win(made, "W1.4", 3)
    six = made.entries.get(player__name="6")
    address = desk(made, f"entries/{six.pk}/")
    assert "Re-enter" in client.get(address).content.decode()
    assert client.post(address, {"verb": "again"}).status_code == 302
    assert made.entries.get(player__name="6", attempt=2).is_active


def test_labels_are_set_on_the_page_of_an_entry(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    entry_ = made.entries.first()
    address = desk(made, f"entries/{entry_.pk}/")
    client.post(address, {"verb": "labels", "club": "Owls", "family": "Okafor"})
    entry_.refresh_from_db()
    assert (entry_.club, entry_.family) == ("Owls", "Okafor")
    assert "Owls · Okafor" in client.get(desk(made)).content.decode()


def test_a_director_enters_a_team_by_names(client: Client, boss: User) -> None:
    made, anna = tournament(boss, entry_kind="team", boards=3), player("Anna")
    fields = {
        "name": "Owls",
        "member_1": "Anna",
        "member_2": "Bo",
        "member_3": "Cai",
        "member_4": "",
    }
    question = client.post(desk(made, "team/"), fields).content.decode()
    assert "Anna: which player?" in question
    assert 'name="member_2" value="Bo"' in question
    assert not made.entries.exists()
    fields["choice_0"] = str(anna.pk)
    answer = client.post(desk(made, "team/"), fields, follow=True)
    assert "Invited: Owls. They can play once they accept." in answer.content.decode()
    members = [m.player for m in made.entries.get().members.order_by("board")]
    assert members[0] == anna
    assert [member.name for member in members] == ["Anna", "Bo", "Cai"]
    assert "Anna, Bo, Cai" in client.get(desk(made)).content.decode()


def test_a_team_without_enough_names_is_refused_field_by_field(client: Client, boss: User) -> None:
    made = tournament(boss, entry_kind="team", boards=3)
    answer = client.post(desk(made, "team/"), {"name": "Owls", "member_1": "Anna"})
    assert answer.status_code == 422
    assert not made.entries.exists()


def test_a_captain_enters_their_team_and_changes_it(client: Client) -> None:
    made = tournament(entry_kind="doubles")
    me, first, two = player("Anna"), player("Bo"), player("Cai")
    client.force_login(me.user)
    address = f"/tournaments/{made.slug}/enter/team/"
    assert 'value="Anna"' in client.get(address).content.decode()
    client.post(address, {"name": "", "member_1": "Anna", "member_2": "Bo"})
    pair = made.entries.get()
    assert (pair.title, pair.player) == ("Anna / Bo", me)
    client.post(address, {"name": "A and C", "member_1": "Cai", "member_2": "Anna"})
    pair.refresh_from_db()
    assert (pair.title, pair.player) == ("A and C", me)
    assert [m.player for m in pair.members.order_by("board")] == [two, me]
    assert first.memberships.count() == 0


def test_a_captain_names_only_people_with_an_account(client: Client) -> None:
    made, me = tournament(entry_kind="doubles"), player("Anna")
    client.force_login(me.user)
    address = f"/tournaments/{made.slug}/enter/team/"
    answer = client.post(address, {"name": "", "member_1": "Anna", "member_2": "Nobody Known"})
    assert answer.status_code == 400
    assert "Nobody Known: player not found." in answer.content.decode()


def test_where_everybody_plays_alone_there_is_no_team_page(client: Client, boss: User) -> None:
    assert client.get(desk(tournament(boss), "team/")).status_code == 409


def test_a_director_changes_a_team_before_the_start(client: Client, boss: User) -> None:
    made = with_teams(1, organizer=boss)
    owls = made.entries.get()
    address = desk(made, f"entries/{owls.pk}/")
    assert 'value="1b"' in client.get(address).content.decode()
    fields = {"verb": "team", "name": "Owls", "member_1": "1b", "member_2": "1a", "member_3": "New"}
    assert client.post(address, fields).status_code == 302
    owls.refresh_from_db()
    assert owls.title == "Owls"
    assert [m.player.name for m in owls.members.order_by("board")] == ["1b", "1a", "New"]


def test_a_reserve_sits_down_from_the_page_of_their_team(client: Client, boss: User) -> None:
    made = begun(with_teams(2, reserves=1, organizer=boss))
    owls = made.entries.get(name="1")
    fields = {"verb": "boards", "board": "4", "other": "2", "reason": "2 is ill"}
    assert client.post(desk(made, f"entries/{owls.pk}/"), fields).status_code == 302
    seats = boards_of(made, "W1.1")[1].match.seats.filter(seat="A")
    assert seats.get().player.name == "1d"


def test_an_entry_of_another_tournament_is_not_found(client: Client, boss: User) -> None:
    made, other = entered(2, organizer=boss), entered(2)
    theirs = other.entries.first()
    assert client.get(desk(made, f"entries/{theirs.pk}/")).status_code == 404


def test_teams_and_pairs_are_shown_by_their_names(client: Client, boss: User) -> None:
    for made, name in ((with_teams(2, organizer=boss), "1"), (with_pairs(2, organizer=boss), "P1")):
        Entry.objects.filter(tournament=made, name=name).update(name="Night Owls")
        begun(made)
        assert "Night Owls" in client.get(desk(made)).content.decode()
        assert "Night Owls" in client.get(f"/tournaments/{made.slug}/").content.decode()


def test_a_board_says_team_v_team_and_its_number(client: Client) -> None:
    made = begun(with_teams(2))
    match = boards_of(made, "W1.1")[1].match
    assert "1 – 2 · Board 2" in client.get(f"/matches/{match.pk}/").content.decode()


def test_many_entries_come_page_by_page_and_are_found_by_name(client: Client, boss: User) -> None:
    made = tournament(boss)
    Entry.objects.bulk_create(
        Entry(tournament=made, player=nobody(f"p{n:03}"), entered_at=made.created_at)
        for n in range(120)
    )
    html = client.get(desk(made)).content.decode()
    assert ("p099" in html, "p100" in html, "Page 1 of 2" in html) == (True, False, True)
    assert "p100" in client.get(desk(made) + "?entries=2").content.decode()
    page = client.get(desk(made) + "?find=P11").content.decode()
    assert ("p110" in page, "p099" in page) == (True, False)


def test_seeds_of_one_page_leave_those_of_others(client: Client, boss: User) -> None:
    made = entered(3, organizer=boss)
    first, two, _three = made.entries.order_by("pk")
    client.post(desk(made, "seeds/"), {f"seed_{two.pk}": "2"})
    client.post(desk(made, "seeds/"), {f"seed_{first.pk}": "1"})
    assert sorted(made.entries.exclude(seed=None).values_list("seed", flat=True)) == [1, 2]


def test_a_late_team_is_entered_from_the_desk(client: Client, boss: User) -> None:
    made = begun(with_teams(3, organizer=boss))
    assert "Add team" in client.get(desk(made, "?tab=entries")).content.decode()
    late = team(made, "late", 3)
    assert late.slots.exists()


def test_the_public_page_offers_the_way_in_that_is_open(client: Client) -> None:
    made, me = started(6, reentries=1), player("Aino")
    page = f"/tournaments/{made.slug}/"
    assert "Enter late" not in client.get(page).content.decode()
    client.force_login(me.user)
    assert "Enter late" in client.get(page).content.decode()
    client.post(f"/tournaments/{made.slug}/enter/")
    assert "Enter late" not in client.get(page).content.decode()
    win(made, "W1.3", 2)
    assert "Re-enter" in client.get(page).content.decode()


def test_where_no_place_is_left_no_way_in_is_offered(client: Client) -> None:
    made = started(4, reentries=1)
    client.force_login(player().user)
    assert "Enter late" not in client.get(f"/tournaments/{made.slug}/").content.decode()


def test_teams_are_led_to_their_own_page(client: Client) -> None:
    made = tournament(entry_kind="team", boards=3)
    client.force_login(player().user)
    assert "enter/team/" in client.get(f"/tournaments/{made.slug}/").content.decode()


def test_after_one_name_the_field_waits_for_the_next(client: Client, boss: User) -> None:
    made = tournament(boss)
    assert "autofocus" not in client.get(desk(made)).content.decode()
    page = client.post(desk(made, "walk-in/"), {"name": "Otso"}, follow=True).content.decode()
    field = re.search(r'<input[^>]*name="name"[^>]*>', page)
    assert field is not None
    assert "autofocus" in field[0]


@pytest.mark.parametrize(("where", "offered"), [("board", False), ("mixed", True), (None, True)])
def test_bots_are_offered_where_they_can_play(
    client: Client, boss: User, where: str | None, offered: bool
) -> None:
    made = tournament(boss)
    if where:
        Venue.objects.create(tournament=made, where=where)
    assert ("Add bots" in client.get(desk(made)).content.decode()) is offered


def test_entering_is_confirmed_once_and_the_page_moves_to_the_draw_by_itself(
    client: Client,
) -> None:
    made, me = tournament(), player("Aino")
    client.force_login(me.user)
    html = client.post(f"/tournaments/{made.slug}/enter/", follow=True).content.decode()
    assert html.count("You are entered") == 1
    (asked,) = re.findall(r'id="tour-live" hx-get="([^"?]+)', html)
    for number in range(3):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody(f"rival {number}"))
    start(made.pk, by=None, now=NOW, draw_seed=SEED)
    drawn = client.get(asked, headers={"HX-Request": "true"}).content.decode()
    assert re.search(r'aria-current="page">Bracket<', drawn)
    chosen = f"/tournaments/{made.slug}/entries/"
    assert f'hx-get="{chosen}' in client.get(chosen).content.decode()
