"""A director stops a match and gives time; the desk says what is unusual and times are shown in two zones."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.tournaments.making import (
    NOW,
    director,
    entry,
    match_of,
    pairing,
    player,
    started,
    tournament,
)
from tests.tournaments.ruling.ruled_pages import ordered
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Ruling, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(boss: User) -> Match:
    made = started(2, organizer=boss, clock={"preset": "standard"})
    return match_of(made, "W1.1")


def ruled(client: Client, **data: object) -> int:
    made = Tournament.objects.get()
    address = f"/tournaments/{made.slug}/manage/pairings/{pairing(made, 'W1.1').pk}/"
    assert client.get(address).status_code == 200
    return client.post(address, data).status_code


def test_a_match_is_paused_and_goes_on(client: Client, match: Match) -> None:
    assert ruled(client, verb="pause", **{"p-reason": "fire alarm"}) == 302
    match.refresh_from_db()
    assert match.paused
    assert ruled(client, verb="resume", **{"p-reason": "all clear"}) == 302
    match.refresh_from_db()
    assert not match.paused
    assert list(Ruling.objects.order_by("id").values_list("verb", flat=True)) == ["pause", "resume"]


def test_time_is_given_to_one_player(client: Client, match: Match) -> None:
    given = {"t-entry": entry(Tournament.objects.get(), 1).pk, "t-reason": "clock was late"}
    assert ruled(client, verb="clock", **given, **{"t-seconds": 9999}) == 422
    assert ruled(client, verb="clock", **given, **{"t-seconds": 90}) == 302
    match.refresh_from_db()
    before = match.clock["reserve_ms"]
    view = client.get(f"/api/v1/matches/{match.pk}").json()["view"]
    assert sorted(view["clock"]["reserve_ms"].values()) == [before, before + 90_000]
    page = client.get(f"/tournaments/{Tournament.objects.get().slug}/manage/").content.decode()
    assert "clock was late" in page


def test_only_a_director_stops_a_match_and_only_one_that_is_on(
    client: Client, match: Match
) -> None:
    client.force_login(director())
    made = Tournament.objects.get()
    address = f"/tournaments/{made.slug}/manage/pairings/{pairing(made, 'W1.1').pk}/"
    assert client.post(address, {"verb": "pause", "p-reason": "because"}).status_code == 403
    client.force_login(made.organizer)
    ordered(client, address, {"verb": "void", "v-reason": "played at the wrong table"})
    lost = {"verb": "forfeit", "f-losers": entry(made, 1).pk, "f-reason": "Withdrawn"}
    assert ordered(client, address, lost).status_code == 302
    assert client.post(address, {"verb": "pause", "p-reason": "because"}).status_code == 409


def test_the_desk_says_what_is_unusual_until_the_start(client: Client, boss: User) -> None:
    made = tournament(boss, lengths=[4])
    page = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert "Matches are usually played to an odd number of points." in page


def test_the_start_is_told_in_the_zone_of_the_event_and_in_the_viewers(
    client: Client, boss: User
) -> None:
    start = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
    made = tournament(boss, starts_at=start, time_zone="America/New_York")
    User.objects.filter(pk=boss.pk).update(time_zone="Europe/Tallinn")
    page = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "13:00" in page
    assert "New York" in page
    assert "Your time: Mon 20:00" in page


def test_a_match_shown_late_keeps_its_running_score_to_its_players(client: Client) -> None:
    me = player()
    made = tournament(spectator_delay_s=300)
    entries.enter(made.pk, me, now=NOW)
    entries.enter(made.pk, player(), now=NOW)
    start(made.pk, by=None, now=NOW)
    match = match_of(made, "W1.1")
    Match.objects.filter(pk=match.pk).update(status="playing", score_a=2, score_b=1)

    def shown_score() -> tuple[list[int | None], object, bool]:
        row = bracket_view(made, viewer)[0].pairings[0]
        line = client.get(f"/api/v1/tournaments/{made.slug}/matches").json()["results"][0]
        record = client.get(f"/players/{me.pk}/").content.decode()
        return [slot.score for slot in row.slots], line["score_a"], "2 – 1" in record

    viewer: User | AnonymousUser = AnonymousUser()
    assert shown_score() == ([None, None], None, False)
    viewer = me.user
    assert sorted(score or 0 for score in shown_score()[0]) == [1, 2]
    over = {"status": "finished", "finished_at": NOW, "next_at": None}
    Match.objects.filter(pk=match.pk).update(**over)
    viewer = AnonymousUser()
    assert shown_score()[1] == 2
