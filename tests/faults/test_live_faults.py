"""At the live table a fault of the database is 503 `unavailable`, and the same table goes on; a bug is neither."""

import asyncio
import threading
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError

from games.live import threads
from games.models import Action
from games.services import bulk_sql
from tests.games.live.house import House, in_db, live
from tests.games.services.tables import sit

pytestmark = pytest.mark.django_db(transaction=True)
LOST = OperationalError("the connection is lost")


def fails_with(error: Exception) -> Any:
    def fail(*_args: Any, **_given: Any) -> None:
        raise error

    return fail


def test_an_action_that_met_a_fault_is_503_with_retry_after_and_its_repeat_is_one_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(house: House) -> None:
        guest = house.guest("A")
        with monkeypatch.context() as patch:
            patch.setattr(bulk_sql, "append_log", fails_with(LOST))
            refused = await guest.act("ready", key="once")
            assert (refused.status, refused.json["code"]) == (503, "unavailable")
            assert int(refused.headers["retry-after"]) >= 1
        for _ in range(2):
            again = await guest.act("ready", key="once")
            assert again.status == 200
        assert await in_db(Action.objects.filter(match=house.match, key="once").count) == 1

    live(sit(), story)


def test_a_view_that_met_a_fault_is_503_and_a_bug_propagates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(house: House) -> None:
        guest = house.guest()
        with monkeypatch.context() as patch:
            patch.setattr(house.table.source, "pages", fails_with(LOST))
            refused = await guest.view()
            assert (refused.status, refused.json["code"]) == (503, "unavailable")
            patch.setattr(house.table.source, "pages", fails_with(ProgrammingError("no column")))
            with pytest.raises(ProgrammingError):
                await guest.view()
        assert (await guest.view()).status == 200

    live(sit(), story)


@pytest.mark.django_db(transaction=False)
def test_who_waits_behind_a_slow_table_is_told_in_time_and_is_not_asked_for_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        pool, release, asked = threads.DatabaseThreads(), threading.Event(), list[int]()
        with monkeypatch.context() as patch:
            patch.setattr(threads, "LONGEST_S", 0.1)
            create_tasks = [
                asyncio.create_task(pool.read(release.wait, 60)) for _ in range(threads.READERS)
            ]
            await asyncio.sleep(0)  # they have the threads
            with pytest.raises(threads.Unavailable):
                await pool.read(asked.append, 1)
            release.set()
            await asyncio.gather(*create_tasks, return_exceptions=True)
        assert await pool.read(str, 7) == "7"
        assert asked == []
        await pool.close()

    asyncio.run(story())
