"""The event stream of a tournament: its version at once, and each time that it has changed."""

import asyncio

import pytest

from games.live.app import StreamsApplication
from games.live.watch_feed import readers_of_kind
from tests.games.live.asgi import request, stream
from tests.games.live.house import in_db, running
from tests.tournaments import making
from tests.tournaments.making import NOW
from tournaments.entry.services import entries
from tournaments.models import Tournament
from tournaments.public.selectors.watched import versions_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_change_reaches_whoever_listens() -> None:
    made = making.entered(2)
    player = making.player()

    def enter() -> int:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
        return Tournament.objects.get(pk=made.pk).version

    async def story() -> None:
        async with asyncio.timeout(60), running(StreamsApplication()) as app:
            assert (await request(app, "GET", "/live/watch/tournament/nothing")).status == 404
            async with stream(app, f"/live/watch/tournament/{made.slug}") as reader:
                before = (await reader.event()).data
                version = await in_db(enter)
                after = (await reader.event()).data
            assert (int(before) < version, int(after)) == (True, version)

    asyncio.run(story())


def test_drafts_rehearsals_and_late_results_are_watched_by_nobody() -> None:
    shown, draft, late = making.tournament(), making.tournament(), making.tournament()
    Tournament.objects.filter(pk=draft.pk).update(status="draft")
    Tournament.objects.filter(pk=late.pk).update(delay_results=True)
    watched = versions_of([shown.slug, draft.slug, late.slug, "nothing"])
    assert set(watched) == {shown.slug}


def test_a_crowd_may_listen_to_a_tournament() -> None:
    assert readers_of_kind["tournament"] >= 10_000
