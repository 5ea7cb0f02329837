"""The steps on top of a tournament's desk: where it stands, what it waits for, and a way to every page of the desk."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.keeping import forget
from tests.tournaments.making import NOW, SEED, director, entered, play_out, tournament
from tests.tournaments.making import started as drawn
from tournaments.bracket.selectors.outline import outline
from tournaments.bracket.services.start import start
from tournaments.core.permissions import Right
from tournaments.desk.selectors.open_matches import open_count, open_rows
from tournaments.desk.selectors.steps import STEPS, DeskSteps, steps_beside_desk
from tournaments.entry.services import check_in, entries
from tournaments.models import Entry, FeePlan, Tournament
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db
ALL = frozenset(Right)
BESIDE = (
    "tournament-settings", "tournament-money-plan", "tournament-tables", "tournament-timing", "tournament-people",
    "tournament-part", "tournament-clone", "tournament-contacts", "tournament-registrations", "tournament-exchange",
    "tournament-check-in", "tournament-door", "tournament-papers", "tournament-clocks", "tournament-announcements",
    "tournament-payout", "tournament-money", "tournament-pools", "tournament-calcutta", "tournament-ledger",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


@pytest.fixture
def boss(client: Client) -> User:
    made = director()
    client.force_login(made)
    return made


def steps(of: Tournament) -> DeskSteps:
    return steps_beside_desk(Tournament.objects.get(pk=of.pk), ALL)


def present(of: Tournament) -> str:
    return next((step.key for step in steps(of).steps if step.is_present), "")


def fact(of: Tournament, key: str) -> str:
    return next(step.fact for step in steps(of).steps if step.key == key)


def test_a_draft_with_players_is_ready_to_be_drawn(boss: User, client: Client) -> None:
    made = lifecycle.create(
        organizer=boss, name="Cup", lengths=[3], clock=None, draw_method="manual"
    )
    for name in ("Ann", "Bob"):
        entries.add_walk_in(made.pk, by=boss, now=NOW, name=name)
    assert (present(made), steps(made).next_action) == ("entries", "Preview draw")
    page = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert "Preview draw" in page
    assert "Open entry" in page


def test_the_present_step_goes_from_set_up_to_prizes(boss: User) -> None:
    made = lifecycle.create(
        organizer=boss, name="Cup", lengths=[3], clock=None, draw_method="manual"
    )
    assert (present(made), steps(made).next_action) == ("setup", "Open entry")
    lifecycle.open_entry(made.pk, by=boss)
    assert (present(made), fact(made, "entries")) == ("entries", "0 entered")
    shown = entered(4, organizer=boss)
    check_in.open_check_in(shown.pk, by=boss, now=NOW)
    assert (present(shown), fact(shown, "check-in")) == ("check-in", "0 of 4 here")
    for entry in Entry.objects.filter(tournament=shown):
        check_in.check_in(entry.pk, by=boss, now=NOW)
    assert (present(shown), fact(shown, "draw")) == ("draw", "Not drawn")
    start(shown.pk, by=None, now=NOW, draw_seed=SEED)
    assert (present(shown), fact(shown, "play")) == ("play", "2 open matches")
    play_out(shown)
    assert (present(shown), fact(shown, "play")) == ("prizes", "All decided")


def test_a_draw_that_waits_for_a_director_is_the_present_step_and_warns(boss: User) -> None:
    made = drawn(4, organizer=boss, format="swiss", options={"rounds": 2}, publishes=True)
    assert present(made) == "play"
    play_out(made)
    waits = next(step for step in steps(made).steps if step.key == "draw")
    assert (waits.is_present, waits.warns, waits.fact) == (True, True, "Ready to publish")


def test_unpaid_fees_warn_at_the_prizes(boss: User) -> None:
    made = drawn(4, organizer=boss)
    FeePlan.objects.create(tournament=made, currency="EUR", entry_fee=1000)
    prizes = next(step for step in steps(made).steps if step.key == "prizes")
    assert (prizes.warns, prizes.fact) == (True, "4 owe a fee")


def test_every_page_of_the_desk_is_a_page_of_a_step_and_shows_the_steps(
    client: Client, boss: User
) -> None:
    made = drawn(4, organizer=boss)
    listed = {page.key for step in steps(made).steps for page in step.pages}
    assert set(BESIDE) <= listed
    for name in BESIDE:
        html = client.get(reverse(name, args=[made.slug])).content.decode()
        assert re.findall(r'data-step="([\w-]+)"', html) == list(STEPS), name
        assert 'aria-current="page" data-step=' in html, name


@pytest.mark.parametrize("tab", ["setup", "entries", "draw", "matches", "prizes"])
def test_each_step_of_the_desk_opens_and_is_marked(client: Client, boss: User, tab: str) -> None:
    for made in (tournament(organizer=boss), drawn(4, organizer=boss)):
        answer = client.get(f"/tournaments/{made.slug}/manage/", {"tab": tab})
        assert answer.status_code == 200
        assert answer.context["tab"] == tab
        assert answer.content.decode().count('aria-current="page" data-step=') == 1


def test_the_keys_of_the_tabs_work_in_every_step(client: Client, boss: User) -> None:
    made = drawn(4, organizer=boss)
    for tab in ("setup", "matches", "prizes"):
        html = client.get(f"/tournaments/{made.slug}/manage/", {"tab": tab}).content.decode()
        assert {"1", "2", "3", "4"} <= set(re.findall(r'data-press="(\w)"', html)), tab


def test_the_prizes_show_who_won_once_it_is_over(client: Client, boss: User) -> None:
    made = drawn(4, organizer=boss)
    address = f"/tournaments/{made.slug}/manage/?tab=prizes"
    assert "after the last match" in client.get(address).content.decode()
    play_out(made)
    champion = Tournament.objects.get(pk=made.pk).champion
    assert champion is not None
    won: Any = client.get(address).context["won"]["winners"]
    assert won[0].rows[0].player.name == champion.title


def test_an_assistant_has_the_steps_without_what_they_may_not_open(boss: User) -> None:
    made = drawn(4, organizer=boss)
    shown = steps_beside_desk(made, frozenset({Right.SCORE}))
    keys = {page.key for step in shown.steps for page in step.pages}
    assert "tournament-check-in" in keys
    assert not keys & {"tournament-settings", "tournament-clocks", "tournament-contacts"}


@pytest.mark.parametrize("players", [2, 5, 8])
def test_pages_beside_the_desk_count_the_open_matches_that_the_desk_lists(players: int) -> None:
    parts = outline(drawn(players))
    assert open_count(parts) == len(open_rows(parts)) > 0
