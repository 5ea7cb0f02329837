"""Bots take their turns: a match whose bot is on roll has `Match.bot_at`, and a sweep finds it like a flag.

Bots act through `act_many` as people do, see what a player sees, and answer within their pace. An app above may add bots
that an engine plays; where it does not answer, the built-in bot decides.
"""

import logging
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from accounts.models import BotKind
from games.bots import decide
from games.bots.policy import Decision
from games.engine.match import MatchState
from games.engine.seats import Seat
from games.loaded_match import LoadedMatch, bots_among
from games.models import Match
from games.selectors.loaded_matches import load_match
from games.selectors.seats import SEATS
from games.services.play import act_many
from games.services.schedule import bot_owes
from games.services.submissions import LOCKED, UNAVAILABLE, Accepted, Answer, Submission
from games.signals import announce_growth
from web.hooks import Hook

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
AFTER_TROUBLE = timedelta(seconds=5)
MOST_THINKING_S = 1.0
"""After so long no further bot begins to think in this round: those that have decided act first."""
BUILT_IN = (BotKind.RANDOM.value, BotKind.STEADY.value)
PASSING = {LOCKED, "stale", "flag_fell", "too_late", UNAVAILABLE}

bot_engines: Hook[Callable[[str, MatchState, Seat, Random], Decision | None]] = Hook("bot_engines")
"""Each decides for a bot of its own kinds; None for other kinds, and where it cannot."""
bot_kinds: Hook[Callable[[], Collection[str]]] = Hook("bot_kinds")
"""Each names the kinds of bots that `bot_engines` plays on this site."""


def offered_kinds() -> list[str]:
    """The kinds of bots that play on this site, the built-in ones first."""
    return [*BUILT_IN, *(kind for kinds in bot_kinds.functions().values() for kind in kinds())]


def play_due(now: datetime) -> int:
    """Let every bot that is due do one thing; returns how many did. Safe to run twice."""
    due = Match.objects.filter(bot_at__lte=now).order_by("bot_at").values_list("id", flat=True)
    return play_turns(list(due[:MOST_AT_ONCE]), now)


def next_bot(now: datetime) -> datetime | None:
    """When the next bot is due, if any is."""
    due = Match.objects.filter(bot_at__isnull=False).order_by("bot_at")
    bot_at = due.values_list("bot_at", flat=True).first()
    return None if bot_at is None else max(now, bot_at)


def play_turns(match_ids: list[UUID], now: datetime) -> int:
    """Let the bots of these matches do what they owe, whatever their pace; returns how many acted."""
    if not match_ids:
        return 0
    matches = Match.objects.filter(pk__in=match_ids).prefetch_related(SEATS)
    thinks_until = time.monotonic() + MOST_THINKING_S
    owed = [
        submission
        for match in matches
        if time.monotonic() < thinks_until
        for submission in _submissions(match, now)
    ]
    answers, grown = act_many(owed, now)
    announce_growth(grown)
    for submission, answer in zip(owed, answers, strict=True):
        _check(submission, answer, now)
    return sum(isinstance(answer, Accepted) for answer in answers)


def _submissions(match: Match, now: datetime) -> list[Submission]:
    """A bot that cannot think keeps no other from playing."""
    try:
        return _decided(load_match(match), now)
    except Exception:
        logger.exception("a bot in match %s does not know what to do", match.pk)
        _rest(match.pk, now)
        return []


def _decided(loaded: LoadedMatch, now: datetime) -> list[Submission]:
    """What the bots at this table do now. One action at a time: the next depends on it."""
    match = loaded.table.match
    for seat in sorted(bots_among(loaded.seats)):
        owed = bot_owes(match, seat)
        if owed is None:
            continue
        bot = next(player for player in loaded.seats[seat] if player.is_house_bot)
        if owed == "ready":
            kind, payload = "ready", {"nonce_hash": None} if match.phase == "joining" else {}
        else:
            kind, payload = _decision(bot.bot_kind, match, seat)
        return [
            Submission(
                match_id=loaded.match_id,
                seat=seat,
                kind=kind,
                payload=payload,
                received_at=now,
                key=f"bot-{loaded.seq}",
                expected_seq=loaded.seq,
                user_id=bot.user_id,
            )
        ]
    return []


def _decision(kind: str, match: MatchState, seat: Seat) -> Decision:
    rng = Random()  # no secret
    for engine in bot_engines.functions().values():
        decision = engine(kind, match, seat, rng)
        if decision is not None:
            return decision
    return decide(kind, match, seat, rng)


def _check(submission: Submission, answer: Answer, now: datetime) -> None:
    """A bot whose action the rules refuse is a bug: log it, and do not ask the bot again and again."""
    if isinstance(answer, Accepted) or answer.code in PASSING:
        return
    logger.error(
        "bot's %s refused in match %s: %s", submission.kind, submission.match_id, answer.code
    )
    _rest(submission.match_id, now)


def _rest(match_id: UUID, now: datetime) -> None:
    Match.objects.filter(pk=match_id, bot_at__lte=now).update(bot_at=now + AFTER_TROUBLE)
