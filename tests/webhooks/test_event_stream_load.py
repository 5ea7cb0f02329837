"""What event streams cost, and what happens to them when a read fails or a reader leaves in the middle."""

import asyncio
import gc
import sys
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live import event_feed
from games.live.app import StreamsApplication
from games.live.event_feed import PublicEvent, SharedReads
from games.live.stream_reader import StreamReader
from games.live.threads import DatabaseThreads
from tests.games.live.asgi import stream
from tests.games.live.house import in_db
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import endpoint
from tests.webhooks.test_event_streams import enter, streams
from tournaments.models import Tournament
from webhooks.models import (
    StreamInterest,
    TournamentChange,
    TournamentFeed,
    WebhookDelivery,
    WebhookEvent,
)
from webhooks.selectors import public_events
from webhooks.services import cleaning, events, public_stream
from webhooks.services.publishing import publish_due

pytestmark = [pytest.mark.django_db(transaction=True)]


def with_events(number: int) -> Tournament:
    made = making.entered(2)
    public_stream.note_interest(f"tournament:{made.pk}", NOW)
    StreamInterest.objects.update(until=timezone.now() + timedelta(minutes=15))
    for _ in range(number):
        enter(made)
        events.make_events(timezone.now())
    return made


def test_many_missed_events_cost_as_many_queries_as_one() -> None:
    made = with_events(6)
    costs = []
    for most in (1, 6):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(public_events.events_after(0, most)) == most
        costs.append(len(queries))
    assert costs == [2, 2]
    with CaptureQueriesContext(connection) as queries:
        assert len(public_events.missed_events(f"tournament:{made.pk}", 0, 10) or ()) == 6
    assert len(queries) == 3


def test_reads_of_the_same_at_the_same_time_are_one_and_leave_nothing_behind() -> None:
    async def main() -> None:
        threads = DatabaseThreads()
        reads, go_on, calls = SharedReads[int](threads), threading.Event(), list[int]()

        def slow() -> int:
            calls.append(1)
            go_on.wait(5)
            return 7

        first, second = (asyncio.create_task(reads.read("a", slow)) for _ in range(2))
        await asyncio.sleep(0.05)
        first.cancel()
        go_on.set()
        assert await second == 7
        only = asyncio.create_task(reads.read("b", slow))
        await asyncio.sleep(0)
        only.cancel()
        while len(reads):
            await asyncio.sleep(0.01)
        assert len(calls) == 2
        await threads.close()

    asyncio.run(main())


def test_events_are_read_in_a_thread_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made = making.entered(2)
    names = set[str]()

    class Listening(public_stream.TournamentEvents):
        def topic(self, kind: str, key: str) -> str | None:
            names.add(threading.current_thread().name)
            return super().topic(kind, key)

        def after(self, sequence: int, most: int) -> list[PublicEvent]:
            names.add(threading.current_thread().name)
            return super().after(sequence, most)

    source = Listening()
    monkeypatch.setattr(event_feed, "_source", lambda: source)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, f"/live/events/tournament/{made.slug}") as reader:
            await reader.event()
            await in_db(enter, made)
            await reader.event()

    streams(story)
    assert len(names) == 1
    assert names.pop().startswith("live-events")


def test_what_a_reader_is_sent_first_is_not_kept_for_as_long_as_it_listens() -> None:
    made = with_events(20)
    first = b"x" * 1000

    async def story(app: StreamsApplication) -> None:
        path = f"/live/events/tournament/{made.slug}"
        async with stream(app, path, **{"last-event-id": "0"}) as reader:
            for _ in range(20):
                await reader.event()
            await asyncio.sleep(0)
            gc.collect()
            assert not [each for each in gc.get_objects() if type(each) is PublicEvent]

        async def receive() -> Any:
            await asyncio.sleep(60)

        async def send(_message: Any) -> None:
            pass

        before = sys.getrefcount(first)
        task = asyncio.create_task(StreamReader("a", receive, send).run(first))
        for _ in range(5):
            await asyncio.sleep(0)
        assert sys.getrefcount(first) == before
        task.cancel()

    streams(story)


def test_a_topic_stays_listened_to_after_a_read_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = making.entered(2), making.entered(2)
    resolve = event_feed._topic

    def failing(kind: str, key: str) -> str | None:
        if key == first.slug:
            raise ValueError
        return resolve(kind, key)

    async def story(app: StreamsApplication) -> None:
        assert app.streams is not None
        feed = app.streams.events
        async with (
            stream(app, f"/live/events/tournament/{first.slug}") as left,
            stream(app, f"/live/events/tournament/{second.slug}") as right,
        ):
            await left.event()
            await right.event()
            for broken, renewed in ((failing, 1), (resolve, 2)):
                monkeypatch.setattr(event_feed, "_topic", broken)
                soon = timezone.now() + timedelta(minutes=1)
                await in_db(StreamInterest.objects.update, until=soon)
                await feed.renew()
                later = StreamInterest.objects.filter(until__gt=soon)
                assert await in_db(later.count) == renewed
            assert not left.ended.is_set()

    streams(story)


def test_numbers_are_given_when_nothing_else_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    made = making.entered(2)
    public_stream.note_interest("site", NOW)
    enter(made)
    seen = []

    def publish(now: datetime) -> int:
        seen.append((connection.in_atomic_block, TournamentChange.objects.exists()))
        return publish_due(now)

    monkeypatch.setattr(events, "publish_due", publish)
    events.make_events(NOW)
    assert seen == [(False, False)]
    assert public_events.newest_sequence() == 1


def test_the_first_correction_of_a_finished_tournament_reaches_its_stream() -> None:
    made = making.started(2)
    making.win(made, "W1.1", "1")
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    other = making.started(2)
    making.win(other, "W1.1", "1")
    TournamentFeed.objects.all().delete()
    public_stream.note_interest(f"tournament:{made.pk}", NOW)
    public_stream.note_interest("site", NOW)
    assert list(TournamentFeed.objects.values_list("pk", flat=True)) == [made.pk]


@pytest.mark.parametrize("delay", [0, 30])
def test_a_delay_that_is_shortened_does_not_change_the_order(delay: int) -> None:
    owner = making.director()
    made = making.entered(2, organizer=owner, spectator_delay_s=300, delay_results=True)
    endpoint(owner, about=made)
    public_stream.note_interest("site", NOW)
    enter(made)
    events.make_events(NOW)
    Tournament.objects.filter(pk=made.pk).update(spectator_delay_s=delay, delay_results=delay > 0)
    enter(made)
    events.make_events(NOW + timedelta(seconds=5))
    due = NOW + timedelta(seconds=5 + delay)
    publish_due(due)
    rows = WebhookEvent.objects.filter(type="entry.added").order_by("pk")
    assert list(rows.values_list("sequence", flat=True)) == [1, 2]
    assert set(WebhookDelivery.objects.values_list("due_at", flat=True)) == {due}


def test_the_place_of_the_newest_event_stays_when_the_event_is_deleted() -> None:
    made = with_events(3)
    assert public_events.newest_sequence() == 3
    cleaning.clean_up(timezone.now() + timedelta(days=30))
    assert public_events.newest_sequence() == 3
    topic = f"tournament:{made.pk}"
    assert public_events.missed_events(topic, 3, 10) == []
    assert public_events.missed_events(topic, 2, 10) is None


def test_the_first_reader_of_the_site_waits_for_some_tournaments_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(public_stream, "FEEDS_AT_ONCE", 1)
    for _ in range(3):
        making.tournament()
    source = public_stream.TournamentEvents()
    TournamentChange.objects.all().delete()
    assert source.topic("site", "") == "site"
    assert TournamentFeed.objects.count() == 1
    for _ in range(3):
        source.after(0, 10)
    assert TournamentFeed.objects.count() == 3
    assert source.after(0, 10) == []
