"""Positions in the words of other programs: read back, they say the same."""

from dataclasses import replace
from random import Random

from games.engine import actions as act
from games.engine.ids import read_gnubg_id
from games.engine.match import apply, initial
from games.engine.rules import Rules
from games.engine.xgid import Xgid
from games.records.identifiers import identifiers_of
from tests.games.engine.matchplay import GAMBLER, next_action
from tests.games.engine.playing import in_game, money, run


def test_a_roll_to_play_is_told_to_both_programs() -> None:
    state = run(in_game(Rules(length=7), (2, 5)), act.Roll("A", (3, 1)))
    identifiers = identifiers_of(state)
    assert identifiers.xgid == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:5:0:7:10"
    assert identifiers.gnubg is not None
    board, match = read_gnubg_id(identifiers.gnubg)
    assert board.position_id() == identifiers.position == "4HPwATDgc/ABMA"
    assert (match.dice, match.score, match.length, match.on_roll) == ((3, 1), (5, 2), 7, 1)


def test_the_higher_die_comes_first_for_gnubg_however_they_fell() -> None:
    ids = {
        identifiers_of(run(in_game(Rules(length=7)), act.Roll("A", dice))).gnubg
        for dice in ((1, 3), (3, 1))
    }
    assert ids == {"4HPwATDgc/ABMA:cInlAAAAAAAE"}


def test_a_double_waits_for_the_other() -> None:
    state = run(in_game(Rules(length=7), turn="B"), act.Double("B"))
    identifiers = identifiers_of(state)
    assert ":D:" in identifiers.xgid
    assert identifiers.gnubg is not None
    _board, match = read_gnubg_id(identifiers.gnubg)
    assert (match.doubled, match.on_roll, match.to_decide, match.cube) == (True, 0, 1, 1)


def test_a_beaver_has_no_gnubg_id() -> None:
    rules = money(max_beavers=3)
    state = run(in_game(rules), act.Double("A"), act.Beaver("B"))
    identifiers = identifiers_of(state)
    assert identifiers.gnubg is None
    assert ":B:" in identifiers.xgid


def test_every_position_of_a_wild_match_has_names_that_read_back() -> None:
    state, random = initial(money(max_beavers=2, murphy_limit=2)), Random(7)
    for _ in range(400):
        action = next_action(state, random, GAMBLER)
        if action is None:
            break
        state = apply(state, action)
        identifiers = identifiers_of(state)
        assert str(Xgid.parse(identifiers.xgid)) == identifiers.xgid
        if identifiers.gnubg:
            assert read_gnubg_id(identifiers.gnubg)[0].position_id() == identifiers.position


def test_a_session_beyond_the_highest_score_of_gnubg_has_no_gnubg_id() -> None:
    identifiers = identifiers_of(replace(in_game(money()), score=(40_000, 3)))
    assert identifiers.gnubg is None
    assert ":40000:3:" in identifiers.xgid
