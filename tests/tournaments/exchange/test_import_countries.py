"""Countries in files: they correct players without a login, in the open; who has a login is never changed by a file."""

from collections.abc import Sequence

import pytest

from accounts.models import Player, User
from tests.tournaments.event.making_events import event, everybody
from tests.tournaments.exchange.test_import import bring, look, states, take
from tests.tournaments.making import NOW, director, player, tournament
from tests.tournaments.teams import with_teams
from tournaments.core.permissions import directed_by, may_direct
from tournaments.entry.services import entries, teams
from tournaments.event.services import events
from tournaments.exchange.services import import_event_flow
from tournaments.exchange.services.import_flow import Confirmation
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return director()


def walk_in(name: str, country: str = "") -> Player:
    return Player.objects.create(name=name, country=country)


def enter(of: Tournament, *players: Player) -> None:
    for item in players:
        entries.add_walk_in(of.pk, by=None, now=NOW, player=item)


def country(of: Player) -> str:
    return str(Player.objects.get(pk=of.pk).country)


def brought(of: Tournament, boss: User, text: str, **choices: str) -> Sequence[tuple[str, str]]:
    """State and detail of every row; the file is taken."""
    file = bring(of, boss, text)
    run = look(of, boss, file)
    take(of, boss, file, run, **choices)
    return [(line.state, line.detail) for line in run.lines]


def test_an_entry_without_a_login_gets_the_country_of_the_file(boss: User) -> None:
    of, ann, bo = tournament(boss), walk_in("Ann"), walk_in("Bo", "SE")
    enter(of, ann, bo)
    before = Tournament.objects.get(pk=of.pk).version
    file = bring(of, boss, f"id,name,country\n,Ann,Norway\n{bo.pk},Bo,DK")
    run = look(of, boss, file)
    assert [(line.state, line.detail) for line in run.lines] == [
        ("changed", "country: – → NO"),
        ("changed", "country: SE → DK"),
    ]
    assert country(ann) == ""
    take(of, boss, file, run)
    assert (country(ann), country(bo)) == ("NO", "DK")
    assert Tournament.objects.get(pk=of.pk).version > before
    assert states(look(of, boss, bring(of, boss, "name,country\nAnn,NO\nBo,\n"))) == ["same"] * 2


def test_country_club_and_seed_change_together(boss: User) -> None:
    of, ann = tournament(boss), walk_in("Ann")
    enter(of, ann)
    text = brought(of, boss, "name,country,club,seed\nAnn,NO,Oslo,1")
    assert text == [("changed", "club: – → Oslo · seed: – → 1 · country: – → NO")]
    item = of.entries.get()
    assert (item.club, item.seed, country(ann)) == ("Oslo", 1, "NO")


def test_a_player_with_a_login_is_never_changed_and_the_dry_run_says_so(boss: User) -> None:
    of, alice, bob = tournament(boss), player("Alice"), player("Bob")
    enter(of, alice)
    stays = "Country stays –: imports change it only for players without an account."
    text = brought(of, boss, "name,country\nAlice,NO\nBob,SE")
    assert text == [("same", stays), ("known", stays)]
    assert (country(alice), country(bob)) == ("", "")
    assert of.entries.count() == 2


def test_who_comes_in_again_is_corrected(boss: User) -> None:
    of, ann = tournament(boss), walk_in("Ann", "SE")
    assert brought(of, boss, "name,country\nAnn,NO") == [("known", "country: SE → NO")]
    assert (of.entries.get().player, country(ann)) == (ann, "NO")


def test_a_new_player_may_be_chosen_beside_the_known_one_at_once(boss: User) -> None:
    of, ann = tournament(boss), walk_in("Ann", "SE")
    brought(of, boss, "name,country\nAnn,NO", line2="new")
    came = of.entries.get().player
    assert came != ann
    assert (country(came), country(ann)) == ("NO", "SE")


def test_of_several_only_the_chosen_one_is_corrected(boss: User) -> None:
    of, item, other = tournament(boss), walk_in("Ann"), walk_in("Ann")
    assert brought(of, boss, "name,country\nAnn,NO", line2=str(other.pk)) == [
        ("choose", "country: NO")
    ]
    assert (country(item), country(other)) == ("", "NO")


def test_where_one_of_several_has_a_login_it_is_said(boss: User) -> None:
    of, alice = tournament(boss), player("Ann")
    walk_in("Ann")
    ((state, detail),) = brought(of, boss, "name,country\nAnn,NO", line2=str(alice.pk))
    assert (state, country(alice)) == ("choose", "")
    assert detail.startswith("country: NO · Only for players without an account")


def test_who_plays_in_a_tournament_of_others_stays_as_they_are(boss: User) -> None:
    of, ann = tournament(boss), walk_in("Ann")
    enter(tournament(), ann)
    enter(of, ann)
    ((state, detail),) = brought(of, boss, "name,country\nAnn,NO")
    assert (state, country(ann)) == ("same", "")
    assert detail == "Country stays –: the player is also in a tournament you do not direct."


def test_another_tournament_of_the_same_director_shows_it_too(boss: User) -> None:
    of, other, ann = tournament(boss), tournament(boss), walk_in("Ann")
    enter(of, ann)
    enter(other, ann)
    before = Tournament.objects.get(pk=other.pk).version
    assert brought(of, boss, "name,country\nAnn,NO") == [("changed", "country: – → NO")]
    assert Tournament.objects.get(pk=other.pk).version > before


def test_members_of_a_team_are_corrected(boss: User) -> None:
    of = with_teams(0, organizer=boss)
    people = [walk_in("Ann"), player("Bob"), walk_in("Cem")]
    teams.add_team(of.pk, by=None, name="Owls", members=people, now=NOW)
    text = brought(of, boss, "team,name,country\nOwls,Ann,NO\nOwls,Bob,SE\nOwls,Cem,")
    assert text == [
        ("changed", "country: – → NO"),
        ("changed", "Country stays –: imports change it only for players without an account."),
        ("changed", ""),
    ]
    assert [country(item) for item in people] == ["NO", "", ""]


def test_a_file_of_an_event_corrects_as_well() -> None:
    whole = event("league")
    first, two = events.ordered_tournaments(whole)
    ann, alice = walk_in("Ann"), player("Alice")
    enter(first, ann)
    enter(two, ann)
    text = f"name,country,tournaments\nAnn,NO,{first.name};{two.name}\nAlice,SE,{first.name}\n"
    file = import_event_flow.upload_players(
        whole, by=whole.organizer, name="p.csv", data=text.encode(), now=NOW
    )
    run = import_event_flow.dry_run_players(whole, file.pk, by=whole.organizer)
    assert [line.state for line in run.lines] == ["changed", "known"]
    assert "country: – → NO" in run.lines[0].detail
    assert "Country stays –" in run.lines[1].detail
    confirmation = Confirmation(run.digest, {})
    import_event_flow.apply_players(
        whole, file.pk, by=whole.organizer, now=NOW, confirmation=confirmation
    )
    assert (country(ann), country(alice)) == ("NO", "")


def test_everybody_who_may_direct_directs_it_in_the_list_of_all_and_nobody_else() -> None:
    whole, named = event("league"), director()
    inside, alone = events.ordered_tournaments(whole)[0], tournament()
    alone.directors.add(named)
    people = [named, whole.organizer, alone.organizer, director()]
    people += [*everybody(whole).values(), *everybody(alone).values()]
    for user in people:
        for item in (inside, alone):
            fresh = Tournament.objects.get(pk=item.pk)
            assert directed_by(user).filter(pk=item.pk).exists() is may_direct(user, fresh)
