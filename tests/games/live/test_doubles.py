"""A doubles pair at the live table: both listen, either acts, both see it."""

import pytest

from games.models import MatchSeat
from tests.games.live.house import Guest, House, live, next_action
from tests.games.services.tables import person, sit

pytestmark = pytest.mark.django_db(transaction=True)


def test_either_partner_acts_and_both_see_it() -> None:
    sitting = sit([person("Ann"), person("Bob")], [person("Cleo"), person("Dan")])
    match_seats = list(
        MatchSeat.objects.filter(match=sitting.match).values_list("seat", "player__user")
    )

    async def story(house: House) -> None:
        partners: dict[str, list[Guest]] = {"A": [], "B": []}
        for seat, user_id in match_seats:
            partners[seat].append(house.guest(seat, user_id=user_id))
        async with partners["A"][0].listen() as first, partners["A"][1].listen() as second:
            for turn in range(12):
                for seat in "AB":
                    guest = partners[seat][turn % 2]
                    move = next_action((await guest.view()).json)
                    if move is not None:
                        answer = await guest.act(*move)
                        assert answer.status == 200, answer.body
            seq = await house.seq()
            views = [(await item.until_view(seq))[-1].data for item in (first, second)]
        assert seq > 10
        assert views[0]["players"]["A"]["name"] == "Ann / Bob"
        for mine in ("seat", "may", "steps", "board", "seq"):
            assert views[0][mine] == views[1][mine]
        stranger = house.guest("A", user_id=match_seats[-1][1])
        assert (await stranger.act("concede")).json["code"] == "not_your_seat"

    live(sitting, story)
