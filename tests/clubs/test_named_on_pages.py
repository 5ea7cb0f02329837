"""The pages of what a club runs name the club, until it is hidden or gives it up."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from clubs.models import Club, ClubHosting
from clubs.services import hosting
from clubs.services.clubs import change
from tests.clubs.making import club, login_of
from tests.keeping import forget
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, player, tournament
from tournaments.event.services import events
from tournaments.models import Event, Tournament
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


def named(of: Club, subject: Event | Tournament) -> bool:
    return of.get_absolute_url() in Client().get(subject.get_absolute_url()).content.decode()


def officer() -> tuple[User, Club]:
    who = player()
    return login_of(who), club(who, name="Harbour Club")


def test_a_tournament_names_its_club_with_a_link(django_capture_on_commit_callbacks: Any) -> None:
    boss, of = officer()
    made = tournament(organizer=boss)
    assert not named(of, made)
    with django_capture_on_commit_callbacks(execute=True):
        row = hosting.add_tournament(boss, of.pk, made.pk, NOW)
    assert named(of, made)
    with django_capture_on_commit_callbacks(execute=True):
        hosting.remove_hosting(boss, of.pk, row.pk)
    assert not named(of, made)


def test_an_event_and_its_tournaments_name_the_club(
    django_capture_on_commit_callbacks: Any,
) -> None:
    boss, of = officer()
    made = event(boss=boss)
    events.publish(made.pk, by=boss, shown=True)
    first = Tournament.objects.filter(event=made).order_by("event_order")[0]
    lifecycle.open_entry(first.pk, by=boss)
    assert not named(of, made)
    with django_capture_on_commit_callbacks(execute=True):
        hosting.add_event(boss, of.pk, made.pk, NOW)
    assert named(of, made)
    assert named(of, first)
    with django_capture_on_commit_callbacks(execute=True):
        change(of.pk, boss, name="Lighthouse Club")
    assert "Lighthouse Club" in Client().get(made.get_absolute_url()).content.decode()


def test_a_hidden_club_is_not_named() -> None:
    boss, of = officer()
    made = tournament(organizer=boss)
    ClubHosting.objects.create(club=of, tournament=made, at=NOW)
    Club.objects.filter(pk=of.pk).update(hidden_at=NOW)
    assert not named(of, made)
