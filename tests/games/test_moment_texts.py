"""Each thing that can happen is said in a sentence, and stands in the list where a player did it."""

from random import Random

import pytest

from games import log_texts, statistics_texts
from games.engine import actions as act
from games.engine.match import apply, initial
from games.engine.rules import Rules
from games.engine.rulings import DirectorRuling
from games.engine.server_actions import Flag, Forfeit
from games.records.frames import chapters, frames
from games.records.replay import MatchRecord, replay
from games.records.statistics import SeatCounts, statistics
from tests.games.engine.matchplay import GAMBLER, next_action
from tests.games.engine.playing import money
from tests.games.records.short_records import NAMES, frames_of, play

OPENING = (act.OpeningRoll((3, 1)), play("A", (8, 5), (6, 5)))


def sentences(*actions: act.Action, rules: Rules | None = None) -> list[str]:
    return [log_texts.sentence(frame, NAMES) for frame in frames_of(actions, rules)]


def test_the_start_and_a_play() -> None:
    assert sentences(act.OpeningRoll((2, 2)), *OPENING) == [
        "Opening roll: both rolled 2. They roll again.",
        "Opening roll: Ann 3, Ben 1. Ann starts.",
        "Ann plays 31: 8/5 6/5.",
    ]


def test_an_automatic_double_is_said_with_its_cube() -> None:
    tie = sentences(act.OpeningRoll((2, 2)), rules=money(murphy_limit=1))
    assert tie == ["Opening roll: both rolled 2. Automatic double: the cube is at 2."]


def test_the_cube_in_every_way() -> None:
    cube = (act.Double("B"), act.Beaver("A"), act.Raccoon("B"), act.Take("A"))
    assert sentences(*OPENING, *cube, rules=money(max_beavers=2))[2:] == [
        "Ben doubles to 2.",
        "Ann beavers to 4.",
        "Ben raccoons to 8.",
        "Ann takes. The cube is at 8.",
    ]
    assert sentences(*OPENING, act.Double("B"), act.Drop("A"))[-1] == "Ann drops. Ben: 1 point."


def test_a_resignation_refused_and_accepted() -> None:
    offers = (
        act.OfferResign("B", "single"),
        act.DeclineResign("A"),
        act.OfferResign("B", "gammon"),
        act.AcceptResign("A"),
    )
    assert sentences(*OPENING, *offers, rules=Rules.preset("tournament", 2))[2:] == [
        "Ben offers to resign a single game.",
        "Ann declines the resignation.",
        "Ben offers to resign a gammon.",
        "Ann accepts the resignation. Ann: 2 points. Ann wins the match 2–0.",
    ]


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (act.Concede("A"), "Ann resigns the match. Ben wins the match by resignation."),
        (Flag("then"), "Ben runs out of time. Ann wins the match on time."),
        (Forfeit(("A",), "late"), "Ann forfeits the match. Ben wins the match by forfeit."),
        (Forfeit(("A", "B"), ""), "Both players forfeit the match. Both players lose the match."),
        (
            DirectorRuling("void", "A mix-up."),
            "Ruling: the match is void. Reason: A mix-up. The match is void.",
        ),
    ],
)
def test_other_ends(ending: act.Action, sentence: str) -> None:
    assert sentences(*OPENING, ending)[-1] == sentence


def test_a_dance_is_said_as_such() -> None:
    frame = frames_of(OPENING)[-1]
    assert log_texts.cell(frame) == "8/5 6/5"
    assert not log_texts.is_comment(frame)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_in_a_wild_session_can_be_told(seed: int) -> None:
    rules = money(max_beavers=2, murphy_limit=2)
    state, random, log = initial(rules), Random(seed), []
    while len(log) < 300 and (action := next_action(state, random, GAMBLER)) is not None:
        state = apply(state, action)
        log.append((action, 1000 * len(log)))
    record = MatchRecord("x", NAMES, rules, None, tuple(replay(rules, None, log)))
    text = list(frames(record))
    assert all(log_texts.sentence(frame, NAMES).endswith(".") for frame in text)
    parts = chapters(text)
    assert [frame for part in parts for frame in part.frames] == text
    assert [part.game for part in parts] == list(range(1, len(parts) + 1))
    finished = [part.result for part in parts if part.result]
    assert finished == list(record.end.match.results)
    counted = statistics(text)
    rolls = sum(tally.rolls for tally in counted.values())
    starts = sum(1 for f in text if f.kind == "opening_roll" and f.dice and len(set(f.dice)) == 2)
    assert rolls == sum(1 for f in text if f.kind == "roll") + starts
    assert statistics_texts.luck(counted, NAMES)


def test_luck_is_told_with_what_is_usual() -> None:
    ann = SeatCounts(rolls=60, doubles=11, pips=500)
    text = statistics_texts.luck({"A": ann, "B": SeatCounts()}, NAMES)
    assert text[:2] == [
        "Ann: 11 doubles (60 rolls). Usual: 5–16.",
        "Ann: 10 pips above the average for fair dice.",
    ]
    unlucky = statistics_texts.luck(
        {"A": SeatCounts(rolls=60, doubles=3), "B": SeatCounts()}, NAMES
    )
    assert unlucky[0] == "Ann: 3 doubles (60 rolls), fewer than usual (5–16)."
    assert statistics_texts.luck({"A": SeatCounts(), "B": SeatCounts()}, NAMES) == []


def test_times_are_told_only_where_they_were_kept() -> None:
    tallies = {"A": SeatCounts(rolls=1, time_ms=61_000, play_ms=61_000, plays=1), "B": SeatCounts()}
    timed = {
        line.label: line.facts[0].figure for line in statistics_texts.lines(tallies, timed=True)
    }
    assert timed["Time used"] == "1:01"
    plain = [line.label for line in statistics_texts.lines(tallies, timed=False)]
    assert "Time used" not in plain


def test_a_raccoon_is_counted_as_one() -> None:
    cube = (act.Double("B"), act.Beaver("A"), act.Raccoon("B"), act.Take("A"))
    seen = frames_of((*OPENING, *cube), money(max_beavers=2))
    lines = {line.label: line for line in statistics_texts.lines(statistics(seen), timed=False)}
    assert [fact.figure for fact in lines["Cube"].facts] == [
        "1 beaver · 1 take",
        "1 double · 1 raccoon",
    ]


def test_a_tie_at_the_opening_stands_across_the_move_list() -> None:
    tie, roll = list(frames_of((act.OpeningRoll((2, 2)), act.OpeningRoll((3, 1)))))
    assert log_texts.is_comment(tie)
    assert not log_texts.is_comment(roll)
