"""Matches that stand at a given position, for tests that cannot wait until play leads there.

Only the snapshot is written, never the log: such a match is for looking and for one or two plays. All that a
file of tests needs are laid in one go, because a process of its own takes seconds.
"""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.services.topology import Site

START = {24: 2, 13: 5, 8: 3, 6: 5, 1: -2, 12: -5, 17: -3, 19: -5}

LAY = """
import json
from dataclasses import replace
from django.utils import timezone
from accounts.models import User
from games.engine.board import Board
from games.engine.rules import Rules
from games.engine.table import Table
from games.models import Match
from games.services.friendly import challenge
from games.services.play import act
from games.services.submissions import Submission

def rules_of(given):
    length = None if given["games"] else given["length"]
    return replace(Rules.preset(given["rules"], length, given["games"]), **given["options"])

def lay(given):
    now = timezone.now()
    players = [User.objects.get(username=name).player for name in given["players"]]
    match = challenge(*players, rules_of(given), None, now)
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
    return str(match.pk)

print(json.dumps([lay(given) for given in {all!r}]))
"""


@dataclass(frozen=True)
class Laid:
    """The first player is on roll; `points` are in their numbers, the opponent's checkers below zero."""

    points: dict[int, int]
    dice: tuple[int, int] | None = None
    players: tuple[str, str] = ("anna", "bert")
    length: int = 5
    rules: str = "tournament"
    games: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    game: dict[str, Any] = field(default_factory=dict)
    match: dict[str, Any] = field(default_factory=dict)


def lay(site: Site, *all: Laid) -> list[str]:
    """The ids of the matches, in this order."""
    text = site.shell(LAY.format(all=[asdict(item) for item in all]))
    return list(json.loads(text.strip().splitlines()[-1]))
