"""What holds for every board and roll."""

from contextlib import suppress
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    Board,
    RulesError,
    find_play,
    format_play,
    legal_plays,
    parse_play,
    result_boards,
    results,
    steps,
)
from games.engine.ids import GamePhase, MatchId, gnubg_id, read_gnubg_id
from games.engine.plays import Dice, Steps
from games.engine.xgid import Xgid
from tests.examples import examples
from tests.games.engine import naive
from tests.games.engine.positions import boards, rolls

MANY = settings(max_examples=examples(300), deadline=None)
SOME = settings(max_examples=examples(60), deadline=None)


@MANY
@given(boards, rolls)
def test_the_results_are_those_of_the_rules_in_plain_words(seen: Board, dice: Dice) -> None:
    expected = naive.results(list(seen.points), dice)
    assert {play.board.points for play in legal_plays(seen, dice)} == expected
    listed = result_boards(seen, dice)
    assert len(listed) == len(expected)
    assert {after.points for after in listed} == expected


@MANY
@given(boards, rolls)
def test_checkers_are_conserved_and_pips_go_down_by_what_was_moved(seen: Board, dice: Dice) -> None:
    for play in legal_plays(seen, dice):
        mine, theirs = (sum(max(sign * n, 0) for n in play.board.points) for sign in (1, -1))
        assert (mine + play.board.off[0], theirs + play.board.off[1]) == (15, 15)
        assert play.board.off[0] - seen.off[0] == sum(move.target == 0 for move in play.moves)
        assert play.board.off[1] == seen.off[1]
        walked = sum(move.source - move.target for move in play.moves)
        assert seen.pips()[0] - play.board.pips()[0] == walked
        assert walked <= sum(dice) * (2 if dice[0] == dice[1] else 1)


@SOME
@given(boards, rolls)
def test_every_play_is_found_by_its_moves_and_by_its_text(seen: Board, dice: Dice) -> None:
    for play in legal_plays(seen, dice)[:40]:
        assert find_play(seen, dice, play.moves) == play
        assert parse_play(format_play(play.moves), seen, dice).board == play.board


@SOME
@given(boards, rolls)
def test_walks_end_exactly_where_legal_plays_end(seen: Board, dice: Dice) -> None:
    walk = steps(seen, dice)
    walked = {find_play(seen, dice, way).board for way in _walks(walk)}
    assert walked == set(result_boards(seen, dice))


@SOME
@given(boards, rolls)
def test_no_walk_ends_in_a_dead_end(seen: Board, dice: Dice) -> None:
    walk = steps(seen, dice)
    named = {str(edge[3]) for edges in walk["nodes"].values() for edge in edges}
    assert named | {walk["start"]} == set(walk["nodes"])
    assert {node for node, edges in walk["nodes"].items() if not edges} == set(walk["ends"])


@SOME
@given(boards, rolls)
def test_every_order_of_a_legal_play_can_be_walked(seen: Board, dice: Dice) -> None:
    ways = naive.legal_sequences(list(seen.points), dice)
    walk = steps(seen, dice)
    for moves, _ in ways[:: 1 + len(ways) // 200]:
        assert _can_be_walked(walk, walk["start"], moves)


@MANY
@given(boards)
def test_a_board_survives_its_position_id_and_two_flips(seen: Board) -> None:
    assert Board.from_position_id(seen.position_id()) == seen
    assert Board.from_points(seen.points) == seen
    assert seen.flipped().flipped() == seen


@SOME
@given(boards, rolls)
def test_results_are_sorted_position_ids_without_repetition(seen: Board, dice: Dice) -> None:
    result = results(seen.position_id(), dice)
    assert result == sorted(set(result))
    assert {Board.from_position_id(text).flipped() for text in result} == set(
        result_boards(seen, dice)
    )


_number = st.integers(0, (1 << 15) - 1)
_player = st.sampled_from([0, 1])
match_ids = st.builds(
    MatchId,
    length=_number,
    score=st.tuples(_number, _number),
    cube=st.integers(0, 15).map(lambda power: 1 << power),
    cube_owner=st.sampled_from([None, 0, 1]),
    on_roll=_player,
    to_decide=_player,
    crawford=st.booleans(),
    stage=st.sampled_from(GamePhase),
    doubled=st.booleans(),
    resigned=st.integers(0, 3),
    dice=st.none() | rolls,
    jacoby=st.booleans(),
)


@MANY
@given(boards, match_ids)
def test_match_ids_survive_the_round_trip(seen: Board, match: MatchId) -> None:
    dice = match.dice and (
        max(match.dice),
        min(match.dice),
    )  # the higher one first, as gnubg has it
    again = replace(match, dice=dice)
    assert MatchId.decode(match.encode()) == again
    assert read_gnubg_id(gnubg_id(seen, match)) == (seen, again)


@MANY
@given(boards, match_ids)
def test_xgids_survive_the_round_trip(seen: Board, match: MatchId) -> None:
    xgid = Xgid.from_gnubg(seen, match)
    assert Xgid.parse(str(xgid)) == xgid
    assert Xgid.from_gnubg(*xgid.to_gnubg()) == xgid


@MANY
@given(st.text(max_size=30), rolls)
def test_any_text_is_a_legal_play_or_a_rules_error(text: str, dice: Dice) -> None:
    with suppress(RulesError):
        play = parse_play(text, Board.start(), dice)
        assert play.board in result_boards(Board.start(), dice)


@MANY
@given(st.text(max_size=16) | st.binary(max_size=16) | st.integers())
def test_any_position_id_is_a_board_or_a_rules_error(text: str) -> None:
    with suppress(RulesError):
        assert Board.from_position_id(text).position_id() == text


def _walks(walk: Steps) -> list[list[tuple[int, int]]]:
    """One way to each edge of the graph and on to an end: all of them together meet every end."""
    reached: dict[str, list[tuple[int, int]]] = {walk["start"]: []}
    queue = [walk["start"]]
    for node in queue:
        for source, target, _, after, _ in walk["nodes"][node]:
            if str(after) not in reached:
                reached[str(after)] = [*reached[node], (int(source), int(target))]
                queue.append(str(after))
    return [reached[node] for node in walk["ends"]]


def _can_be_walked(walk: Steps, node: str, moves: naive.Sequence) -> bool:
    if not moves:
        return node in walk["ends"]
    return any(
        _can_be_walked(walk, str(edge[3]), moves[1:])
        for edge in walk["nodes"][node]
        if (edge[0], edge[1]) == moves[0]
    )
