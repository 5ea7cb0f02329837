"""A match that stands at a given position, for tests that cannot wait until play leads there.

Only the snapshot is written, never the log: such a match is for looking and for one or two plays.
"""

from typing import Any

from tests.services.topology import Site

LAY = """
from dataclasses import replace
from django.utils import timezone
from accounts.models import User
from games.engine.board import Board
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.table import Table
from games.models import Match
from games.services.friendly import challenge
from games.services.play import act
from games.services.submissions import Submission

given = {given!r}
now = timezone.now()
players = [User.objects.get(username=name).player for name in given["players"]]
clock = ClockSettings(*given["clock"]) if given["clock"] else None
match = challenge(*players, Rules.preset("tournament", given["length"]), clock, now)
for seat, player in zip("AB", players):
    ready = {{"match_id": match.pk, "seat": seat, "kind": "ready", "payload": {{"nonce_hash": None}}}}
    act(Submission(**ready, received_at=now, user_id=player.user_id), now)
match.refresh_from_db()
table = Table.from_json(match.state)
points = [0] * 26
for place, count in given["points"].items():
    points[place] = count
game = replace(
    table.match.game, board=Board.from_points(points), turn="A", dice=given["dice"], turns=(3, 3), last=None, **given["game"]
)
match.state = replace(table, match=replace(table.match, game=game, **given["match"])).to_json()
match.save(update_fields=["state"])
print(match.pk)
"""


def lay(
    site: Site,
    points: dict[int, int],
    *,
    dice: tuple[int, int] | None = None,
    players: tuple[str, str] = ("anna", "bert"),
    length: int = 5,
    clock: tuple[Any, ...] | None = None,
    game: dict[str, Any] | None = None,
    match: dict[str, Any] | None = None,
) -> str:
    """The id of a match in which the first player is on roll; `points` in his numbers, the other's below zero."""
    given = {
        "points": points,
        "dice": dice,
        "players": players,
        "length": length,
        "clock": clock,
        "game": game or {},
        "match": match or {},
    }
    return site.shell(LAY.format(given=given)).strip().splitlines()[-1]
