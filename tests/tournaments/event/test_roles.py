"""Roles: who may do what by which role, in an event and in a single tournament; giving, taking and handing them on."""

import pytest

from accounts.models import User
from tests.tournaments.event.making_events import event, everybody, person
from tests.tournaments.making import NOW, director, tournament
from tournaments.core.permissions import Right, may, may_direct, may_give, require
from tournaments.event.services import events, people
from tournaments.models import Event, Role, RoleChange, RoleKind, Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db

OWN, D, S, M, T = Right.ORGANIZE, Right.DIRECT, Right.SCORE, Right.MONITOR, Right.STREAM
ALLOWED = {
    RoleKind.ORGANIZER: {OWN, D, S, M, T},
    RoleKind.DIRECTOR: {D, S, M, T},
    RoleKind.ASSISTANT: {S},
    RoleKind.MONITOR: {M},
    RoleKind.STREAMER: {T},
}  # T9.8


def code(call: object) -> str:
    with pytest.raises(DomainError) as refused:
        call()  # type: ignore[operator]
    return refused.value.code


def test_each_role_has_its_rights_and_no_others() -> None:
    whole = event("league")
    inside = events.ordered_tournaments(whole)[0]
    alone = tournament()
    for subject, asked in ((whole, (whole, inside)), (alone, (alone,))):
        for kind, user in everybody(subject).items():
            for where in asked:
                rs = {r for r in Right if may(user, type(where).objects.get(pk=where.pk), r)}
                assert rs == ALLOWED[RoleKind(kind)], (kind, where)


def test_a_role_in_one_tournament_is_none_in_the_event_or_beside_it() -> None:
    whole = event("league")
    first, second = events.ordered_tournaments(whole)
    helper = person(first, RoleKind.DIRECTOR)
    assert may_direct(helper, Tournament.objects.get(pk=first.pk))
    assert not may_direct(helper, Tournament.objects.get(pk=second.pk))
    assert not may_direct(helper, Event.objects.get(pk=whole.pk))


def test_the_creator_and_named_directors_keep_what_they_had() -> None:
    made, named = tournament(), director()
    made.directors.add(named)
    made = Tournament.objects.get(pk=made.pk)
    assert may(made.organizer, made, OWN)  # type: ignore[arg-type]
    assert may(named, made, D)
    assert not may(named, made, OWN)


def test_rights_cost_one_query_for_each_user_and_object(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    inside = events.ordered_tournaments(event("league"))[0]
    user = director()
    with django_assert_num_queries(1):
        assert not any(may(user, inside, right) for right in Right)


def test_nobody_gives_a_role_above_their_own() -> None:
    whole = event("league")
    people_there = everybody(whole)
    gives = {
        kind: {k for k in RoleKind.values if may_give(user, Event.objects.get(pk=whole.pk), k)}
        for kind, user in people_there.items()
    }
    small = {RoleKind.ASSISTANT, RoleKind.MONITOR, RoleKind.STREAMER}
    assert gives[RoleKind.ORGANIZER] == set(RoleKind.values)
    assert gives[RoleKind.DIRECTOR] == small
    assert gives[RoleKind.ASSISTANT] == gives[RoleKind.MONITOR] == gives[RoleKind.STREAMER] == set()
    by = people_there[RoleKind.DIRECTOR]
    assert (
        code(lambda: people.give_role(whole, director(), "director", by=by, now=NOW))
        == "above_your_role"
    )
    boss = Role.objects.get(event=whole, kind=RoleKind.ORGANIZER)
    assert code(lambda: people.remove_role(whole, boss.pk, by=by, now=NOW)) == "above_your_role"


def test_everybody_may_give_up_their_own_role() -> None:
    whole = event("league")
    for user in everybody(whole).values():
        role = Role.objects.get(event=whole, user=user)
        people.remove_role(whole, role.pk, by=user, now=NOW)
    assert not Role.objects.filter(event=whole).exists()
    assert set(whole.role_changes.values_list("verb", flat=True)) == {"given", "left"}


def test_the_first_organizer_stays_until_they_hand_the_event_on() -> None:
    boss = director()
    whole = event("league", boss)
    heir = person(whole, RoleKind.ORGANIZER)
    role = Role.objects.get(event=whole, user=heir)
    assert (
        code(lambda: people.transfer_organizer(whole, role.pk, by=heir, now=NOW)) == "not_the_first"
    )
    people.transfer_organizer(whole, role.pk, by=boss, now=NOW)
    assert Event.objects.get(pk=whole.pk).organizer == heir
    old = Role.objects.get(event=whole, user=boss)
    people.remove_role(whole, old.pk, by=boss, now=NOW)
    assert not may(boss, Event.objects.get(pk=whole.pk), S)


def test_the_last_organizer_of_an_orphaned_event_cannot_go() -> None:
    whole = event("league")
    last = person(whole, RoleKind.ORGANIZER)
    Event.objects.filter(pk=whole.pk).update(organizer=None)
    role = Role.objects.get(event=whole, user=last)
    assert code(lambda: people.remove_role(whole, role.pk, by=last, now=NOW)) == "last_organizer"
    person(whole, RoleKind.ORGANIZER)
    people.remove_role(whole, role.pk, by=last, now=NOW)


def test_who_gave_whom_what_stays_on_record() -> None:
    boss, helper = director(), director()
    whole = event("league", boss)
    role = people.give_role(whole, helper, RoleKind.ASSISTANT, by=boss, now=NOW)
    people.give_role(
        whole, helper, RoleKind.ASSISTANT, by=boss, now=NOW
    )  # once more gives no second role
    people.remove_role(whole, role.pk, by=boss, now=NOW)
    role_changes = RoleChange.objects.filter(event=whole).order_by("pk")
    assert [(c.verb, c.kind, c.by, c.user) for c in role_changes] == [
        ("given", "assistant", boss, helper),
        ("taken", "assistant", boss, helper),
    ]


def test_cancelling_and_prize_money_are_an_organizers() -> None:
    made = tournament()
    named = person(made, RoleKind.DIRECTOR)
    assert code(lambda: lifecycle.cancel(made.pk, by=named, now=NOW)) == "not_your_role"
    assert code(lambda: lifecycle.change(made.pk, by=named, prize_pool=100)) == "not_your_role"
    lifecycle.change(made.pk, by=named, name="Renamed")
    second = person(made, RoleKind.ORGANIZER)
    lifecycle.change(made.pk, by=second, prize_pool=100)
    lifecycle.cancel(made.pk, by=second, now=NOW)


def test_strangers_have_no_right_and_the_house_has_all() -> None:
    made = tournament()
    for right in Right:
        assert code(lambda right=right: require(director(), made, right)) == "not_your_role"
        require(None, made, right)
    staff = director()
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    assert all(may(User.objects.get(pk=staff.pk), made, right) for right in Right)
