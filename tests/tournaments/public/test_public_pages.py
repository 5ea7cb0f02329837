"""The pages everybody sees: what they show, to whom, and how many questions they ask the database."""

import re

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    join,
    later,
    play_out,
    player,
    started,
    tournament,
    win,
)
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
TABS = ("bracket", "rounds", "standings", "entries", "live", "rules")


def page(client: Client, address: str, status: int = 200, **headers: str) -> str:
    answer = client.get(address, headers=headers or None)
    assert answer.status_code == status, (address, answer.status_code)
    return answer.content.decode()


def of(shown: Tournament, tab: str = "") -> str:
    return f"/tournaments/{shown.slug}/{tab and tab + '/'}"


def key_in(html: str) -> str:
    match = re.search(r"\?key=([^\"]+)\"", html)
    assert match is not None
    return match[1]


@pytest.mark.slow
@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("state", ["open", "running", "finished", "cancelled"])
def test_every_tab_opens_at_every_stage(client: Client, tab: str, state: str) -> None:
    shown = entered(5, options={"third_place": True})
    if state in {"running", "finished"}:
        start(shown.pk, by=None, now=NOW)
        join(shown, "W1.2")
    if state == "finished":
        play_out(shown)
    if state == "cancelled":
        lifecycle.cancel(shown.pk, by=None, now=NOW, reason="rain")
    html = page(client, of(shown, tab))
    assert shown.name in html
    assert " style=" not in html
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)


def test_an_unknown_tab_or_tournament_is_a_404_page(client: Client) -> None:
    assert "Page not found" in page(client, of(entered(2), "nonsense"), 404)
    assert "Tournament not found" in page(client, "/tournaments/nowhere/", 404)


def test_a_draft_is_seen_by_its_director_only(client: Client) -> None:
    organizer = director()
    draft = lifecycle.create(organizer=organizer, name="Secret Cup")
    page(client, of(draft), 404)
    client.force_login(player().user)
    page(client, of(draft), 404)
    assert "Secret Cup" not in page(client, "/tournaments/")
    client.force_login(organizer)
    assert "This tournament is a draft." in page(client, of(draft))
    assert "Secret Cup" in page(client, "/tournaments/")


def test_a_draft_that_is_cancelled_stays_with_its_director(client: Client) -> None:
    """To cancel it is how one gets rid of a draft; nobody hears then of what nobody was to hear of."""
    boss = director()
    draft = lifecycle.create(organizer=boss, name="Secret Cup")
    shown = tournament(organizer=boss, name="Open Cup")
    for cancelled in (draft, shown):
        lifecycle.cancel(cancelled.pk, by=boss, now=NOW, reason="rain")
    api = "/api/v1/tournaments"
    lists = ("/tournaments/", api)
    pages = (of(draft), of(draft, "entries"), f"{api}/{draft.slug}", f"{api}/{draft.slug}/entries")
    for who in (None, player().user):
        if who is not None:
            client.force_login(who)
        for address in pages:
            page(client, address, 404)
        for address in lists:
            html = page(client, address)
            assert ("Secret Cup" in html, "Open Cup" in html) == (False, True)
    client.force_login(boss)
    for address in (*lists, *pages[:3]):
        assert "Secret Cup" in page(client, address)


@pytest.mark.parametrize("size", [4, 64])
def test_the_bracket_asks_the_same_questions_whatever_its_size(
    client, django_assert_max_num_queries, size: int
) -> None:
    shown = started(size)
    with django_assert_max_num_queries(14):
        page(client, of(shown))


def test_lists_ask_the_same_questions_whatever_their_length(
    client, django_assert_max_num_queries
) -> None:
    organizer = director()
    for number in range(12):
        tournament(organizer, name=f"Cup {number}")
    for number in range(60):
        Player.objects.create(name=f"Player {number}")
    with django_assert_max_num_queries(6):  # three for its version, and the events too
        page(client, "/tournaments/")
    with django_assert_max_num_queries(3):
        page(client, "/tournaments/")
    with django_assert_max_num_queries(3):  # how many, one page of them, and their ratings
        page(client, "/players/")
    with django_assert_max_num_queries(6):
        page(client, "/")


def test_the_list_is_filtered_by_status_and_survives_nonsense(client: Client) -> None:
    tournament(name="Open Cup")
    started(2, name="Running Cup")
    html = page(client, "/tournaments/?status=running")
    assert "Running Cup" in html
    assert "Open Cup" not in html
    for query in ("?status=nonsense", "?page=999999999999999999999", "?page=-1", "?page=x"):
        page(client, f"/tournaments/{query}")
        page(client, f"/players/{query}&q=%00%27")


def test_htmx_gets_the_part_alone_and_204_while_nothing_has_changed(client: Client) -> None:
    shown = started(4)
    html = page(client, of(shown))
    part = page(client, f"{of(shown, 'bracket')}?key=old", **HTMX)
    assert "<html" not in part
    key = key_in(html)
    assert key == key_in(part)
    page(client, f"{of(shown, 'bracket')}?key={key}", 204, **HTMX)
    join(shown, "W1.1", later(1))
    assert "Live" in page(client, f"{of(shown, 'bracket')}?key={key}", **HTMX)


def test_asking_again_for_nothing_new_is_cheap(client, django_assert_max_num_queries) -> None:
    shown = started(64)
    key = key_in(page(client, of(shown)))
    with django_assert_max_num_queries(2):
        page(client, f"{of(shown, 'bracket')}?key={key}", 204, **HTMX)


def test_a_page_that_will_not_change_is_not_asked_for_again(client: Client) -> None:
    shown = started(2)
    play_out(shown)
    assert 'hx-get="/tournaments/' not in page(client, of(shown))


def test_a_player_enters_and_leaves_without_the_desk(client: Client) -> None:
    shown, me = tournament(), player()
    assert "Log in to enter" in page(client, of(shown))
    assert client.post(of(shown, "enter")).status_code == 302
    assert not shown.entries.exists()
    client.force_login(me.user)
    client.post(of(shown, "enter"))
    assert "You are entered" in page(client, of(shown))
    again = client.post(of(shown, "enter"), headers={"Referer": f"http://testserver{of(shown)}"})
    assert again.status_code == 302
    assert "already entered" in page(client, of(shown))
    client.post(of(shown, "leave"))
    assert not shown.entries.filter(status="active").exists()


def test_a_refused_entry_without_a_page_behind_it_is_told_on_a_page(client: Client) -> None:
    shown = started(2)
    play_out(shown)
    client.force_login(player().user)
    answer = client.post(of(shown, "enter"))
    assert answer.status_code == 409
    assert "This tournament is not open for entry." in answer.content.decode()


def test_a_get_enters_nobody(client: Client) -> None:
    shown = tournament()
    client.force_login(player().user)
    assert client.get(of(shown, "enter")).status_code == 405


def ready_for(me: Player) -> Tournament:
    shown = tournament(name="Harbour Open")
    entries.enter(shown.pk, me, now=NOW)
    for name in ("2", "3", "4"):
        entries.add_walk_in(shown.pk, by=None, now=NOW, name=name)
    return start(shown.pk, by=None, now=NOW)


def test_whose_match_is_ready_is_told_on_both_pages(client: Client) -> None:
    me = player()
    shown = ready_for(me)
    assert "Your match is ready" not in page(client, of(shown))
    client.force_login(me.user)
    assert "Your match is ready" in page(client, of(shown))
    home = page(client, "/")
    assert "Your match is ready" in home
    assert "Harbour Open" in home
    assert "/matches/" in home


def test_home_shows_the_way_through_the_draw(client: Client) -> None:
    me = player("Aino")
    shown = ready_for(me)
    client.force_login(me.user)
    assert '<li class="now" data-here><b>SF</b>' in page(client, "/")
    win(shown, "W1.1", "Aino")
    win(shown, "W1.2", "2")
    html = page(client, "/")
    assert '<li class="did"><b>SF</b>' in html
    assert '<li class="now" data-here><b>F</b><span>2' in html


def test_home_leads_directors_to_the_desk(client: Client) -> None:
    shown = started(2)
    desk = f'href="{of(shown)}manage/"'
    client.force_login(shown.organizer)
    assert desk in page(client, "/")
    client.force_login(player("Aino").user)
    assert desk not in page(client, "/")


def test_home_is_asked_again_cheaply(client: Client) -> None:
    me = player()
    client.force_login(me.user)
    key = key_in(page(client, "/"))
    page(client, f"/?key={key}", 204, **HTMX)
    ready_for(me)
    assert 'class="next-vs"' in page(client, f"/?key={key}", **HTMX)


def test_the_champion_is_named(client: Client) -> None:
    shown = started(4)
    play_out(shown)
    assert "Winner: <b>1</b>" in page(client, of(shown))
    assert "Winner" in page(client, of(shown, "standings"))


def test_a_players_page_shows_the_record_and_404_for_nobody(client: Client) -> None:
    shown = started(2)
    play_out(shown)
    winner = Player.objects.get(name="1")
    html = page(client, f"/players/{winner.pk}/")
    assert "Spring Open" in html
    assert "won" in html
    page(client, "/players/99999999999999999999/", 404)


def test_players_are_searched_by_name(client: Client) -> None:
    Player.objects.create(name="Anna Lindqvist")
    Player.objects.create(name="Otso Okafor")
    html = page(client, "/players/?q=lindq")
    assert "Anna" in html
    assert "Otso" not in html
    assert "No matching players." in page(client, "/players/?q=zzz")


def test_what_a_name_holds_is_never_markup(client: Client) -> None:
    shown = tournament(name="<script>alert(1)</script> Cup")
    entries.add_walk_in(shown.pk, by=None, now=NOW, name="<b>bold</b>")
    html = page(client, of(shown))
    assert "<script>alert" not in html
    assert "<b>bold" not in html
