"""Match files to test the readers with: those of tests/data/matches, and short ones written here."""

from pathlib import Path

from games.records.file_replay import Checked, check
from games.records.match_file import FileRefused
from games.records.reading import read_file

FOLDER = Path(__file__).parents[2] / "data" / "matches"
GOLDEN = ("three.mat", "three.sgf", "five.mat", "five.sgf", "five_xg.mat")
MONEY = " 0 point match\n\n"


def golden(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def game(*rows: str, number: int = 1, score: tuple[int, int] = (0, 0)) -> str:
    """One game of a .mat file between Ann and Ben."""
    names = f" {f'Ann : {score[0]}':<31}Ben : {score[1]}"
    return "\n".join([f" Game {number}", names, *rows, ""]) + "\n"


def row(number: int, left: str = "", right: str = "") -> str:
    return f"{number:3d}) {left:<27} {right}"


def match_to(length: int, *games: str) -> str:
    return f" {length} point match\n\n" + "\n".join(games)


def checked(text: str) -> Checked:
    return check(read_file(text.encode()))


def won(of: Checked) -> list[tuple[str, str, int, int]]:
    """Who won each game, how, the cube and the points."""
    return [(result.winner, result.kind, result.cube, result.points) for result in of.state.results]


def refusal(data: bytes | str) -> FileRefused:
    """Why this file is refused; it must be."""
    given = data.encode() if isinstance(data, str) else data
    try:
        check(read_file(given))
    except FileRefused as refused:
        return refused
    raise AssertionError("the file was accepted")
