"""The cards of a user's training: which ones count, what is due today, and how it goes.

Fair play: this stays open during a match, unlike the analysis of positions (ADR 0020). A card shows a decision of one's own
finished match and what is stored of it. The review of that match, which is open as well, shows the same; no engine is asked.
Nobody reads the cards of others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet

from accounts.models import User
from analysis.leitner import FIRST, NEW
from analysis.models import (
    PerformanceRating,
    TrainedMatch,
    TrainingCard,
    TrainingDay,
    TrainingPlan,
)
from analysis.quiz import Question, Quiz, questions_of, quiz_of
from games.models import MatchKind, MatchStatus
from games.records.identifiers import identifiers_of
from games.selectors.records import record_of

MOST_CARDS = 500
MOST_MATCHES = 200
"""Cards are made of so many matches, the latest ones."""
MOST_CHOICES = 6
NEW_A_DAY = (5, 10, 20)
USUAL_NEW_A_DAY = 10
TRIED = 5
"""So many cards are looked at whose position cannot be shown before there is none."""
YEAR = 366
RETENTION_DAYS = 30


@dataclass(frozen=True, slots=True)
class Training:
    """Where a user stands today. `due` counts repeated and new cards that today's session still has."""

    due: int
    fresh: int
    cards: int
    solved: int
    next_due: date | None
    new_a_day: int
    answered: int
    retention: float | None
    streak: int


def rated_matches(user: User) -> QuerySet[PerformanceRating]:
    """The analyses that count of the latest finished matches that they played."""
    mine = _counted().filter(match__seats__player__user=user, match__seats__seat=F("seat"))
    latest = mine.order_by("-match__finished_at", "-match_id").values("pk")[:MOST_MATCHES]
    return PerformanceRating.objects.filter(pk__in=latest)


def trained_matches(user: User) -> QuerySet[TrainedMatch]:
    """Those whose analysis still is the one that counts, and in which they still have this seat."""
    counted = _counted().filter(
        analysis=OuterRef("analysis"),
        seat=OuterRef("seat"),
        match__seats__player__user=OuterRef("user"),
        match__seats__seat=F("seat"),
    )
    return TrainedMatch.objects.filter(Exists(counted), user=user)


def cards_of(user: User) -> QuerySet[TrainingCard]:
    """Their cards that count."""
    return TrainingCard.objects.filter(source__in=trained_matches(user))


def new_a_day_of(user: User) -> int:
    chosen = TrainingPlan.objects.filter(user=user).values_list("new_a_day", flat=True).first()
    return USUAL_NEW_A_DAY if chosen is None else chosen


def training_of(user: User, today: date) -> Training:
    """Three queries."""
    new_a_day = new_a_day_of(user)
    days = list(TrainingDay.objects.filter(user=user, day__lte=today).order_by("-day")[:YEAR])
    counts = cards_of(user).aggregate(
        repeated=Count("pk", filter=Q(due_on__lte=today)),
        unseen=Count("pk", filter=Q(box=NEW)),
        solved=Count("pk", filter=Q(box__gt=FIRST)),
        cards=Count("pk"),
        next_due=Min("due_on", filter=Q(due_on__gt=today)),
    )
    at_day = days[0] if days and days[0].day == today else None
    fresh = min(counts["unseen"], max(0, new_a_day - (at_day.fresh if at_day else 0)))
    dates = [counts["next_due"]] if counts["next_due"] else []
    if counts["unseen"] > fresh:
        dates.append(today + timedelta(days=1))
    return Training(
        due=counts["repeated"] + fresh,
        fresh=fresh,
        cards=counts["cards"],
        solved=counts["solved"],
        next_due=min(dates, default=None),
        new_a_day=new_a_day,
        answered=at_day.answered if at_day else 0,
        retention=_retention(days, today),
        streak=_streak([row.day for row in days], today),
    )


def next_quiz(user: User, today: date, *, with_new: bool) -> tuple[TrainingCard, Quiz] | None:
    """The card that comes next; None also where the first ones cannot be shown (services/training.py drops those)."""
    for card in due_cards(user, today, with_new=with_new)[:TRIED]:
        quiz = quiz_for(card)
        if quiz is not None:
            return card, quiz
    return None


def due_cards(user: User, today: date, *, with_new: bool) -> QuerySet[TrainingCard]:
    """Repeated ones from the lowest box, then new ones, the costliest error first."""
    is_wanted = Q(due_on__lte=today) | (Q(box=NEW) if with_new else Q(pk=None))
    return _with_match(cards_of(user).filter(is_wanted)).order_by(
        F("due_on").asc(nulls_last=True), "box", "-loss", "pk"
    )


def card_of(user: User, card_id: int) -> TrainingCard | None:
    """One of their cards, with its match; None also for those of others."""
    return _with_match(cards_of(user).filter(pk=card_id)).first()


def question_of(card: TrainingCard) -> Question | None:
    """What the stored analysis says of the decision; None where it says nothing."""
    result: dict[str, Any] = card.source.analysis.result or {}
    rows = [row for row in result.get("decisions", []) if row["seq"] == card.seq]
    asked = (item for item in questions_of(rows) if item.ask == card.ask)
    return next(asked, None)


def quiz_for(card: TrainingCard, *, before_latest: bool = False) -> Quiz | None:
    """The position of a card. The order of its plays changes with each answer; `before_latest` is that of the latest one."""
    question = question_of(card)
    if question is None:
        return None
    record = record_of(card.source.analysis.match)
    entry = next((entry for entry in record.entries if entry.seq == card.seq), None)
    if entry is None:
        return None
    turn = card.answers - 1 if before_latest else card.answers
    xgid = identifiers_of(entry.before.match).xgid
    return quiz_of(question, xgid, f"{card.pk} {turn}", MOST_CHOICES)


def export_training(user: User) -> dict[str, Any]:
    """For the data download: their cards and days."""
    cards = TrainingCard.objects.filter(source__user=user).order_by("pk")
    fields = "source__analysis__match", "seq", "ask", "loss", "box", "due_on", "answers", "last_choice"  # fmt: skip
    names = "match", *fields[1:]
    days = TrainingDay.objects.filter(user=user).order_by("day")
    return {
        "new_a_day": new_a_day_of(user),
        "cards": [dict(zip(names, row, strict=True)) for row in cards.values_list(*fields)],
        "days": list(days.values("day", "answered", "right", "fresh", "recalled")),
    }


def _counted() -> QuerySet[PerformanceRating]:
    """Of finished matches whose log is as it was analysed."""
    finished = PerformanceRating.objects.filter(
        match__status=MatchStatus.FINISHED, match__seq=F("log_length")
    )
    return finished.exclude(match__kind=MatchKind.IMPORTED)


def _with_match(cards: QuerySet[TrainingCard]) -> QuerySet[TrainingCard]:
    return cards.select_related("source__analysis__match")


def _retention(days: Sequence[TrainingDay], today: date) -> float | None:
    """The share of repeated cards that were answered right in the last 30 days; None where none was repeated."""
    recent = [row for row in days if row.day > today - timedelta(days=RETENTION_DAYS)]
    repeated = sum(row.answered - row.fresh for row in recent)
    return sum(row.recalled for row in recent) / repeated if repeated > 0 else None


def _streak(days: Sequence[date], today: date) -> int:
    """Days of training in a row up to today, or up to yesterday; `days` from the latest."""
    expected = today if days and days[0] == today else today - timedelta(days=1)
    streak = 0
    for day in days:
        if day != expected:
            break
        streak += 1
        expected -= timedelta(days=1)
    return streak
