"""A match as text for reading: who played what, the cube, the clocks and every ruling, in the order it happened."""

from collections.abc import Iterator

from games.engine.notation import format_play
from games.engine.rule_card import card_sentences
from games.records.games import GameRecord, GameStep, day_of, games_of
from games.records.replay import MatchRecord
from games.records.wording import (
    days_in_words,
    name_of,
    one_line,
    outcome_in_words,
    result_in_words,
    time_in_words,
)

NUMBER, COLUMN = 4, 34


def plain(record: MatchRecord) -> str:
    """The whole text."""
    lines = [*_head(record)]
    for game in games_of(record):
        lines += ["", *_game(record, game)]
    return "\n".join([*lines, "", f"{outcome_in_words(record)}.", ""])


def _head(record: MatchRecord) -> Iterator[str]:
    yield f"{name_of(record.names, 'A')} – {name_of(record.names, 'B')}"
    where = [one_line(text) for text in (record.title, record.subtitle) if text]
    if where:
        yield ", ".join(where)
    day = day_of(record)
    if day is not None:
        yield f"{day:%Y-%m-%d %H:%M} UTC"
    yield ""
    yield from (f"  {sentence}" for sentence in card_sentences(record.rules))
    clock = record.clock
    if clock is not None and clock.days:
        yield f"  Clock: correspondence, {days_in_words(clock.days)} a turn."
    elif clock is not None:
        reserve = time_in_words(clock.reserve_ms)
        yield f"  Clock ({clock.kind}): {reserve} each, and {clock.delay_ms // 1000} s a turn."
        if clock.overtime_ms:
            yield f"  Overtime: {time_in_words(clock.overtime_ms)} once, when the time has run out."


def _game(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    what = " (annulled and played again)" if game.replayed else ""
    crawford = " (Crawford game)" if game.crawford else ""
    title = f"Game {game.number} at {game.score[0]}:{game.score[1]}{crawford}{what}"
    yield title
    yield "-" * len(title)
    if game.steps:
        names = (name_of(record.names, seat)[: COLUMN - 2] for seat in ("A", "B"))
        left, right = names
        yield f"{'':{NUMBER}}{left:<{COLUMN}}{right}"
    yield from _rows(game)
    yield from (f"    * {text}" for text in game.notes)
    if game.result is not None:
        yield f"    {result_in_words(game.result, record.names)}."


def _rows(game: GameRecord) -> Iterator[str]:
    """One turn of each seat a line, broken where there are notes."""
    number, left = 0, ""
    for step in game.steps:
        if left and (step.seat == "A" or step.notes):
            yield f"{number:>{NUMBER - 1}} {left}"
            left = ""
        yield from (f"    * {text}" for text in step.notes)
        if step.seat == "A" or not left:
            number += 1
        if step.seat == "A":
            left = _cell(step)
        else:
            yield f"{number:>{NUMBER - 1}} {left:<{COLUMN}}{_cell(step)}"
            left = ""
    if left:
        yield f"{number:>{NUMBER - 1}} {left}"


def _cell(step: GameStep) -> str:
    text = _step_text(step)
    clock = step.entry.after.clock
    if clock is None or step.word == "roll":
        return text
    return f"{text}  [{time_in_words(clock.reserve[0 if step.seat == 'A' else 1])}]"


def _step_text(step: GameStep) -> str:
    if step.word == "take":
        return f"takes, cube at {step.cube}"
    if step.word == "drop":
        return "drops"
    if step.dice is None:
        return f"{step.word}s to {step.cube}"
    dice = "{}{}:".format(*step.dice)
    if step.word == "roll":
        return f"{dice} (not played)"
    return f"{dice} {format_play(step.moves) or 'cannot move'}"
