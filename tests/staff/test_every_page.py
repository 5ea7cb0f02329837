"""Every page of the administration on which something is done leaves a line; one that is new has to be put in here."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.utils import timezone

from accounts.models import AuditLine, Player
from accounts.services.access import suspend
from accounts.services.audit import Actor
from accounts.services.players import create_walk_in
from games.models import Maintenance
from games.services import maintenance
from tests.staff.people import root, signed_in, user
from tests.staff.test_audit import failed
from tests.tournaments import making
from tournaments.models import Event
from tournaments.players.services import merging

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # searches columns of every kind
]
Sent = tuple[str, dict[str, Any]]
WHY = {"reason": "Because."}
DJANGOS = ("changelist", "add", "history", "delete", "change", "password_change")
"""Pages that Django makes for every model; that these leave lines is shown in test_audit.py."""


def span() -> dict[str, str]:
    starts_at = timezone.now() + timedelta(hours=1)
    ends_at = starts_at + timedelta(minutes=5)
    return {"starts_at": f"{starts_at:%Y-%m-%dT%H:%M}", "ends_at": f"{ends_at:%Y-%m-%dT%H:%M}"}


def announced() -> Maintenance:
    now = timezone.now()
    times = (now + timedelta(hours=3), now + timedelta(hours=4))
    return maintenance.announce_maintenance(times, "", Actor(None, now))


def suspended() -> Sent:
    tiina = user("tiina")
    suspend(tiina, timezone.now())
    return f"accounts/user/{tiina.pk}/let-in/", WHY


def merge() -> Sent:
    gone, kept = create_walk_in("Twice"), Player.objects.create(name="Once")
    seen = merging.preview(gone.pk, kept.pk).digest
    return f"accounts/player/{gone.pk}/merge/", WHY | {"player": kept.pk, "seen": seen}


def handed(kind: str) -> Sent:
    made: Any = making.tournament() if kind == "tournament" else event()
    making.director("heir")
    return f"tournaments/{kind}/{made.pk}/hand-over/", WHY | {"to": "heir"}


def event() -> Event:
    return Event.objects.create(
        name="E", slug="e", starts_on="2026-01-01", ends_on="2026-01-02", organizer=user("old")
    )


ONLY_READ = {"fairplay_playerfigures_tournament"}
DONE: dict[str, Callable[[], Sent]] = {
    "accounts_user_suspend_login": lambda: (f"accounts/user/{user('tiina').pk}/suspend/", WHY),
    "accounts_user_let_in": suspended,
    "accounts_user_look_as": lambda: (f"accounts/user/{user('tiina').pk}/look/", WHY),
    "accounts_player_merge": merge,
    "tournaments_tournament_hand_over": lambda: handed("tournament"),
    "tournaments_event_hand_over": lambda: handed("event"),
    "games_maintenance_announce": lambda: ("games/maintenance/announce/", WHY | span()),
    "games_maintenance_move": lambda: (f"games/maintenance/{announced().pk}/move/", WHY | span()),
    "games_maintenance_call_off": lambda: (f"games/maintenance/{announced().pk}/call-off/", WHY),
    "games_failedtask_retry_it": lambda: (f"games/failedtask/{failed().pk}/retry/", WHY),
}


def pages() -> set[str]:
    """The names of all pages of all models that are not Django's own."""
    result = set()
    for model, item in admin.site._registry.items():
        app, name = model._meta.app_label, model._meta.model_name
        own = {f"{app}_{name}_{page}" for page in DJANGOS} | {"auth_user_password_change", None}
        result |= {pattern.name for pattern in item.get_urls()} - own
    return result


def test_every_page_of_ours_is_known_here() -> None:
    assert pages() == DONE.keys() | ONLY_READ


@pytest.mark.parametrize("name", sorted(DONE))
def test_what_is_done_on_it_leaves_a_line_with_its_reason(name: str) -> None:
    client = signed_in(root())
    path, sent = DONE[name]()
    before = AuditLine.objects.count()
    answer = client.post(f"/admin/{path}", sent)
    assert answer.status_code == 302, answer.content.decode()[-2000:]
    line = AuditLine.objects.latest("id")
    assert AuditLine.objects.count() == before + 1
    assert (line.by_name, line.reason) == ("root", "Because.")
