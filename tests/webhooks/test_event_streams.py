"""Event streams: what webhooks are sent, for everybody who listens to a tournament, an event or the site."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, cast

import pytest
from django.utils import timezone

from games.live import event_feed
from games.live.app import StreamsApplication
from tests.games.live.asgi import Event as Sent
from tests.games.live.asgi import Stream, request, stream
from tests.games.live.house import in_db, running
from tests.tournaments import making
from tests.tournaments.making import NOW
from tests.webhooks.receiving import endpoint
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Event, Tournament
from tournaments.setup.services import lifecycle
from webhooks.models import StreamInterest, TournamentFeed, WebhookEvent
from webhooks.selectors.payloads import body_of
from webhooks.services import cleaning, events, public_stream
from webhooks.services.publishing import publish_due

pytestmark = [pytest.mark.django_db(transaction=True)]
Story = Callable[[StreamsApplication], Awaitable[None]]


def streams(story: Story) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), running(StreamsApplication()) as app:
            await story(cast(StreamsApplication, app))

    asyncio.run(main())


def put_in_event(made: Tournament, slug: str, *, is_public: bool) -> None:
    day = NOW.date()
    event = Event.objects.create(
        name=slug, slug=slug, starts_on=day, ends_on=day, is_public=is_public
    )
    Tournament.objects.filter(pk=made.pk).update(event=event)


def enter(made: Tournament) -> None:
    entries.add_walk_in(made.pk, by=None, now=NOW, player=making.player())


async def some(reader: Stream, number: int) -> list[Sent]:
    return [await reader.event() for _ in range(number)]


def test_everybody_hears_what_webhooks_are_sent_of_a_tournament_its_event_and_the_site() -> None:
    made, other = making.entered(2), making.entered(2)
    put_in_event(made, "spring", is_public=True)

    async def story(app: StreamsApplication) -> None:
        paths = (f"tournament/{made.slug}", "event/spring", "site")
        async with (
            stream(app, f"/live/events/{paths[0]}") as first,
            stream(app, f"/live/events/{paths[1]}") as second,
            stream(app, f"/live/events/{paths[2]}") as third,
        ):
            for reader in (first, second, third):
                assert [(sent.name, sent.id) for sent in await some(reader, 1)] == [("position", 0)]
            await in_db(enter, made)
            (sent,) = await some(first, 1)
            assert (sent.name, sent.id, sent.data["type"]) == ("entry.added", 1, "entry.added")
            assert sent.data["data"]["tournament"]["event"] == "spring"
            assert await some(second, 1) == await some(third, 1) == [sent]
            await in_db(enter, other)
            assert (await third.event()).data["data"]["tournament"]["slug"] == other.slug
            await in_db(enter, made)
            assert [(await reader.event()).id for reader in (first, second)] == [3, 3]
        body = await in_db(lambda: body_of(WebhookEvent.objects.get(sequence=1)))
        assert sent.data == json.loads(body)

    streams(story)


@pytest.mark.parametrize("backlog", [1000, 1])
def test_a_reader_who_comes_back_misses_nothing(backlog: int) -> None:
    """From memory, and where that has forgotten, from the database."""
    made = making.entered(2)
    path = f"/live/events/tournament/{made.slug}"

    async def story(app: StreamsApplication) -> None:
        assert app.streams is not None
        app.streams.events._backlog = event_feed.deque(maxlen=backlog)
        async with stream(app, path) as other:
            await other.event()
            async with stream(app, path) as reader:
                opening = await reader.event()
                await in_db(enter, made)
                assert (await reader.event()).id == 1
            await in_db(enter, made)
            await in_db(enter, made)
            assert [sent.id for sent in await some(other, 3)] == [1, 2, 3]
            async with stream(app, path, **{"last-event-id": "1"}) as reader:
                assert [sent.id for sent in await some(reader, 2)] == [2, 3]
                await in_db(enter, made)
                assert (await reader.event()).id == 4
            async with stream(app, path, **{"last-event-id": str(opening.id)}) as reader:
                assert [sent.id for sent in await some(reader, 4)] == [1, 2, 3, 4]

    streams(story)


def test_a_reader_who_comes_back_after_everybody_has_left_or_after_a_restart() -> None:
    made = making.entered(2)
    path = f"/live/events/tournament/{made.slug}"

    async def first(app: StreamsApplication) -> None:
        async with stream(app, path) as reader:
            await reader.event()

    async def second(app: StreamsApplication) -> None:
        async with stream(app, path, **{"last-event-id": "0"}) as reader:
            assert [sent.id for sent in await some(reader, 2)] == [1, 2]

    streams(first)
    for _ in range(2):
        enter(made)
        events.make_events(timezone.now())
    streams(second)


def test_a_reader_who_comes_while_nobody_else_is_there_misses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The poll of a process without readers forgets its place, but not while somebody arrives."""
    made = making.entered(2)
    public_stream.note_interest(f"tournament:{made.pk}", timezone.now())
    for _ in range(2):
        enter(made)
        events.make_events(timezone.now())
    real = event_feed.EventFeed._missed

    async def slowly(feed: event_feed.EventFeed, topic: str, last: int | None) -> Any:
        missed = await real(feed, topic, last)
        await feed.poll()
        return missed

    monkeypatch.setattr(event_feed.EventFeed, "_missed", slowly)

    async def story(app: StreamsApplication) -> None:
        path = f"/live/events/tournament/{made.slug}"
        async with stream(app, path, **{"last-event-id": "0"}) as reader:
            assert [sent.id for sent in await some(reader, 2)] == [1, 2]

    streams(story)


def test_a_stream_ends_when_its_tournament_is_public_no_more() -> None:
    made = making.entered(2)

    async def story(app: StreamsApplication) -> None:
        assert app.streams is not None
        async with stream(app, f"/live/events/tournament/{made.slug}") as reader:
            await reader.event()
            await in_db(Tournament.objects.filter(pk=made.pk).update, status="draft")
            await app.streams.events.renew()
            async with asyncio.timeout(5):
                await reader.ended.wait()

    streams(story)


def test_what_is_too_old_or_too_new_resets_the_reader() -> None:
    made = making.entered(2)
    path = f"/live/events/tournament/{made.slug}"
    public_stream.note_interest(f"tournament:{made.pk}", timezone.now())
    for _ in range(3):
        enter(made)
        events.make_events(timezone.now())
    WebhookEvent.objects.filter(sequence=1).delete()

    async def story(app: StreamsApplication) -> None:
        for last in ("0", "99"):
            async with stream(app, path, **{"last-event-id": last}) as reader:
                reset = await reader.event()
                assert reset.name == "reset"
                await in_db(enter, made)
                assert (await reader.event()).id == reset.data["sequence"] + 1
        answer = await request(app, "GET", path, **{"last-event-id": "x"})
        assert (answer.status, answer.json["code"]) == (400, "bad_request")

    streams(story)


def test_drafts_rehearsals_and_hidden_events_have_no_stream() -> None:
    draft, made = making.tournament(), making.entered(2)
    Tournament.objects.filter(pk=draft.pk).update(status="draft")
    put_in_event(made, "secret", is_public=False)

    async def story(app: StreamsApplication) -> None:
        for rest in (
            f"tournament/{draft.slug}",
            "tournament/",
            "event/secret",
            "nothing",
            "site/x",
        ):
            answer = await request(app, "GET", f"/live/events/{rest}")
            assert (answer.status, answer.json["code"]) == (404, "not_found"), rest
        async with stream(app, "/live/events/site") as reader:
            await reader.event()
            await in_db(enter, draft)
            await in_db(enter, made)
            sent = await reader.event()
            assert sent.data["data"]["tournament"]["slug"] == made.slug
            assert sent.data["data"]["tournament"]["event"] is None

    streams(story)


def test_late_results_are_public_late_and_in_the_order_in_which_they_become_so() -> None:
    late = making.entered(2, spectator_delay_s=300, delay_results=True)
    made = making.entered(2)
    public_stream.note_interest("site", NOW)
    for each in (late, made):
        enter(each)
        events.make_events(NOW)
    publish_due(NOW)
    assert list(sequences()) == [(late.pk, None), (made.pk, 1)]
    publish_due(NOW + timedelta(seconds=299))
    assert list(sequences()) == [(late.pk, None), (made.pk, 1)]
    publish_due(NOW + timedelta(seconds=300))
    assert list(sequences()) == [(late.pk, 2), (made.pk, 1)]


def sequences() -> Any:
    rows = WebhookEvent.objects.filter(type="entry.added").order_by("pk")
    return rows.values_list("tournament", "sequence")


def test_the_end_of_a_tournament_publishes_what_was_late_before_it() -> None:
    made = making.entered(2, spectator_delay_s=300, delay_results=True)
    public_stream.note_interest("site", NOW)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    events.make_events(NOW)
    assert not WebhookEvent.objects.filter(sequence__isnull=False).exists()
    making.win(made, "W1.1", "1")
    events.make_events(NOW + timedelta(seconds=5))
    rows = WebhookEvent.objects.order_by("sequence").values_list("type", "sequence")
    assert [number for _type, number in rows] == list(range(1, len(rows) + 1))
    assert (rows[0][0], list(rows)[-1][0]) == ("tournament.started", "tournament.finished")


def test_a_new_tournament_is_told_of_from_its_opening() -> None:
    owner = making.director()
    public_stream.note_interest("site", NOW - timedelta(days=400))
    StreamInterest.objects.update(until=timezone.now() + timedelta(days=1))
    made = lifecycle.create(organizer=owner, name="Spring Open", lengths=[3], clock=None)
    events.make_events(NOW)
    assert not WebhookEvent.objects.exists()
    lifecycle.open_entry(made.pk, by=owner)
    events.make_events(NOW)
    (event,) = WebhookEvent.objects.all()
    assert (event.type, event.sequence) == ("tournament.opened", 1)


def test_without_readers_and_webhooks_no_event_is_made() -> None:
    made = making.entered(2)
    public_stream.note_interest("site", NOW)
    assert TournamentFeed.objects.filter(pk=made.pk).exists()
    enter(made)
    assert events.make_events(NOW + timedelta(hours=1)) == 0
    assert not TournamentFeed.objects.exists()
    cleaning.clean_up(NOW + timedelta(days=30))
    assert not StreamInterest.objects.exists()


def test_a_webhook_of_a_draft_makes_no_public_event() -> None:
    endpoint(owner := making.director())
    made = lifecycle.create(organizer=owner, name="Secret Open", lengths=[3], clock=None)
    lifecycle.open_entry(made.pk, by=owner)
    events.make_events(NOW)
    Tournament.objects.filter(pk=made.pk).update(is_rehearsal=True)
    assert WebhookEvent.objects.get().sequence == 1
    assert public_stream.source().after(0, 10) == []
