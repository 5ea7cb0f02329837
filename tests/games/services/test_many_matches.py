"""A round of matches made or voided at once is made or voided like each of them alone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.forms import model_to_dict
from django.test import TestCase
from django.test.utils import CaptureQueriesContext

from accounts.models import BotKind
from games.engine.clock import ClockSettings
from games.engine.dice import commitment
from games.engine.errors import RulesError
from games.engine.rules import Rules
from games.models import Action, Match, MatchSeat, MatchSeed
from games.services import rulings, setup
from games.services.bots import play_due
from games.services.setup import MatchPlan, create_match, create_matches
from games.services.verify import verify_matches
from games.signals import match_finished
from tests.games.services.tables import START, bot, person
from web.errors import DomainError, NotFound

pytestmark = pytest.mark.django_db

FIVE = Rules.preset("tournament", 5)
MONEY = Rules.preset("money", games=3)
MINUTE = ClockSettings("simple", 60_000, 12_000)


def plan(**given: Any) -> MatchPlan:
    facts: dict[str, Any] = {
        "seat_a": None,
        "seat_b": None,
        "rules": FIVE,
        "clock": MINUTE,
        "context": {"title": "Round 1"},
        "join_within": timedelta(minutes=10),
        "kind": "tournament",
    }
    return MatchPlan(**(facts | given))


def plans(number: int) -> list[MatchPlan]:
    return [plan(seat_a=person(), seat_b=person()) for _ in range(number)]


def without_its_seed(match: Match) -> dict[str, Any]:
    """Everything that the row says, but for what no two matches share."""
    row = Match.objects.filter(pk=match.pk).values().get()
    del row["id"]
    row["state"]["match"]["epoch"][1] = "sealed"
    return row


def test_matches_made_at_once_differ_from_those_made_alone_only_in_id_and_seed() -> None:
    facts = plan(seat_a=person(), seat_b=bot())
    others = [
        plan(rules=MONEY, clock=None, join_within=None, seat_a=[person(), person()]),
        plan(context={"break_s": 5}, kind="friendly"),
    ]
    alone = [
        create_match(
            seat_a=item.seat_a,
            seat_b=item.seat_b,
            rules=item.rules,
            clock=item.clock,
            context=item.context,
            join_within=item.join_within,
            now=START,
            kind=item.kind,
        )
        for item in [facts, *others]
    ]
    at_once = create_matches([facts, *others], START)
    assert [without_its_seed(item) for item in alone] == [
        without_its_seed(item) for item in at_once
    ]
    assert [_seats(item) for item in alone] == [_seats(item) for item in at_once]
    assert len({item.pk for item in alone + at_once}) == 6
    assert len(set(MatchSeed.objects.values_list("seed", flat=True))) == 6
    assert verify_matches() == {}


def test_what_comes_back_is_what_would_be_read() -> None:
    for made in create_matches([*plans(2), plan(clock=None, join_within=None)], START):
        assert model_to_dict(made) == model_to_dict(Match.objects.get(pk=made.pk))
        assert vars(made) | {"_state": 0} == vars(Match.objects.get(pk=made.pk)) | {"_state": 0}
        assert not made._state.adding


def test_each_seals_its_own_dice_in_its_first_action() -> None:
    made = create_matches(plans(3), START)
    for match in made:
        seed = MatchSeed.objects.get(match=match)
        first = Action.objects.get(match=match)
        assert (first.seq, first.kind, first.seat, first.at) == (1, "epoch", "", START)
        assert first.payload == {"epoch": 1, "commitment": commitment(seed.seed, match.pk, 1)}
        assert seed.revealed_at is None


def test_fifty_cost_no_more_queries_than_two() -> None:
    few, many = plans(2), plans(50)
    # four tables, a savepoint's ends, and whether the house is at work
    assert queries(lambda: create_matches(few, START)) == 7
    assert queries(lambda: create_matches(many, START)) == 7
    assert Match.objects.count() == 52
    assert verify_matches() == {}


def test_more_than_one_statement_holds_are_all_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "AT_ONCE", 2)
    wanted = plans(5)
    made = create_matches(wanted, START)
    players = [MatchSeat.objects.get(match=match, seat="A").player for match in made]
    assert players == [item.seat_a for item in wanted]
    assert verify_matches() == {}


def test_no_matches_are_made_without_a_query() -> None:
    assert queries(lambda: create_matches([], START)) == 2  # the savepoint


def test_bots_at_all_these_tables_sit_down() -> None:
    made = create_matches(
        [plan(seat_a=bot(), seat_b=bot(BotKind.STEADY), clock=None) for _ in range(3)], START
    )
    assert {match.bot_at for match in made} == {START}
    assert play_due(START) == 3
    assert play_due(START) == 3
    assert {match.status for match in Match.objects.all()} == {"playing"}


def test_one_player_on_both_sides_lets_nothing_be_written() -> None:
    someone = person()
    wrong = plan(seat_a=[person(), someone], seat_b=someone)
    with pytest.raises(DomainError, match="same_player_twice"):
        create_matches([*plans(2), wrong], START)
    assert not Match.objects.exists()
    assert not MatchSeat.objects.exists()
    assert not MatchSeed.objects.exists()


def test_nobody_is_told_of_a_match_that_was_not_there_before() -> None:
    with TestCase.captureOnCommitCallbacks() as callbacks:
        create_matches(plans(3), START)
    assert callbacks == []


def queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def reopen(made: list[Match]) -> None:
    ids = [item.pk for item in made]
    rulings.reopen_many(ids, by=None, reason="not after all", now=START)


def void(made: list[Match]) -> None:
    rulings.void_many([item.pk for item in made], by=None, reason="drawn again", now=START)


def test_a_round_is_voided_in_as_many_queries_as_a_few_matches() -> None:
    few, many = create_matches(plans(2), START), create_matches(plans(50), START)
    assert queries(lambda: void(few)) == queries(lambda: void(many)) <= 10
    assert set(Match.objects.values_list("status", "finished_at")) == {("void", START)}
    assert not MatchSeed.objects.exclude(revealed_at=START).exists()
    assert verify_matches() == {}


def test_every_end_but_a_void_one_is_announced() -> None:
    ended: list[Any] = []

    def hear(sender: object, match_ids: list[Any], **_kwargs: object) -> None:
        ended.extend(match_ids)

    match_finished.connect(hear)
    try:
        with TestCase.captureOnCommitCallbacks(execute=True):
            lost, *others = create_matches(plans(3), START)
            void(others)
            rulings.forfeit(lost.pk, losers=("A",), reason="absent", now=START)
    finally:
        match_finished.disconnect(hear)
    assert ended == [lost.pk]


def test_one_that_is_void_already_leaves_all_as_they_were() -> None:
    made = create_matches(plans(3), START)
    void(made[:1])
    with pytest.raises(RulesError, match="void"):
        void(made)
    assert Match.objects.filter(status="joining").count() == 2
    with pytest.raises(NotFound):
        rulings.void_many([made[1].pk, uuid4()], by=None, reason="", now=START)
    assert Match.objects.filter(status="joining").count() == 2


def test_a_voided_round_is_reopened_at_once() -> None:
    few, many = create_matches(plans(2), START), create_matches(plans(50), START)
    void(few + many)
    assert queries(lambda: reopen(few)) == queries(lambda: reopen(many)) < 10
    assert set(Match.objects.values_list("status", "next_at")) == {
        ("joining", START + timedelta(minutes=10))
    }
    assert MatchSeed.objects.filter(epoch=2, revealed_at=None).count() == 52
    assert verify_matches() == {}


def _seats(match: Match) -> list[tuple[str, int]]:
    return list(MatchSeat.objects.filter(match=match).values_list("seat", "player_id"))
