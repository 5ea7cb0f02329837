"""A name that a player of the site bears already is typed at the desk: who is meant is asked before anything is written."""

import html
import re

import pytest
from django.test import Client

from accounts.models import Player, User
from tests.tournaments.making import NOW, entered, player, tournament
from tournaments.entry.services import entries
from tournaments.models import Entry, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # names are compared and ordered by the database
]


def types(client: Client, of: Tournament, name: str, **more: str) -> tuple[int, str]:
    data = {"name": name, **more}
    answer = client.post(f"/tournaments/{of.slug}/manage/walk-in/", data, follow=True)
    return answer.status_code, answer.content.decode()


def offered(page: str) -> list[str]:
    """What may be answered, in words."""
    labels = re.findall(r'type="radio"[^>]*><span>([^<]*)</span>', page)
    return [html.unescape(words) for words in labels]


def walk_in(name: str) -> Player:
    return Player.objects.create(name=name)


def test_a_player_with_a_login_is_not_entered_a_second_time_as_somebody_without_one(
    client: Client, boss: User
) -> None:
    made, alice = tournament(boss), player("Alice")
    status, page = types(client, made, "alice")
    assert (status, "alice: which player?" in page) == (409, True)
    assert offered(page) == [
        "Alice · Has an account · No tournaments yet",
        "A new player with this name",
    ]
    assert (made.entries.count(), Player.objects.filter(name__iexact="alice").count()) == (0, 1)
    page = types(client, made, "alice", choice=str(alice.pk))[1]
    assert "Invited: Alice. They can play once they accept." in page
    assert made.entries.get().player == alice


def test_somebody_else_of_that_name_comes_in_without_a_login(client: Client, boss: User) -> None:
    made, alice = tournament(boss), player("Alice")
    types(client, made, "Alice", choice="new")
    came = made.entries.get().player
    assert came != alice
    assert came.user is None


@pytest.mark.parametrize("answer", ["", "999999", "x"])
def test_without_a_choice_that_was_offered_it_is_asked_again(
    client: Client, boss: User, answer: str
) -> None:
    made = tournament(boss)
    player("Alice")
    other = str(player("Bob").pk) if answer == "x" else answer
    assert types(client, made, "Alice", choice=other)[0] == 409
    assert not made.entries.exists()


def test_of_several_one_is_chosen_who_has_a_login_first(client: Client, boss: User) -> None:
    made = tournament(boss)
    old, _other = walk_in("Otso"), walk_in("Otso")
    player("otso")
    page = types(client, made, "Otso")[1]
    assert [" · ".join(words.split(" · ")[:2]) for words in offered(page)] == [
        "otso · Has an account", "Otso · No account", "Otso · No account",
        "A new player with this name",
    ]  # fmt: skip
    types(client, made, "Otso", choice=str(old.pk))
    assert made.entries.get().player == old


def test_each_choice_says_in_words_who_it_is(client: Client, boss: User) -> None:
    made = tournament(boss)
    home, away = player("Alice"), walk_in("Alice")
    Player.objects.filter(pk=home.pk).update(country="EE")
    for namesake, often in ((home, 2), (away, 1)):
        for _nth in range(often):
            entries.add_walk_in(tournament(boss).pk, by=None, now=NOW, player=namesake)
    practice = tournament(boss)
    entries.add_walk_in(practice.pk, by=None, now=NOW, player=home)
    Tournament.objects.filter(pk=practice.pk).update(is_rehearsal=True)
    assert offered(types(client, made, "alice")[1]) == [
        "Alice · Has an account · Estonia · 2 tournaments",
        "Alice · No account · 1 tournament",
        "A new player with this name",
    ]


def test_two_who_differ_in_nothing_else_are_told_apart_by_their_numbers(
    client: Client, boss: User
) -> None:
    made, first, second = tournament(boss), walk_in("Otso"), walk_in("Otso")
    assert offered(types(client, made, "Otso")[1])[:2] == [
        f"Otso · No account · No tournaments yet · Player number: {player.pk}"
        for player in (first, second)
    ]


def test_who_played_in_a_team_is_said_to_have_been_in_its_tournament(
    client: Client, boss: User
) -> None:
    made, pairs, bea = tournament(boss), tournament(boss, entry_kind="doubles"), player("Bea")
    data = {"name": "", "member_1": "Ann", "member_2": "Bea", "choice_1": str(bea.pk)}
    client.post(f"/tournaments/{pairs.slug}/manage/team/", data)
    assert "Bea · Has an account · 1 tournament" in offered(types(client, made, "Bea")[1])


def test_a_name_that_one_without_a_login_bears_is_taken_at_once(client: Client, boss: User) -> None:
    made = tournament(boss)
    walk_in("Otso")
    assert "Entered: Otso." in types(client, made, "Otso")[1]


@pytest.mark.parametrize("name", ["Çağla Öz", "Иван", "Strauß"])
def test_names_are_known_in_every_alphabet(client: Client, boss: User, name: str) -> None:
    made = tournament(boss)
    player(name)
    assert f"{name}: which player?" in types(client, made, name)[1]


def test_who_is_in_already_is_nobody_to_choose(client: Client, boss: User) -> None:
    made, alice = tournament(boss), player("Alice")
    entries.add_walk_in(made.pk, by=None, now=NOW, player=alice)
    page = types(client, made, "Alice")[1]
    assert "This name is already entered" in page
    assert made.entries.count() == 1


def test_the_stand_by_list_asks_as_well(client: Client, boss: User) -> None:
    made, alice = entered(2, organizer=boss, entry_limit=2), player("Alice")
    address = f"/tournaments/{made.slug}/manage/check-in/"
    data = {"do": "stand_by", "name": "Alice"}
    page = client.post(address, data).content.decode()
    assert "Alice: which player?" in page
    assert 'name="do" value="stand_by"' in page
    client.post(address, data | {"choice": str(alice.pk)})
    assert made.entries.get(status=Entry.Status.WAITING_LIST).player == alice


def test_the_page_of_a_team_asks_who_a_new_member_is(client: Client, boss: User) -> None:
    made, alice = tournament(boss, entry_kind="doubles"), player("Alice")
    client.post(
        f"/tournaments/{made.slug}/manage/team/", {"name": "", "member_1": "Ann", "member_2": "Bea"}
    )
    pair = made.entries.get()
    address = f"/tournaments/{made.slug}/manage/entries/{pair.pk}/"
    data = {"verb": "team", "name": "Two", "member_1": "Ann", "member_2": "Alice"}
    question = client.post(address, data).content.decode()
    assert "Alice: which player?" in question
    assert 'name="mend"' in question
    assert client.post(address, data | {"choice_1": str(alice.pk)}).status_code == 302
    assert pair.members.get(board=2).player == alice


def test_a_team_goes_back_into_its_form_with_every_name(client: Client, boss: User) -> None:
    made = tournament(boss, entry_kind="doubles")
    player("Alice")
    data = {"name": "Two", "member_1": "Alice", "member_2": "Bea", "mend": "1"}
    page = client.post(f"/tournaments/{made.slug}/manage/team/", data).content.decode()
    for value in ("Two", "Alice", "Bea"):
        assert f'value="{value}"' in page
    assert not made.entries.exists()
    assert not Player.objects.filter(name="Bea").exists()
