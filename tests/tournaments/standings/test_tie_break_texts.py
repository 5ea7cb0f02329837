"""Tie-breaks in words."""

from fractions import Fraction

from hypothesis import given

from tests.tournaments.standings.played import main_table
from tests.tournaments.standings.test_points import N5, N8_LOWER, some_rounds
from tournaments.core.tie_break_texts import descriptions, labels, sentence, shown
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.standings.why import why

NAMES = dict(
    enumerate(
        ["–", "Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"]
    )
)


def sentences(entry: int, n: int, *rounds: str, **more: object) -> list[str]:
    table = main_table(n, *rounds, **more)  # type: ignore[arg-type]
    return [sentence(reason, NAMES) for reason in why(table, entry)]


def test_every_tie_break_has_a_name_and_a_sentence() -> None:
    assert list(labels()) == list(descriptions()) == list(TIE_BREAKS)
    assert all(text.endswith(".") for text in descriptions().values())


def test_why_am_i_third() -> None:
    assert sentences(3, 8, *N8_LOWER, order=("head_to_head", "buchholz", "median")) == [
        "Points: 2. Wins: 2.",
        "Next above: Bob. Buchholz: 5 against 6.",
        "Next below: Dee. Buchholz: 5 against 3.",
        "Head-to-head (players tied: 3) does not count. Have not met: Cy, Bob.",
        "Buchholz: 5 (Gus 1, Ann 3, Eve 1).",
    ]


def test_a_bye_and_an_unplayed_round_are_called_so() -> None:
    text = sentences(5, 5, *N5, order=("buchholz",), unplayed="virtual")
    assert text[0] == "Points: 1. Wins: 0. Byes: 1."
    assert text[-1] == "Buchholz: 5 (unplayed round 1, Cy 2, Bob 2)."


def test_values_look_as_in_a_table() -> None:
    assert [shown(v) for v in (0, 7, -3, Fraction(1, 2), Fraction(11, 2), Fraction(1, 3), None)] == [
        "0", "7", "-3", "½", "5½", "0.333", "–",
    ]  # fmt: skip
    assert shown(Fraction(1, 2), "points_ratio") == "0.500"


@given(some_rounds())
def test_every_reason_that_can_come_up_has_its_sentence(drawn: tuple[int, list[str]]) -> None:
    n, rounds = drawn
    for order in (tuple(TIE_BREAKS), ("wins", "boards", "lot"), ()):
        table = main_table(n, *rounds, order=order)
        for row in table.rows:
            for reason in why(table, row.entry):
                text = sentence(reason, NAMES)
                assert text.endswith(".")
                assert "%(" not in text
