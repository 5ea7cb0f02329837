"""The end of matches with the same dice: the seed is shown when all are over, and who leaves has dice of their own."""

from datetime import timedelta

import pytest

from games.engine.errors import RulesError
from games.models import MatchSeed, RollCount, SharedBoard
from games.selectors import table_view
from games.selectors.certificates import certificate_of
from games.selectors.shared_dice import boards_of
from games.services import rolls, rulings, shared_release
from games.services.dice_audit import audit
from games.services.shared_dice import open_group, take_out
from games.services.verify import verify
from tests.games.services.same_dice import begun, rolls_of, to_roll, waiting_group
from tests.games.services.tables import START, playing, sit
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def test_a_finished_board_keeps_the_seed_to_itself_until_all_are_over() -> None:
    made, first, second = waiting_group()
    first.act("A", "concede")
    made.release()
    certificate = certificate_of(first.fresh())
    assert not certificate.over
    assert [epoch.seed for epoch in certificate.epochs] == [None]
    assert verify(first.match.pk) == []
    assert made.shared.seed not in str(table_view(first.match, "A", first.now))
    second.act("B", "concede")
    assert made.fresh().revealed_at is None
    made.release()
    assert made.fresh().revealed_at is not None
    for board in made.boards:
        certificate = certificate_of(board.fresh())
        assert certificate.over
        assert certificate.epochs[0].seed == made.shared.seed
        assert verify(board.match.pk) == []


def test_a_reopened_match_leaves_with_dice_of_its_own() -> None:
    made, first, second = waiting_group()
    first.act("A", "concede")
    rulings.reopen(first.match.pk, by=None, reason="", now=first.tick(1))
    first.join("again")
    assert first.state.shared == ""
    assert first.state.awaits_dice is False
    second.act(to_roll(second, made), "roll")
    assert made.release() == 1
    first.act("A", "concede")
    certificate = certificate_of(first.fresh())
    assert [epoch.seed is None for epoch in certificate.epochs] == [True, False]
    assert verify(first.match.pk) == []
    assert all(item.faults == [] for item in audit())
    second.act("A", "concede")
    made.release()
    assert certificate_of(first.fresh()).over
    assert boards_of([first.match.pk])[first.match.pk].left


def test_a_match_reopened_after_the_seed_was_shown_has_new_dice_too() -> None:
    made = begun()
    for board in made.boards:
        board.act("A", "concede")
    made.release()
    first = made.boards[0]
    rulings.reopen(first.match.pk, by=None, reason="", now=first.tick(1))
    first.join()
    first.step()
    assert first.state.shared == ""
    assert verify(first.match.pk) == []


def test_no_match_can_join_once_a_roll_was_released() -> None:
    made = begun()
    with pytest.raises(DomainError) as refused:
        sit(shared_dice=made.fresh())
    assert refused.value.code == "dice_begun"
    assert SharedBoard.objects.filter(shared=made.shared).count() == 2


def test_a_match_with_dice_of_its_own_cannot_leave_any() -> None:
    alone = playing()
    with pytest.raises(RulesError) as refused:
        take_out(alone.match.pk, by=None, reason="", now=alone.tick(1))
    assert refused.value.code == "no_shared_dice"


def test_each_shared_roll_is_counted_once_at_most() -> None:
    made = begun(3)
    made.play_on()
    rolls.count_rolls(made.now)
    most = max(len(rolls_of(board)) for board in made.boards)
    assert sum(RollCount.objects.values_list("count", flat=True)) == most
    assert not MatchSeed.objects.filter(counted_at=None).exists()


def test_dice_that_no_match_was_made_with_are_closed_after_a_day() -> None:
    shared = open_group("nobody", START)
    shared_release.release_due(START + timedelta(hours=23))
    shared.refresh_from_db()
    assert shared.revealed_at is None
    shared_release.release_due(START + timedelta(hours=25))
    shared.refresh_from_db()
    assert shared.revealed_at is not None
