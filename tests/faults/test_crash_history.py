"""The checker of the crash drills finds what it is there for: each forged history is one fault."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
import history
from history import Ack, Clock, Match, Row, Sent, Watched

CLOCK = Clock(reserve_ms=20_000, delay_ms=10_000)
OPENING = {"dice": [5, 2]}
MOVES = {"moves": [[13, 8], [13, 11]]}
DICE = {"dice": [6, 1]}


class Story:
    """A match of which everything is right: B's flag falls after A opened; both of A's actions were told."""

    def __init__(self) -> None:
        self.log = [
            Row(1, "", "epoch", {}, 0),
            Row(2, "", "opening_roll", OPENING, 1_000),
            Row(3, "A", "play", MOVES, 5_000, "k1"),
            Row(4, "B", "roll", DICE, 7_000, "k2"),
            Row(5, "", "flag", {"seat": "B"}, 35_000),
        ]
        self.to_act: list[str | None] = [None, "A", "B", "B", None]
        self.sent = [
            Sent("m", "A", "k1", "play", MOVES, 4_990, [Ack(3, "play", MOVES, 4_990, 5_020)]),
            Sent("m", "B", "k2", "roll", {}, 6_990, [Ack(4, "roll", DICE, 6_990, 7_020)]),
        ]
        self.watched = [
            Watched("m", seat, [(row.seq, row.seat, row.kind) for row in self.log]) for seat in "AB"
        ]
        self.outages: list[tuple[int, int]] = []
        self.absent = {"m": "B"}
        self.over, self.winner, self.length = True, "A", 5

    def faults(self) -> list[str]:
        match = Match(
            "m", self.length, self.over, self.winner, "time", self.log, CLOCK, self.to_act
        )
        return history.faults({"m": match}, self.sent, self.watched, self.outages, self.absent)

    def put(self, index: int, **other: object) -> None:
        self.log[index] = replace(self.log[index], **other)  # type: ignore[arg-type]


def test_a_good_history_has_no_faults() -> None:
    assert Story().faults() == []


def lost(story: Story) -> None:
    story.sent.append(Sent("m", "A", "k3", "roll", {}, 1, [Ack(6, "roll", DICE, 1, 2)]))


def twice(story: Story) -> None:
    story.log[3] = replace(story.log[2], seq=4)
    story.sent.pop()
    story.watched.clear()


def elsewhere(story: Story) -> None:
    story.sent[0].acks.append(Ack(4, "play", MOVES, 4_990, 5_020))


def otherwise(story: Story) -> None:
    story.put(2, payload={"moves": [[13, 8], [6, 4]]})


def other_dice_told(story: Story) -> None:
    story.sent[1].acks.append(Ack(4, "roll", {"dice": [1, 1]}, 6_990, 7_020))


def refused_and_done(story: Story) -> None:
    story.sent[0].acks.clear()
    story.sent[0].refused = "stale"


def nobody_sent_it(story: Story) -> None:
    story.sent.pop()


def no_key(story: Story) -> None:
    story.put(3, key=None)
    story.sent.pop()


def a_hole(story: Story) -> None:
    story.put(4, seq=6)
    story.watched.clear()


def shorter_than_it_says(story: Story) -> None:
    story.length = 6
    story.watched.clear()


def stuck(story: Story) -> None:
    story.over = False


def back_in_time(story: Story) -> None:
    story.put(1, at_ms=-1)


def answered_before_it_happened(story: Story) -> None:
    story.sent[0].acks[0] = Ack(3, "play", MOVES, 4_000, 4_900)


def seen_twice(story: Story) -> None:
    story.watched[0].seen.insert(3, story.watched[0].seen[2])


def seen_out_of_order(story: Story) -> None:
    seen = story.watched[0].seen
    seen[2], seen[3] = seen[3], seen[2]


def left_out(story: Story) -> None:
    del story.watched[1].seen[2]
    story.watched[1].to_the_end = False


def not_to_the_end(story: Story) -> None:
    story.watched[1].seen.pop()


def seen_otherwise(story: Story) -> None:
    story.watched[1].seen[2] = (3, "B", "play")


def flag_too_early(story: Story) -> None:
    story.put(4, at_ms=34_000)


def downtime_charged(story: Story) -> None:
    story.outages = [(10_000, 14_000)]


def flag_of_one_who_played(story: Story) -> None:
    story.absent = {}


def won_on_ones_own_flag(story: Story) -> None:
    story.winner = "B"


@pytest.mark.parametrize(
    ("forge", "says"),
    [
        (lost, "acknowledged and lost"),
        (twice, "applied 2 times"),
        (elsewhere, "told 4, stands at 3"),
        (otherwise, "something else stands in the log"),
        (other_dice_told, "told otherwise than it stands"),
        (refused_and_done, "refused (stale) and yet in the log"),
        (nobody_sent_it, "nobody sent B k2"),
        (no_key, "a roll without a key"),
        (a_hole, "its numbers are not 1 to 5"),
        (shorter_than_it_says, "the match says 6, the log has 5"),
        (stuck, "has not ended"),
        (back_in_time, "dated before the action that it follows"),
        (answered_before_it_happened, "dated after it was answered"),
        (seen_twice, "showed [3] more than once"),
        (seen_out_of_order, "was out of order"),
        (left_out, "left something out"),
        (not_to_the_end, "ended at 4 of 5"),
        (seen_otherwise, "showed B play at 3"),
        (flag_too_early, "-1000 ms beside the end of the time"),
        (downtime_charged, "-4000 ms beside the end of the time"),
        (flag_of_one_who_played, "fell although B played"),
        (won_on_ones_own_flag, "and B won"),
    ],
)
def test_a_forged_history_is_found_out(forge: Callable[[Story], None], says: str) -> None:
    story = Story()
    forge(story)
    assert any(says in fault for fault in story.faults()), story.faults()


def test_an_action_of_which_nobody_knows_may_be_there_or_not() -> None:
    story = Story()
    story.sent[1].acks.clear()
    story.sent.append(Sent("m", "A", "k9", "roll", {}, 1))
    assert story.faults() == []


def test_an_outage_moves_the_flag_by_its_length() -> None:
    story = Story()
    story.outages = [(10_000, 14_000)]
    story.put(4, at_ms=39_000)
    assert story.faults() == []


def test_an_outage_before_an_action_inside_it_counts_for_the_clock() -> None:
    story = Story()
    story.outages = [(6_000, 9_000)]
    story.put(4, at_ms=37_000)
    assert story.faults() == []


def test_outages_are_noted_where_nothing_was_accepted_and_nowhere_else() -> None:
    assert not list(history.outage_faults([(1_000, 7_000)], [(1_200, 7_100)]))
    assert list(history.outage_faults([(1_000, 7_000)], []))
    assert list(history.outage_faults([], [(1_000, 7_000)]))
    assert not list(history.outage_faults([], [(1_000, 3_000)]))
