"""The one door: what is accepted, what is refused, and that a repeat changes nothing."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.engine.plays import legal_plays
from games.models import Action
from games.selectors import actions_after
from games.services.play import act_many
from games.services.submissions import Accepted, ActionRefused, Refused
from tests.games.services.tables import Sitting, first_play, playing, sit

pytestmark = pytest.mark.django_db


def refused(sitting: Sitting, seat: str, kind: str, **given: object) -> str:
    """The code of the refusal; the log must not have grown."""
    before = sitting.fresh().seq
    with pytest.raises(ActionRefused) as caught:
        sitting.act(seat, kind, **given)
    assert sitting.fresh().seq == before
    assert caught.value.seq in (before, None)
    return caught.value.code


def test_two_people_play_a_whole_match() -> None:
    sitting = playing(length=3)
    while sitting.fresh().finished_at is None:
        sitting.tick(1)
        sitting.step()
    match = sitting.match
    assert match.reason == "played"
    assert max(match.score_a, match.score_b) >= 3
    assert match.winner == ("A" if match.score_a > match.score_b else "B")
    assert match.games.count() == len(sitting.state.results)
    assert (match.to_act, match.flag_at, match.next_at, match.bot_at) == (None, None, None, None)


def test_the_log_is_numbered_without_gaps() -> None:
    sitting = playing()
    for _ in range(10):
        sitting.step()
    rows = actions_after(sitting.match.pk, 0)
    assert [row["seq"] for row in rows] == list(range(1, sitting.fresh().seq + 1))


def test_the_server_rolls_the_dice_whatever_the_client_sends() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    assert refused(sitting, seat, "roll", payload={"dice": [6, 6]}) == "bad_action"
    (roll, *_) = sitting.act(seat, "roll").rows
    assert all(1 <= die <= 6 for die in roll["payload"]["dice"])


def test_a_play_may_be_sent_as_text() -> None:
    sitting = playing()
    seat = sitting.until("play")
    moves = first_play(sitting.state)
    text = " ".join(f"{'bar' if s == 25 else s}/{'off' if t == 0 else t}" for s, t in moves)
    answer = sitting.act(seat, "play", {"text": text})
    assert sorted(answer.rows[0]["payload"]["moves"]) == sorted(moves)


def test_a_roll_without_a_legal_play_is_passed_by_the_server_at_once() -> None:
    sitting = playing(length=99)
    answer = sitting.step()
    while [row["kind"] for row in answer.rows] != ["roll", "play"]:
        answer = sitting.step()
    assert answer.rows[1]["payload"] == {"moves": []}
    assert answer.rows[1]["seat"] == answer.rows[0]["seat"]


def test_the_same_key_twice_has_one_effect_and_one_answer() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    first = sitting.act(seat, "roll", key="k1")
    again = sitting.act(seat, "roll", key="k1")
    assert again.repeated
    assert again.rows[0] == first.rows[0]
    assert Action.objects.filter(match=sitting.match, key="k1").count() == 1


def test_a_repeated_play_is_known_although_the_turn_has_passed() -> None:
    sitting = playing()
    seat = sitting.until("play")
    moves, seq = first_play(sitting.state), sitting.fresh().seq
    for _ in range(2):
        answer = sitting.act(seat, "play", {"moves": moves}, key="k2", expected_seq=seq)
        assert answer.seq == seq + 1


def test_a_key_is_not_good_for_another_action() -> None:
    sitting = playing()
    seat = sitting.until("play")
    sitting.act(seat, "play", {"moves": first_play(sitting.state)}, key="k3")
    assert refused(sitting, seat, "play", payload={"moves": [[24, 23]]}, key="k3") == "key_reused"
    assert refused(sitting, seat, "double", key="k3") == "key_reused"


def one_checker(sitting: Sitting) -> tuple[int, int] | None:
    """The way of a play that one checker may make alone, with both dice."""
    game = sitting.state.game
    assert game is not None
    assert game.dice is not None
    for play in legal_plays(game.board, game.dice):
        ends = [move.source for move in play.moves], [move.target for move in play.moves]
        if len(play.moves) == 2 and set(ends[0]) & set(ends[1]):
            return max(ends[0]), min(ends[1])
    return None


def test_a_play_sent_as_one_move_may_be_repeated_with_its_key() -> None:
    sitting = playing(length=99)
    seat = sitting.until("play")
    while (way := one_checker(sitting)) is None:
        sitting.step()
        seat = sitting.until("play")
    source, target = way
    first = sitting.act(seat, "play", {"moves": [way]}, key="k4")
    again = sitting.act(seat, "play", {"moves": [way]}, key="k4")
    assert again.repeated
    assert again.rows[0] == first.rows[0]
    text = f"{source}/{target}"
    assert sitting.act(seat, "play", {"text": text}, key="k4").repeated
    assert refused(sitting, seat, "play", payload={"text": "bar/1"}, key="k4") == "key_reused"


def test_the_repeat_of_the_last_action_shows_the_seed_too() -> None:
    sitting = playing()
    first = sitting.act("A", "concede", key="last")
    assert first.loaded.revealed
    assert sitting.act("A", "concede", key="last").loaded.revealed == first.loaded.revealed


def test_both_seats_may_use_the_same_key() -> None:
    sitting = sit()
    sitting.act("A", "ready", key="k")
    sitting.act("B", "ready", key="k")
    assert sitting.state.phase == "playing"


def test_what_was_decided_on_an_old_state_is_refused_with_the_new_seq() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    assert refused(sitting, seat, "roll", expected_seq=1) == "stale"


def test_acting_out_of_turn_is_refused() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    assert refused(sitting, "B" if seat == "A" else "A", "roll") == "not_your_turn"


def test_the_seat_of_another_is_refused() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    stranger = playing().match.seats.get(seat="A").player.user_id
    opponent = sitting.match.seats.exclude(seat=seat).get().player.user_id
    assert refused(sitting, seat, "roll", user_id=stranger) == "not_your_seat"
    assert refused(sitting, seat, "roll", user_id=opponent) == "not_your_seat"
    assert refused(sitting, seat, "roll", user_id=None) == "not_your_seat"


def test_a_match_that_does_not_exist_is_refused() -> None:
    sitting = playing()
    (answer,), _grown = act_many(
        [replace(sitting.submission("A", "roll"), match_id=uuid4())], sitting.now
    )
    assert isinstance(answer, Refused)
    assert (answer.code, answer.status) == ("no_such_match", 404)


def test_a_suspended_user_cannot_act() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    user_id = sitting.match.seats.get(seat=seat).player.user_id
    User.objects.filter(pk=user_id).update(suspended_at=timezone.now())
    assert refused(sitting, seat, "roll") == "suspended"


@pytest.mark.parametrize(
    "kind", ["epoch", "opening_roll", "nonces_closed", "flag", "forfeit", "ruling"]
)
def test_what_only_the_server_does_is_refused(kind: str) -> None:
    sitting = playing()
    assert refused(sitting, "A", kind) == "bad_action"


def test_a_bad_action_does_not_harm_the_others_of_its_batch() -> None:
    first, two = playing(), playing()
    seats = first.until("roll"), two.until("roll")
    wrong = "B" if seats[0] == "A" else "A"
    batch = [
        first.submission(wrong, "roll"),
        two.submission(seats[1], "roll"),
        first.submission(seats[0], "roll"),
    ]
    (refusal, *accepted), _grown = act_many(batch, first.now)
    assert isinstance(refusal, Refused)
    assert all(isinstance(answer, Accepted) for answer in accepted)
    assert first.state.game is not None


def test_the_same_action_twice_in_one_batch_has_one_effect() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    answers, _grown = act_many([sitting.submission(seat, "roll", key="x")] * 2, sitting.now)
    assert [answer.seq for answer in answers] == [answers[0].seq] * 2
    assert Action.objects.filter(match=sitting.match, key="x").count() == 1


def test_two_rolls_in_one_batch_are_one_roll_and_a_refusal() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    batch = [sitting.submission(seat, "roll", key=key) for key in ("x", "y")]
    (accepted, refusal), _grown = act_many(batch, sitting.now)
    assert isinstance(accepted, Accepted)
    assert isinstance(refusal, Refused)


def test_an_action_is_never_dated_before_the_last() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    last = sitting.fresh().last_at
    early = sitting.now.replace(year=2020)
    sitting.act(seat, "roll", received_at=early)
    assert sitting.fresh().last_at >= last


def test_a_batch_costs_the_same_queries_whatever_its_length() -> None:
    sittings = [playing() for _ in range(6)]
    for sitting in sittings:
        sitting.until("roll")
    batch = [s.submission(str(s.state.to_act), "roll", key="q") for s in sittings]
    counts = []
    for part in (batch[:1], batch[1:]):
        with CaptureQueriesContext(connection) as queries:
            answers, _grown = act_many(part, sittings[0].now)
        assert all(isinstance(answer, Accepted) for answer in answers)
        counts.append(len([q for q in queries if not _frame(q["sql"])]))
    # The locks, the matches (with their seeds), the seats, the keys; then the log and the snapshots.
    assert counts == [6, 6]


def _frame(sql: str) -> bool:
    return sql.startswith(("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT"))
