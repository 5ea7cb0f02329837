"""A match as .mat, the text that Jellyfish began and GNU Backgammon, XG and most others read.

Two columns, seat A left. The grammar knows plays, turns of the cube and wins; everything else goes into the
`; [Key "value"]` lines at the top. GNU Backgammon's reader sets two limits: lines below 1,024 bytes, and rows of
at least 16 characters.
"""

from collections.abc import Iterator

from games.engine.match import must_dance
from games.engine.plays import legal_plays
from games.engine.seats import Seat
from games.records import extension_headers
from games.records.games import GameRecord, GameStep, all_notes, counted, day_of, games_of
from games.records.replay import MatchRecord
from games.records.score_check import closing_score, score_in_mat
from games.records.wording import name_of, one_line, outcome_in_words, points, result_in_words

NAME_BYTES = 31  # what GNU Backgammon keeps of a name
NOTE_LENGTH = 200
LEFT = 27
WIN_LEFT, WIN_RIGHT = " " * 6, " " * 34
CUBE = {"double": " Doubles => {}", "beaver": " Beavers => {}", "raccoon": " Raccoons => {}"}


def mat(record: MatchRecord, column: int = LEFT) -> str:
    """The whole file; what seat A did takes `column` characters of a row."""
    games = games_of(record)
    lines = [*_head(record, games), "", f" {record.rules.length or 0} point match"]
    for number, game in enumerate(played(games), start=1):
        lines += ["", *_game(record, game, number, column)]
    score = closing_score(record, played(games), score_in_mat)
    if score is not None or not played(games):
        lines += ["", f" Game {len(played(games)) + 1}", _score_line(record, score or (0, 0))]
    return "\n".join(lines) + "\n"


def played(games: tuple[GameRecord, ...]) -> list[GameRecord]:
    """The games there is something to write of."""
    return [game for game in counted(games) if game.steps]


def cut(text: str, most: int) -> str:
    """As much of a text as fits in so many bytes, no character broken."""
    return text.encode()[:most].decode(errors="ignore").strip()


# The lines at the top


def _head(record: MatchRecord, games: tuple[GameRecord, ...]) -> Iterator[str]:
    rules, day = record.rules, day_of(record)
    yield from _header("Site", "Barpoint")
    yield from _header("Event", record.title)
    yield from _header("Round", record.subtitle)
    yield from _header("Match ID", record.match_id)
    yield from _header("Player 1", name_of(record.names, "A"))
    yield from _header("Player 2", name_of(record.names, "B"))
    if day is not None:
        yield from _header("EventDate", f"{day:%Y.%m.%d}")
        yield from _header("EventTime", f"{day:%H.%M}")
    yield from _header("Variation", "Backgammon")
    if rules.kind == "match":
        yield from _header("Crawford", _switch(rules.plays_crawford))
    if rules.kind == "session" or rules.jacoby or rules.max_beavers != 0:
        yield from _header("Jacoby", _switch(rules.jacoby))
        yield from _header("Beaver", _switch(rules.max_beavers != 0))
    if rules.kind == "match" and rules.murphy_limit != 0:
        yield from _header("Murphy", "On")
    yield from _header("CubeLimit", str(rules.highest_cube if rules.cube_possible else 1))
    if record.clock is not None:
        clock = record.clock
        control = f"{clock.kind} {clock.reserve_ms // 1000}+{clock.delay_ms // 1000}"
        yield from _header("TimeControl", control)
    yield from _header("Result", outcome_in_words(record))
    for key, text in extension_headers.lines(record, played(games), counted(games)):
        yield from _header(key, text)
    for game in games:
        yield from _notes_of(record, game)


def _notes_of(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    """What the rows have no place for. (Plain resignations are in `Wins`.)"""
    label = f"Game {game.number}"
    if game.replayed:
        yield from _header(
            "Note", f"{label} was annulled and played again; it is not in the rows below."
        )
    for text in all_notes(game):
        yield from _header("Note", f"{label}: {text}")
    for index, step in enumerate(game.steps):
        if step.word == "beaver" and not _is_beaver(game.steps, index):
            yield from _header("Note", f"{label}: The double to {step.cube} is a beaver.")
    result = game.result
    if result is not None and (not game.steps or result.kind in ("time", "forfeit", "ruling")):
        yield from _header("Note", f"{label}: {result_in_words(result, record.names)}.")


def _switch(on: bool) -> str:
    return "On" if on else "Off"


def _header(key: str, value: str) -> Iterator[str]:
    """One comment, or several when it is long; quotes inside are single, so that the value ends where it ends."""
    text = one_line(value).replace('"', "'")
    for start in range(0, len(text), NOTE_LENGTH):
        yield f'; [{key} "{text[start : start + NOTE_LENGTH].strip()}"]'


# A game


def _game(record: MatchRecord, game: GameRecord, number: int, column: int) -> Iterator[str]:
    yield f" Game {number}"
    yield _score_line(record, game.counted_from)
    rows = _rows(game, column)
    yield from rows[:-1]
    won = game.result is not None and game.result.points > 0
    if not won or game.result is None:
        yield from rows[-1:]
        return
    wins = f"Wins {points(game.result.points)}"
    if game.result.winner == "B" and game.steps[-1].seat == "A" and len(rows[-1]) < len(WIN_RIGHT):
        yield f"{rows[-1]:<{len(WIN_RIGHT)}}{wins}"
    else:
        yield from rows[-1:]
        yield f"{WIN_LEFT if game.result.winner == 'A' else WIN_RIGHT}{wins}"


def _score_line(record: MatchRecord, score: tuple[int, int]) -> str:
    a, b = (_name(record, seat) for seat in ("A", "B"))
    return f" {f'{a} : {score[0]}':<30} {b} : {score[1]}"


def _name(record: MatchRecord, seat: Seat) -> str:
    """Without colons, which end it, and without a number after a comma, which would be a rating.

    At the beginning a semicolon would make a comment of the line.
    """
    name = name_of(record.names, seat).replace(":", ";").replace(",", ";").lstrip("; ")
    return cut(name, NAME_BYTES) or seat


def _rows(game: GameRecord, column: int) -> list[str]:
    rows: list[tuple[str, str]] = []
    for index, step in enumerate(game.steps):
        if step.word == "take" and index and _is_beaver(game.steps, index - 1):
            continue  # the next dice imply it
        text = _cell(step, beaver=_is_beaver(game.steps, index))
        if text is None:
            continue
        if step.seat == "A":
            rows.append((text, ""))
        elif rows and not rows[-1][1]:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text))
    return [f"{n:3}) {left:<{column}} {right}" for n, (left, right) in enumerate(rows, start=1)]


def _is_beaver(steps: list[GameStep], index: int) -> bool:
    """May this beaver be called one? Only before a raccoon, or when it is taken and dice follow, which say the take.

    After the word GNU Backgammon waits for such dice, into the next game if need be, and then loses them.
    """
    after = [*steps[index + 1 : index + 3], None, None]
    follows, then = after[0], after[1]
    if steps[index].word != "beaver" or follows is None:
        return False
    if follows.word == "raccoon":
        return True
    return (
        follows.word == "take" and then is not None and bool(then.dice) and _cell(then) is not None
    )


def _cell(step: GameStep, *, beaver: bool = False) -> str | None:
    """What stands in a row; `beaver`: it may be called one."""
    if step.word == "beaver" and not beaver:
        return CUBE["double"].format(step.cube)
    if step.word == "take":
        return " Takes"
    if step.word == "drop":
        return " Drops"
    if step.word in CUBE:
        return CUBE[step.word].format(step.cube)
    if step.dice is None or (step.word == "roll" and _reads_as_played(step)):
        return None
    moves = (f"{move.source}/{move.target}{'*' * move.hit}" for move in step.moves)
    return "{}{}: {}".format(*step.dice, " ".join(moves))


def _reads_as_played(step: GameStep) -> bool:
    """Dice without moves are read as a play where there is but one; then a resignation would come too late."""
    match = step.entry.after.match
    game = match.live_game
    if game is None or game.dice is None or must_dance(match):
        return False
    return len(legal_plays(game.board, game.dice)) == 1
