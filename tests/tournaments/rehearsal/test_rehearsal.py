"""A rehearsal is played through in every format, seen by nobody else, and leaves no row behind."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player, User
from accounts.selectors import players_found
from games.models import Match
from tests.keeping import forget
from tests.tournaments.making import NOW, SEED, director, entered, tournament
from tournaments.bracket.selectors.lists import get_tournament, tournament_rows
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.formats.plans import available
from tournaments.models import Notice, Pairing, PairingMatch, Result, Tournament
from tournaments.public.selectors.home import home_view
from tournaments.rehearsal.services import simulated_play
from tournaments.rehearsal.services.rehearsal import rehearsals_of, rehearse, throw_away
from web.errors import DomainError, NotAllowed, NotFound

pytestmark = pytest.mark.django_db
WAYS = [key for key in available() if key != "own"]


def rows() -> dict[str, int]:
    """How many rows every table has."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


def planned(plan: str, **settings: Any) -> Tournament:
    way = available()[plan]
    later = [
        {"format": stage.format, "options": dict(stage.options), "take": dict(stage.take)}
        for stage in way.later
    ]
    fields = {"format": way.format, "options": dict(way.options), "later_stages": later}
    return tournament(**(fields | {"lengths": [5]} | settings))


def begun(plan: str, number: int, **settings: Any) -> Tournament:
    of = planned(plan, **settings)
    return rehearse(of.pk, by=of.organizer, number=number, now=NOW, draw_seed=SEED)


@pytest.mark.slow
@pytest.mark.parametrize("plan", WAYS)
@pytest.mark.parametrize("number", [2, 5, 13])
def test_every_way_is_played_to_its_end(plan: str, number: int) -> None:
    made = begun(plan, number)
    done = simulated_play.play_to_end(made.pk, by=None, now=NOW)
    assert done.finished
    assert done.decided == Result.objects.count()
    assert not Pairing.objects.filter(decided_at=None, voided_at=None).exists()
    table = standing_rows(Tournament.objects.get(pk=made.pk))
    assert len(table) == number
    assert len({row.entry for row in table}) == number


@pytest.mark.parametrize("plan", WAYS)
def test_round_by_round_it_ends_as_well(plan: str) -> None:
    made = begun(plan, 9)
    for _ in range(60):
        done = simulated_play.play_round(made.pk, by=None, now=NOW)
        if done.finished:
            return
        assert done.decided > 0
    raise AssertionError("it does not end")


def test_one_match_at_a_time(django_assert_max_num_queries: Any) -> None:
    made = begun("knockout", 4)
    for decided in (1, 2, 3):
        with django_assert_max_num_queries(60):
            done = simulated_play.decide_next(made.pk, by=None, now=NOW)
        assert (done.decided, Result.objects.count()) == (1, decided)
    assert done.finished
    assert simulated_play.decide_next(made.pk, by=None, now=NOW).decided == 0


def test_scores_go_to_the_length_of_the_round_and_the_same_seed_tells_the_same() -> None:
    scores = []
    for _ in range(2):
        made = begun("knockout", 8, lengths=[7, 3])
        simulated_play.play_to_end(made.pk, by=None, now=NOW)
        results = Result.objects.filter(pairing__stage__tournament=made).select_related(
            "pairing__round"
        )
        for result in results:
            assert result.score is not None
            points = sorted(result.score.values())
            assert points[1] == result.pairing.round.length
            assert 0 <= points[0] < points[1]
            assert result.source == "report"
        scores.append([sorted(result.score.values()) for result in results if result.score])
    assert len(scores[0]) == len(scores[1]) == 7


def test_teams_play_their_boards() -> None:
    made = begun("swiss", 6, entry_kind="team", boards=3, options={"rounds": 3})
    assert simulated_play.play_to_end(made.pk, by=None, now=NOW).finished
    assert Result.objects.count() == 3 * 9
    assert made.entries.first().members.count() == 3


@pytest.mark.parametrize("plan", WAYS)
def test_thrown_away_it_leaves_no_row_behind(plan: str) -> None:
    of = planned(plan, entry_kind="team", boards=3)
    before = rows()
    made = rehearse(of.pk, by=of.organizer, number=8, now=NOW)
    simulated_play.play_round(made.pk, by=None, now=NOW)
    assert rows() != before
    throw_away(made.pk, by=of.organizer)
    assert rows() == before
    made = rehearse(of.pk, by=of.organizer, number=8, now=NOW)
    simulated_play.play_to_end(made.pk, by=None, now=NOW)
    throw_away(made.pk, by=of.organizer)
    assert rows() == before


def test_nobody_else_sees_it_and_nobody_is_told() -> None:
    boss, other = director(), director()
    of = tournament(organizer=boss)
    people, listed = set(players_found("")), len(tournament_rows(boss))
    made = rehearse(of.pk, by=boss, number=8, now=NOW)
    simulated_play.play_to_end(made.pk, by=boss, now=NOW)
    staff = User.objects.create_superuser("root", "root@example.org", "pw")
    for viewer in (boss, other, staff, AnonymousUser()):
        assert made.slug not in {row.slug for row in tournament_rows(viewer)}
        home = home_view(viewer)
        assert made.slug not in {row.slug for row in (*home.mine, *home.open)}
    assert len(tournament_rows(boss)) == listed
    for viewer in (other, AnonymousUser()):
        with pytest.raises(NotFound):
            get_tournament(made.slug, viewer)
    assert get_tournament(made.slug, boss) == made
    assert set(players_found("")) - {staff} == people
    assert (Match.objects.count(), PairingMatch.objects.count(), Notice.objects.count()) == (0,) * 3


def test_another_rehearsal_replaces_the_one_before() -> None:
    of = entered(3)
    rehearse(of.pk, by=None, number=4, now=NOW)
    last = rehearse(of.pk, by=None, number=6, now=NOW)
    assert list(rehearsals_of(of)) == [last]
    assert Player.objects.filter(name__startswith="Practice").count() == 6
    assert of.entries.count() == 3


def test_only_directors_rehearse_and_only_rehearsals_are_thrown_away() -> None:
    of = tournament()
    with pytest.raises(NotAllowed):
        rehearse(of.pk, by=director(), number=8, now=NOW)
    made = rehearse(of.pk, by=of.organizer, number=8, now=NOW)
    with pytest.raises(NotAllowed):
        simulated_play.decide_next(made.pk, by=director(), now=NOW)
    for act in (
        lambda: throw_away(of.pk, by=None),
        lambda: simulated_play.play_to_end(of.pk, by=None, now=NOW),
        lambda: rehearse(made.pk, by=None, number=4, now=NOW),
        lambda: rehearse(of.pk, by=None, number=1, now=NOW),
        lambda: rehearse(of.pk, by=None, number=4097, now=NOW),
    ):
        with pytest.raises(DomainError):
            act()
    assert Tournament.objects.count() == 2


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    forget()
