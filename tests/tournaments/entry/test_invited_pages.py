"""What an invited player and the director see, and the buttons that answer."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from tests.tournaments.making import NOW, player, tournament
from tournaments.entry.services import entries
from tournaments.models import Entry, EntryInvitation, OrganizerBlock, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(boss: User) -> Tournament:
    boss.player.name = "Olga"
    boss.player.save()
    made = tournament(boss)
    for name in ("Ants", "Bert"):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=name)
    return made


def invite(of: Tournament, name: str) -> Player:
    who = player(name)
    entries.add_walk_in(of.pk, by=of.organizer, now=NOW, player=who)
    return who


def signed_in(who: Player) -> Client:
    client = Client()
    assert who.user is not None
    client.force_login(who.user)
    return client


def address(who: Player) -> str:
    return reverse("entry-invitation", args=[EntryInvitation.objects.get(player=who).pk])


def status(who: Player) -> str:
    return Entry.objects.get(player=who).status


def test_the_first_page_and_the_tournaments_page_offer_accept_and_decline(
    made: Tournament,
) -> None:
    bob = signed_in(invite(made, "bob"))
    for page in ("/", made.get_absolute_url()):
        shown = bob.get(page).text
        assert "Spring Open: you are invited to play." in shown
        assert "Entered by: Olga." in shown
        assert 'value="accept"' in shown
    assert "You are invited" not in Client().get(made.get_absolute_url()).text


def test_one_press_accepts(made: Tournament) -> None:
    who = invite(made, "bob")
    bob = signed_in(who)
    answer = bob.post(address(who), {"do": "accept"}, follow=True)
    assert "Accepted. You are entered: Spring Open." in answer.text
    assert status(who) == Entry.Status.ACTIVE
    assert bob.get(address(who)).status_code == 404


def test_declining_and_blocking_from_the_page_of_the_invitation(made: Tournament) -> None:
    who = invite(made, "carol")
    carol = signed_in(who)
    assert "Not me – block this organizer" in carol.get(address(who)).text
    answer = carol.post(address(who), {"do": "block"}, follow=True)
    assert "Olga cannot enter you again" in answer.text
    assert status(who) == Entry.Status.WITHDRAWN
    listed = carol.get(reverse("blocked-organizers")).text
    assert "Olga" in listed
    block = OrganizerBlock.objects.get()
    eve = signed_in(player("eve"))
    eve.post(reverse("unblock-organizer", args=[block.pk]))
    assert OrganizerBlock.objects.exists()
    carol.post(reverse("unblock-organizer", args=[block.pk]))
    assert not OrganizerBlock.objects.exists()


def test_nobody_else_sees_or_answers_an_invitation(made: Tournament) -> None:
    who = invite(made, "bob")
    eve = signed_in(player("eve"))
    assert eve.get(address(who)).status_code == 404
    assert eve.post(address(who), {"do": "accept"}).status_code == 404
    assert Client().get(address(who)).status_code == 302
    assert status(who) == Entry.Status.INVITED


def test_the_list_of_entries_marks_who_is_invited(made: Tournament, client: Client) -> None:
    invite(made, "bob")
    for page in (reverse("tournament-tab", args=[made.slug, "entries"]),
                 reverse("tournament-manage", args=[made.slug]) + "?tab=entries"):  # fmt: skip
        shown = client.get(page).text
        assert "bob" in shown
        assert "Invited" in shown


def test_the_desk_says_who_is_invited_and_asks_before_the_draw(
    made: Tournament, client: Client
) -> None:
    invite(made, "bob")
    url = reverse("tournament-start", args=[made.slug])
    asked = client.post(url)
    assert asked.status_code == 409
    assert "<bdi>bob</bdi>" in asked.text
    made.refresh_from_db()
    assert made.status == "open"
    assert client.post(url, {"without_invited": "1"}).status_code == 302
    made.refresh_from_db()
    assert made.status == "running"


def test_the_desk_says_who_declined_until_they_enter_themselves(
    made: Tournament, client: Client
) -> None:
    who, desk = invite(made, "carol"), reverse("tournament-manage", args=[made.slug])
    assert "1</b> invitation has no answer yet." in client.get(desk).text
    answer = signed_in(who).post(address(who), {"do": "decline"}, follow=True)
    assert "Declined: Spring Open. You can still enter yourself." in answer.text
    assert "Declined: <bdi>carol</bdi>" in client.get(desk).text
    entries.enter(made.pk, who, now=NOW)
    assert "Declined:" not in client.get(desk).text


def test_a_name_chosen_at_the_desk_is_invited(made: Tournament, client: Client) -> None:
    bob = player("bob")
    url = reverse("tournament-walk-in", args=[made.slug])
    answer = client.post(url, {"name": "bob", "choice": str(bob.pk)}, follow=True)
    assert "Invited: bob. They can play once they accept." in answer.text
    assert status(bob) == Entry.Status.INVITED


def test_an_invited_entry_is_taken_out_while_the_tournament_runs(
    made: Tournament, client: Client
) -> None:
    bob = invite(made, "bob")
    client.post(reverse("tournament-start", args=[made.slug]), {"without_invited": "1"})
    entry = Entry.objects.get(player=bob)
    client.post(reverse("tournament-entry-remove", args=[made.slug, entry.pk]))
    assert status(bob) == Entry.Status.WITHDRAWN


def test_the_profile_leads_to_the_blocked_organizers(made: Tournament) -> None:
    carol = signed_in(player("carol"))
    assert reverse("blocked-organizers") in carol.get(reverse("profile")).text
    assert "No blocked organizers." in carol.get(reverse("blocked-organizers")).text


def test_the_download_of_ones_data_has_invitations_and_blocks(made: Tournament) -> None:
    who = invite(made, "carol")
    carol = signed_in(who)
    carol.post(address(who), {"do": "block"})
    body = carol.get(reverse("profile-data")).json()
    (row,) = body["entry_invitations"]
    assert (row["tournament"], row["answer"]) == ("Spring Open", "declined")
    assert [block["organizer"] for block in body["blocked_organizers"]] == ["Olga"]


def test_pasted_names_are_invited_and_the_preview_says_so(made: Tournament, client: Client) -> None:
    bob, carol = player("bob"), player("carol")
    url = reverse("tournament-walk-in", args=[made.slug])
    preview = client.post(url, {"name": "bob\ncarol\nIda"}, follow=True)
    assert "For online play, players with an account are invited and must accept." in preview.text
    (where, _status), = preview.redirect_chain  # fmt: skip
    digest = re.findall(r'name="digest" value="([^"]+)"', preview.text)[0]
    chosen = {
        name: str(who.pk)
        for name in re.findall(r'name="(choice_\d+)"', preview.text)
        for who in (bob, carol)
        if f'value="{who.pk}"' in preview.text.split(f'name="{name}"')[1].split("</select>")[0]
    }
    taken = client.post(where, {"digest": digest, **chosen}, follow=True)
    assert "Players added." in taken.text
    assert status(bob) == status(carol) == Entry.Status.INVITED
    assert Entry.objects.get(player__name="Ida").status == Entry.Status.ACTIVE
