"""Requests to join: what a withdrawn one leaves, whom they reach and how often, and when nobody has to see to them any more."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from accounts.models import Player
from accounts.services.audit import Actor
from accounts.services.logins import delete_account
from accounts.services.players import create_walk_in
from clubs.models import Club, ClubMember
from clubs.services import clubs, membership
from clubs.services.news import requested
from notifications.models import Notification
from social.models import BlockedPlayer
from tests.clubs.making import club, joined, login_of, row, statuses
from tests.tournaments.making import NOW, player
from tournaments.players.services import merging
from web.errors import DomainError

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
WEEK_LATER = NOW + timedelta(days=8)


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def unread(who: Player) -> int:
    return Notification.objects.filter(user=who.user, kind="club", read_at=None).count()


def test_a_removed_player_who_withdraws_a_request_still_cannot_join_at_once() -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna)
    joined(made, bob)
    membership.remove(login_of(anna), made.pk, row(made, bob).pk, NOW)
    membership.join(login_of(bob), made.pk, WEEK_LATER)
    assert membership.leave(login_of(bob), made.pk, WEEK_LATER) == "requested"
    assert (row(made, bob).status, row(made, bob).at) == ("removed", NOW)
    membership.join(login_of(bob), made.pk, WEEK_LATER)
    assert statuses(made)["bob"] == "requested"
    membership.accept(login_of(anna), made.pk, row(made, bob).pk, WEEK_LATER)
    membership.leave(login_of(bob), made.pk, WEEK_LATER)
    membership.join(login_of(bob), made.pk, WEEK_LATER)
    assert statuses(made)["bob"] == "member"


def test_a_player_who_only_withdrew_joins_at_once_where_anybody_can() -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna, joining="on_approval")
    joined(made, bob)
    membership.leave(login_of(bob), made.pk, NOW)
    clubs.change(made.pk, login_of(anna), joining="at_once")
    joined(made, bob)
    assert statuses(made)["bob"] == "member"


def test_asking_and_withdrawing_again_reaches_officers_once_a_day() -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna, joining="on_approval")
    for hours, lines in ((0, 1), (1, 0), (23, 0), (24, 1), (25, 0)):
        now = NOW + timedelta(hours=hours)
        membership.join(login_of(bob), made.pk, now)
        assert (hours, unread(anna)) == (hours, lines)
        membership.leave(login_of(bob), made.pk, now)
        assert unread(anna) == 0


def test_officers_who_block_the_player_are_not_notified() -> None:
    anna, bob, carl = player("anna"), player("bob"), player("carl")
    made = club(anna, joining="on_approval")
    ClubMember.objects.create(club=made, player=carl, status="officer", at=NOW)
    BlockedPlayer.objects.create(user=login_of(anna), player=bob, at=NOW)
    joined(made, bob)
    assert (unread(anna), unread(carl)) == (0, 1)


def test_a_deleted_account_and_a_deleted_club_leave_no_request_to_see_to() -> None:
    anna, bob, carl = player("anna"), player("bob"), player("carl")
    made, other = club(anna, joining="on_approval"), club(anna, joining="on_approval")
    joined(made, bob)
    joined(other, carl)
    assert unread(anna) == 2
    delete_account(login_of(bob), NOW)
    assert unread(anna) == 1
    clubs.delete_club(other.pk, login_of(anna))
    assert unread(anna) == 0


def test_a_merge_moves_the_request_and_its_line_to_the_player_who_is_kept() -> None:
    anna, kept, gone = player("anna"), player("bob"), create_walk_in("Bob K")
    made, other = club(anna), club(anna)
    for each in (made, other):
        ClubMember.objects.create(club=each, player=gone, status="requested", at=NOW)
        requested(each, gone, NOW)
    joined(other, kept)
    seen = merging.preview(gone.pk, kept.pk)
    merging.merge(gone.pk, kept.pk, seen.digest, Actor(None, NOW, reason="Twice."))
    assert [row(made, kept).status, row(other, kept).status] == ["requested", "member"]
    (line,) = Notification.objects.filter(user=anna.user, read_at=None)
    assert (line.subject, line.player_id) == (f"requested:{made.pk}:{kept.pk}", kept.pk)
    membership.accept(login_of(anna), made.pk, row(made, kept).pk, NOW)
    assert unread(anna) == 0


def test_a_merge_forgets_no_removal() -> None:
    kept, gone, made = player("bob"), create_walk_in("Bob K"), club(joining="on_approval")
    ClubMember.objects.create(club=made, player=gone, status="removed", at=NOW, removed_at=NOW)
    joined(made, kept)
    seen = merging.preview(gone.pk, kept.pk)
    merging.merge(gone.pk, kept.pk, seen.digest, Actor(None, NOW, reason="Twice."))
    membership.leave(login_of(kept), made.pk, NOW)
    assert row(made, kept).status == "removed"
    with pytest.raises(DomainError, match="ask_later"):
        joined(made, kept)


def test_whoever_starts_a_club_counts_as_its_member_for_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(membership, "MOST_CLUBS", 2)
    anna = player("anna")
    club(anna)
    joined(club(), anna)
    with pytest.raises(DomainError, match="You can be in at most 2 clubs"):
        club(anna)
    assert Club.objects.count() == 2
