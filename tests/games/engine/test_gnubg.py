"""A second opinion: GNU Backgammon finds the same plays, reads our IDs as we mean them, and turns the cube alike."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

from games.engine import actions as act
from games.engine.board import Board
from games.engine.ids import MatchId, PlayerNo, gnubg_id, read_gnubg_id
from games.engine.match import MatchState, apply, cube_note, may
from games.engine.notation import parse_play
from games.engine.plays import legal_plays
from games.engine.seats import Seat
from games.engine.xgid import Xgid
from tests.games.engine.gnubg import Case, ask
from tests.games.engine.matchplay import roll
from tests.games.engine.playing import in_game, match_to, money
from tests.js import position_ids

POSITIONS = 200
CUBES = 120
PLAYER: dict[Seat, PlayerNo] = {"A": 1, "B": 0}
CUBE_KINDS = ("double", "take", "drop", "beaver", "raccoon")
COMMANDS = {"raccoon": "redouble", "beaver": "redouble"}


def positions(random: Random, number: int) -> list[Board]:
    """Boards of random games, each seen by the player on roll, from the opening to the bear-off."""
    rows: list[Board] = []
    board = Board.start()
    while len(rows) < number:
        board = random.choice(legal_plays(board, roll(random))).board.flipped()
        if max(board.off) == 15:
            board = Board.start()
        elif random.random() < 0.2:
            rows.append(board)
    return rows


def xgid(random: Random, board: Board, dice: str) -> Xgid:
    """This board, seen by the player on roll, at some score with some cube."""
    length = random.choice([0, 3, 5, 7, 11])
    score = [random.randrange(length) if length else random.randrange(9) for _ in "AB"]
    turn = random.choice((1, -1))
    one_away = bool(length) and score.count(length - 1) == 1
    rules = random.choice((0, 1)) if one_away or not length else 0
    owner = 0 if length and rules else random.choice((0, 1, -1))  # no cube in the Crawford game
    return Xgid(
        board=board if turn == 1 else board.flipped(),
        cube=2 ** random.randint(1, 3) if owner else 1,
        owner=owner,
        turn=turn,
        dice=dice,
        score_bottom=score[0],
        score_top=score[1],
        rules=rules,
        length=length,
    )


def rolled(random: Random) -> list[Xgid]:
    boards = positions(random, POSITIONS)
    rolls = [sorted(roll(random), reverse=True) for _ in boards]  # as gnubg writes them
    return [
        xgid(random, board, "{}{}".format(*roll)) for board, roll in zip(boards, rolls, strict=True)
    ]


def new(length: int) -> str:
    return f"new match {length}" if length else "new session"


def turned(match: MatchId) -> MatchId:
    """The same match with the players' numbers exchanged."""
    other: dict[PlayerNo | None, PlayerNo | None] = {0: 1, 1: 0, None: None}
    return replace(
        match,
        score=match.score[::-1],
        cube_owner=other[match.cube_owner],
        on_roll=1 - match.on_roll,
        to_decide=1 - match.to_decide,
    )


def test_gnubg_finds_the_same_plays_and_reads_our_xgids(tmp_path: Path) -> None:
    asked = rolled(Random(1))
    cases = [Case((new(row.length), f"set xgid {row}"), plays=True) for row in asked]
    for item, message in zip(asked, ask(cases, tmp_path), strict=True):
        board, match = item.to_gnubg()
        # The player on roll in an XGID sits below in gnubg.
        assert message.id == gnubg_id(board, match if match.on_roll else turned(match)), item
        assert match.dice is not None
        theirs = {parse_play(text, board, match.dice).board for text in message.plays} or {board}
        assert theirs == {play.board for play in legal_plays(board, match.dice)}, item


def test_gnubg_reads_an_id_of_ours_as_the_same_id(tmp_path: Path) -> None:
    random = Random(2)
    rolls = [random.choice(("00", "31", "66")) for _ in range(POSITIONS)]
    boards = positions(random, POSITIONS)
    asked = [xgid(random, *pair).to_gnubg() for pair in zip(boards, rolls, strict=True)]
    ids = [gnubg_id(board, match) for board, match in asked]
    cases = [
        Case((new(match.length), f"set gnubgid {text}"))
        for (_, match), text in zip(asked, ids, strict=True)
    ]
    assert [message.id for message in ask(cases, tmp_path)] == ids


def test_gnubg_reads_the_ids_that_scripts_write(tmp_path: Path) -> None:
    """tests/js holds the scripts of the position editor equal to this file. gnubg forgets a double that waits."""
    rows = [row for row in json.loads(position_ids.FILE.read_text()) if ":D:" not in row[0]]
    lengths = [Xgid.parse(xgid).length for xgid, _ in rows]
    ids = [gnubg for _, gnubg in rows]
    cases = [
        Case((new(length), f"set gnubgid {text}"))
        for length, text in zip(lengths, ids, strict=True)
    ]
    assert [message.id for message in ask(cases, tmp_path)] == ids


def match_id(state: MatchState) -> MatchId:
    """The Match ID of a game in play; A is player 1."""
    game = state.live_game
    assert game is not None
    assert game.turn is not None
    assert game.to_act is not None
    return MatchId(
        length=state.rules.length or 0,
        score=(state.score[1], state.score[0]),
        cube=game.cube,
        cube_owner=None if game.owner is None else PLAYER[game.owner],
        on_roll=PLAYER[game.turn],
        to_decide=PLAYER[game.to_act],
        crawford=game.crawford,
        doubled=game.offered is not None,
        jacoby=state.rules.jacoby,
    )


def before_the_roll(random: Random, board: Board) -> MatchState:
    """A on roll at some score, with the cube somewhere."""
    length = random.choice([0, 0, 3, 5, 7, 11])
    score = (random.randrange(length), random.randrange(length)) if length else (0, 0)
    rules = match_to(length) if length else money(max_beavers=9)
    crawford = length - 1 in score
    owner = None if crawford else random.choice((None, "A", "B"))
    cube = 2 ** random.randint(1, 3) if owner else 1
    return in_game(rules, score, board=board, owner=owner, cube=cube)


def allowed(state: MatchState, seat: Seat) -> list[str]:
    return [kind for kind in CUBE_KINDS if may(state, seat)[kind] is None]


def cube_story(random: Random, state: MatchState) -> list[tuple[str, MatchState]]:
    """Double and answers until the cube rests: each with the state it leads to."""
    story: list[tuple[str, MatchState]] = []
    while state.to_act is not None and (kinds := allowed(state, state.to_act)):
        kind = random.choice(kinds)
        state = apply(state, act.from_client(kind, state.to_act, {}))
        story.append((kind, state))
        if kind == "take":
            break
    return story


def test_gnubg_turns_the_cube_as_we_do(tmp_path: Path) -> None:
    random = Random(3)
    drawn = [before_the_roll(random, board) for board in positions(random, CUBES)]
    # A cube that could gain nothing is allowed here with a note; gnubg refuses to turn it.
    starts = [state for state in drawn if cube_note(state, "A") is None]
    cases: list[Case] = []
    expected: list[MatchState] = []
    for start in starts:
        game = start.live_game
        assert game is not None
        commands = [
            new(start.rules.length or 0),
            f"set gnubgid {gnubg_id(game.board, match_id(start))}",
        ]
        story = cube_story(random, start)
        # Where we allow no double, gnubg must refuse it and leave everything as it was.
        for kind, state in story or [("double", start)]:
            commands.append(COMMANDS.get(kind, kind))
            cases.append(Case(tuple(commands)))
            expected.append(state)
    for case, state, text in zip(cases, expected, ask(cases, tmp_path), strict=True):
        board, match = read_gnubg_id(text.id)
        if state.live_game is None:
            assert match.score == (state.score[1], state.score[0]), case
        else:
            assert (board, match) == (state.live_game.board, match_id(state)), case
