"""A file played through with the engine: cube, resignations, scores, and what only the score tells."""

import pytest

from games.engine.actions import Drop, Imported, MakePlay, OfferResign, OpeningRoll, Take
from games.engine.errors import RulesError
from games.engine.match import apply, initial, replay
from games.engine.rules import Rules
from tests.games.records.files import MONEY, checked, game, match_to, refusal, row, won

OPEN = row(1, "61: 13/7 8/7", "31: 8/5 6/5")


def session(*games: str, header: str = "") -> str:
    return header + MONEY + "\n".join(games)


def test_a_drop_loses_the_cube_before_the_offer() -> None:
    rows = (OPEN, row(2, " Doubles => 2", " Takes"), row(3, "52: 13/8 13/11", " Doubles => 4"))
    left = checked(match_to(5, game(*rows, row(4, " Drops", " Wins 2 points"))))
    assert won(left) == [("B", "drop", 2, 2)]
    assert left.state.outcome is not None
    assert left.state.outcome.reason == "unfinished"


def test_the_winner_need_not_be_named_when_the_play_tells() -> None:
    rows = (OPEN, row(2, " Doubles => 2", " Drops"))
    two = (game(*rows), game(OPEN, number=2, score=(1, 0)))
    assert won(checked(match_to(3, *two))) == [("A", "drop", 1, 1)]


@pytest.mark.parametrize(
    ("points", "kind", "level"), [(1, "single", 1), (2, "gammon", 2), (3, "backgammon", 3)]
)
def test_a_winner_in_a_live_game_means_that_the_other_gave_it_up(
    points: int, kind: str, level: int
) -> None:
    text = checked(match_to(5, game(OPEN, f"{'':34}Wins {points} points")))
    assert [result.level for result in text.state.results] == [level]
    assert (1, OfferResign("A", kind)) in text.actions  # type: ignore[arg-type]


def test_who_gives_up_in_the_turn_of_the_other_has_no_offer_to_make() -> None:
    text = checked(match_to(5, game(OPEN, "      Wins 2 points")))
    assert text.actions[-2] == (1, Imported("resigned", seat="B", level="gammon"))
    assert won(text) == [("A", "resignation", 1, 2)]


def test_giving_up_before_an_answer_is_a_drop() -> None:
    text = checked(match_to(5, game(OPEN, row(2, " Doubles => 2"), "      Wins 1 point")))
    assert (1, Drop("B")) in text.actions


def test_the_last_points_may_be_written_as_far_as_they_were_needed() -> None:
    rows = (OPEN, row(2, " Doubles => 2", " Takes"), row(3, "52: 13/8 13/11"))
    first = game(*rows, "      Wins 2 points")
    last = game(*rows, "      Wins 1 point and the match", number=2, score=(2, 0))
    assert refusal(match_to(3, first, last)).code == "crawford_game"
    text = checked('; [Crawford "Off"]\n' + match_to(3, first, last))
    assert won(text)[-1] == ("A", "resignation", 2, 2)


def test_dice_after_a_beaver_say_that_it_was_taken() -> None:
    rows = (
        row(1, "61: 13/7 8/7", " Doubles => 2"),
        row(2, " Beavers => 4", "31: 8/5 6/5"),
    )
    text = checked(session(game(*rows)))
    assert text.actions[-4] == (1, Take("B"))
    assert text.rules.max_beavers == 1


def test_a_raccoon_may_be_called_a_beaver_and_its_take_left_out() -> None:
    rows = (
        row(1, "61: 13/7 8/7", " Doubles => 2"),
        row(2, " Beavers => 4", " Beavers => 8"),
        row(3, "", "31: 8/5 6/5"),
        row(4, "66:", "Wins 24 points"),
    )
    text = checked(session(game(*rows)))
    assert won(text) == [("B", "resignation", 8, 24)]
    assert text.rules.max_beavers == 2


def test_automatic_doubles_that_only_the_next_score_tells() -> None:
    """GNU Backgammon 1.07 writes neither the doubles nor the cube that they made."""
    rows = (row(1, "61: 13/7 8/7", " Doubles => 2"), row(2, " Drops", "Wins 1 point"))
    text = checked(session(game(*rows), game(OPEN, number=2, score=(0, 4))))
    assert text.actions[1] == (1, Imported("doubled", times=2))
    assert (won(text), text.rules.murphy_limit) == ([("B", "drop", 4, 4)], 2)


def test_automatic_doubles_that_the_cube_tells() -> None:
    rows = (row(1, "61: 13/7 8/7", " Doubles => 4"), row(2, " Drops", "Wins 2 points"))
    text = checked(session(game(*rows)))
    assert text.actions[1] == (1, Imported("doubled", times=1))


def test_jacoby_is_what_the_points_say_where_the_file_is_silent() -> None:
    beginning = (OPEN, f"{'':34}Wins 2 points")
    assert not checked(session(game(*beginning))).rules.jacoby
    stated = session(game(*beginning), header='; [Jacoby "On"]\n')
    assert checked(stated).rules.murphy_limit == 1  # a single game at an automatic 2
    doubled = game(OPEN, row(2, " Doubles => 2", " Drops"))
    three = game(OPEN, f"{'':34}Wins 3 points", number=2, score=(1, 0))
    refused = refusal(session(doubled, three, header='; [Jacoby "On"]\n'))
    assert refused.code == "no_stake_by_jacoby"


def test_a_file_that_ends_in_a_game_is_unfinished() -> None:
    text = checked(match_to(3, game(OPEN)))
    assert text.actions[-1] == (1, Imported("end"))
    assert (text.state.phase, text.state.score) == ("finished", (0, 0))
    assert text.state.game is not None
    assert not text.state.game.over


def test_a_session_that_ends_between_games_counts() -> None:
    text = checked(session(game(OPEN, "      Wins 1 point")))
    assert text.state.outcome is not None
    assert (text.state.outcome.winner, text.state.outcome.reason) == ("A", "played")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (match_to(3, game(row(1, "", OPEN[5:18]), row(2, "", "31: 8/5 6/5"))), "not_your_turn", 6),
        (match_to(3, game(OPEN, row(2, " Takes"))), "no_double_pending", 6),
        (match_to(3, game(row(1, " Doubles => 2"))), "game_not_started", 5),
        (match_to(3, game(OPEN, row(2, " Doubles => 4"))), "cube_differs", 6),
        (match_to(3, game(OPEN, row(2, " Doubles => 2"), row(3, "", OPEN[5:18]))), "unanswered", 7),
        (match_to(3, game(OPEN, row(2, " Doubles => 2", " Beavers => 4"))), "beavers_off", 6),
        (match_to(3, game(OPEN, "      Wins 5 points"), game(number=2)), "no_such_stake", 6),
        (match_to(3, game(OPEN, row(2, " Doubles => 2", " Drops"), "      Wins 2 points")),
         "points_differ", 7),
        (match_to(3, game(OPEN, row(2, " Doubles => 2", " Drops"), f"{'':34}Wins 1 point")),
         "winner_differs", 7),
        (match_to(3, game(OPEN, row(2, " Doubles => 2", " Drops"), row(3, "21: 13/11 6/5"))),
         "game_over", 7),
        (match_to(3, game(OPEN), game(OPEN, number=2)), "game_not_over", 9),
        (match_to(3, game(OPEN, "      Wins 1 point"), game(OPEN, number=2)), "score_differs", 10),
        (match_to(3, game(OPEN, score=(1, 0))), "not_from_start", 4),
        (match_to(1, game(OPEN, "      Wins 1 point"), game(OPEN, number=2, score=(1, 0))),
         "match_over", 10),
        (match_to(1, game(OPEN, row(2, " Doubles => 2"))), "cube_off", 6),
        (match_to(3, game(row(1, "61: ???", "31: 8/5 6/5"))), "roll_left", 5),
    ],
)  # fmt: skip
def test_what_the_engine_does_not_agree_with_is_refused(text: str, code: str, line: int) -> None:
    refused = refusal(text)
    assert (refused.code, refused.place.line) == (code, line)


def test_only_a_match_without_a_seed_takes_its_word_from_a_file() -> None:
    state = initial(Rules(length=3))
    for action in (Imported("end"), Imported("doubled", times=1)):
        with pytest.raises(RulesError, match="imported matches"):
            apply(state, action)
    begun = apply(state, Imported("start", source="mat"))
    assert (begun.imported, begun.sealed, begun.waiting_for) == (True, False, "opening_roll")
    with pytest.raises(RulesError, match="imported matches"):
        apply(begun, Imported("start", source="mat"))
    with pytest.raises(RulesError):
        apply(begun, Imported("doubled", times=1))  # not in a match
    with pytest.raises(RulesError):
        apply(begun, Imported("resigned", seat="A", level="single"))  # no game yet
    over = replay(Rules(length=3), [Imported("start", source="mat"), Imported("end")])
    with pytest.raises(RulesError):
        apply(over, OpeningRoll((3, 1)))
    with pytest.raises(RulesError):
        apply(over, MakePlay("A"))
