"""TV and the wall of a round: what is shown, to whom, and never earlier than spectators may see it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from tests.tournaments.making import director, entered, join, match_of, win
from tests.tournaments.venue.room import on_board
from tournaments.bracket.services.start import start
from tournaments.event.services.announcements import announce
from tournaments.event.services.tv_choice import put_on_tv
from tournaments.models import Tournament
from tournaments.public.selectors import tv_picks as on_air

pytestmark = pytest.mark.django_db


def running(**settings: object) -> Tournament:
    """Four players, both matches of the first round being played since a minute ago."""
    made = entered(4, **settings)
    begun = timezone.now() - timedelta(minutes=1)
    start(made.pk, by=None, now=begun)
    for key in ("W1.1", "W1.2"):
        join(made, key, begun)
    made.refresh_from_db()
    return made


def shown_on(client: Client, path: str) -> str:
    """The match on the screen, as the page names it; "" when none is."""
    html = client.get(path).content.decode()
    return html.split('data-match="')[1].split('"')[0]


def tv(of: Tournament, query: str = "") -> str:
    return f"/tournaments/{of.slug}/tv/{query}"


def set_score(match: Match, a: int, b: int) -> None:
    Match.objects.filter(pk=match.pk).update(score_a=a, score_b=b)


def test_the_directors_choice_is_shown_while_it_is_played(client: Client) -> None:
    made = running()
    first, second = match_of(made, "W1.1"), match_of(made, "W1.2")
    for chosen in (second, first):
        put_on_tv(made.pk, chosen.pk, by=made.organizer)
        assert shown_on(client, tv(made)) == str(chosen.pk)
    win(made, "W1.1", 1)
    assert shown_on(client, tv(made)) == str(second.pk)


def test_what_is_announced_stands_beside_the_match_and_is_news_to_a_page_that_asks(
    client: Client,
) -> None:
    made = running()
    on = shown_on(client, tv(made))
    asking = tv(made, f"?ask=1&pick=director&stay={on}&said=")
    assert client.get(asking).status_code == 204
    announce(made, "Dinner at seven.", by=made.organizer, now=timezone.now())
    answer = client.get(asking)
    assert "Dinner at seven." in answer.content.decode()
    key = answer.content.decode().split('data-said="')[1].split('"')[0]
    assert client.get(asking + key).status_code == 204


def test_the_closest_score_is_shown_when_it_is_asked_for(client: Client) -> None:
    made = running(lengths=[5])
    first, second = match_of(made, "W1.1"), match_of(made, "W1.2")
    set_score(first, 4, 0)
    set_score(second, 3, 3)
    assert shown_on(client, tv(made, "?pick=closest")) == str(second.pk)
    set_score(first, 4, 4)
    assert shown_on(client, tv(made, "?pick=closest")) == str(first.pk)


def test_a_screen_stays_with_its_match_until_it_is_over(client: Client) -> None:
    made = running(lengths=[5])
    first, second = match_of(made, "W1.1"), match_of(made, "W1.2")
    set_score(first, 4, 4)
    stay = f"?pick=closest&stay={second.pk}"
    assert shown_on(client, tv(made, stay)) == str(second.pk)
    assert client.get(tv(made, f"{stay}&ask=1")).status_code == 204
    win(made, "W1.2", 2)
    assert shown_on(client, tv(made, stay)) == str(first.pk)


def test_a_match_shown_late_is_not_on_before_spectators_may_see_it_and_stays_as_long(
    client: Client,
) -> None:
    made = running(spectator_delay_s=300)
    assert shown_on(client, tv(made)) == ""
    matches = [match_of(made, key) for key in ("W1.1", "W1.2")]
    now = timezone.now()
    assert on_air.candidates(made.organizer, made, now) == []
    seen = on_air.candidates(made.organizer, made, now + timedelta(minutes=5))
    assert {candidate.match for candidate in seen} == {match.pk for match in matches}
    assert {(candidate.gap, candidate.to_go) for candidate in seen} == {(on_air.FAR, on_air.FAR)}
    Match.objects.filter(pk=matches[0].pk).update(
        status="finished", finished_at=now + timedelta(minutes=4), to_act=None, flag_at=None,
        next_at=None, bot_at=None,
    )  # fmt: skip
    seen = on_air.candidates(made.organizer, made, now + timedelta(minutes=5))
    assert matches[0].pk in {candidate.match for candidate in seen}
    seen = on_air.candidates(made.organizer, made, now + timedelta(minutes=10))
    assert matches[0].pk not in {candidate.match for candidate in seen}


def test_a_player_of_the_match_sees_it_on_tv_as_a_spectator_does(client: Client) -> None:
    made = running()
    match = match_of(made, "W1.1")
    put_on_tv(made.pk, match.pk, by=made.organizer)
    user = match.seats.order_by("seat")[0].player.user
    assert user is not None
    client.force_login(user)
    page = client.get(tv(made))
    assert page.context["on"]["view"]["seat"] is None
    ticket = client.get(f"/tickets/{match.pk}?watch=1").json()
    assert ticket["seat"] is None
    assert client.get(f"/tickets/{match.pk}").json()["seat"] in {"A", "B"}


def test_only_a_director_puts_a_match_on_and_only_one_of_their_tournament(client: Client) -> None:
    made, other = running(), running()
    address = f"/tournaments/{made.slug}/manage/tv/"
    mine, theirs = match_of(made, "W1.1"), match_of(other, "W1.1")
    client.force_login(director())
    assert client.post(address, {"match": str(mine.pk)}).status_code == 403
    client.force_login(made.organizer)
    assert client.post(address, {"match": str(theirs.pk)}).status_code == 404
    assert client.post(address, {"match": "nonsense"}).status_code == 404
    assert client.post(address, {"match": str(mine.pk)}).status_code == 302
    made.refresh_from_db()
    assert made.on_tv_id == mine.pk
    client.post(address, {"match": ""})
    made.refresh_from_db()
    assert made.on_tv_id is None


def test_the_wall_shows_every_board_of_the_round_and_asks_again_cheaply(client: Client) -> None:
    made = running()
    win(made, "W1.1", 1)
    page = client.get(f"/tournaments/{made.slug}/boards/")
    assert [card.over for card in page.context["cards"]] != ["", ""]
    assert len(page.context["cards"]) == 2
    again = f"/tournaments/{made.slug}/boards/?key={page.context['key']}"
    assert client.get(again, headers={"HX-Request": "true"}).status_code == 204


@pytest.mark.parametrize("query", ["?round=0", "?round=99999999999", "?round=%C2%B2", "?page=x"])
def test_nonsense_shows_an_empty_wall_or_the_first_page(client: Client, query: str) -> None:
    assert client.get(f"/tournaments/{running().slug}/boards/{query}").status_code == 200


@pytest.mark.parametrize("query", ["?stay=x", "?pick=x", "?stay=&ask=1"])
def test_nonsense_shows_some_match(client: Client, query: str) -> None:
    assert shown_on(client, tv(running(), query)) != ""


def test_the_pages_ask_few_questions_however_many_boards(
    client: Client, django_assert_max_num_queries: object
) -> None:
    made = entered(32)
    start(made.pk, by=None, now=timezone.now())
    for number in range(1, 17):
        join(made, f"W1.{number}", timezone.now())
    client.get(tv(made))
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        client.get(tv(made))
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        client.get(f"/tournaments/{made.slug}/boards/")


def test_tv_of_the_site_shows_a_friendly_match_when_no_tournament_plays(client: Client) -> None:
    assert shown_on(client, "/tv/") == ""
    made = running()
    assert shown_on(client, "/tv/") in {str(match_of(made, f"W1.{n}").pk) for n in (1, 2)}


def test_a_draft_has_no_tv_for_strangers(client: Client) -> None:
    made = entered(4)
    Tournament.objects.filter(pk=made.pk).update(status="draft")
    assert client.get(tv(made)).status_code == 404
    assert client.get(f"/tournaments/{made.slug}/boards/").status_code == 404


def test_the_first_page_shows_boards_of_several_tournaments_without_their_links(
    client: Client,
) -> None:
    client.force_login(running().organizer)
    assert "live-card" in client.get("/").content.decode()


def test_where_play_is_over_the_board_tv_promises_no_next_match(client: Client) -> None:
    html = client.get(tv(on_board(4))).content.decode()
    assert "This tournament is played over the board." in html
    assert "The next one appears here automatically." not in html
    assert "/wall/" in html


def test_where_some_play_online_tv_shows_the_next_match_by_itself(client: Client) -> None:
    for made in (entered(4), on_board(4, where="mixed")):
        assert "The next one appears here automatically." in client.get(tv(made)).content.decode()


def test_a_tournament_that_is_over_promises_no_next_match_on_tv(client: Client) -> None:
    made = entered(4)
    Tournament.objects.filter(pk=made.pk).update(status="finished")
    html = client.get(tv(made)).content.decode()
    assert "The tournament is over." in html
    assert "The next one appears here automatically." not in html
