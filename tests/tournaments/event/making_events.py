"""Events for tests, and people with a role in them."""

from datetime import date

from accounts.models import User
from tests.tournaments.making import NOW, director
from tournaments.core.permissions import Subject
from tournaments.event.services import events, people
from tournaments.models import Event, RoleKind

DAY = date(2026, 12, 4)


def event(key: str = "weekend_open", boss: User | None = None, **settings: object) -> Event:
    facts = {"name": "Rhine Open", "starts_on": DAY, "time_zone": "Europe/Berlin"} | settings
    return events.create(boss or director(), key, events.NewEvent(**facts))  # type: ignore[arg-type]


def person(subject: Subject, kind: str) -> User:
    """Somebody new with that role; read again, so that nothing is cached."""
    user = director()
    people.give_role(subject, user, kind, by=None, now=NOW)
    return User.objects.get(pk=user.pk)


def everybody(subject: Subject) -> dict[str, User]:
    """One for each role."""
    return {kind: person(subject, kind) for kind in RoleKind.values}
