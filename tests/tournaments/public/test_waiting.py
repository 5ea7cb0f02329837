"""What waits for a player: each match by what it asks of them, and a challenge by a link not at all."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.rules import Rules
from games.models import Match
from games.services import friendly
from games.services.play import act
from games.services.submissions import Submission
from tests.tournaments.making import NOW, player, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.public.selectors.home import home_view
from tournaments.public.selectors.my_matches import my_matches
from tournaments.public.selectors.waiting import waiting_view

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)


def press_ready(match: Match, player: Player) -> None:
    seat = match.seats.get(player=player).seat
    payload = {"nonce_hash": None}
    act(Submission(match.pk, seat, "ready", payload, NOW, user_id=player.user_id), NOW)


def urgencies(player: Player) -> list[str]:
    return [row.urgency for row in my_matches(player.user)]  # type: ignore[arg-type]


def kinds(player: Player) -> list[str]:
    return [item.kind for item in waiting_view(player.user, NOW).items]  # type: ignore[arg-type]


def test_a_challenge_waits_for_the_player_who_is_challenged_alone() -> None:
    alice, bob = player("alice"), player("bob")
    made = friendly.challenge(alice, bob, RULES, None, NOW)
    assert (urgencies(alice), urgencies(bob)) == (["sent"], ["challenge"])
    assert (kinds(alice), kinds(bob)) == ([], ["challenge"])
    press_ready(made, bob)
    assert (kinds(alice), kinds(bob)) == (["join"], [])


def test_a_link_that_nobody_used_is_an_invitation_and_no_match_to_play() -> None:
    alice = player("alice")
    friendly.challenge(alice, None, RULES, None, NOW)
    view = home_view(alice.user)  # type: ignore[arg-type]
    assert view.matches == ()
    assert [row.urgency for row in view.invitations] == ["open"]
    assert kinds(alice) == []


def test_a_turn_without_a_clock_comes_before_a_challenge_that_only_lapses() -> None:
    alice, bob, carol = player("alice"), player("bob"), player("carol")
    played = friendly.challenge(alice, bob, RULES, None, NOW)
    press_ready(played, alice)
    press_ready(played, bob)
    played.refresh_from_db()
    turn = played.seats.get(seat=played.to_act).player
    friendly.challenge(carol, turn, RULES, None, NOW)
    assert urgencies(turn) == ["act", "challenge"]


def test_the_banner_is_for_a_match_that_is_lost_if_nobody_joins() -> None:
    alice, bob = player("alice"), player("bob")
    friendly.challenge(bob, alice, RULES, None, NOW)
    assert waiting_view(alice.user, NOW).banner is None  # type: ignore[arg-type]
    made = tournament()
    for entrant in (alice, bob):
        entries.enter(made.pk, entrant, now=NOW)
    start(made.pk, by=None, now=NOW)
    view = waiting_view(alice.user, NOW)  # type: ignore[arg-type]
    assert view.banner is not None
    assert view.banner.deadline == NOW + timedelta(minutes=10)
    assert view.items[0] == view.banner
    assert waiting_view(alice.user, NOW, view.banner.url).banner is None  # type: ignore[arg-type]


def test_the_answer_is_empty_while_nothing_changes(client: Client) -> None:
    alice, bob = player("alice"), player("bob")
    assert client.get("/waiting/").status_code == 403
    client.force_login(alice.user)  # type: ignore[arg-type]
    first = client.get("/waiting/")
    assert (first.status_code, first["Cache-Control"].count("no-store")) == (200, 1)
    assert int(first["Server-Time"]) > 0
    key = first.content.decode().split('data-key="')[1].split('"')[0]
    again = client.get("/waiting/", {"key": key})
    assert (again.status_code, again.content) == (204, b"")
    assert int(again["Server-Time"]) >= int(first["Server-Time"])
    friendly.challenge(bob, alice, RULES, None, NOW)
    html = client.get("/waiting/", {"key": key}).content.decode()
    assert "bob challenges you." in html


def test_the_link_is_on_home_and_in_place_of_the_table_until_it_is_used(client: Client) -> None:
    alice, bob = player("alice"), player("bob")
    made = friendly.challenge(alice, None, RULES, None, NOW)
    link = f"/join/{friendly.invitation(made)}/"
    signed = link.partition(":")[0]  # the time of signing comes after it
    client.force_login(alice.user)  # type: ignore[arg-type]
    home = client.get("/").content.decode()
    assert signed in home
    assert "Your match is ready" not in home
    assert client.get(f"/matches/{made.pk}/")["Location"].startswith(signed)
    page = client.get(link).content.decode()
    assert f"/matches/{made.pk}/decline/" in page
    assert "data-copy" in page
    friendly.accept_invitation(friendly.invitation(made), bob, NOW)
    assert client.get(f"/matches/{made.pk}/").status_code == 200
    assert signed not in client.get("/").content.decode()


def test_a_withdrawn_invitation_says_so(client: Client) -> None:
    alice = player("alice")
    made = friendly.challenge(alice, None, RULES, None, NOW)
    friendly.decline(made.pk, alice, NOW)
    link = f"/join/{friendly.invitation(made)}/"
    assert "This invitation has ended" in client.get(link).content.decode()
    client.force_login(alice.user)  # type: ignore[arg-type]
    assert "This invitation has ended" in client.get(link).content.decode()


def test_an_invitation_to_a_tournament_waits_until_it_is_answered() -> None:
    made, bob = tournament(), player("bob")
    entry = entries.add_walk_in(made.pk, by=made.organizer, now=NOW, player=bob)
    assert (kinds(bob), kinds(made.organizer.player)) == (["entry"], [])  # type: ignore[union-attr]
    entries.enter(made.pk, entry.player, now=NOW)
    assert kinds(bob) == []


def test_the_bell_leads_to_the_invitation(client: Client) -> None:
    made, bob = tournament(), player("bob")
    entries.add_walk_in(made.pk, by=made.organizer, now=NOW, player=bob)
    client.force_login(bob.user)  # type: ignore[arg-type]
    shown = client.get("/waiting/").text
    assert "Accept or decline: Spring Open." in shown
    (row,) = bob.entry_invitations.all()
    assert f'href="/entry-invitations/{row.pk}/"' in shown
    assert "/entry-invitations/" not in client.get(
        "/waiting/", {"at": f"/entry-invitations/{row.pk}/"}
    ).text  # fmt: skip
