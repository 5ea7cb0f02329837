"""Leaderboards of a month and a year, and of a club: on the page and in the API."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from clubs.models import ClubMember
from ratings.formulas.replay import RatedResult
from ratings.models import PeriodRating, PlayerRating, RatingChange
from ratings.selectors.current import LeaderFilter, leaders
from ratings.selectors.periods import (
    GAIN,
    PeriodFilter,
    listed_within,
    offered_periods,
    period_leaders,
)
from ratings.services.incremental import apply
from tests.clubs.making import club as make_club
from tests.games.services.tables import person

pytestmark = pytest.mark.django_db
NOVEMBER = datetime(2026, 11, 20, 12, tzinfo=UTC)


def won(number: int, winner: Player, loser: Player, at: datetime) -> RatedResult:
    return RatedResult(
        source=f"m{number}", pool="online", ended_at=at, length=7, winner=winner.pk, loser=loser.pk
    )


def season() -> tuple[Player, Player, Player]:
    """Ann beats Bob thrice in 2025; Cleo beats Bob and Ann in November 2026, after one win of Ann's in October."""
    ann, bob, cleo = person("Ann"), person("Bob"), person("Cleo")
    spring = datetime(2025, 4, 1, tzinfo=UTC)
    apply([], [
        *(won(n, ann, bob, spring + timedelta(days=n)) for n in range(3)),
        won(3, ann, cleo, datetime(2026, 10, 31, 23, 59, tzinfo=UTC)),
        won(4, cleo, bob, datetime(2026, 11, 1, tzinfo=UTC)),
        won(5, cleo, ann, datetime(2026, 11, 2, tzinfo=UTC)),
    ])  # fmt: skip
    return ann, bob, cleo


def names(period: str, **more: str) -> list[str]:
    rows = period_leaders(LeaderFilter(), PeriodFilter(period, **more))
    return [row.player.name for row in rows]


def test_a_month_lists_who_played_in_it_by_rating_or_by_gain() -> None:
    ann, _bob, cleo = season()
    assert names("2025") == names("2025-04") == ["Ann", "Bob"]
    assert names("2026-10") == ["Ann", "Cleo"]
    assert names("2026-11", order=GAIN) == ["Cleo", "Bob", "Ann"]
    row = PeriodRating.objects.get(player=cleo, period="2026-11")
    changes = RatingChange.objects.filter(player=cleo).order_by("ended_at")
    assert row.rating == PlayerRating.objects.get(player=cleo).rating == changes[2].rating_after
    assert row.gain == changes[2].rating_after - changes[1].rating_before
    assert (row.matches, row.experience) == (2, 21)
    year = PeriodRating.objects.get(player=ann, period="2026")
    assert (year.matches, year.experience) == (2, 35)


def test_a_correction_moves_the_months_that_depend_on_it_and_no_others() -> None:
    _ann, bob, cleo = season()
    before = {row.pk for row in PeriodRating.objects.filter(period__startswith="2025")}
    wrong = won(4, cleo, bob, datetime(2026, 11, 1, tzinfo=UTC))
    apply([wrong], [])
    assert names("2026-11") == ["Ann", "Cleo"]
    assert {row.pk for row in PeriodRating.objects.filter(period__startswith="2025")} == before
    assert not PeriodRating.objects.filter(player=bob, period__startswith="2026").exists()


def test_the_page_offers_months_and_years_and_shows_the_change(client: Client) -> None:
    ann, _bob, _cleo = season()
    assert ann.user is not None
    client.force_login(ann.user)
    with time_machine.travel(NOVEMBER, tick=False):
        page = client.get("/ratings/?period=2026-11&order=gain").content.decode()
        wrong = client.get("/ratings/?period=2026-13")
        old = client.get("/ratings/?period=2025-04").content.decode()
    assert 'value="2026-11" selected>November 2026<' in page
    table = page[page.index("<tbody>") :]
    assert table.index("Cleo") < table.index("Bob</span>") < table.index("Ann</span>")
    assert 'Your place: <b class="num">3</b> of 3.' in page
    then = PeriodRating.objects.get(player=ann, period="2025-04").rating
    assert round(then) != round(PlayerRating.objects.get(player=ann).rating)
    assert f'Your rating: <b class="num">{then:.0f}</b>.' in old
    assert 'rating-change is-up">+' in page
    assert wrong.status_code == 200
    assert "rating-change" not in wrong.content.decode()
    assert 'value="2025-04" selected>April 2025<' in old
    assert [key for key, _name in offered_periods(datetime(2026, 1, 5, tzinfo=UTC))] == [
        "2026-01", "2025-12", "2026", "2025",
    ]  # fmt: skip


def test_a_club_cuts_the_list_down_to_its_members(client: Client) -> None:
    ann, _bob, cleo = season()
    club = make_club(name="Tallinn BG")
    ClubMember.objects.create(club=club, player=ann, status="member", at=NOVEMBER)
    ClubMember.objects.create(club=club, player=cleo, status="requested", at=NOVEMBER)
    assert [row.player for row in leaders(LeaderFilter(club=club.slug))] == [ann]
    page = client.get(f"/ratings/?club={club.slug}").content.decode()
    assert f'<option value="{club.slug}" selected>Tallinn BG</option>' in page
    assert "Ann</span>" in page
    assert "Cleo</span>" not in page
    assert client.get(f"/api/v1/ratings?club={club.slug}").json()["count"] == 1
    assert client.get("/api/v1/ratings?club=none").json()["count"] == 0
    club.hidden_at = NOVEMBER
    club.save()
    assert client.get(f"/api/v1/ratings?club={club.slug}").json()["count"] == 0


def test_the_api_has_periods_with_the_same_filters(client: Client) -> None:
    season()
    answer = client.get("/api/v1/ratings/periods/2026-11?order=gain&name=cle").json()
    (row,) = answer["results"]
    assert (row["player"]["name"], row["period"], row["matches"]) == ("Cleo", "2026-11", 2)
    assert row["gain"] > 0
    assert client.get("/api/v1/ratings/periods/2026-00").json()["code"] == "no_such_period"
    assert client.get("/api/v1/ratings/periods/2026?order=x").status_code == 400
    assert client.get("/api/v1/ratings/periods/2026?x=1").status_code == 400


def test_former_players_are_neither_listed_nor_counted_and_queries_are_few(client: Client) -> None:
    ann, _bob, _cleo = season()
    Player.objects.filter(pk=ann.pk).update(anonymised_at=NOVEMBER)
    assert names("2026-11") == ["Cleo", "Bob"]
    assert listed_within(LeaderFilter(), PeriodFilter("2026-11")) == 2
    client.get("/ratings/?period=2026-11")
    with CaptureQueriesContext(connection) as captured:
        client.get("/ratings/?period=2026-11&order=gain")
    assert len(captured) <= 6
