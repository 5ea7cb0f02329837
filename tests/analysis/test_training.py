"""Training with one's own mistakes: which cards there are, and when they come again."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.account_hooks import data_exporters
from accounts.models import User
from accounts.services.logins import delete_account
from analysis.leitner import DAYS, LAST, box_after, due_after
from analysis.models import (
    MatchAnalysis,
    TrainedMatch,
    TrainingCard,
    TrainingDay,
    TrainingPlan,
)
from analysis.services import training as services
from analysis.training_cards import cards_of, next_quiz, training_of
from games.models import Match, MatchSeat, MatchStatus
from games.selectors.records import record_of
from tests.analysis.mistakes import (
    BEST,
    CUBE,
    TODAY,
    WRONG,
    analysed,
    finished,
    first_card,
    judged,
    plays_of,
    user_at,
    with_errors,
)
from tests.games.services.tables import Sitting, person
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting() -> Sitting:
    return with_errors()


@pytest.fixture
def user(sitting: Sitting) -> User:
    return user_at(sitting, "A")


def test_a_right_answer_moves_a_card_one_box_on_and_a_wrong_one_to_the_first() -> None:
    boxes = [box := 0] + [box := box_after(box, is_right=True) for _ in range(8)]
    assert boxes == [0, 2, 3, 4, 5, 6, 7, 7, 7]
    assert {box_after(box, is_right=False) for box in range(LAST + 1)} == {1}
    waits = [(due_after(box, TODAY) - TODAY).days for box in range(1, LAST + 1)]
    assert waits == list(DAYS) == [1, 2, 4, 8, 16, 32, 64]


def test_cards_are_the_costly_counted_decisions_of_ones_own_seat(sitting: Sitting) -> None:
    match = sitting.fresh()
    a, b, c, d, *_rest = plays_of(match)
    close = [{"play": "x", "equity": 0.1, "played": False}, {"play": "y", "equity": 0.07, "played": True}]  # fmt: skip
    rows = [
        judged(a, cube=CUBE),
        judged(b, counts=False, cube=CUBE | {"counts": False}),
        judged(c, candidates=close),
        judged(d, kind="double", candidates=[], cube=CUBE | {"no_double": 0.9}),
        judged(plays_of(match, "B")[0]),
    ]
    analysed(match, rows, "2")
    user = user_at(sitting, "A")
    services.make_cards(user)
    services.make_cards(user)
    cards = cards_of(user).order_by("seq", "ask").values_list("seq", "ask", "loss")
    assert list(cards) == [
        (a.seq, "double", 0.2),
        (a.seq, "play", 0.248),
        (b.seq, "double", 0.2),
        (d.seq, "double", 0.3),
    ]


def test_a_day_has_so_many_new_cards_and_then_says_when_more_come(user: User) -> None:
    services.choose_new_a_day(user, "5")
    TrainingPlan.objects.update(new_a_day=2)
    services.make_cards(user)
    before = training_of(user, TODAY)
    assert (before.due, before.fresh, before.cards, before.next_due) == (2, 2, 4, TODAY + timedelta(days=1))  # fmt: skip
    for action in (BEST, WRONG):
        card = first_card(user)
        services.answer_card(user, card.pk, action, 0, TODAY)
    after = training_of(user, TODAY)
    assert (after.due, after.answered, after.solved) == (0, 2, 1)
    assert training_of(user, TODAY + timedelta(days=1)).due == 3
    assert training_of(user, TODAY + timedelta(days=2)).due == 4


def test_repeated_cards_make_the_retention_and_days_the_streak(user: User) -> None:
    card = first_card(user)
    services.answer_card(user, card.pk, WRONG, 0, TODAY)
    assert training_of(user, TODAY).retention is None
    services.answer_card(user, card.pk, BEST, 1, TODAY + timedelta(days=1))
    services.answer_card(user, card.pk, WRONG, 2, TODAY + timedelta(days=3))
    assert training_of(user, TODAY + timedelta(days=2)).streak == 2
    now = training_of(user, TODAY + timedelta(days=3))
    assert (now.retention, now.streak) == (0.5, 1)
    assert training_of(user, TODAY + timedelta(days=5)).streak == 0


def test_a_choice_that_costs_less_than_an_error_is_right(sitting: Sitting, user: User) -> None:
    card = first_card(user)
    result = MatchAnalysis.objects.get().result
    assert result is not None
    for row in result["decisions"]:
        row["candidates"][2]["equity"] = 0.22
    MatchAnalysis.objects.update(result=result)
    assert services.answer_card(user, card.pk, "13/10 6/5", 0, TODAY).box == 2


def test_the_same_card_in_two_tabs_counts_once(user: User) -> None:
    card = first_card(user)
    for action in (WRONG, BEST):
        services.answer_card(user, card.pk, action, 0, TODAY)
    card.refresh_from_db()
    assert (card.answers, card.box, card.last_choice) == (1, 1, WRONG)
    assert TrainingDay.objects.get(user=user).answered == 1
    services.answer_card(user, card.pk, BEST, 1, TODAY)  # not due before tomorrow
    card.refresh_from_db()
    assert card.answers == 1


def test_a_recomputed_analysis_replaces_its_cards(sitting: Sitting, user: User) -> None:
    card = first_card(user)
    entry = plays_of(sitting.fresh())[1]
    analysed(sitting.fresh(), [judged(entry)], "2")
    with pytest.raises(DomainError, match="no_such_card"):
        services.answer_card(user, card.pk, BEST, 0, TODAY)
    assert training_of(user, TODAY).cards == 0
    services.make_cards(user)
    assert list(cards_of(user).values_list("seq", flat=True)) == [entry.seq]
    assert TrainedMatch.objects.count() == 1


@pytest.mark.parametrize("change", [{"seq": 1}, {"status": MatchStatus.VOID}])
def test_a_ruling_on_the_match_takes_its_cards_away(user: User, change: dict[str, Any]) -> None:
    card = first_card(user)
    Match.objects.update(**change)
    assert next_quiz(user, TODAY, with_new=True) is None
    with pytest.raises(DomainError, match="no_such_card"):
        services.answer_card(user, card.pk, BEST, 0, TODAY)
    services.make_cards(user)
    assert not TrainingCard.objects.exists()


def test_a_deleted_match_takes_its_cards_away(user: User) -> None:
    first_card(user)
    Match.objects.all().delete()
    assert not TrainedMatch.objects.exists()


def test_a_card_whose_position_does_not_fit_is_not_shown(sitting: Sitting, user: User) -> None:
    services.make_cards(user)
    roll = next(e for e in record_of(sitting.fresh()).entries if e.action.kind == "ready")
    TrainingCard.objects.update(loss=0.1)
    result = MatchAnalysis.objects.get().result
    assert result is not None
    result["decisions"][0]["seq"] = roll.seq
    MatchAnalysis.objects.update(result=result)
    TrainingCard.objects.filter(seq=plays_of(sitting.fresh())[0].seq).update(seq=roll.seq, loss=9)
    following = next_quiz(user, TODAY, with_new=True)
    assert following is not None
    assert following[0].seq != roll.seq


def test_the_bound_keeps_cards_in_training_and_the_costliest_new_ones(
    sitting: Sitting, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = first_card(user)
    services.answer_card(user, card.pk, WRONG, 0, TODAY)
    TrainingCard.objects.filter(pk=card.pk).update(loss=0.01)
    monkeypatch.setattr(services, "MOST_CARDS", 3)
    other = finished()
    mine = plays_of(other.fresh())[:2]
    cheap = [{"play": BEST, "equity": 0.1, "played": False}, {"play": WRONG, "equity": 0.0, "played": True}]  # fmt: skip
    analysed(other.fresh(), [judged(mine[0]), judged(mine[1], candidates=cheap)])
    MatchSeat.objects.filter(match=other.match, seat="A").update(player=user.player)
    services.make_cards(user)
    assert cards_of(user).count() == 3
    assert sorted(cards_of(user).values_list("loss", flat=True)) == [0.01, 0.248, 0.248]


def test_matches_are_looked_through_a_few_at_a_time(
    sitting: Sitting, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MATCHES_AT_ONCE", 1)
    other = finished()
    analysed(other.fresh(), [])
    MatchSeat.objects.filter(match=other.match, seat="A").update(player=user.player)
    for trained in (1, 2, 2):
        services.make_cards(user)
        assert TrainedMatch.objects.count() == trained


def test_cards_follow_the_seat_when_players_are_merged(sitting: Sitting, user: User) -> None:
    first_card(user)
    kept = person("kept")
    assert kept.user is not None
    MatchSeat.objects.filter(player=user.player).update(player=kept)
    assert not cards_of(user).exists()
    services.make_cards(kept.user)
    assert cards_of(kept.user).count() == 4


def test_the_account_takes_its_training_with_it_and_the_download_has_it(user: User) -> None:
    card = first_card(user)
    services.answer_card(user, card.pk, WRONG, 0, TODAY)
    sent = data_exporters.functions()["training"](user)
    assert [row["last_choice"] for row in sent["cards"]].count(WRONG) == 1
    assert sent["days"] == [{"day": TODAY, "answered": 1, "right": 0, "fresh": 1, "recalled": 0}]
    delete_account(user, timezone.now())
    assert not TrainingDay.objects.exists()
    assert not TrainedMatch.objects.exists()
    assert not TrainingPlan.objects.exists()
