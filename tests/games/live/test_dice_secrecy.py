"""Neither the view nor the stream of a table tells a seed before the end, to nobody; at the end both do."""

import json

import pytest

from games.models import MatchSeed
from tests.games.live.house import House, in_db, live
from tests.games.services.tables import playing

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_stream_tells_the_seed_at_the_end_and_not_before() -> None:
    sitting = playing(length=1)
    seed = str(MatchSeed.objects.get(match=sitting.match).seed)

    async def story(house: House) -> None:
        heard = []
        async with house.guest().listen() as spectator, house.guest("A").listen() as player:
            heard += await spectator.until_view(1) + await player.until_view(1)
            for _ in range(4):
                await house.play()
            seq = await house.seq()
            heard += await spectator.until_view(seq) + await player.until_view(seq)
            for seat in ("A", "B", None):
                assert seed not in (await house.guest(seat).view()).body.decode()
            assert seed not in json.dumps([event.data for event in heard])
            answer = await house.guest("A").act("concede")
            assert seed in answer.body.decode()
            seq = await house.seq()
            end = await spectator.until_view(seq)
            assert end[-1].data["dice_proof"]["seed"] == seed
        assert await in_db(MatchSeed.objects.filter(revealed_at=None).count) == 0

    live(sitting, story)
