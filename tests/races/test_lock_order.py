"""Who locks several rows takes them in one order, or lets go and comes again: nobody waits in a circle.

A gap in the heartbeat is recorded for all matches at once, while a ruling goes from one of them to the next as it finds
them: there the heart lets go, so that the director's word stands.
"""

from functools import partial
from itertools import count
from uuid import UUID

import pytest
from django.db import OperationalError

from accounts.services.logins import delete_account
from games.models import Match, Outage
from games.services import outages, setup
from games.services.outages import beat
from games.services.verify import verify
from tests.races.forcing import Work, race
from tests.tournaments.making import NOW, entry, later, player, started, tournament
from tournaments.models import Entry, Ruling, Tournament
from tournaments.services.bracket.advancement import recompute
from tournaments.services.entry import entries
from tournaments.services.ruling.leaving import Leave
from tournaments.services.ruling.preview import Order, rule

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = {"preset": "standard"}


def an_evening() -> tuple[Tournament, Work]:
    """Who leaves has matches on in three rounds; the ruling ends them in another order than that of their ids."""
    made = started(4, format="round_robin", clock=CLOCK)
    beat("before", NOW)
    gone = entry(made, 1)
    return made, lambda: rule(Leave(entry_id=gone.pk), Order(None, later(1), "ill"))


@pytest.fixture(autouse=True)
def falling_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = (UUID(int=2**127 - n) for n in count())
    monkeypatch.setattr(setup, "uuid4", lambda: next(ids))


def after_a_gap() -> Outage | None:
    return beat("after", later(2))


def test_a_ruling_and_an_outage_do_not_wait_in_a_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    made, leave = an_evening()
    monkeypatch.setattr(outages, "TRIES", 100)
    ruled, outage = race(monkeypatch, leave, after_a_gap)
    assert isinstance(ruled, Ruling)
    assert isinstance(outage, Outage)
    assert Outage.objects.count() == 1
    assert Match.objects.filter(reason="forfeit").count() == 3
    assert all(verify(pk) == [] for pk in Match.objects.values_list("pk", flat=True))
    assert recompute(made.pk, later(3)).is_nothing


@pytest.mark.postgres
def test_control_a_heart_that_does_not_let_go_waits_in_a_circle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _made, leave = an_evening()
    monkeypatch.setattr(outages, "_wait_briefly", lambda: None)
    both = race(monkeypatch, leave, after_a_gap)
    (failed,) = (one for one in both if isinstance(one, OperationalError))
    assert "deadlock" in str(failed)


def test_two_who_delete_their_accounts_at_once_free_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are entered in the same two tournaments, one in this order, the other in that."""
    one, other, alice, bob = tournament(), tournament(), player(), player()
    for made, who in ((one, alice), (other, bob), (other, alice), (one, bob)):
        entries.enter(made.pk, who, now=NOW)
    leaving = [partial(delete_account, who.user, NOW) for who in (alice, bob)]
    assert race(monkeypatch, *leaving, at="tournaments.services.entry.entries._leave") == [
        None,
        None,
    ]
    assert not Entry.objects.filter(status=Entry.Status.ACTIVE).exists()
