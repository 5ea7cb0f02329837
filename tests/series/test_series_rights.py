"""Who starts and changes a series, which tournaments they may add, and what the record keeps."""

from decimal import Decimal

import pytest
from django.core.cache import cache

from clubs.models import Club
from clubs.services.hosting import add_tournament as host
from series.models import Series, SeriesRecord, SeriesTournament
from series.selectors.records import record_rows
from series.services.adjustments import add_adjustment, withdraw_adjustment
from series.services.counted import add_tournament, remove_tournament, weigh_tournament
from series.services.series import change_series, delete_series, start_series
from tests.clubs.making import club, login_of
from tests.series.making_series import counted, field, played, season, table
from tests.tournaments import making
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director, player
from tournaments.event.services import events
from tournaments.event.services.cloning import clone_event
from web.errors import DomainError

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def refused(code: str, do: object, *args: object, **more: object) -> None:
    with pytest.raises(DomainError) as error:
        do(*args, **more)  # type: ignore[operator]
    assert error.value.code == code


def test_only_the_organizer_and_officers_of_its_club_change_a_series() -> None:
    boss, other, officer = director(), director(), player("officer")
    made = season(boss)
    refused("not_your_series", change_series, made.pk, other, NOW, best=3)
    refused("not_your_series", delete_series, made.pk, other)
    home = club(officer)
    refused("not_an_officer", change_series, made.pk, boss, NOW, club=home)
    Series.objects.update(club=home)
    change_series(made.pk, login_of(officer), NOW, best=3)
    assert Series.objects.get().best == 3


def test_another_club_of_the_same_name_is_a_change() -> None:
    officer = player("officer")
    first, second = club(officer), club(officer)
    Club.objects.update(name="The Club")
    made = season(login_of(officer), club=first)
    change_series(made.pk, login_of(officer), NOW, club=Club.objects.get(pk=second.pk))
    assert Series.objects.get().club == second


def test_a_series_counts_what_its_people_direct_or_its_club_runs() -> None:
    anna, bob = player("anna"), player("bob")
    cup = making.tournament(login_of(bob), name="Bob Cup")
    made = season(login_of(anna))
    refused("not_your_role", add_tournament, login_of(anna), made.pk, cup.pk, NOW)
    home = club(bob)
    host(login_of(bob), home.pk, cup.pk, NOW)
    Series.objects.update(club=home)
    refused("not_your_series", add_tournament, director(), made.pk, cup.pk, NOW)
    added = add_tournament(login_of(anna), made.pk, cup.pk, NOW)
    assert [row.pk for row in added] == [cup.pk]
    assert add_tournament(login_of(anna), made.pk, cup.pk, NOW) == []
    assert SeriesTournament.objects.count() == 1


def test_pairs_and_teams_do_not_count_and_weights_have_bounds() -> None:
    boss = director()
    made = season(boss)
    pairs = making.tournament(boss, entry_kind="doubles")
    refused("not_single_players", add_tournament, boss, made.pk, pairs.pk, NOW)
    cup = making.tournament(boss)
    refused("bad_weight", add_tournament, boss, made.pk, cup.pk, NOW, weight=0)
    refused("not_in_series", weigh_tournament, boss, made.pk, cup.pk, 50, NOW)
    counted(made, cup)
    weigh_tournament(boss, made.pk, cup.pk, 50, NOW)
    assert made.counted.get().weight == 50
    assert record_rows(made)[0].text.endswith("(100 % → 50 %)")
    weigh_tournament(boss, made.pk, cup.pk, 100, NOW)
    assert record_rows(made)[0].text.endswith("(50 % → 100 %)")


def test_the_organizer_of_a_tournament_takes_it_out_of_a_series_of_others() -> None:
    anna, bob = director(), director()
    made = season(anna)
    cup = making.tournament(bob)
    SeriesTournament.objects.create(series=made, tournament=cup, at=NOW)
    refused("not_your_series", remove_tournament, director(), made.pk, cup.pk, NOW)
    remove_tournament(bob, made.pk, cup.pk, NOW)
    assert not made.counted.exists()


def test_earlier_events_of_a_chain_bring_the_tournament_of_the_same_name() -> None:
    boss = director()
    first = event("weekend_open", boss)
    second = clone_event(
        first.pk, by=boss, now=NOW, name="Rhine Open 2", starts_on=first.starts_on.replace(day=20), once="x" * 20
    )  # fmt: skip
    tournaments = [events.ordered_tournaments(each)[0] for each in (first, second)]
    made = season(boss)
    added = add_tournament(boss, made.pk, tournaments[1].pk, NOW, earlier=True)
    assert {row.pk for row in added} == {row.pk for row in tournaments}


def test_adjustments_have_a_reason_and_stay_on_record_when_withdrawn() -> None:
    boss, players = director(), field(4)
    made = season(boss, scheme={"kind": "place", "points": ["10", "6"]})
    counted(made, played(boss, players))
    refused("reason_needed", add_adjustment, boss, made.pk, players[3].pk, Decimal(5), " ", NOW)
    refused("bad_points", add_adjustment, boss, made.pk, players[3].pk, Decimal(0), "Because", NOW)
    refused("no_such_player", add_adjustment, boss, made.pk, 0, Decimal(5), "Because", NOW)
    stranger = player("stranger").pk
    refused("no_result", add_adjustment, boss, made.pk, stranger, Decimal(5), "Because", NOW)
    given = add_adjustment(boss, made.pk, players[3].pk, Decimal(12), "Brought the clocks", NOW)
    assert table(made)[0] == (1, "4", "12")
    withdraw_adjustment(boss, made.pk, given.pk, NOW)
    withdraw_adjustment(boss, made.pk, given.pk, NOW)
    assert table(made)[0] == (1, "1", "10")
    verbs = list(SeriesRecord.objects.order_by("pk").values_list("verb", "reason"))
    assert verbs[-2:] == [("given", "Brought the clocks"), ("withdrawn", "Brought the clocks")]


@pytest.mark.parametrize(
    ("scheme", "code"),
    [
        ({"kind": "goals"}, "bad_scheme"),
        ("place", "bad_scheme"),
        ({"kind": "place", "points": ["10", "x"]}, "bad_points"),
        ({"kind": "place", "points": ["-1"]}, "bad_points"),
        ({"kind": "place", "points": ["NaN"]}, "bad_points"),
        ({"kind": "place", "points": ["1e9"]}, "bad_points"),
        ({"kind": "place", "points": {"a": 1}}, "bad_points"),
        ({"kind": "place", "points": []}, "no_points"),
        ({"kind": "share", "points": ["0", "0"]}, "no_points"),
        ({"kind": "size", "by_size": [[8, ["1"]], [8, ["2"]]]}, "bad_sizes"),
        ({"kind": "size", "by_size": [["8", ["1"]]]}, "bad_sizes"),
        ({"kind": "size", "by_size": [7]}, "bad_sizes"),
        ({"kind": "wins", "wins": {}}, "no_points"),
        ({"kind": "wins", "wins": 3}, "no_points"),
    ],
)
def test_a_scheme_that_gives_nothing_or_makes_no_sense_is_refused(
    scheme: object, code: str
) -> None:
    refused(code, start_series, director(), NOW, name="Tour", scheme=scheme)


def test_a_tie_break_stands_once_and_is_known() -> None:
    boss = director()
    for breaks in (["events", "events"], ["luck"]):
        refused("bad_tie_breaks", start_series, boss, NOW, name="Tour", tie_breaks=breaks)
