"""Files in the words of other programs, and where GNU Backgammon's files contradict themselves."""

import pytest

from games.engine.rules import Rules
from games.records.kinds import KINDS
from games.records.mat_reader import read_mat
from games.records.reading import read_file
from tests.games.records.files import checked, game, match_to, refusal, row, won
from tests.games.records.matches import record
from tests.games.records.test_mat_reader import events

OPEN = row(1, "61: 13/7 8/7", "31: 8/5 6/5")
RIGHT_WINS = f"{'':34}Wins 1 point"
PLAIN = match_to(
    3,
    game(
        row(1, "31: 8/5 6/5", "64: 24/14"),
        row(2, "55: 8/3(2) 6/1*(2)", "66: Cannot Move"),
        row(3, " Doubles => 2", " Takes"),
        row(4, "21: 13/11 24/23", " Doubles => 4"),
        row(5, " Drops", " Wins 2 points"),
    ),
    game(OPEN, number=2, score=(0, 2)),
)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (" Takes", " Accepts"),
        (" Takes", " accepted"),
        (" Drops", " Rejects"),
        ("Cannot Move", "Fan"),
        ("Cannot Move", "fans."),
        ("Cannot Move", "(no play)"),
        ("Cannot Move", "no legal move"),
        ("Cannot Move", "No legal moves."),
        ("Cannot Move", "can't move"),
        ("Doubles => 2", "Doubles=>2"),
        (" Game 1", " Game 1:"),
        (" Game 2", "Game 2."),
        (" 3 point match", " 3-point match"),
        (" 3 point match", "3 point match (Crawford rule), round 2"),
    ],
)
def test_the_words_of_other_programs_mean_the_same(text: str, other: str) -> None:
    assert text in PLAIN
    assert events(read_mat(PLAIN.replace(text, other, 1))) == events(read_mat(PLAIN))
    checked(PLAIN.replace(text, other, 1))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read_with_and_without_a_byte_order_mark(encoding: str) -> None:
    text = PLAIN.replace("Ann", "Zoë")
    assert read_file(text.encode(encoding)).names == ("Zoë", "Ben")
    assert read_file(("\ufeff" + text).encode("utf-16-be")).names == ("Zoë", "Ben")


def test_broken_utf_16_is_refused_as_no_text() -> None:
    assert refusal(b"\xff\xfe" + b"3\x00\x00\xd8" * 40 + b"\x00").code in (
        "not_text",
        "unknown_format",
    )


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (" Team: North : 0              Ben : 0", ("Team: North", "Ben")),
        (" Team:2 : 0                   Ben:3 : 0", ("Team:2", "Ben:3")),
        (" Ann : 0 Ben : 0", ("Ann", "Ben")),
    ],
)
def test_a_name_may_hold_a_colon(names: str, expected: tuple[str, str]) -> None:
    text = PLAIN.split(" Game 2")[0].replace(" Ann : 0                        Ben : 0", names)
    assert read_mat(text).names == expected


def test_the_columns_say_who_is_who_when_a_name_is_spelt_in_two_ways() -> None:
    checked_file = read_mat(PLAIN.replace("Ben : 2", "Ben-22 : 2"))
    assert checked_file.names == ("Ann", "Ben")
    assert len(checked_file.games) == 2


def test_players_who_change_columns_are_refused() -> None:
    swapped = PLAIN.replace(
        "Ann : 0                        Ben : 2", "Ben : 2                        Ann : 0"
    )
    assert refusal(swapped).code == "names_differ"


# A player who concedes a game


@pytest.mark.parametrize(
    "rows",
    [
        (row(2, " Concedes", " Wins 1 point"),),
        ("  2)  Concedes    ", RIGHT_WINS),
        ("  2) 32: Concedes", RIGHT_WINS),
        ("  2) 32: Resigns                 Wins 1 point",),
        ("  2) 62: 24/16    00: ????", "      Wins 1 point"),
        ("  2) 62: 24/16                   00: ????", "      Wins 1 point"),
        ("  2) 51: 13/8 6/5    Concedes", RIGHT_WINS),
        ("  2) 51: 13/8 6/5                Concedes", "      Wins 1 point"),
    ],
)
def test_a_conceded_game_is_a_resigned_game(rows: tuple[str, ...]) -> None:
    checked_file = checked(match_to(5, game(OPEN, *rows)))
    assert won(checked_file) == [
        ("B" if RIGHT_WINS in rows or "Wins" in rows[0] else "A", "resignation", 1, 1)
    ]


def test_dice_of_zero_with_a_play_are_not_a_roll() -> None:
    assert refusal(match_to(5, game(OPEN, row(2, "00: 24/20")))).code == "bad_dice"


@pytest.mark.parametrize("line", ["Wins 9 point and the match", "Wins 1004 point"])
def test_more_points_than_a_game_can_bring_concede_the_match(line: str) -> None:
    checked_file = checked(
        match_to(9, game(OPEN, row(2, "62: 24/16", "Concedes"), f"      {line}"))
    )
    assert checked_file.state.outcome is not None
    assert (checked_file.state.outcome.winner, checked_file.state.outcome.reason) == (
        "A",
        "conceded",
    )
    assert checked_file.state.score == (0, 0)


def test_only_the_last_game_of_a_match_can_concede_it() -> None:
    first = game(OPEN, row(2, "62: 24/16", "Concedes"), "      Wins 9 points")
    assert refusal(match_to(9, first, game(OPEN, number=2, score=(9, 0)))).code == "no_such_stake"
    assert refusal(" 0 point match\n\n" + first).code == "no_such_stake"


# GNU Backgammon's sessions


NO_RESIGNING = {"offer_resign": 0.0, "roll": 9, "play": 9, "ready": 9}
CUBELESS = Rules(kind="session", length=None, games=1, crawford=False, cube=False)


def played(kind: str) -> tuple[str, str]:
    """The .mat of a session of one game with this end and no cube, without headers; and its winner."""
    for seed in range(400):
        checked_file = record(seed, CUBELESS, NO_RESIGNING)
        result = checked_file.end.match.results[-1]
        if result.kind == kind:
            lines = KINDS["mat"].write(checked_file).splitlines()
            text = "\n".join(line for line in lines if not line.startswith(";"))
            return text.split(" Game 2")[0].rstrip(), result.winner
    raise AssertionError(f"no {kind} in 400 games")


def next_head(number: int, winner: str, points: int) -> str:
    score = (points, 0) if winner == "A" else (0, points)
    return "\n\n" + game(OPEN, number=number, score=score)


@pytest.mark.parametrize("kind", ["gammon", "backgammon"])
def test_a_gammon_that_jacoby_made_single_is_read_by_the_next_score(kind: str) -> None:
    """GNU Backgammon writes `Wins 2 points` where its next head counts 1."""
    text, winner = played(kind)
    checked_file = checked(text + next_head(2, winner, 1))
    assert (checked_file.rules.jacoby, checked_file.rules.jacoby_auto_counts) == (True, False)
    assert won(checked_file)[0] == (winner, kind, 1, 1)


def test_without_a_next_score_the_points_of_a_gammon_count_as_written() -> None:
    text, _ = played("gammon")
    checked_file = checked(text)
    assert (checked_file.rules.jacoby, won(checked_file)[0][3]) == (False, 2)


def test_a_last_gammon_is_counted_as_the_gammons_before_it_were() -> None:
    text, winner = played("gammon")
    first, second = text.split(" Game 1\n")[1], text.split(" Game 1\n")[1].splitlines()
    score = (1, 0) if winner == "A" else (0, 1)
    head = game(number=2, score=score).rstrip("\n")
    checked_file = checked(
        f" 0 point match\n\n Game 1\n{first}\n\n{head}\n" + "\n".join(second[1:])
    )
    assert [points for *_, points in won(checked_file)] == [1, 1]


def test_a_score_that_no_reading_explains_is_refused() -> None:
    text, winner = played("gammon")
    assert refusal(text + next_head(2, winner, 3)).code == "score_differs"


def sgf(*trees: str) -> str:
    return "".join(f"(;FF[4]GM[6]MI[length:0]{tree})" for tree in trees)


FIRST = "[game:0][ws:0][bs:0]PW[Ann]PB[Ben]RU[Jacoby]CV[{cv}]RE[B+{points}R];W[61mghg];B[31qtst]"
SECOND = "[game:1][ws:0][bs:{score}]PW[Ann]PB[Ben]RU[Jacoby]CV[{cv}]{end};W[61mghg];B[31qtst]"


@pytest.mark.parametrize(
    ("cv", "points", "score", "cube"),
    [
        (2, 2, 2, 2),  # the automatic double counted
        (2, 2, 1, 1),  # it is named, and was not in force
        (4, 4, 1, 1),
        (2, 4, 1, 1),  # neither it nor the gammon counted, by Jacoby
    ],
)
def test_the_next_score_says_whether_automatic_doubles_of_an_sgf_counted(
    cv: int, points: int, score: int, cube: int
) -> None:
    checked_file = checked(
        sgf(FIRST.format(cv=cv, points=points), SECOND.format(score=score, cv=1, end=""))
    )
    assert won(checked_file)[0][2:] == (cube, score)


def test_the_last_game_of_an_sgf_is_read_as_those_before_it() -> None:
    checked_file = checked(
        sgf(FIRST.format(cv=2, points=2), SECOND.format(score=1, cv=2, end="RE[B+2R]"))
    )
    assert [result[2:] for result in won(checked_file)] == [(1, 1), (1, 1)]


def test_an_sgf_whose_next_score_nothing_explains_is_refused() -> None:
    text = sgf(FIRST.format(cv=2, points=2), SECOND.format(score=5, cv=1, end=""))
    assert refusal(text).code == "score_differs"
