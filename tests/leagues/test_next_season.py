"""The next season of a league: made once, with settings and players, as the organizer changed it; corrections after it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from clubs.models import ClubHosting
from leagues.models import League, LeagueDivision, LeagueRecord, LeagueSeason
from leagues.selectors import next_season as selectors
from leagues.selectors.leagues import offered_tournaments
from leagues.selectors.next_season import (
    GONE,
    MOST_JOINING,
    MOST_PLAYERS,
    JoiningPlayer,
    NextChoices,
    next_name,
    preview_of,
)
from leagues.selectors.tables import all_tables, has_changed_since, past_seasons, season_tables
from leagues.services.leagues import change_league, delete_league, start_league
from leagues.services.next_season import following_name, prepare_next
from leagues.services.seasons import (
    add_division,
    add_season,
    change_division,
    remove_division,
    remove_season,
)
from tests.clubs.making import club, login_of
from tests.leagues.making_leagues import divisions, league, names, two_divisions
from tests.series.making_series import field, played
from tests.tournaments.making import NOW, SEED, director, entry, match_of, nobody, player, win
from tests.tournaments.ruling import rulings
from tests.tournaments.timing.timed import PLAIN, come, sweep
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.entry.services.many_entries import enter_many
from tournaments.models import Entry, EntryInvitation, Event, Pairing, RoundDeadline, Tournament
from tournaments.setup.services import lifecycle
from tournaments.timing.services.director_timing import set_timing
from web.errors import DomainError

pytestmark = [pytest.mark.django_db]
SECOND = NextChoices("Season 2")


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def refused(code: str, do: object, *args: object, **more: object) -> None:
    with pytest.raises(DomainError) as error:
        do(*args, **more)  # type: ignore[operator]
    assert error.value.code == code


def entered(season: LeagueSeason) -> list[set[str]]:
    return [
        set(row.entries.values_list("player__name", flat=True)) for row in divisions(season)
    ]  # fmt: skip


def test_the_next_season_has_drafts_with_the_settings_and_the_players_and_is_made_once() -> None:
    boss = director()
    season = two_divisions(boss)
    assert names(season) == [["1", "2", "3", "4"], ["5", "6", "7", "8"]]
    made = prepare_next(boss, season.pk, NOW, SECOND)
    assert (made.is_new, made.refused) == (True, ())
    first, _second = divisions(made.season)
    assert (first.name, first.status, first.format) == ("Division 1, Season 2", "draft", "round_robin")  # fmt: skip
    assert first.lengths == [3]
    assert entered(made.season) == [{"1", "2", "3", "5"}, {"4", "6", "7", "8"}]
    rows = made.season.divisions.order_by("order").values_list("name", "relegated")
    assert list(rows) == [("Division 1", 1), ("Division 2", 1)]
    again = prepare_next(boss, season.pk, NOW, NextChoices("Another"))
    assert (again.is_new, again.season.pk) == (False, made.season.pk)
    assert Tournament.objects.count() == 4
    assert LeagueRecord.objects.filter(verb="prepared").count() == 1


def test_the_organizer_moves_players_leaves_some_out_and_adds_new_ones() -> None:
    boss = director()
    season = two_divisions(boss)
    ids = {row.player.name: row.player.pk for of in divisions(season) for row in of.entries.all()}
    guest = nobody("Guest")
    choices = NextChoices(
        "Season 2",
        {ids["4"]: 0, ids["6"]: GONE},
        (JoiningPlayer("Guest", guest.pk, 0), JoiningPlayer("Newcomer")),
    )
    made = prepare_next(boss, season.pk, NOW, choices)
    assert entered(made.season) == [{"1", "2", "4", "Guest"}, {"3", "5", "7", "8", "Newcomer"}]
    assert LeagueRecord.objects.get(verb="prepared").details["gone"] == [ids["6"]]


def test_choices_are_checked() -> None:
    boss = director()
    season = two_divisions(boss)
    entrant = divisions(season)[0].entries.first()
    assert entrant is not None
    refused("no_such_division", preview_of, season, NextChoices("x", {entrant.player_id: 2}))
    refused("no_such_division", preview_of, season, NextChoices("x", {}, (JoiningPlayer("A", None, 9),)))  # fmt: skip
    twice = NextChoices("x", {}, (JoiningPlayer("1", entrant.player_id),))
    refused("already_playing", preview_of, season, twice)
    crowd = NextChoices("x", {}, tuple(JoiningPlayer(f"N{n}") for n in range(101)))
    refused("too_many_new_players", preview_of, season, crowd)
    stranger = NextChoices("x", {nobody("Guest").pk: 0})
    refused("no_such_player", preview_of, season, stranger)
    refused("name_needed", prepare_next, boss, season.pk, NOW, NextChoices(" "))
    assert Tournament.objects.count() == 2


def test_a_season_that_is_not_over_or_has_no_divisions_is_not_followed() -> None:
    boss = director()
    made = league(boss)
    season = add_season(boss, made.pk, NOW, name="Season 1")
    refused("no_divisions", prepare_next, boss, season.pk, NOW, SECOND)
    draft = lifecycle.create(
        organizer=boss, name="Division 1", lengths=[3], clock=None, format="swiss"
    )
    add_division(boss, season.pk, NOW, tournament=draft.pk)
    refused("season_not_over", prepare_next, boss, season.pk, NOW, SECOND)
    refused("not_your_league", prepare_next, director(), season.pk, NOW, SECOND)


def test_an_officer_who_does_not_direct_the_divisions_cannot_copy_them() -> None:
    boss, officer = director(), player("officer")
    season = two_divisions(boss)
    type(season.league).objects.update(club=club(officer))
    refused("not_your_role", prepare_next, login_of(officer), season.pk, NOW, SECOND)


def test_a_player_who_left_the_site_or_blocked_the_organizer_is_named() -> None:
    boss = director()
    members = [player(f"m{n}") for n in range(8)]
    season = two_divisions(boss, members)
    type(members[0]).objects.filter(pk=members[0].pk).update(anonymised_at=NOW)
    members[1].blocks.create(organizer=boss, at=NOW)
    preview = preview_of(season, SECOND)
    assert [line.player for line in preview.gone] == [members[0].pk]
    made = prepare_next(boss, season.pk, NOW, SECOND)
    assert [row.name for row in made.refused] == [members[1].name]
    invited = divisions(made.season)[0].entries.get(player=members[2])
    assert invited.status == Entry.Status.INVITED


def test_a_division_that_became_one_of_teams_is_not_followed() -> None:
    boss = director()
    season = two_divisions(boss)
    Tournament.objects.filter(pk=divisions(season)[0].pk).update(entry_kind="team", boards=3)
    refused("other_entries", prepare_next, boss, season.pk, NOW, SECOND)


def test_more_players_need_no_more_statements() -> None:
    counts = []
    for number in (2, 6):
        boss = director()
        draft = lifecycle.create(organizer=boss, name="Draft", lengths=[3], clock=None)
        players = [player() for _number in range(number)]
        with CaptureQueriesContext(connection) as asked:
            names = [f"New {n}" for n in range(number)]
            assert enter_many(draft, players, names, by=boss, now=NOW) == []
        counts.append(len(asked))
        assert draft.entries.filter(status="invited").count() == number
        assert EntryInvitation.objects.filter(tournament=draft).count() == number
        assert draft.entries.filter(status="active").count() == number
        refused("has_entries", enter_many, draft, players, [], by=boss, now=NOW)
        refused("not_your_role", enter_many, draft, players, [], by=director(), now=NOW)
    assert counts[0] == counts[1]


def test_players_without_room_or_with_the_name_of_another_are_named() -> None:
    boss = director()
    draft = lifecycle.create(organizer=boss, name="Draft", lengths=[3], clock=None, entry_limit=2)
    first = Player.objects.create(name="Anna")
    rows = enter_many(draft, [first], ["anna", "Bert", "Cleo"], by=boss, now=NOW)
    assert [row.name for row in rows] == ["anna", "Cleo"]
    assert set(draft.entries.values_list("player__name", flat=True)) == {"Anna", "Bert"}
    assert not Player.objects.filter(name="Cleo").exists()


def test_the_drafts_keep_the_club_and_the_roles_of_the_event() -> None:
    boss, who, helper = director(), player("officer"), director("helper")
    home, other = club(who), club(who)
    season = two_divisions(boss)
    first, second = divisions(season)
    event = Event.objects.create(
        organizer=boss, name="Spring", slug="spring", starts_on=NOW.date(), ends_on=NOW.date()
    )
    Tournament.objects.filter(pk=first.pk).update(event=event)
    event.roles.create(user=helper, kind="assistant", given_by=boss, given_at=NOW)
    ClubHosting.objects.create(club=home, event=event, at=NOW)
    ClubHosting.objects.create(club=other, tournament=second, at=NOW)
    League.objects.update(club=home)
    drafts = divisions(prepare_next(boss, season.pk, NOW, SECOND).season)
    assert list(drafts[0].roles.values_list("user", "kind")) == [(helper.pk, "assistant")]
    assert list(ClubHosting.objects.filter(tournament__in=drafts).values_list("club", "tournament")) == [(home.pk, drafts[0].pk)]  # fmt: skip


def test_a_correction_after_it_is_said_and_moves_nobody() -> None:
    boss = director()
    season = two_divisions(boss)
    made = prepare_next(boss, season.pk, NOW, SECOND)
    season.refresh_from_db()
    assert not has_changed_since(season, all_tables(season))
    first = divisions(season)[0]
    four = entry(first, "4")
    lost = Pairing.objects.filter(stage__tournament=first, slots__entry=four)
    for pairing in lost:
        rulings.correct_result(pairing.pk, by=boss, winner=four.pk, now=NOW, reason="Typed the wrong way.")  # fmt: skip
    cache.clear()
    assert names(season)[0][0] == "4"
    assert has_changed_since(season, all_tables(season))
    assert entered(made.season)[0] == {"1", "2", "3", "5"}


def test_only_the_latest_season_is_removed_and_then_it_can_be_prepared_again() -> None:
    boss = director()
    season = two_divisions(boss)
    made = prepare_next(boss, season.pk, NOW, SECOND).season
    refused("not_the_latest", remove_season, boss, season.pk, NOW)
    remove_season(boss, made.pk, NOW)
    season.refresh_from_db()
    assert season.next_from is None
    assert Tournament.objects.count() == 4
    assert prepare_next(boss, season.pk, NOW, SECOND).is_new


def test_drafts_are_shown_to_their_directors_only_and_champions_to_all() -> None:
    boss, guest = director(), director()
    season = two_divisions(boss)
    made = prepare_next(boss, season.pk, NOW, SECOND).season
    assert [table.is_shown for table in season_tables(made, guest)] == [False, False]
    assert season_tables(made, guest)[0].lines == ()
    assert len(season_tables(made, boss)[0].lines) == 4
    past = [(row.season.number, row.champion and row.champion.name) for row in past_seasons(season.league)]  # fmt: skip
    assert past == [(2, None), (1, "1")]
    LeagueSeason.objects.bulk_create(
        LeagueSeason(league=season.league, number=n, name=str(n), created_at=NOW)
        for n in range(3, 70)
    )
    assert past_seasons(season.league)[-1].champion is not None


def test_a_division_is_a_tournament_that_its_organizer_directs() -> None:
    boss, other = director(), director()
    season = two_divisions(boss)
    taken = divisions(season)[0]
    refused("already_a_division", add_division, boss, season.pk, NOW, tournament=taken.pk)
    theirs = played(other, field(2), format="swiss", options={"rounds": 1})
    refused("not_your_role", add_division, boss, season.pk, NOW, tournament=theirs.pk)
    team = lifecycle.create(organizer=boss, name="Teams", lengths=[3], clock=None, entry_kind="team", boards=3, format="swiss")  # fmt: skip
    refused("other_entries", add_division, boss, season.pk, NOW, tournament=team.pk)
    knockout = lifecycle.create(organizer=boss, name="Cup", lengths=[3], clock=None)
    refused("not_a_table", add_division, boss, season.pk, NOW, tournament=knockout.pk)
    assert knockout not in offered_tournaments(boss, season.league)
    refused("no_such_tournament", add_division, boss, season.pk, NOW, tournament=10**9)
    row = LeagueDivision.objects.filter(season=season).first()
    assert row is not None
    refused("bad_number", change_division, boss, row.pk, NOW, name="A", relegated=17, play_off=0)
    refused("not_your_league", change_division, other, row.pk, NOW, name="A", relegated=0, play_off=0)  # fmt: skip
    refused("not_your_league", remove_division, other, row.pk, NOW)
    change_division(boss, row.pk, NOW, name="Premier", relegated=2, play_off=1)
    assert LeagueRecord.objects.filter(verb="division_changed").count() == 1
    remove_division(boss, row.pk, NOW)
    assert Tournament.objects.filter(pk=taken.pk).exists()


def test_only_its_people_change_a_league_and_each_change_is_on_record() -> None:
    boss, other = director(), director()
    made = start_league(boss, NOW, name="  City   League ")
    assert made.name == "City League"
    refused("not_your_league", change_league, made.pk, other, NOW, name="Mine")
    refused("not_your_league", add_season, other, made.pk, NOW, name="Season 1")
    refused("changed_meanwhile", change_league, made.pk, boss, NOW, name="New", version=7)
    change_league(made.pk, boss, NOW, name="Town League")
    assert list(LeagueRecord.objects.values_list("verb", flat=True)) == ["changed", "started"]
    refused("not_your_league", delete_league, made.pk, other)
    delete_league(made.pk, boss)
    assert not LeagueRecord.objects.exists()


def test_the_number_in_the_name_of_a_season_rises() -> None:
    season = LeagueSeason(number=3)
    for name, after in (("Spring 2027", "Spring 2028"), ("2026", "2027"), ("Autumn", "Season 4")):
        season.name = name
        assert next_name(season) == after
    season.name = f"{'a' * 38} 9"
    assert next_name(season) == f"{'a' * 37} 10"


@pytest.mark.parametrize(
    ("name", "division", "before", "after"),
    [
        ("Division 1 · Week 12", "Division 1", "1", ""),
        ("Division 1, season 1", "Division 1", "1", "Division 1, season 2"),
        ("Upper 2026, from 2026", "Upper", "2026", "Upper 2026, from 2"),
        ("Upper Spring 2026", "Upper Spring 2026", "Spring 2026", "Upper 2"),
        ("Season 10", "Division 1", "Season 1", ""),
    ],
)
def test_a_name_follows_where_the_season_stands_alone(
    name: str, division: str, before: str, after: str
) -> None:
    assert following_name(name, division, before, "2") == after


def test_a_season_of_more_players_than_a_form_has_fields_is_refused_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (settings.DATA_UPLOAD_MAX_NUMBER_FIELDS or 0) > MOST_PLAYERS + MOST_JOINING + 10
    season = two_divisions(director())
    monkeypatch.setattr(selectors, "MOST_PLAYERS", 8)
    assert len(preview_of(season, SECOND).divisions) == 2
    more = NextChoices("x", {}, (JoiningPlayer("Newcomer"),))
    refused("too_many_players", preview_of, season, more)


def test_a_swiss_division_with_a_week_for_each_round_leads_to_promotion() -> None:
    boss = director()
    made = league(boss)
    season = add_season(boss, made.pk, NOW, name="Season 1")
    upper = played(boss, field(4), name="Upper", format="round_robin")
    lower = swiss_by_weeks(boss)
    for row, relegated in ((upper, 1), (lower, 0)):
        add_division(boss, season.pk, NOW, tournament=row.pk, relegated=relegated)
    (first,) = deadlines(lower)
    win(lower, "R1.1", winner_of(lower, "R1.1"))
    come(lower, "R1.2", winner_of(lower, "R1.2"), first + timedelta(minutes=1))
    sweep(lower, first)
    sweep(lower, first + timedelta(minutes=11))
    assert Pairing.objects.get(stage__tournament=lower, key="R1.2").outcome == "forfeit"
    second = deadlines(lower)[1]
    assert second == first + timedelta(days=7)
    sweep(lower, second)
    sweep(lower, second + timedelta(minutes=11))
    lower.refresh_from_db()
    assert lower.status == Tournament.Status.FINISHED
    (top, *_rest), bottom = names(season)[1], names(season)[0][-1]
    following = prepare_next(boss, season.pk, NOW, SECOND).season
    assert top in entered(following)[0]
    assert bottom in entered(following)[1]


def swiss_by_weeks(boss: object) -> Tournament:
    made = lifecycle.create(
        organizer=boss, name="Lower", lengths=[3], clock=None, format="swiss",
        options={"rounds": 2}, join_within_s=600,
    )  # fmt: skip
    for name in ("a", "b", "c", "d"):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=player(name))
    set_timing(made.pk, by=None, now=NOW, **(PLAIN | {"round_days": 7}))
    lifecycle.open_entry(made.pk, by=boss)
    return start(made.pk, by=None, now=NOW, draw_seed=SEED)


def deadlines(of: Tournament) -> list[datetime]:
    rows = RoundDeadline.objects.filter(round__stage__tournament=of).order_by("round__number")
    return [moment.astimezone(UTC) for moment in rows.values_list("play_until", flat=True)]


def winner_of(of: Tournament, key: str) -> str:
    seat = match_of(of, key).seats.select_related("player").order_by("seat").first()
    assert seat is not None
    return seat.player.name
