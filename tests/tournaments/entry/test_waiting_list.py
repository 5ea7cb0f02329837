"""A player waits for a place in a tournament that is full: they see their place in the line, and are told when they have one."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Player, User
from tests.tournaments.making import NOW, entered, player
from tournaments.entry.services import check_in
from tournaments.models import Entry, Tournament
from tournaments.notices.services import notices
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def full() -> Tournament:
    return entered(2, entry_limit=2)


def asks(client: Client, of: Tournament, who: Player, do: str = "join") -> str:
    client.force_login(who.user)
    answer = client.post(f"/tournaments/{of.slug}/stand-by/", {"do": do}, follow=True)
    return answer.content.decode()


def standing(of: Tournament, who: Player) -> str:
    return Entry.objects.get(tournament=of, player=who).status


def test_a_player_joins_the_list_sees_their_place_and_leaves_it_again(client: Client) -> None:
    made, alice, bob = full(), player("alice"), player("bob")
    client.force_login(alice.user)
    assert "Join waiting list" in client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "Waiting list: number 1 of 1" in asks(client, made, alice)
    assert "Waiting list: number 2 of 2" in asks(client, made, bob)
    assert "Join waiting list" in asks(client, made, alice, "leave")
    assert (standing(made, alice), standing(made, bob)) == ("withdrawn", "standby")
    client.force_login(bob.user)
    page = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "Waiting list: number 1 of 1" in page


def test_twice_on_the_list_is_once(client: Client) -> None:
    made, alice = full(), player("alice")
    asks(client, made, alice)
    assert "Waiting list: number 1 of 1" in asks(client, made, alice)


def test_where_there_is_a_place_the_player_is_sent_to_enter() -> None:
    made, alice = entered(1, entry_limit=2), player("alice")
    with pytest.raises(DomainError) as refused:
        check_in.join_waiting_list(made.pk, by=alice.user, now=NOW, player=alice)
    assert refused.value.code == "not_full"


def mailed(who: Player) -> Player:
    User.objects.filter(pk=who.user_id).update(email=f"{who.name}@example.org")
    return who


def test_who_gets_a_place_is_told_once() -> None:
    made, alice = full(), mailed(player("alice"))
    mine = check_in.join_waiting_list(made.pk, by=alice.user, now=NOW, player=alice)
    Tournament.objects.filter(pk=made.pk).update(entry_limit=3)
    check_in.admit_from_waiting_list(mine.pk, by=None, now=NOW)
    assert notices.send_owed(NOW) == 1
    assert notices.send_owed(NOW) == 0
    (letter,) = mail.outbox
    assert letter.subject == f"{made.name}: you have a place"
    assert f"/tournaments/{made.slug}/" in letter.body


def test_who_fills_the_seat_of_one_who_is_missing_is_told_unless_it_was_taken_back() -> None:
    made, alice = full(), mailed(player("alice"))
    mine = check_in.join_waiting_list(made.pk, by=alice.user, now=NOW, player=alice)
    check_in.check_in(mine.pk, by=None, now=NOW)
    missing = [entry.pk for entry in check_in.absent(made)]
    check_in.remove_missing(made.pk, by=None, now=NOW, expected=missing)
    assert standing(made, alice) == "active"
    Entry.objects.filter(pk=mine.pk).update(status="standby")
    assert notices.send_owed(NOW) == 0
    assert mail.outbox == []
