"""Who locks several rows takes them in one order, or lets go and comes again: nobody waits in a circle.

A gap in the heartbeat is recorded for all matches at once, while a ruling goes from one of them to the next as it finds
them: there the heart lets go, so that the director's word stands.
"""

from functools import partial
from itertools import count
from uuid import UUID

import pytest
from django.db import OperationalError, transaction

from accounts.models import Player
from accounts.services.logins import delete_account
from accounts.services.profile import update_profile
from games.models import Match, Outage
from games.services import outages, setup
from games.services.outages import beat
from games.services.verify import verify
from tests.races.forcing import Work, race
from tests.staff.people import root, signed_in
from tests.tournaments.making import NOW, entry, later, pairing, player, started, tournament
from tournaments.bracket.services.advancement import recompute
from tournaments.entry.services import entries
from tournaments.models import Entry, Ruling, Tournament
from tournaments.players.services import merging, name_correction
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.withdrawal import WithdrawEntry

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = {"preset": "standard"}


def an_evening() -> tuple[Tournament, Work]:
    """Who leaves has matches on in three rounds; the ruling ends them in another order than that of their ids."""
    made = started(4, format="round_robin", clock=CLOCK)
    beat("before", NOW)
    gone = entry(made, 1)
    return made, lambda: rule(WithdrawEntry(entry_id=gone.pk), RulingRequest(None, later(1), "ill"))


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
    (failed,) = (item for item in both if isinstance(item, OperationalError))
    assert "deadlock" in str(failed)


def test_two_who_delete_their_accounts_at_once_free_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are entered in the same two tournaments, one in this order, the other in that."""
    item, other, alice, bob = tournament(), tournament(), player(), player()
    for made, who in ((item, alice), (other, bob), (other, alice), (item, bob)):
        entries.enter(made.pk, who, now=NOW)
    leaving = [partial(delete_account, who.user, NOW) for who in (alice, bob)]
    assert race(monkeypatch, *leaving, at="tournaments.entry.services.entries._leave") == [
        None,
        None,
    ]
    assert not Entry.objects.filter(status=Entry.Status.ACTIVE).exists()


LETS_GO = "tournaments.players.services.renaming.raise_versions"
NAMES = "accounts.models.Player.save"


def in_the_admin(address: str, **changed: str) -> Work:
    client = signed_in(root())
    return lambda: client.post(address, changed | {"_save": "Save"}).status_code


def test_staff_and_a_director_who_name_the_same_player_do_not_wait_in_a_circle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = tournament()
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ana")
    ana = made.entries.get()

    def corrects() -> list[Player]:
        names = {ana.player_id: "Anna"}
        return name_correction.correct_names(ana.pk, by=None, now=NOW, names=names)

    saves = in_the_admin(f"/admin/accounts/player/{ana.player_id}/change/", name="Anne")
    status, corrected = race(monkeypatch, saves, corrects, at=NAMES)
    assert status == 302
    assert [item.name for item in corrected] == ["Anna"]
    assert Player.objects.get(pk=ana.player_id).name == "Anna"


def test_who_changes_their_name_locks_their_tournaments_before_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a merge with another player does, which locks the tournaments first and the player last."""
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)

    def renames() -> None:
        assert alice.user is not None
        update_profile(
            alice.user, name="Alice K", country="", time_zone="UTC", language="",
            mail_match_ready=False,
        )  # fmt: skip

    def merges() -> object:
        with transaction.atomic():
            merging._lock(alice.pk, alice.pk)
            return Player.objects.get(pk=alice.pk).name

    _none, seen = race(monkeypatch, renames, merges, at=NAMES)
    assert (_none, seen) == (None, "Alice K")


def test_staff_rename_a_login_while_it_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruling names the login, and holds the tournament whose pages name it as well."""
    made = started(4)
    boss = made.organizer
    assert boss is not None
    action = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=entry(made, 1).pk)

    def rules() -> Ruling:
        return rule(action, RulingRequest(boss, later(1), "Waiting for a ruling"))

    address = f"/admin/accounts/user/{boss.pk}/change/"
    saves = in_the_admin(
        address, username="renamed", email=boss.email, time_zone="UTC", is_active="on"
    )
    status, ruled = race(monkeypatch, saves, rules, at=LETS_GO)
    assert status == 302
    assert isinstance(ruled, Ruling), ruled
    boss.refresh_from_db()
    assert boss.username == "renamed"
