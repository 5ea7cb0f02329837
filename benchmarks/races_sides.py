"""One side of a race: a process of its own that does one thing at the very instant it is told, and says what came of it.

Started by benchmarks/races.py. `--unlocked` runs the same without locks, for the control rounds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from typing import Any
from uuid import UUID

import django

# Scripts beside this one have names of apps of the site (notifications.py).
sys.path = [folder for folder in sys.path if not folder.endswith("benchmarks")]
django.setup()

from accounts.models import Player  # noqa: E402
from games.models import Match  # noqa: E402
from games.services import play, setup  # noqa: E402
from games.services.submissions import Submission  # noqa: E402
from tests.games.services.sweeps import settle_flag  # noqa: E402
from tests.races.unlocked import unlocked  # noqa: E402
from tournaments.bracket.services import advancement  # noqa: E402
from tournaments.entry.services import entries  # noqa: E402
from tournaments.ruling.services.preview import RulingRequest, rule  # noqa: E402
from tournaments.ruling.services.result_rulings import SetResult  # noqa: E402
from web.errors import DomainError  # noqa: E402

WON, NOTHING = "won", "nothing"
Answer = str


def act(now: datetime, received_at: str, match_id: str, **given: Any) -> Answer:
    received = datetime.fromisoformat(received_at)
    submission = Submission(match_id=UUID(match_id), received_at=received, **given)
    return "repeated" if play.act(submission, now).repeated else WON


def settle(now: datetime, match_id: str) -> Answer:
    return WON if settle_flag(UUID(match_id), now) else NOTHING


def advance(now: datetime, tournament_id: int) -> Answer:
    return NOTHING if advancement.advance(tournament_id, now).is_nothing else WON


def set_result(now: datetime, pairing_id: int, winner: int, seen: str) -> Answer:
    rule(
        SetResult(pairing_id=pairing_id, winner=winner), RulingRequest(None, now, "told", seen=seen)
    )
    return WON


def enter(now: datetime, tournament_id: int, player_id: int) -> Answer:
    entries.enter(tournament_id, Player.objects.get(pk=player_id), now=now)
    return WON


def sit_down(now: datetime, match_id: str, player_id: int) -> Answer:
    setup.sit_down(Match(pk=UUID(match_id)), Player.objects.get(pk=player_id), now)
    return WON


VERBS: dict[str, Callable[..., Answer]] = {
    item.__name__: item for item in (act, settle, advance, set_result, enter, sit_down)
}


def main() -> None:
    with unlocked() if "--unlocked" in sys.argv else nullcontext():
        Match.objects.first()  # connected before the first round
        print(json.dumps("ready"), flush=True)
        for line in sys.stdin:
            print(json.dumps(_done(json.loads(line))), flush=True)


def _done(order: dict[str, Any]) -> Answer:
    do, now = VERBS[order["do"]], datetime.fromisoformat(order["now"])
    while time.monotonic() < order["at"]:  # the clock of the machine, the same for both processes
        pass
    try:
        return do(now, **order["with"])
    except DomainError as refused:
        return refused.code
    except Exception as error:
        return f"error: {type(error).__name__}"


if __name__ == "__main__":
    main()
