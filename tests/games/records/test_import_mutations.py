"""Good files with something changed: either another good match, or a refusal with its sentence. Never an exception."""

import re
from pathlib import Path
from random import Random

import pytest

from games.engine.match import replay
from games.file_texts import where, why
from games.records import match_file
from games.records.file_refusals import FILE_REFUSALS
from games.records.file_replay import Checked, check
from games.records.match_file import FileRefused
from games.records.reading import read_file
from tests.games.records.files import GOLDEN, MONEY, game, golden, row

MONEY_GAME = MONEY + game(
    row(1, "61: 13/7 8/7", " Doubles => 2"),
    row(2, " Beavers => 4", " Raccoons => 8"),
    row(3, " Takes", "31: 8/5 6/5"),
    row(4, "66:"),
    "      Wins 8 points",
)
MONEY_TREE = (
    "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Ben]RU[Jacoby]CV[2]RE[B+16R]\n"
    ";W[61mghg];B[double];W[double];B[double];W[take];B[31qtst];PL[W]DI[66])\n"
)
BITS = (
    b"0", b"6", b"25", b"bar", b"off", b"/", b"*", b"(2)", b":", b")", b" ", b"      ", b"\n", b"\n\n", b"\t",
    b" Doubles => 2", b" Takes", b" Drops", b"Wins 1 point", b"Cannot Move", b"???", b" Game 1", b";", b"(", b"[",
    b"]", b"\\", b"W[61mghg]", b"B[double]", b"AE[a:y]", b"MI[length:1]", b"RE[B+9R]", b"CV[64]", b"PL[B]DI[11]",
    b"\xff", b"\xe2\x80\xae", b"99999", b"-1", b"Illegal play ()", b"; [Jacoby \"On\"]\n", b" 0 point match\n",
)  # fmt: skip
MANY = 60
RAISED = re.compile(r'FileRefused\(\s*"(\w+)"')


def outcome(data: bytes) -> Checked | FileRefused:
    """The match in this file, or why not."""
    try:
        return check(read_file(data))
    except FileRefused as refused:
        assert refused.place.line <= data.count(b"\n") + data.count(b"\r") + 1  # noqa: PT017
        return refused


def mutated(data: bytes, random: Random) -> bytes:
    """The file with one to four things taken out, put in, doubled, swapped or changed."""
    text = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        at, length = random.randrange(len(text)), random.choice((1, 1, 2, 8, 60))
        piece = bytes(text[at : at + length])
        match random.randrange(6):
            case 0:
                del text[at : at + length]
            case 1:
                text[at:at] = random.choice(BITS)
            case 2:
                text[at : at + length] = random.choice(BITS)
            case 3:
                text[at:at] = piece
            case 4:
                text[at] = random.randrange(1, 256)
            case _:
                lines = bytes(text).split(b"\n")
                first, two = (random.randrange(len(lines)) for _ in range(2))
                lines[first], lines[two] = lines[two], lines[first]
                text = bytearray(b"\n".join(lines))
    return bytes(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GOLDEN, "money.mat", "money.sgf"])
def test_a_changed_file_is_a_match_or_refused_with_a_sentence(name: str) -> None:
    own = {"money.mat": MONEY_GAME.encode(), "money.sgf": MONEY_TREE.encode()}
    data = own.get(name) or golden(name)
    outcomes = [outcome(mutated(data, Random(f"{name} {seed}"))) for seed in range(MANY)]
    refused = [value for value in outcomes if isinstance(value, FileRefused)]
    assert MANY // 3 < len(refused) < MANY
    for item in refused:
        assert "%(" not in why(item)
        assert bool(where(item.place)) == bool(item.place.line)
    for text in outcomes:
        if isinstance(text, Checked):
            state = replay(text.rules, [action for _, action in text.actions])
            assert state == text.state
            assert state.outcome is not None


def test_every_refusal_has_its_sentence() -> None:
    sources = Path(match_file.__file__).parent.glob("*.py")
    codes = {code for path in sources for code in RAISED.findall(path.read_text())}
    assert len(codes) > 30
    assert codes - {"game_not_started"} <= FILE_REFUSALS.keys()
