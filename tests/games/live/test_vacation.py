"""A vacation that begins stops clocks without an action on the log: an open table must show it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.services import friendly
from games.services.vacations import end_vacation, start_vacation
from tests.games.live.house import House, in_db, live
from tests.games.services.tables import Sitting, person

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_open_table_shows_a_vacation_that_begins_and_its_end() -> None:
    traveller, opponent = person("traveller"), person("opponent")
    rules, begun = Rules.preset("tournament", 3), timezone.now() - timedelta(minutes=1)
    match = friendly.challenge(traveller, None, rules, ClockSettings.correspondence(3), begun)
    friendly.accept_invitation(friendly.invitation(match), opponent, begun)
    seat = match.seats.get(player=traveller).seat

    async def story(house: House) -> None:
        async with house.guest("A").listen() as a, house.guest().listen() as spectator:
            for client in (a, spectator):
                until = (await client.until_view(1))[-1].data["clock"]["vacation_until"]
                assert until == {"A": None, "B": None}
            vacation = await in_db(start_vacation, traveller, 2, timezone.now())
            for client in (a, spectator):
                until = (await client.until_view(1))[-1].data["clock"]["vacation_until"]
                assert until[seat] == int(vacation.ends_at.timestamp() * 1000)
            await in_db(end_vacation, traveller, timezone.now())
            for client in (a, spectator):
                until = (await client.until_view(1))[-1].data["clock"]["vacation_until"]
                if until[seat] is not None:  # a busy server may send the view before once more
                    until = (await client.until_view(1))[-1].data["clock"]["vacation_until"]
                assert until[seat] is None

    live(Sitting(match), story)
