"""Rating lists that events and clubs keep: which tournaments count, from which first rating, and corrections in them."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import Player, User
from clubs.models import Club, ClubMember, ClubRatingList
from clubs.services import hosting
from clubs.services.clubs import delete_club
from clubs.services.rating_list import save_club_list
from ratings.models import ListedTournament, PlayerRating, RatingChange, RatingList, RatingPool
from ratings.services import rebuild, sweep
from ratings.services.lists import ListSettings, delete_event_list, save_event_list
from tests.clubs.making import club, joined, login_of
from tests.ratings.test_sweep import confirmed
from tests.tournaments import making
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, entry, later, pairing
from tests.tournaments.ruling import rulings
from tournaments.models import Event, Tournament
from web.errors import DomainError

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ALL = ListSettings(1500, "all")


def held_in(of: Event, *winners: int, **settings: Any) -> Tournament:
    """A tournament of the event with four players, in which the semifinals have been played."""
    made = making.started(4, **settings)
    Tournament.objects.filter(pk=made.pk).update(event=of)
    for at, winner in enumerate(winners, 1):
        key = f"W1.{at}"
        making.join(made, key, later(at))
        making.win(made, key, winner, later(at))
    return made


def keep(of: Event, settings: ListSettings = ALL) -> RatingList:
    return save_event_list(of.pk, settings, by=of.organizer, now=NOW)


def run(minutes: int = 10) -> int:
    """A sweep; then everything is as from nothing, and nothing is owed."""
    written = sweep.run_due(later(minutes))
    assert rebuild.check(later(minutes)) == 0
    assert sweep.run_due(later(minutes)) == 0
    return written


def rated(pool: str) -> dict[str, float]:
    rows = PlayerRating.objects.filter(pool=pool).select_related("player")
    return {row.player.name: round(row.rating, 2) for row in rows}


def test_a_list_of_an_event_rates_as_the_site_does_from_its_own_start() -> None:
    festival = event()
    held_in(festival, 1, 2, lengths=[7])
    making.started(4)  # of no event
    listed = keep(festival, ListSettings(1800, "all"))
    run()
    site = rated("online")
    assert rated(listed.pool) == {name: round(points + 300, 2) for name, points in site.items()}
    assert set(site.values()) == {1526.46, 1473.54}


def test_scopes_say_which_tournaments_count() -> None:
    festival = event()
    held_in(festival, 1, rated=True)
    casual = held_in(festival, 1, rated=False)
    listed = keep(festival)
    run()
    assert RatingChange.objects.filter(pool=listed.pool).count() == 4
    assert not RatingChange.objects.filter(
        pool__in=RatingPool.values, tournament_id=casual.pk
    ).exists()
    keep(festival, ListSettings(1500, "rated"))
    run()
    assert RatingChange.objects.filter(pool=listed.pool).count() == 2
    keep(festival, ListSettings(1500, "chosen", [casual.pk]))
    run()
    rows = RatingChange.objects.filter(pool=listed.pool)
    assert set(rows.values_list("tournament_id", flat=True)) == {casual.pk}


def test_a_correction_moves_the_list_as_it_moves_the_site() -> None:
    festival = event()
    made = held_in(festival, 1, 2)
    listed = keep(festival)
    run()
    loser = entry(made, 3)
    request = {"by": made.organizer, "now": later(20), "reason": "Typo."}
    confirmed(rulings.correct_result, pairing(made, "W1.2").pk, winner=loser.pk, **request)
    run(21)
    assert rated(listed.pool) == rated("online")
    assert rated(listed.pool)["3"] > 1500


def test_a_tournament_that_leaves_the_event_leaves_the_list() -> None:
    festival = event()
    made = held_in(festival, 1)
    listed = keep(festival)
    run()
    Tournament.objects.filter(pk=made.pk).update(event=None)
    assert run() == 2
    assert rated(listed.pool) == {}
    assert rated("online")
    assert not ListedTournament.objects.exists()


def test_results_that_spectators_see_late_come_late_into_the_list() -> None:
    festival = event()
    made = making.started(4, spectator_delay_s=600, delay_results=True)
    Tournament.objects.filter(pk=made.pk).update(event=festival)
    listed = keep(festival)
    run(0)
    making.join(made, "W1.1")
    making.win(made, "W1.1", 1)
    assert run(9) == 0
    run(10)
    assert rated(listed.pool) == rated("online") != {}


def test_a_recompute_from_nothing_mends_a_list() -> None:
    festival = event()
    held_in(festival, 1, 2)
    listed = keep(festival, ListSettings(1200, "all"))
    run()
    before = rated(listed.pool)
    RatingChange.objects.filter(pool=listed.pool, won=True).update(rating_after=1)
    PlayerRating.objects.filter(pool=listed.pool).update(rating=1)
    assert rebuild.check(later(11)) > 0
    call_command("recompute_ratings")
    assert rated(listed.pool) == before


def test_the_list_goes_with_its_ratings_and_the_site_keeps_its_own() -> None:
    festival = event()
    held_in(festival, 1)
    listed = keep(festival)
    run()
    site = rated("online")
    delete_event_list(festival.pk, by=festival.organizer)
    assert not RatingChange.objects.filter(pool=listed.pool).exists()
    assert rated(listed.pool) == {}
    run()
    assert rated("online") == site


def club_with_cup() -> tuple[User, Club, Tournament, Event]:
    """A club that runs a tournament by itself, and an event with one."""
    officer = making.player("olga")
    made, boss = club(officer), login_of(officer)
    cup = making.started(4, organizer=boss)
    making.join(cup, "W1.1", later(1))
    making.win(cup, "W1.1", 1, later(1))
    festival = event(boss=boss)
    held_in(festival, 1)
    hosting.add_tournament(boss, made.pk, cup.pk, NOW)
    hosting.add_event(boss, made.pk, festival.pk, NOW)
    return boss, made, cup, festival


def test_a_club_rates_its_own_tournaments_and_those_of_its_events() -> None:
    boss, made, cup, festival = club_with_cup()
    listed = save_club_list(boss, made.pk, ALL, NOW)
    run()
    rows = RatingChange.objects.filter(pool=listed.pool)
    assert rows.count() == 4
    row = made.hostings.get(event=festival)
    hosting.remove_hosting(boss, made.pk, row.pk)
    assert run() == 2
    assert set(rows.values_list("tournament_id", flat=True)) == {cup.pk}
    delete_club(made.pk, boss)
    assert not RatingList.objects.exists()
    assert not rows.exists()


def test_officers_are_offered_drafts_that_they_direct_or_that_are_chosen(client: Client) -> None:
    boss, made, _cup, festival = club_with_cup()
    draft = making.tournament(boss, name="Secret cup")
    Tournament.objects.filter(pk=draft.pk).update(event=festival, status=Tournament.Status.DRAFT)
    second = joined(made)
    ClubMember.objects.filter(player=second).update(status=ClubMember.Status.OFFICER)
    manage = f"/clubs/{made.slug}/rating-list/"
    client.force_login(login_of(second))
    assert "Secret cup" not in client.get(manage).content.decode()
    chosen = ListSettings(1500, "chosen", [draft.pk])
    with pytest.raises(DomainError, match="not_in_list"):
        save_club_list(login_of(second), made.pk, chosen, NOW)
    save_club_list(boss, made.pk, chosen, NOW)
    assert "Secret cup" in client.get(manage).content.decode()
    save_club_list(login_of(second), made.pk, chosen, NOW)


def test_only_their_people_keep_a_list() -> None:
    festival = event()
    stranger = making.director("stranger")
    with pytest.raises(DomainError, match="not_your_role"):
        save_event_list(festival.pk, ALL, by=stranger, now=NOW)
    with pytest.raises(DomainError, match="not_an_officer"):
        save_club_list(stranger, club().pk, ALL, NOW)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (ListSettings(10, "all"), "bad_first_rating"),
        (ListSettings(1500, "mine"), "bad_scope"),
        (ListSettings(1500, "chosen"), "none_chosen"),
        (ListSettings(1500, "chosen", [999_999]), "not_in_list"),
    ],
)
def test_settings_that_are_refused(settings: ListSettings, code: str) -> None:
    with pytest.raises(DomainError, match=code):
        keep(event(), settings)


def test_pages_and_api_show_the_list_of_an_event(client: Client) -> None:
    festival = event()
    Event.objects.filter(pk=festival.pk).update(is_public=True)
    address = f"/events/{festival.slug}/"
    assert client.get(f"{address}ratings/").status_code == 404
    assert "Rating list" not in client.get(address).content.decode()
    assert festival.organizer is not None
    client.force_login(festival.organizer)
    manage = f"{address}manage/rating-list/"
    assert manage in client.get(f"{address}manage/").content.decode()
    refused = client.post(manage, {"counted": "chosen", "start": "1600"})
    assert refused.status_code == 422
    assert 'value="1600"' in refused.content.decode()
    saved = client.post(manage, {"counted": "all", "start": "1600"})
    assert saved["Location"] == f"{address}ratings/"
    held_in(festival, 1)
    assert "being computed" in client.get(f"{address}ratings/").content.decode()
    run()
    winner = Player.objects.get(ratings__pool__startswith="list:", ratings__rating__gt=1600)
    for page in (address, f"{address}ratings/"):
        text = client.get(page).content.decode()
        assert "Rating list" in text
        assert f"/players/{winner.pk}/" in text
    rows = client.get(f"/api/v1/events/{festival.slug}/ratings").json()["results"]
    assert rows[0]["player"]["id"] == winner.pk
    assert client.post(manage, {"do": "delete"}).status_code == 302
    assert client.get(f"/api/v1/events/{festival.slug}/ratings").json()["code"] == "no_rating_list"


def test_pages_and_api_show_the_list_of_a_club(client: Client) -> None:
    boss, made, _cup, _festival = club_with_cup()
    client.force_login(boss)
    manage = f"/clubs/{made.slug}/rating-list/"
    assert manage in client.get(f"/clubs/{made.slug}/settings/").content.decode()
    assert client.post(manage, {"counted": "all", "start": "1500"}).status_code == 302
    run()
    assert ClubRatingList.objects.get().club == made
    text = client.get(f"/clubs/{made.slug}/").content.decode()
    assert "own list" in text
    assert f"/clubs/{made.slug}/ratings/" in text
    assert client.get(f"/clubs/{made.slug}/ratings/").status_code == 200
    rows = client.get(f"/api/v1/clubs/{made.slug}/ratings").json()["results"]
    assert len(rows) == 4


def test_ratings_of_a_list_stand_nowhere_else(client: Client) -> None:
    festival = event()
    Event.objects.filter(pk=festival.pk).update(is_public=True)
    held_in(festival, 1, rated=False)
    keep(festival)
    run()
    someone = PlayerRating.objects.all()[0].player
    text = client.get(f"/players/{someone.pk}/").content.decode()
    assert "rating-card" not in text
    assert client.get("/api/v1/ratings").json()["results"] == []
