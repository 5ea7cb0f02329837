"""Bot accounts in tournaments: admitted or not, and never among the bots that the site plays."""

import pytest

from accounts.models import Player, User
from accounts.services.bot_accounts import declare_bot
from games.models import Match
from ratings.models import PlayerRating
from ratings.services import sweep
from tests.tournaments.making import NOW, director, entered, join, player, tournament, win
from tournaments.bracket.services.start import start
from tournaments.entry.services import teams
from tournaments.entry.services.bots import add_bots
from tournaments.entry.services.check_in import join_waiting_list
from tournaments.entry.services.entries import add_walk_in, enter
from tournaments.event.services.cloning import SETTINGS
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def marvin() -> Player:
    user: User = player("marvin").user
    return declare_bot(user, owner="Mia", shows_owner=False)


def test_a_bot_account_enters_only_where_bots_are_admitted(marvin: Player) -> None:
    boss = director()
    made = tournament(organizer=boss)
    for attempt in (
        lambda: enter(made.pk, marvin, now=NOW),
        lambda: add_walk_in(made.pk, by=boss, now=NOW, player=marvin),
        lambda: join_waiting_list(made.pk, by=boss, now=NOW, player=marvin),
    ):
        with pytest.raises(DomainError) as refused:
            attempt()
        assert refused.value.code == "bots_not_admitted"
    lifecycle.change(made.pk, by=boss, admits_bots=True)
    assert enter(made.pk, marvin, now=NOW).is_active


def test_directors_fill_up_with_bots_of_the_site_and_never_with_an_account(marvin: Player) -> None:
    boss = director()
    made = tournament(organizer=boss)
    added = add_bots(made.pk, by=boss, number=3, now=NOW)
    assert marvin not in [entry.player for entry in added]
    assert all(entry.player.is_house_bot for entry in added)


def test_its_matches_are_never_rated_and_the_site_does_not_play_them(marvin: Player) -> None:
    boss = director()
    made = entered(1, organizer=boss, admits_bots=True)
    enter(made.pk, marvin, now=NOW)
    start(made.pk, by=None, now=NOW)
    match: Match = join(made, "W1.1")
    assert match.bot_at is None
    win(made, "W1.1", "1")
    assert sweep.rate_tournament(made.pk, NOW) == 0
    assert not PlayerRating.objects.exists()


def test_copies_keep_the_setting() -> None:
    assert "admits_bots" in SETTINGS


def test_a_team_with_a_bot_that_has_entered_can_still_be_renamed(marvin: Player) -> None:
    boss = director()
    made = tournament(organizer=boss, entry_kind="team", boards=3)
    lifecycle.change(made.pk, by=boss, admits_bots=True)
    members = [player(), marvin, player()]
    owls = teams.add_team(made.pk, by=boss, name="Owls", members=members, now=NOW)
    lifecycle.change(made.pk, by=boss, admits_bots=False)
    teams.set_members(owls.pk, by=boss, name="Night owls", members=members, now=NOW)
    owls.refresh_from_db()
    assert owls.title == "Night owls"
