"""What no row tells of comes back from our own .mat and .sgf as well: a game that was rolled for and not played, and the end
of a match by the usual rules."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine import actions as act
from games.engine.actions import Action
from games.engine.outcome import MatchOutcome
from games.engine.rules import PRESETS, Rules
from games.engine.rulings import DirectorRuling
from games.records.file_replay import Checked, check
from games.records.kinds import KINDS
from games.records.reading import read_file
from games.records.replay import MatchRecord, replay
from tests.games.records.short_records import record_of

PAIR = Rules.preset("sr_nocube", 5)
SESSION = replace(Rules.preset("money"), opening_roll="reroll_pair")
A_BEGINS = act.OpeningRoll((5, 2))
FLAG = act.Flag("2026-01-01T00:00:00Z")
RESIGNED: tuple[Action, ...] = (act.OfferResign("A", "gammon"), act.AcceptResign("B"))
READY: tuple[Action, ...] = (act.Ready("A"), act.Ready("B"))
ONE_GAME: tuple[Action, ...] = (
    A_BEGINS, act.Roll("A", (3, 1)), act.MakePlay("A", ((8, 5), (6, 5))), act.Roll("B", (6, 4)),
    act.OfferResign("B", "single"), act.AcceptResign("A"), *READY,
)  # fmt: skip


def again(record: MatchRecord, kind: str) -> Checked:
    return check(read_file(KINDS[kind].write(record).encode()))


def imported(record: MatchRecord) -> MatchRecord:
    """As it stands here after its JSON was handed in."""
    read = again(record, "json")
    log = [(action, 0) for _, action in read.actions]
    return replace(record, rules=read.rules, entries=tuple(replay(read.rules, None, log)))


def comes_back(record: MatchRecord, kind: str) -> None:
    read, match = again(record, kind).state, record.end.match
    assert (read.score, read.outcome) == (match.score, match.outcome)
    assert [(r.winner, r.kind, r.points) for r in read.results] == [
        (r.winner, r.kind, r.points) for r in match.results
    ]


@pytest.mark.parametrize("kind", ["mat", "sgf"])
@pytest.mark.parametrize("before", [(), ONE_GAME], ids=["first", "second"])
@pytest.mark.parametrize(
    "more",
    [
        RESIGNED,
        (FLAG,),
        (act.Concede("A"),),
        (DirectorRuling("result", winner="B", game_points=2),),
    ],
    ids=["resigned", "flag", "conceded", "given"],
)
@pytest.mark.parametrize("rules", [PAIR, SESSION], ids=["match", "session"])
def test_a_game_rolled_for_and_not_played_comes_back(
    rules: Rules, more: Sequence[Action], before: Sequence[Action], kind: str
) -> None:
    comes_back(imported(record_of([*before, A_BEGINS, *more], rules)), kind)


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_a_game_without_rows_is_one_of_so_many_of_a_session(kind: str) -> None:
    rules = replace(SESSION, games=3)
    record = record_of([*ONE_GAME, A_BEGINS, *RESIGNED, *READY, *ONE_GAME[:4], FLAG], rules)
    assert [result.kind for result in record.end.match.results] == [
        "resignation",
        "resignation",
        "time",
    ]
    comes_back(record, kind)


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_a_session_left_after_the_roll_is_not_played_to_its_end(kind: str) -> None:
    text = imported(record_of([*ONE_GAME, A_BEGINS], SESSION))
    assert text.end.match.outcome == MatchOutcome(None, "unfinished")
    comes_back(text, kind)


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_a_session_left_after_an_automatic_double_is_not_played_to_its_end(kind: str) -> None:
    text = imported(record_of([*ONE_GAME, act.OpeningRoll((4, 4))], SESSION))
    comes_back(text, kind)


@pytest.mark.parametrize("kind", ["mat", "sgf"])
@pytest.mark.parametrize("end", [FLAG, act.Concede("B"), DirectorRuling("void", "wrong table")])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_end_of_a_match_to_seven_comes_back_by_any_rules(
    preset: str, end: Action, kind: str
) -> None:
    rules = replace(Rules.preset(preset, 7), opening_roll="use_both")
    opened = [act.OpeningRoll((3, 1)), act.MakePlay("A", ((8, 5), (6, 5)))]
    record = record_of([*opened, act.Roll("B", (6, 4)), end], rules)
    comes_back(record, kind)
    assert again(record, kind).rules == rules


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_an_older_file_that_names_no_options_keeps_its_end(kind: str) -> None:
    opened = [act.OpeningRoll((3, 1)), act.MakePlay("A", ((8, 5), (6, 5))), FLAG]
    record = record_of(opened, Rules())
    text = KINDS[kind].write(record)
    older = text.replace('; [Options "kind=match"]\n', "").replace("[Options: kind=match]", "")
    assert older != text
    assert check(read_file(older.encode())).state.outcome == record.end.match.outcome
