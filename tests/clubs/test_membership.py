"""Who may join, who decides, and that a club always has an officer."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from accounts.models import Player, User
from accounts.selectors import personal_data
from accounts.services.access import suspend
from accounts.services.audit import Actor
from accounts.services.logins import create_login, delete_account
from accounts.services.players import create_walk_in
from clubs.models import Club, ClubMember
from clubs.services import clubs, membership
from notifications.models import Notification
from notifications.texts import sentence
from tests.clubs.making import club, joined, login_of, row, statuses
from tests.tournaments.making import NOW, player
from tournaments.players.services import merging
from web.errors import DomainError

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = NOW + timedelta(days=8)


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def lines(who: Player) -> list[tuple[str, bool]]:
    rows = Notification.objects.filter(user=who.user, kind="club").select_related("player")
    return [(sentence(line), line.read_at is not None) for line in rows]


def test_whoever_joins_an_open_club_is_a_member_at_once_and_once() -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna)
    joined(made, bob)
    joined(made, bob)
    assert statuses(made) == {"anna": "officer", "bob": "member"}
    membership.leave(login_of(bob), made.pk, NOW)
    assert statuses(made) == {"anna": "officer"}


def test_officers_hear_of_a_request_and_the_player_of_the_answer() -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna, joining="on_approval")
    joined(made, bob)
    assert statuses(made)["bob"] == "requested"
    assert lines(anna) == [("bob asks to join your club.", False)]
    membership.accept(login_of(anna), made.pk, row(made, bob).pk, NOW)
    assert lines(anna) == [("bob asks to join your club.", True)]
    assert lines(bob) == [("Your request was accepted. You are now a member.", False)]


def test_declined_and_removed_players_can_only_ask_and_only_after_a_week() -> None:
    anna, bob, carl = player("anna"), player("bob"), player("carl")
    made = club(anna)
    joined(made, bob)
    membership.remove(login_of(anna), made.pk, row(made, bob).pk, NOW)
    with pytest.raises(DomainError, match="ask_later"):
        joined(made, bob)
    membership.join(login_of(bob), made.pk, LATER)
    assert statuses(made)["bob"] == "requested"
    membership.decline(login_of(anna), made.pk, row(made, bob).pk, LATER)
    assert lines(bob) == []
    clubs.change(made.pk, login_of(anna), joining="on_approval")
    joined(made, carl)
    membership.leave(login_of(carl), made.pk, NOW)
    assert statuses(made)["carl"] == "withdrawn"


def test_a_club_always_has_an_officer() -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna)
    joined(made, bob)
    for leaving in (membership.leave, membership.step_down):
        with pytest.raises(DomainError, match="last_officer"):
            leaving(login_of(anna), made.pk, NOW)
    membership.hand_over(login_of(anna), made.pk, row(made, bob).pk, NOW)
    assert statuses(made) == {"anna": "member", "bob": "officer"}
    membership.make_officer(login_of(bob), made.pk, row(made, anna).pk, NOW)
    with pytest.raises(DomainError, match="other_officers"):
        clubs.delete_club(made.pk, login_of(bob))
    membership.leave(login_of(bob), made.pk, NOW)
    clubs.delete_club(made.pk, login_of(anna))
    assert not Club.objects.exists()


def test_only_officers_of_the_club_decide_and_never_about_another_club() -> None:
    anna, bob = player("anna"), player("bob")
    made, other = club(anna), club(player())
    joined(made, bob)
    member = row(made, bob).pk
    for decide in (membership.remove, membership.make_officer, membership.hand_over):
        with pytest.raises(DomainError, match="not_an_officer"):
            decide(login_of(bob), made.pk, member, NOW)
        with pytest.raises(DomainError, match="no_such_member"):
            decide(login_of(anna), made.pk, row(other, other.members.get().player).pk, NOW)
    with pytest.raises(DomainError, match="not_an_officer"):
        clubs.change(made.pk, login_of(bob), name="Mine now")
    suspend(login_of(anna), NOW, because="spam")
    with pytest.raises(DomainError, match="suspended"):
        membership.remove(User.objects.get(player=anna), made.pk, member, NOW)


def test_guests_suspended_and_unconfirmed_users_cannot_start_a_club() -> None:
    guest = User.objects.create(username="guest", guest_seen_at=NOW)
    new = create_login("new", "new@example.org", "pw", verified=False)
    for user, code in ((guest, "sign_up_first"), (new, "not_verified")):
        with pytest.raises(DomainError, match=code):
            clubs.start_club(user, NOW, name="Club of nobody")
    made = club()
    with pytest.raises(DomainError, match="sign_up_first"):
        membership.join(guest, made.pk, NOW)


def test_a_user_starts_three_clubs_and_is_in_twenty(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = player("anna")
    for _n in range(clubs.MOST_STARTED):
        club(anna)
    with pytest.raises(DomainError, match="too_many_started"):
        club(anna)
    monkeypatch.setattr(membership, "MOST_CLUBS", 3)
    with pytest.raises(DomainError, match="too_many_clubs"):
        joined(club(), anna)


@pytest.mark.parametrize(
    ("limit", "joining", "code"),
    [
        ("MOST_MEMBERS", "at_once", "club_full"),
        ("MOST_WAITING", "on_approval", "too_many_waiting"),
    ],
)
def test_a_club_and_its_queue_are_bounded(
    monkeypatch: pytest.MonkeyPatch, limit: str, joining: str, code: str
) -> None:
    monkeypatch.setattr(membership, limit, 2 if joining == "at_once" else 1)
    made = club(joining=joining)
    joined(made)
    with pytest.raises(DomainError, match=code):
        joined(made)


def test_joining_and_leaving_again_and_again_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_AN_HOUR", 2)
    bob, made = player(), club()
    joined(made, bob)
    joined(made, bob)
    with pytest.raises(DomainError, match="too_many_requests"):
        joined(made, bob)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"name": " – "}, "name_needed"),
        ({"website": "javascript:alert(1)"}, "bad_web_address"),
        ({"website": "ftp://example.org/"}, "bad_web_address"),
        ({"country": "XX"}, "bad_country"),
        ({"joining": "never"}, "bad_joining"),
        ({"about": "x" * 2001}, "too_long"),
    ],
)
def test_what_a_club_says_about_itself_is_checked(facts: dict[str, str], code: str) -> None:
    anna = player()
    made = club(anna)
    with pytest.raises(DomainError, match=code):
        club(anna, **facts)
    with pytest.raises(DomainError, match=code):
        clubs.change(made.pk, login_of(anna), **facts)


def test_a_club_named_new_has_an_address_of_its_own() -> None:
    assert club(name="New").slug == "new-2"
    assert [club(name="Тарту").slug, club(name="Тарту").slug] == ["club", "club-2"]


def test_a_deleted_account_leaves_its_clubs_with_an_officer() -> None:
    anna, bob = player("anna"), player("bob")
    made, alone = club(anna), club(anna)
    joined(made, bob)
    joined(made, player("carl"))
    delete_account(login_of(anna), NOW)
    assert statuses(made) == {"bob": "officer", "carl": "member"}
    assert not Club.objects.filter(pk=alone.pk).exists()


def test_a_merge_keeps_the_stronger_of_two_memberships() -> None:
    gone, kept = create_walk_in("Anna K"), player("anna")
    made, other = club(), club()
    ClubMember.objects.create(club=made, player=gone, status="officer", at=NOW)
    ClubMember.objects.create(club=other, player=gone, status="member", at=NOW)
    joined(made, kept)
    seen = merging.preview(gone.pk, kept.pk)
    merging.merge(gone.pk, kept.pk, seen.digest, Actor(None, NOW, reason="Twice."))
    assert [row(made, kept).status, row(other, kept).status] == ["officer", "member"]


def test_the_download_of_data_has_the_clubs() -> None:
    anna = player("anna")
    made = club(anna)
    data = personal_data(login_of(anna))["clubs"]
    assert [item["club"] for item in data["memberships"]] == [made.name]
    assert [item["club"] for item in data["started"]] == [made.name]
