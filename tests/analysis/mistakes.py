"""Analysed matches with errors, as the training makes cards of them."""

from datetime import date
from typing import Any

from django.utils import timezone

from accounts.models import User
from analysis.models import (
    AnalysisStatus,
    MatchAnalysis,
    TrainingCard,
)
from analysis.services import training as services
from analysis.services.performance import store_performance
from analysis.training_cards import next_quiz
from games.models import Match
from games.records.replay import LogEntry
from games.selectors.records import record_of
from tests.analysis.test_analyses import TOTALS
from tests.games.services.tables import Sitting, playing

TODAY = date(2026, 11, 27)
BEST, WRONG = "8/5 6/5", "24/23 13/10"
CUBE = {"no_double": 0.4, "double_take": 0.6, "double_drop": 1.0, "counts": True, "error": 0.2}


def finished() -> Sitting:
    """A match in which both have made four plays at least."""
    sitting = playing(length=3)
    for _ in range(18):
        sitting.tick(10)
        sitting.step()
    sitting.until("roll")
    sitting.act("A", "concede", {})
    return sitting


def seat_of(entry: LogEntry) -> str:
    return str(getattr(entry.action, "seat", ""))


def judged(entry: LogEntry, **more: Any) -> dict[str, Any]:
    """A play that cost 0.248."""
    plays = [(BEST, 0.23), (WRONG, -0.018), ("13/10 6/5", -0.02)]
    rows = [{"play": play, "equity": equity, "played": play == WRONG} for play, equity in plays]
    facts = {
        "seq": entry.seq,
        "seat": seat_of(entry),
        "kind": "play",
        "counts": True,
        "error": 0.248,
    }
    return facts | {"candidates": rows, "cube": None} | more


def plays_of(match: Match, seat: str = "A") -> list[LogEntry]:
    entries = record_of(match).entries
    return [e for e in entries if e.action.kind == "play" and seat_of(e) == seat]


def analysed(match: Match, decisions: list[dict[str, Any]], engine: str = "1") -> MatchAnalysis:
    analysis = MatchAnalysis.objects.create(
        match=match,
        log_length=match.seq,
        preset="fast",
        engine=engine,
        status=AnalysisStatus.DONE,
        requested_at=timezone.now(),
        finished_at=timezone.now(),
        result={"decisions": decisions, "totals": {"A": TOTALS, "B": TOTALS}},
    )
    store_performance(analysis, record_of(match), analysis.result)
    return analysis


def with_errors() -> Sitting:
    """A match in which A made four blunders, and B one."""
    sitting = finished()
    match = sitting.fresh()
    mine, theirs = plays_of(match)[:4], plays_of(match, "B")[:1]
    analysed(match, [judged(entry) for entry in (*mine, *theirs)])
    return sitting


def user_at(sitting: Sitting, seat: str) -> User:
    user = sitting.match.seats.get(seat=seat).player.user
    assert user is not None
    return user


def first_card(user: User, today: date = TODAY) -> TrainingCard:
    services.make_cards(user)
    following = next_quiz(user, today, with_new=True)
    assert following is not None
    return following[0]
