"""Training with one's own errors: making the cards, counting answers, and the number of new cards a day."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, QuerySet, When
from django.utils.translation import gettext as _

from accounts.models import User
from analysis.leitner import LAST, NEW, box_after, due_after
from analysis.models import (
    PerformanceRating,
    TrainedMatch,
    TrainingCard,
    TrainingDay,
    TrainingPlan,
)
from analysis.quiz import choices_of, is_solved, questions_of
from analysis.summary import MISTAKE
from analysis.training_cards import (
    MOST_CARDS,
    MOST_CHOICES,
    NEW_A_DAY,
    TRIED,
    USUAL_NEW_A_DAY,
    card_of,
    cards_of,
    due_cards,
    question_of,
    quiz_for,
    rated_matches,
    trained_matches,
)
from web.errors import DomainError

LEAST_LOSS = MISTAKE
MATCHES_AT_ONCE = 10
"""Cards of so many matches are made in one go; the next visit makes those of the next ones."""


def make_cards(user: User) -> None:
    """Cards for the errors of matches that have none yet, and none for analyses that do not count any more.

    Safe to repeat; two queries where there is nothing to do.
    """
    if not _untrained(user).exists() and not _outdated(user).exists():
        return
    with transaction.atomic():
        _lock_plan(user)
        _outdated(user).delete()
        rows = list(
            _untrained(user)
            .order_by("-match__finished_at", "-match_id")
            .values_list("analysis", "seat", "analysis__result__decisions")[:MATCHES_AT_ONCE]
        )
        sources = TrainedMatch.objects.bulk_create(
            [TrainedMatch(user=user, analysis_id=pk, seat=seat) for pk, seat, _decisions in rows]
        )
        TrainingCard.objects.bulk_create(
            [
                TrainingCard(source=source, **errors)
                for source, (_pk, seat, decisions) in zip(sources, rows, strict=True)
                for errors in _errors(decisions or [], seat)
            ]
        )
        _keep_within_bounds(user)


@transaction.atomic
def answer_card(user: User, card_id: int, action: str, turn: int, today: date) -> TrainingCard:
    """Count an answer, once: `turn` is the number of answers the page knew of, so that a second tab changes nothing.

    Raises DomainError: no_such_card (404), no_such_choice (422).
    """
    plan = _lock_plan(user)
    card = card_of(user, card_id)
    question = None if card is None else question_of(card)
    if card is None or question is None:
        raise no_such_card()
    losses = {row["action"]: row["loss"] for row in choices_of(question, MOST_CHOICES)}
    if action not in losses:
        raise no_such_choice()
    is_due = card.box == NEW or (card.due_on is not None and card.due_on <= today)
    if card.answers != turn or not is_due:
        return card
    was_new, is_right = card.box == NEW, is_solved(losses[action])
    card.box = box_after(card.box, is_right=is_right)
    card.due_on = due_after(card.box, today)
    card.answers += 1
    card.last_choice = action
    card.save(update_fields=["box", "due_on", "answers", "last_choice"])
    _count(plan, today, was_new=was_new, is_right=is_right)
    return card


def drop_hidden_cards(user: User, today: date) -> None:
    """Delete the cards due today, and new ones, whose position cannot be shown: nobody could answer them.

    It stops at the first that can be shown. A match that has been trained makes none again.
    """
    while True:
        first = list(due_cards(user, today, with_new=True)[:TRIED])
        hidden = [card.pk for card in first if quiz_for(card) is None]
        TrainingCard.objects.filter(pk__in=hidden).delete()
        if len(hidden) < len(first) or not first:
            return


@transaction.atomic
def choose_new_a_day(user: User, number: str) -> None:
    """How many new cards a day brings. Raises DomainError bad_new_a_day (422)."""
    if number not in map(str, NEW_A_DAY):
        raise DomainError("bad_new_a_day", _("Choose one of the numbers in the list."), 422)
    TrainingPlan.objects.update_or_create(user=user, defaults={"new_a_day": int(number)})


def no_such_card() -> DomainError:
    text = _("This position is no longer in your training. Go on with the next one.")
    return DomainError("no_such_card", text, 404)


def no_such_choice() -> DomainError:
    return DomainError("no_such_choice", _("Choose one of the answers on the page."), 422)


def _lock_plan(user: User) -> TrainingPlan:
    TrainingPlan.objects.get_or_create(user=user, defaults={"new_a_day": USUAL_NEW_A_DAY})
    return TrainingPlan.objects.select_for_update().get(user=user)


def _untrained(user: User) -> QuerySet[PerformanceRating]:
    trained = TrainedMatch.objects.filter(user=user, analysis=OuterRef("analysis"))
    return rated_matches(user).filter(~Exists(trained))


def _outdated(user: User) -> QuerySet[TrainedMatch]:
    return TrainedMatch.objects.filter(user=user).exclude(pk__in=trained_matches(user))


def _errors(decisions: list[Mapping[str, Any]], seat: str) -> Iterator[dict[str, Any]]:
    """What cards of a match are made from: counted decisions of this seat that cost enough."""
    for question in questions_of(row for row in decisions if row["seat"] == seat):
        if not question.counts:
            continue
        losses = {row["action"]: row["loss"] for row in choices_of(question, MOST_CHOICES)}
        loss = losses.get(question.made, 0.0)
        if loss >= LEAST_LOSS:
            yield {"seq": question.seq, "ask": question.ask, "loss": loss}


def _keep_within_bounds(user: User) -> None:
    """Beyond the bound go learnt cards first, then new ones, then the others; the smallest error first."""
    excess = cards_of(user).count() - MOST_CARDS
    if excess <= 0:
        return
    rank = Case(When(box=LAST, then=0), When(box=NEW, then=1), default=2)
    first = cards_of(user).order_by(rank, "loss", "pk").values_list("pk", flat=True)
    TrainingCard.objects.filter(pk__in=list(first[:excess])).delete()


def _count(plan: TrainingPlan, today: date, *, was_new: bool, is_right: bool) -> None:
    row, _is_new = TrainingDay.objects.get_or_create(user_id=plan.pk, day=today)
    TrainingDay.objects.filter(pk=row.pk).update(
        answered=F("answered") + 1,
        right=F("right") + int(is_right),
        fresh=F("fresh") + int(was_new),
        recalled=F("recalled") + int(is_right and not was_new),
    )
