"""A free seat is taken by an invitation, without an action on the log: who waits at the table must see it."""

import pytest

from games.engine.rules import Rules
from games.services.setup import create_match, sit_down
from tests.games.live.house import House, in_db, live
from tests.games.services.tables import START, Sitting, person

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_waits_sees_the_other_take_the_free_seat() -> None:
    host, guest = person("host"), person("guest")
    waiting = Sitting(
        create_match(
            seat_a=host,
            seat_b=None,
            rules=Rules.preset("tournament", 3),
            clock=None,
            context={},
            join_within=None,
            now=START,
        )
    )

    async def story(house: House) -> None:
        async with house.guest("A").listen() as client:
            events = await client.until_view(1)
            assert events[-1].data["players"]["B"] is None
            await in_db(sit_down, waiting.match, guest, START)
            house.users["B"] = guest.user  # type: ignore[assignment]  # a person has a login
            async with house.guest("B").listen() as newcomer:
                await newcomer.until_view(1)
                while (await client.until_view(1))[-1].data["players"]["B"] is None:
                    pass

    live(waiting, story)
