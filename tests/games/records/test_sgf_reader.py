"""Reading .sgf: a collection with one tree a game, analysis passed over, positions refused."""

import pytest

from games.engine.actions import Beaver, Double, Imported, MakePlay, Raccoon, Take
from games.records.reading import read_file
from tests.games.records.files import checked, golden, refusal, won

HEAD = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"
PLAYERS = "PW[Ann]PB[Ben]"


def tree(nodes: str, info: str = "MI[length:3][game:0][ws:0][bs:0]", more: str = "") -> str:
    return f"(;{HEAD}{info}{PLAYERS}{more}\n{nodes})"


def money(nodes: str, more: str = "") -> str:
    return tree(nodes, "MI[length:0][game:0][ws:0][bs:0]", more)


def test_both_formats_tell_the_same_story() -> None:
    for name in ("three", "five"):
        sgf = checked(golden(f"{name}.sgf").decode()).actions[1:]
        assert sgf == checked(golden(f"{name}.mat").decode()).actions[1:]


def test_letters_are_whites_points_for_both() -> None:
    text = checked(tree(";W[61mghg];B[31qtst]"))
    assert text.actions[2] == (1, MakePlay("A", ((13, 7), (8, 7))))
    assert text.actions[4] == (1, MakePlay("B", ((8, 5), (6, 5))))


def test_a_double_answered_by_doubles_is_beavered_and_raccooned() -> None:
    text = checked(
        money(";W[61mghg];B[double];W[double];B[double];W[take];B[31qtst]", "RU[Jacoby]")
    )
    assert [action for _, action in text.actions[3:7]] == [
        Double("B"), Beaver("A"), Raccoon("B"), Take("A"),
    ]  # fmt: skip
    assert text.rules.max_beavers == 2
    assert text.state.game is not None
    assert (text.state.game.cube, text.state.game.owner) == (8, "A")


def test_automatic_doubles_stand_on_the_log_without_rolls_nobody_knows() -> None:
    text = checked(money(";W[61mghg];B[double];W[drop]", "RU[Jacoby]CV[4]RE[B+4]"))
    assert text.actions[1] == (1, Imported("doubled", times=2))
    assert (text.rules.murphy_limit, won(text)) == (2, [("B", "drop", 4, 4)])
    assert text.state.rolls == 1


def test_a_set_roll_and_its_play_are_one_roll() -> None:
    text = checked(tree(";PL[W]DI[16];W[61mghg]"))
    assert len(text.actions) == 4


def test_a_resignation_counts_what_the_result_says() -> None:
    text = checked(tree(";W[61mghg];B[double];W[take];PL[B]DI[66]", more="RU[Crawford]RE[W+4R]"))
    assert won(text) == [("A", "resignation", 2, 4)]


def test_of_variations_the_first_is_what_was_played() -> None:
    assert len(checked(tree("(;W[61mghg](;B[31qtst])(;B[31xtst]))(;W[nonsense])")).actions) == 6


def test_depth_does_no_harm() -> None:
    nested = tree("(" * 50_000 + ";W[61mghg]" + ")" * 50_000)
    assert len(checked(nested).actions) == 4
    assert refusal("(" * 100_000).code == "unclosed"


def test_comments_may_hold_anything() -> None:
    text = checked(tree(";C[a \\] bracket; and (more) \\\\]W[61mghg]A[0][x]"))
    assert len(text.actions) == 4


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (tree(";AE[a:y]AW[a]"), "set_up"),
        (tree(";W[61mghg]", more="AE[a:y]"), "set_up"),
        (tree(";W[61mghg];CV[4]"), "set_up"),
        (money(";W[61mghg]", "CV[3]"), "bad_property"),
        (tree(";W[61mghg", more=""), "bad_line"),
        (tree(";W[61mghg]").rstrip(")"), "unclosed"),
        (tree(";W[61mg1g]"), "bad_property"),
        (tree(";W[71mghg]"), "bad_property"),
        (tree(";W[61mghf]"), "not_on_the_dice"),
        (tree(";W[61mghg];W[61mghg]"), "not_your_turn"),
        (tree(";DI[61]"), "bad_property"),
        (tree(";PL[X]DI[61]"), "bad_property"),
        (tree(";W[61mghg]", more="RU[Crawford:Nackgammon]"), "variation"),
        (tree(";W[61mghg]", more="RU[Crawford:CrawfordGame]"), "crawford_differs"),
        (tree(";W[61mghg]", more="RE[W+2]"), "not_over"),
        (tree(";W[61mghg]", "MI[length:3][game:2][ws:2][bs:1]"), "not_from_start"),
        (tree(";W[61mghg]", "MI[length:3][game:2][ws:0][bs:0]"), "game_number"),
        (tree(";W[61mghg]", "MI[length:x]"), "bad_property"),
        (tree(";W[61mghg]", "MI[length:100]"), "long_match"),
        ("(;GM[1]FF[4];B[pd];W[dd])", "not_backgammon"),
        ("(;)", "no_games"),
        ("()", "no_games"),
        ("(", "unclosed"),
        ("(;)" * 101, "many_games"),
        ("()" * 9, "no_games"),
        ("(;GM[6]) trailing", "bad_line"),
        ("(;[6])", "bad_line"),
        ("(GM[6])", "bad_line"),
        ("(;gm[6])", "bad_line"),
        (tree(";W[61mghg]") + tree(";W[61mghg]", "MI[length:5][game:1]"), "names_differ"),
        (tree(";W[61mghg]") + tree(";W[61mghg]", "MI[length:3][game:1]"), "game_not_over"),
    ],
)
def test_what_cannot_be_imported_is_refused_in_one_word(text: str, code: str) -> None:
    assert refusal(text).code == code


def test_the_place_is_line_and_column() -> None:
    refused = refusal(tree(";W[61mghg]\n;B[31qtsv]"))
    assert (refused.place.line, refused.place.column, refused.place.game) == (3, 2, 1)


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
    assert read_file(b"(;GM[6];W[61mghg])").names == ("White", "Black")
