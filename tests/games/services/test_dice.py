"""Dice anyone can check: sealed before anybody chose, and shown only after the end."""

from datetime import timedelta

import pytest

from games.engine.dice import roll_dice
from games.models import Action, MatchSeed
from games.selectors import actions_after, commitments, load_match, table_view
from games.services import rulings
from games.services.submissions import ActionRefused
from tests.games.services.sweeps import settle_next
from tests.games.services.tables import playing, sit

pytestmark = pytest.mark.django_db


def test_every_roll_follows_from_seed_nonces_and_its_number() -> None:
    sitting = sit(length=1)
    sitting.join("left", "right")
    while sitting.fresh().finished_at is None:
        sitting.step()
    match_id = sitting.match.pk
    seed = commitments(match_id)[0]["seed"]
    rolled = Action.objects.filter(match=match_id, kind__in=["opening_roll", "roll"]).order_by(
        "seq"
    )
    for n, action in enumerate(rolled, start=1):
        assert action.payload["dice"] == list(roll_dice(seed, match_id, 1, "left", "right", n))


def test_no_nonce_is_shown_before_both_hashes_are_stored() -> None:
    sitting = sit()
    sitting.act("A", "ready", {"nonce_hash": "0" * 64})
    with pytest.raises(ActionRefused, match="nonces_not_open"):
        sitting.act("A", "nonce", {"nonce": "a"})


def test_a_wrong_nonce_counts_as_empty_and_is_shown_as_such() -> None:
    sitting = sit()
    for seat in "AB":
        sitting.act(seat, "ready", {"nonce_hash": "0" * 64})
    sitting.act("A", "nonce", {"nonce": "not what I promised"[:3]})
    sitting.act("B", "nonce", {"nonce": ""})
    state = sitting.state
    assert state.nonces == ("", "")
    assert state.nonce_status == ("wrong", "wrong")
    assert state.phase == "playing"


def test_a_nonce_that_does_not_come_is_waited_for_ten_seconds() -> None:
    sitting = sit()
    for seat in "AB":
        sitting.act(seat, "ready", {"nonce_hash": "0" * 64})
    assert sitting.fresh().next_at == sitting.now + timedelta(seconds=10)
    assert not settle_next(sitting.match.pk, sitting.tick(10))
    assert settle_next(sitting.match.pk, sitting.tick(0.5))
    assert sitting.state.nonce_status == ("missing", "missing")
    assert sitting.state.phase == "playing"


def test_no_seed_is_seen_before_the_end_and_all_are_after() -> None:
    sitting = playing(length=1)
    seed = MatchSeed.objects.get(match=sitting.match).seed
    while sitting.fresh().finished_at is None:
        assert seed not in _everything_shown(sitting)
        sitting.step()
    assert MatchSeed.objects.get(match=sitting.match).revealed_at == sitting.match.finished_at
    assert table_view(sitting.match, None, sitting.now)["dice_proof"]["seed"] == seed


def test_the_last_answer_shows_the_seed_at_once() -> None:
    sitting = playing(length=1)
    answer = sitting.act("A", "concede")
    assert answer.loaded.revealed == {1: MatchSeed.objects.get(match=sitting.match).seed}


def test_a_match_reopened_plays_on_with_dice_sealed_again() -> None:
    sitting = playing(length=5)
    sitting.act("A", "concede")
    rulings.reopen(sitting.match.pk, by=None, reason="a slip", now=sitting.tick(1))
    old, new = commitments(sitting.match.pk)
    assert (old["seed"] is None, new["seed"]) == (False, None)
    assert sitting.state.phase == "joining"
    sitting.join()
    assert sitting.state.phase == "playing"
    sitting.step()
    assert new["seed"] is None


def _everything_shown(sitting) -> str:
    match = sitting.match
    views = [table_view(match, seat, sitting.now) for seat in ("A", "B", None)]
    return str([views, load_match(match), actions_after(match.pk, 0), commitments(match.pk)])
