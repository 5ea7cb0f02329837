"""What a director removes by one press comes back by one press, as it was; pasted names and names of bots are asked about."""

import re

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.players import create_bot
from tests.tournaments.event.making_events import event
from tests.tournaments.making import director, entered, entry, started
from tournaments.entry.services import entries
from tournaments.event.services import events
from tournaments.models import Entry, ImportFile, Tournament

pytestmark = pytest.mark.django_db


def undo_in(html: str) -> tuple[str, dict[str, str]]:
    """Where the notice's form leads, and what it sends."""
    notice = re.search(r'<form class="inline" method="post" action="([^"]+)">(.*?)Undo', html, re.S)
    assert notice, html
    return notice[1], dict(re.findall(r'name="([^"]+)" value="([^"]*)"', notice[2]))


def test_a_removed_entry_comes_back_with_its_seed(client: Client, boss: User) -> None:
    made = entered(4, organizer=boss)
    second = entry(made, 2)
    entries.set_seeds(made.pk, by=boss, seeds={second.pk: 1})
    second.refresh_from_db()
    before = Entry.objects.filter(pk=second.pk).values().get()
    page = f"/tournaments/{made.slug}/manage/entries/{second.pk}/remove/"
    answer = client.post(page, follow=True)
    assert answer.redirect_chain[0][0].endswith("/manage/?tab=entries")
    assert not Entry.objects.get(pk=second.pk).is_active
    where, sent = undo_in(answer.content.decode())
    answer = client.post(where, sent, follow=True)
    assert answer.redirect_chain[0][0].endswith("/manage/?tab=entries")
    assert Entry.objects.filter(pk=second.pk).values().get() == before


def test_an_undo_takes_no_seed_and_no_place_from_others(client: Client, boss: User) -> None:
    made = entered(3, organizer=boss, entry_limit=3)
    second, third = entry(made, 2), entry(made, 3)
    entries.set_seeds(made.pk, by=boss, seeds={second.pk: 1})
    page = f"/tournaments/{made.slug}/manage/entries/{second.pk}/remove/"
    client.post(page)
    entries.set_seeds(made.pk, by=boss, seeds={third.pk: 1})
    client.post(page, {"undo": "1", "seed": "1"})
    second.refresh_from_db()
    assert (second.is_active, second.seed) == (True, None)
    client.post(page)
    client.post(f"/tournaments/{made.slug}/manage/walk-in/", {"name": "Ida Stranger"})
    Tournament.objects.update(entry_limit=2)
    client.post(page, {"undo": "1", "seed": ""})
    assert not Entry.objects.get(pk=second.pk).is_active


def test_a_tournament_removed_from_its_event_comes_back_to_its_place(client: Client) -> None:
    boss = director()
    client.force_login(boss)
    whole = event("weekend_open", boss)
    second = list(events.ordered_tournaments(whole))[1]
    answer = client.post(f"/events/{whole.slug}/manage/tournaments/{second.pk}/out/", follow=True)
    assert answer.redirect_chain[0][0].endswith("?tab=tournaments")
    second.refresh_from_db()
    assert second.event is None
    where, sent = undo_in(answer.content.decode())
    client.post(where, sent)
    assert [tournament.pk for tournament in events.ordered_tournaments(whole)][1] == second.pk


def test_only_who_removed_it_just_now_undoes_that(client: Client) -> None:
    boss = director()
    client.force_login(boss)
    whole = event("weekend_open", boss)
    alone = entered(2)
    client.post(f"/events/{whole.slug}/manage/tournaments/{alone.pk}/back/", {"mark": "nonsense"})
    alone.refresh_from_db()
    assert alone.event is None


def test_the_desk_of_a_public_tournament_says_that_its_event_is_hidden(client: Client) -> None:
    boss = director()
    client.force_login(boss)
    whole = event("weekend_open", boss)
    made = started(4, organizer=boss)
    events.add_existing(whole.pk, by=boss, tournament_id=made.pk)
    html = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert "is not published" in html
    assert "Publish event" in html
    for address in (f"/events/{whole.slug}/", f"/events/{whole.slug}/wall/"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert "This event is not public yet." in answer.content.decode()
    client.post(f"/events/{whole.slug}/manage/publish/", {"shown": "1"})
    html = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert "is not published" not in html
    assert Client().get(f"/events/{whole.slug}/").status_code == 200


def test_a_hidden_event_without_public_tournaments_is_told_to_nobody() -> None:
    whole = event("weekend_open", director())
    assert "Event not found." in Client().get(f"/events/{whole.slug}/").content.decode()


def test_pasted_names_become_a_list_to_confirm_and_nobody_is_entered_before(
    client: Client, boss: User
) -> None:
    made = entered(2, organizer=boss)
    pasted = "Pasted One\r\nPasted Two (GER)\r\n\r\nPasted Three\tClub\r\n"
    answer = client.post(f"/tournaments/{made.slug}/manage/walk-in/", {"name": pasted}, follow=True)
    html = answer.content.decode()
    assert made.entries.count() == 2
    assert ImportFile.objects.get().kind == "pasted"
    for name in ("Pasted One", "Pasted Two", "Pasted Three"):
        assert name in html
    assert "Pasted One Pasted Two" not in html


def test_the_name_of_a_bot_is_asked_about(client: Client, boss: User) -> None:
    made, bot = entered(2, organizer=boss), create_bot("Celina (bot)", "random")
    page = f"/tournaments/{made.slug}/manage/walk-in/"
    answer = client.post(page, {"name": "Celina (bot)"})
    assert answer.status_code == 409
    assert "Bot of this site" in answer.content.decode()
    assert made.entries.count() == 2
    client.post(page, {"name": "Celina (bot)", "choice": str(bot.pk)})
    assert made.entries.filter(player=bot).exists()
