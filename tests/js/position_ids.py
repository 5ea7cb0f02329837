"""Writes position_ids.json: XGIDs with the GNU Backgammon IDs of the same positions, for the tests of the scripts.

`python -m tests.js.position_ids` writes it again; tests/test_scripts.py holds it equal to the engine, and
tests/games/engine/test_gnubg.py to GNU Backgammon.
"""

import json
from pathlib import Path
from random import Random

from games.engine.board import Board
from games.engine.ids import gnubg_id
from games.engine.legal import legal_plays
from games.engine.xgid import Side, Xgid

FILE = Path(__file__).parent / "position_ids.json"
NUMBER = 40
SIDES: tuple[Side, Side] = (1, -1)


def xgids() -> list[Xgid]:
    """Positions of random games to different lengths, with the cube on each side, before and after a roll, and doubled."""
    random = Random(5)
    board, rows = Board.start(), list[Xgid]()
    while len(rows) < NUMBER:
        dice = (random.randint(1, 6), random.randint(1, 6))
        board = random.choice(legal_plays(board, dice)).board.flipped()
        if max(board.off) == 15:
            board = Board.start()
        elif random.random() < 0.2:
            rows.append(_laid(random, board))
    return rows


def _laid(random: Random, board: Board) -> Xgid:
    length, turn = random.choice((0, 1, 3, 7, 25)), random.choice(SIDES)
    owner = random.choice((0, *SIDES)) if length != 1 else 0
    high, low = sorted((random.randint(1, 6), random.randint(1, 6)), reverse=True)
    scores = [random.randrange(length or 9) for _ in SIDES]
    is_crawford = length > 1 and not owner and scores.count(length - 1) == 1
    return Xgid(
        board=board if turn == 1 else board.flipped(),
        cube=1 << random.randint(1, 3) if owner else 1,
        owner=owner,
        turn=turn,
        dice=random.choice(("00", f"{high}{low}", "00" if is_crawford or owner == -turn else "D")),
        score_bottom=scores[0],
        score_top=scores[1],
        rules=random.choice((0, 1)) if not length else int(is_crawford),
        length=length,
    )


def text() -> str:
    pairs = [[str(item), gnubg_id(*item.to_gnubg())] for item in xgids()]
    return "[\n" + ",\n".join(f"  {json.dumps(pair)}" for pair in pairs) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text())
