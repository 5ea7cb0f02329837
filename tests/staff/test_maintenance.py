"""Announced maintenance: said on every page, every match paused from its first moment to its last, nobody charged."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import AuditLine, User
from accounts.services.audit import Actor
from games.engine.rules import Rules
from games.models import Maintenance, MaintenancePause, Match
from games.services import friendly, maintenance, rulings, verify
from tests.tournaments import making
from tests.tournaments.making import NOW
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from web.errors import DomainError
from web.site_banner import current

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
CLOCK = {"kind": "simple", "reserve_ms_per_point": 1_200_000, "delay_ms": 12_000}


@pytest.fixture
def doer() -> Actor:
    return Actor(User.objects.create_superuser("root", "root@example.org", "pw"), NOW)


def announced(doer: Actor, after: int = 10, minutes: int = 10) -> Maintenance:
    starts_at = doer.now + after * MINUTE
    return maintenance.announce_maintenance((starts_at, starts_at + minutes * MINUTE), "", doer)


def playing() -> Match:
    """A match in play with a running clock."""
    made = making.started(2, clock=CLOCK)
    return making.join(made, "W1.1")


def test_a_running_clock_stands_from_the_announced_moment_and_nobody_is_charged(doer) -> None:
    match = playing()
    match.refresh_from_db()
    left = match.flag_at
    item = announced(doer, after=1)
    assert left > item.starts_at
    assert maintenance.run(item.starts_at + timedelta(seconds=3)) == 1
    match.refresh_from_db()
    assert (match.paused, match.flag_at) == (True, None)
    maintenance.run(item.ends_at)
    match.refresh_from_db()
    assert not match.paused
    assert match.flag_at == left + (item.ends_at - item.starts_at)
    assert verify.verify_matches() == {}
    item.refresh_from_db()
    assert item.ended_at == item.ends_at


def test_a_match_made_in_the_window_is_held_and_a_friendly_one_refused(doer) -> None:
    item = announced(doer)
    during = item.starts_at + MINUTE
    maintenance.run(during)
    made = making.tournament()
    for _ in range(2):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())
    start(made.pk, by=None, now=during, draw_seed=making.SEED)
    match = making.match_of(made, "W1.1")
    assert match.paused
    assert match.next_at is None
    assert MaintenancePause.objects.filter(match=match, resumed_at=None).exists()
    assert maintenance.run(during + MINUTE) == 0
    me, you = making.player(), making.player()
    with pytest.raises(DomainError, match="maintenance"):
        friendly.challenge(me, you, Rules.preset("tournament", 1), None, during)
    maintenance.run(item.ends_at)
    match.refresh_from_db()
    assert not match.paused
    assert verify.verify_matches() == {}


def test_what_a_director_paused_stays_paused_and_what_they_resumed_goes_on(doer) -> None:
    kept, other = playing(), playing()
    rulings.pause(kept.pk, by=None, reason="lunch", now=NOW + MINUTE)
    item = announced(doer)
    maintenance.run(item.starts_at)
    rulings.resume(other.pk, by=None, reason="they insist", now=item.starts_at + MINUTE)
    maintenance.run(item.starts_at + 2 * MINUTE)
    other.refresh_from_db()
    assert not other.paused
    maintenance.run(item.ends_at)
    kept.refresh_from_db()
    assert kept.paused
    assert not MaintenancePause.objects.filter(resumed_at=None).exists()


def test_called_off_while_it_is_on_everybody_goes_on(doer) -> None:
    match = playing()
    item = announced(doer)
    maintenance.run(item.starts_at)
    maintenance.call_off(item.pk, Actor(doer.user, item.starts_at + MINUTE))
    maintenance.run(item.starts_at + MINUTE)
    match.refresh_from_db()
    assert not match.paused
    assert current() is None
    with pytest.raises(DomainError, match="maintenance_over"):
        maintenance.call_off(item.pk, doer)


def test_it_can_be_moved_until_it_begins_and_then_only_its_end(doer) -> None:
    item = announced(doer)
    later = (item.starts_at + MINUTE, item.ends_at + MINUTE)
    maintenance.move(item.pk, later, "moved", doer)
    maintenance.run(later[0])
    maintenance.move(item.pk, (later[0], later[1] + MINUTE), "longer", doer)
    with pytest.raises(DomainError, match="maintenance_begun"):
        maintenance.move(item.pk, (later[0] + MINUTE, later[1]), "", doer)
    whats = [line.what for line in AuditLine.objects.order_by("id")]
    assert whats == [
        "maintenance.announced",
        "maintenance.moved",
        "maintenance.began",
        "maintenance.moved",
    ]


def test_two_notices_do_not_speak_of_one_time(doer) -> None:
    announced(doer)
    with pytest.raises(DomainError, match="overlapping"):
        announced(doer, after=15)


def test_running_the_sweep_twice_changes_nothing_more(doer) -> None:
    playing()
    item = announced(doer)
    assert [maintenance.run(item.starts_at) for _ in range(2)] == [1, 0]
    assert [maintenance.run(item.ends_at) for _ in range(2)] == [1, 0]


def test_every_page_says_it_at_once_and_nothing_when_it_is_called_off(client: Client) -> None:
    doer = Actor(None, timezone.now())
    assert "Maintenance" not in client.get("/tournaments/").content.decode()
    item = announced(doer)
    maintenance.publish_banner(doer.now)
    for address in ("/tournaments/", "/", "/accounts/login/", "/announced/"):
        assert "Maintenance" in client.get(address).content.decode(), address
    maintenance.call_off(item.pk, doer)
    maintenance.publish_banner(doer.now)
    assert "Maintenance" not in client.get("/tournaments/").content.decode()
