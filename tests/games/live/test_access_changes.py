"""Of the users and sessions that are here, the database answers only whose access has changed."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from games.live import access as module
from games.live.access import ALIVE, Access, Key, changed
from games.live.bus import deliver, presences_text
from games.live.presence import Presence
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer

pytestmark = pytest.mark.django_db


def users(number: int) -> list[User]:
    return [User.objects.create(username=f"here{index}") for index in range(number)]


def session(key: str, minutes: int) -> None:
    ends = timezone.now() + timedelta(minutes=minutes)
    Session.objects.create(session_key=key, session_data="", expire_date=ends)


def test_of_those_whose_access_is_as_it_was_nothing_is_answered() -> None:
    cached: dict[Key, int | None] = {user.pk: user.access_version for user in users(3)}
    session("goes-on", 5)
    assert changed(cached | {"goes-on": ALIVE}) == {}
    assert changed({}) == {}


def test_a_raised_version_a_suspension_and_a_user_who_is_gone_are_answered() -> None:
    raised, suspended, inactive, gone, same = users(5)
    cached: dict[Key, int | None] = {
        user.pk: user.access_version for user in (raised, suspended, inactive, gone, same)
    }
    gone_pk = gone.pk
    User.objects.filter(pk=raised.pk).update(access_version=raised.access_version + 1)
    User.objects.filter(pk=suspended.pk).update(suspended_at=timezone.now())
    User.objects.filter(pk=inactive.pk).update(is_active=False)
    User.objects.filter(pk=gone_pk).delete()
    assert changed(cached) == {
        raised.pk: raised.access_version + 1,
        suspended.pk: None,
        inactive.pk: None,
        gone_pk: None,
    }


def test_a_user_who_was_refused_and_may_come_back_is_answered() -> None:
    (user,) = users(1)
    session("goes-on", 5)
    assert changed({user.pk: None, "goes-on": None}) == {
        user.pk: user.access_version,
        "goes-on": ALIVE,
    }


def test_a_session_that_ended_or_expired_is_answered() -> None:
    session("goes-on", 5)
    session("expired", -5)
    cached: dict[Key, int | None] = dict.fromkeys(("goes-on", "expired", "logged-out"), ALIVE)
    assert changed(cached) == {"expired": None, "logged-out": None}
    assert changed({"logged-out": None}) == {}


def test_streams_are_looked_at_after_a_change_only(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: dict[str, dict[Key, int | None]] = {"versions": {7: 1}, "changed": {}}

    class Threads:
        async def read(self, call: Callable[..., Any], *_arguments: object) -> Any:
            return answers[call.__name__]

    async def story() -> None:
        access = Access(cast(DatabaseThreads, Threads()))
        viewer = Viewer(uuid4(), 7, "A", 1, "ticket")
        monkeypatch.setattr(module, "AGAIN_S", 0.0)
        assert await access.admits(viewer)
        await access.refresh([viewer])
        assert not access.has_changed_lately()
        answers["changed"] = {7: 2}
        await access.refresh([viewer])
        assert not access.still_admits(viewer)
        assert access.has_changed_lately()
        monkeypatch.setattr(module, "CHANGED_FOR_S", 0.0)
        assert not access.has_changed_lately()

    asyncio.run(story())


def test_who_is_at_many_tables_goes_to_other_processes_in_one_message() -> None:
    tables = {uuid4(): Presence(True, False, 3), uuid4(): Presence(False, True, 0)}
    heard: list[object] = []

    class Subscriber:
        def hint(self, *_arguments: object) -> None:
            raise AssertionError("no hint was sent")

        hint_side_channel = hint

        def received_presence(self, *arguments: object) -> None:
            heard.append(arguments)

    text = presences_text("there", tables.items())
    deliver(Subscriber(), text, "here")
    assert heard == [("there", match_id, presence) for match_id, presence in tables.items()]
    deliver(Subscriber(), text, "there")
    assert len(heard) == 2
