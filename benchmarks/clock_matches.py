"""Makes the matches whose flags benchmarks/clocks.py awaits, and says afterwards how they ended. Runs inside Django."""

import json
import random
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Player, User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Action, Match
from games.services.clocks import _settled_before
from games.services.play import act_many
from games.services.setup import MatchPlan, create_matches
from games.services.submissions import Accepted, Submission
from games.services.verify import verify
from games.tickets import Ticket, issue
from games.timestamps import to_ms, to_ms_or_none
from tournaments.models import Pairing  # noqa: F401  # its receivers are connected, as in production

AT_ONCE = 250
VERIFIED = 200


def make(windows: list[int], lead_s: float, window_s: float, watched: int) -> None:
    """Running clocks whose flags fall `lead_s` from now and later: so many in each window, spread by chance over it.

    All sat down at one moment: what making them takes is not charged. Tickets for spectators of `watched`.
    """
    number, now = sum(windows), timezone.now()
    chance = random.Random(7)  # moments to measure at
    before = User.objects.count()
    users = User.objects.bulk_create(
        User(username=f"clock{before + index}", password="!") for index in range(2 * number)
    )
    players = Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
    rules = Rules.preset("tournament", 25)
    plans = []
    starts = [lead_s + place * window_s for place, few in enumerate(windows) for _ in range(few)]
    for index, start_s in enumerate(starts):
        reserve = round(1000 * (start_s + window_s * chance.random()))
        clock = ClockSettings("simple", reserve, 0)
        pair = players[2 * index], players[2 * index + 1]
        plans.append(MatchPlan(*pair, rules, clock, {"title": "Bench"}, None))
    made = []
    for start in range(0, number, AT_ONCE):
        with transaction.atomic():
            made += create_matches(plans[start : start + AT_ONCE], now)
    for index in range(0, number, AT_ONCE):
        _sit_down(made[index : index + AT_ONCE], users[2 * index :], now)
    _tell(made, watched)


def _sit_down(matches: list[Match], users: list[User], now: datetime) -> None:
    for side, seat in enumerate("AB"):
        ready = [
            Submission(match.pk, seat, "ready", {}, now, user_id=users[2 * index + side].pk)
            for index, match in enumerate(matches)
        ]
        assert all(isinstance(answer, Accepted) for answer in act_many(ready, now)[0])


def _tell(made: list[Match], watched: int) -> None:
    flags = dict(Match.objects.values_list("pk", "flag_at"))
    end = to_ms(timezone.now() + timedelta(hours=1))
    seen = [*made[: watched // 2], *made[-(watched // 2) :]]
    tickets = {str(match.pk): issue(Ticket(match.pk, None, None, 0, end)) for match in seen}
    values = {str(match.pk): to_ms_or_none(flags[match.pk]) for match in made}
    print(json.dumps({"flags": values, "tickets": tickets}))


def plan() -> None:
    """How the database finds what is due: the plan of the sweep's own query."""
    if connection.vendor == "postgresql":
        connection.cursor().execute("ANALYZE games_match")
    due = _settled_before(timezone.now())
    print(due.values_list("id", flat=True)[:200].explain().replace("\n", " "))


def check(flags: dict[str, int]) -> None:
    """How many flags stand in the logs, of these how many with the moment they fell; what a sample says of itself."""
    rows = Action.objects.filter(kind="flag").values_list("match_id", "at")
    fell = {str(match_id): to_ms(at) for match_id, at in rows}
    right = sum(fell.get(match_id) == at for match_id, at in flags.items())
    wrong = [match_id for match_id in list(flags)[:VERIFIED] if verify(match_id)]  # type: ignore[arg-type]
    print(json.dumps({"flags": len(fell), "right": right, "wrong": wrong}))
