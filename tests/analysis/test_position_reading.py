"""What is a position, what the engine is asked about it, and which texts are refused with which code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.position_reading import MOST_CHARS, read_position
from analysis.texts import POSITION_REFUSALS
from games.engine.errors import RulesError

START = "-b----E-C---eE---c-e----B-"
MATCH = ":0:0:1:31:0:0:0:7:10"
CLOSED_OUT = "aBBBBBB--A---------bbbbbbA"


def xgid(board: str = START, rest: str = MATCH) -> str:
    return f"XGID={board}{rest}"


def code_of(text: str) -> str:
    with pytest.raises(RulesError) as refused:
        read_position(text)
    return refused.value.code


@pytest.mark.parametrize(
    "text",
    [
        xgid(),
        xgid().removeprefix("XGID="),
        f"  {xgid()}\n",
        f"X to play 31\n{xgid()}\nX:Anna O:Bert",
        xgid().lower()[:5] + xgid()[5:],
        "4HPwATDgc/ABMA:cInlAAAAAAAE",
        "Position ID: 4HPwATDgc/ABMA\nMatch ID   : cInlAAAAAAAE",
    ],
)
def test_an_id_is_read_alone_and_inside_what_other_programs_copy(text: str) -> None:
    position = read_position(text)
    assert str(position.xgid) == xgid()
    assert (position.dice, position.away, position.on_roll) == ((3, 1), (7, 7), "A")


def test_a_position_id_alone_is_a_money_game_before_the_roll() -> None:
    position = read_position("4HPwATDgc/ABMA")
    assert (position.dice, position.away, position.jacoby, position.may_double) == (None, None, False, True)  # fmt: skip


def test_the_question_is_that_of_the_player_on_roll() -> None:
    top = read_position(xgid(rest=":1:-1:-1:00:2:4:0:7:10"))
    question = top.question()
    assert (question["away"], question["owner"], question["cube"]) == ([3, 5], "player", 2)
    assert (top.on_roll, top.decides, top.may_double) == ("B", "B", True)
    assert question["board"] == [abs(n) if i == 0 else n for i, n in enumerate(top.board.points)]


def test_the_answer_to_a_double_is_the_opponents() -> None:
    position = read_position(xgid(rest=":0:0:1:D:0:0:0:7:10"))
    assert (position.on_roll, position.decides, position.dice) == ("A", "B", None)


@pytest.mark.parametrize(
    ("rest", "may_double"),
    [
        (":0:0:1:00:0:0:0:7:10", True),
        (":1:1:1:00:0:0:0:7:10", True),
        (":1:-1:1:00:0:0:0:7:10", False),  # the opponent owns it
        (":2:1:1:00:3:0:0:7:10", False),  # four points are all that is needed
        (":0:0:1:00:6:3:1:7:10", False),  # Crawford
        (":0:0:1:00:0:0:0:1:10", False),
        (":0:0:1:00:9:3:0:0:10", True),
    ],
)
def test_who_may_double(rest: str, may_double: bool) -> None:
    assert read_position(xgid(rest=rest)).may_double is may_double


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_position"),
        ("  \n ", "no_position"),
        ("rubbish", "bad_position"),
        ("x" * (MOST_CHARS + 1), "bad_position"),
        ("\0", "bad_position"),
        ("XGID=-b--", "bad_xgid"),
        (xgid(rest=":0:0:1:77:0:0:0:7:10"), "bad_xgid"),
        (xgid(rest=":99:0:1:31:0:0:0:7:10"), "bad_xgid"),
        (xgid("-b----E-C---eE---c-e----C-"), "too_many_checkers"),
        (xgid("Ab----E-C---eE---c-e----A-"), "bad_board"),
        (xgid(CLOSED_OUT), "both_closed_out"),
        (xgid("-BBB----------------------"), "game_over"),
        (xgid(rest=":0:0:1:31:7:0:0:7:10"), "match_over"),
        (xgid(rest=":0:0:1:31:0:0:0:26:10"), "match_too_long"),
        (xgid(rest=":0:0:1:31:0:0:1:7:10"), "bad_crawford"),
        (xgid(rest=":0:0:1:31:6:6:1:7:10"), "bad_crawford"),
        (xgid(rest=":0:0:1:31:0:0:2:7:10"), "bad_crawford"),
        (xgid(rest=":0:1:1:31:0:0:0:7:10"), "bad_cube"),
        (xgid(rest=":1:0:1:31:0:0:0:7:10"), "bad_cube"),
        (xgid(rest=":1:1:1:31:6:3:1:7:10"), "bad_cube"),
        (xgid(rest=":5:1:1:31:0:0:0:7:4"), "bad_cube"),
        (xgid(rest=":0:0:1:31:0:0:0:7:2"), "cube_limit"),
        (xgid(rest=":1:-1:1:D:0:0:0:7:10"), "bad_double"),
        (xgid(rest=":1:1:1:B:0:0:2:0:10"), "beaver_offered"),
        ("AAAAAAAAAAAAA", "bad_position"),
        ("éééééééééééééé", "bad_position_id"),
        ("/////////////w", "bad_position_id"),
        ("4HPwATDgc/ABMA:////////////", "bad_match_id"),
    ],
)
def test_what_cannot_be_judged_is_refused_by_its_code(text: str, code: str) -> None:
    assert code_of(text) == code


def test_cubes_as_limited_as_the_match_is_long_are_no_limit() -> None:
    assert read_position(xgid(rest=":0:0:1:31:0:0:0:7:3")).dice
    assert read_position(xgid(rest=":0:0:1:31:0:0:0:1:0")).dice


def is_position_or_refused_in_words(text: str) -> bool:
    try:
        read_position(text)
    except RulesError as error:
        return error.code in POSITION_REFUSALS
    return True


@given(st.text(max_size=400) | st.text(alphabet="-abAB:0123DXGID=", max_size=60))
def test_whatever_is_typed_is_a_position_or_refused_in_words(text: str) -> None:
    assert is_position_or_refused_in_words(text)


@given(st.text(alphabet="-abcdABCDE", min_size=26, max_size=26), st.sampled_from(["31", "00", "D", "66"]))  # fmt: skip
def test_every_board_is_a_position_or_refused_in_words(board: str, dice: str) -> None:
    assert is_position_or_refused_in_words(xgid(board, f":0:0:1:{dice}:0:0:0:7:10"))


def test_a_session_score_beyond_a_gnubg_id_is_read_without_one() -> None:
    position = read_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:40000:3:0:0:10")
    assert position.gnubg is None
