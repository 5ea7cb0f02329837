"""Position ID, Match ID and XGID: the worked examples of GNU Backgammon, and what is refused."""

import pytest

from games.engine import Board, RulesError
from games.engine.ids import GamePhase, MatchId, gnubg_id, read_gnubg_id
from games.engine.xgid import Xgid
from tests.games.engine.playing import board

MONEY_31 = MatchId(length=0, dice=(3, 1), jacoby=True)
WORKED = [
    ("4HPwATDgc/ABMA:cIkFAAAAAAAA", MONEY_31),
    ("4HPwATDgc/ABMA:cIkFAAAAAAAE", MatchId(length=0, dice=(3, 1))),
    ("4HPwAVCw5+ABUA:QQngADAAKAAE", MatchId(length=7, score=(3, 5), cube=2, cube_owner=0)),
    (
        "4HPwATDgc/ABMA:sIGqAEAAEAAE",
        MatchId(length=5, score=(4, 2), crawford=True, on_roll=0, to_decide=0, dice=(5, 2)),
    ),
    ("4HPwATDg28EBMA:cBEgAQAAAAAE", MatchId(length=9, doubled=True, to_decide=0)),
    ("kwMAAJkDAAAAAA:UgkbAAAAAAAE", MatchId(length=0, cube=4, cube_owner=1, dice=(6, 6))),
]
WORKED_XGIDS = [
    ("4HPwATDgc/ABMA:cIkFAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10"),
    ("4HPwATDgc/ABMA:cIkFAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"),
    ("4HPwAVCw5+ABUA:QQngADAAKAAE", "XGID=aa---BD-C---eD---c-e----AA:1:-1:1:00:5:3:0:7:10"),
    ("kwMAAJkDAAAAAA:UgkbAAAAAAAE", "XGID=--A-B-C-------------c-a-b-:2:1:1:66:0:0:0:0:10"),
]
TOP_ON_ROLL = "XGID=aa---BD-C---eD---c-e----AA:0:0:-1:52:2:4:0:5:10"


@pytest.mark.parametrize(("text", "match"), WORKED)
def test_the_worked_match_ids_are_read_and_written(text: str, match: MatchId) -> None:
    seen, read = read_gnubg_id(text)
    assert read == match
    assert gnubg_id(seen, match) == text


@pytest.mark.parametrize(("text", "xgid"), WORKED_XGIDS)
def test_the_worked_xgids_say_the_same_as_the_match_ids(text: str, xgid: str) -> None:
    read = Xgid.parse(xgid)
    assert gnubg_id(*read.to_gnubg()) == text
    assert str(read) == xgid
    assert str(Xgid.from_gnubg(*read_gnubg_id(text))) == xgid


def test_an_xgid_with_the_upper_player_on_roll_is_turned_round() -> None:
    read = Xgid.parse(TOP_ON_ROLL)
    seen, match = read.to_gnubg()
    assert seen.position_id() == "sOfgAVDgc/ABUA"
    assert (match.on_roll, match.score, match.dice) == (0, (4, 2), (5, 2))
    assert str(Xgid.from_gnubg(seen, match)) == TOP_ON_ROLL


def test_a_pending_double_is_kept_on_the_way_through() -> None:
    doubled = MatchId(length=9, doubled=True, on_roll=0, to_decide=1)
    xgid = Xgid.from_gnubg(Board.start(), doubled)
    assert (xgid.dice, xgid.turn) == ("D", -1)
    assert xgid.to_gnubg() == (Board.start(), doubled)


def test_a_pending_beaver_has_no_match_id() -> None:
    with pytest.raises(RulesError) as error:
        Xgid(board=Board.start(), dice="B").to_gnubg()
    assert error.value.code == "not_in_match_id"


def test_money_rules_of_an_xgid_tell_jacoby_and_beavers() -> None:
    xgid = Xgid.from_gnubg(Board.start(), MONEY_31, beavers=True)
    assert xgid.rules == 3
    assert xgid.to_gnubg()[1] == MONEY_31


def test_the_position_id_of_a_backgammon_with_everything_off() -> None:
    over = board("X:; O: 1×15")
    assert Board.from_position_id(over.position_id()) == over
    assert over.off == (15, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "bad_position_id"),
        (14, "bad_position_id"),
        (b"4HPwATDgc/ABMA", "bad_position_id"),
        ("", "bad_position_id"),
        ("4HPwATDgc/ABM", "bad_position_id"),
        ("4HPwATDgc/ABMA==", "bad_position_id"),
        ("4HPwATDgc/ABM=", "bad_position_id"),
        ("4HPwATDgc/AB A", "bad_position_id"),
        ("4HPwATDgc-ABMA", "bad_position_id"),
        ("éHPwATDgc/ABMA", "bad_position_id"),
        ("4HPwATDgc/ABMB", "bad_position_id"),
        ("//////////////", "bad_position_id"),
        ("AAAA/v8BAAAAAA", "too_many_checkers"),
        ("AACABAAAAAAAAA", "both_on_one_point"),
    ],
)
def test_what_is_not_a_position_id_is_refused(text: str, code: str) -> None:
    with pytest.raises(RulesError) as error:
        Board.from_position_id(text)
    assert error.value.code == code


@pytest.mark.parametrize(
    "text",
    [None, 5, "", "cIkFAAAAAAA", "cIkFAAAAAAA=", "cIkFAAAAAA A", "cIkFAAAAAAD/", "////////////"],
)
def test_what_is_not_a_match_id_is_refused(text: str) -> None:
    with pytest.raises(RulesError) as error:
        MatchId.decode(text)
    assert error.value.code == "bad_match_id"


@pytest.mark.parametrize(
    "fields",
    [{"cube": 3}, {"cube": 1 << 16}, {"length": -1}, {"length": 1 << 15}, {"score": (0, 1 << 15)},
     {"dice": (0, 1)}, {"dice": (7, 1)}, {"resigned": 4}, {"cube_owner": 2}, {"on_roll": 3}],
)  # fmt: skip
def test_a_match_id_cannot_say_what_does_not_fit(fields: dict[str, object]) -> None:
    with pytest.raises(RulesError) as error:
        MatchId(**({"length": 7} | fields))  # type: ignore[arg-type]
    assert error.value.code == "bad_match_id"


@pytest.mark.parametrize("text", [None, "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cIkFAAAAAAAA:", ":"])
def test_what_is_not_a_pair_of_ids_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        read_gnubg_id(text)


@pytest.mark.parametrize(
    "text",
    [None, "", "XGID=", TOP_ON_ROLL + ":1", TOP_ON_ROLL.replace(":52:", ":72:"),
     TOP_ON_ROLL.replace("aa-", "aaz"), TOP_ON_ROLL.replace(":-1:", ":2:"),
     TOP_ON_ROLL.replace("AA:0:", "AA:16:")],
)  # fmt: skip
def test_what_is_not_an_xgid_is_refused(text: str) -> None:
    with pytest.raises(RulesError) as error:
        Xgid.parse(text)
    assert error.value.code == "bad_xgid"


def test_an_xgid_with_an_impossible_board_is_refused() -> None:
    with pytest.raises(RulesError) as error:
        Xgid.parse("XGID=-O----E-------------------:0:0:1:00:0:0:0:7:10")
    assert error.value.code == "too_many_checkers"


def test_stages_survive_the_round_trip() -> None:
    for stage in GamePhase:
        match = MatchId(length=3, stage=stage, resigned=2)
        assert MatchId.decode(match.encode()) == match
