"""A match as .sgf in GNU Backgammon's dialect: one game tree a game, White is seat A, Black seat B.

Holds automatic doubles, beavers, resignations and the Crawford game as such; clocks as BL and WL (seconds left)
and everything in words as comments. Points are the letters a to x, White's 1 to 24 for both; y is the bar, z off.
"""

from collections.abc import Iterator

from games.engine.rule_card import card_sentences
from games.engine.seats import Seat
from games.records import extension_headers
from games.records.games import GameRecord, GameStep, counted, day_of, games_of
from games.records.replay import LogEntry, MatchRecord
from games.records.score_check import closing_score, score_in_sgf
from games.records.wording import (
    days_in_words,
    name_of,
    one_line,
    outcome_in_words,
    result_in_words,
    time_in_words,
)

COLOUR: dict[Seat, str] = {"A": "W", "B": "B"}
APPLICATION = "Barpoint"
BAR, OFF = 25, 0


def sgf(record: MatchRecord) -> str:
    """The whole file."""
    games = games_of(record)
    played = counted(games)
    trees = [_tree(record, games, game, number) for number, game in enumerate(played)]
    score = closing_score(record, played, score_in_sgf)
    if score is not None or not played:
        trees.append(f"({_root(record, games, len(played), score or (0, 0))})")
    return "\n".join(trees) + "\n"


def escaped(text: str) -> str:
    """A text between brackets."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _tree(record: MatchRecord, games: tuple[GameRecord, ...], game: GameRecord, number: int) -> str:
    before: LogEntry | None = None
    nodes = []
    for step in game.steps:
        nodes.append(_node(record, step, before))
        before = step.entry
    if text := _closing_texts(record, game):
        nodes.append(f";C[{escaped(text)}]")
    return "\n".join([f"({_root(record, games, number, game.counted_from, game)}", *nodes]) + ")"


def _closing_texts(record: MatchRecord, game: GameRecord) -> str:
    """The notes after the last step, and the result."""
    texts = [*game.notes]
    if game.result is not None:
        texts.append(f"{result_in_words(game.result, record.names)}.")
    return "\n".join(texts)


def _root(
    record: MatchRecord,
    games: tuple[GameRecord, ...],
    number: int,
    score: tuple[int, int],
    game: GameRecord | None = None,
) -> str:
    day, rules = day_of(record), record.rules
    parts = [
        ";FF[4]GM[6]CA[UTF-8]",
        f"AP[{APPLICATION}]",
        f"MI[length:{rules.length or 0}][game:{number}][ws:{score[0]}][bs:{score[1]}]",
        f"PW[{_text(name_of(record.names, 'A'))}]",
        f"PB[{_text(name_of(record.names, 'B'))}]",
        f"EV[{_text(record.title)}]" if record.title else "",
        f"RO[{_text(record.subtitle)}]" if record.subtitle else "",
        f"DT[{day:%Y-%m-%d}]" if day else "",
    ]
    if record.clock is not None:
        parts.append(f"TM[{record.clock.reserve_ms // 1000}]")
    if number == 0:
        parts.append(f"GC[{escaped(chr(10).join(_about(record, games)))}]")
        parts.append(
            "XB" + "".join(f"[{key}: {text}]" for key, text in _extension_lines(games, record))
        )
    if words := _rules(record, game):
        parts.append(f"RU[{':'.join(words)}]")
    if game is not None:
        parts += [f"CV[{1 << game.automatic}]" if game.automatic else "", _result(game)]
    return "".join(parts)


def _extension_lines(
    games: tuple[GameRecord, ...], record: MatchRecord
) -> list[extension_headers.Line]:
    """For reading the file again, as a property of our own; automatic doubles stand in CV."""
    return [
        line for line in extension_headers.lines(record, counted(games)) if line[0] != "Automatic"
    ]


def _text(text: str) -> str:
    return escaped(one_line(text))


def _rules(record: MatchRecord, game: GameRecord | None) -> Iterator[str] | list[str]:
    rules, words = record.rules, []
    if rules.plays_crawford:
        words.append("Crawford")
    crawford = game.crawford if game else record.end.match.crawford == "now"
    if crawford:
        words.append("CrawfordGame")
    counts = rules.jacoby_auto_counts and game is not None and game.automatic > 0
    if rules.jacoby and rules.cube_possible and not counts:
        words.append("Jacoby")
    if not rules.cube:
        words.append("NoCube")
    return words


def _about(record: MatchRecord, games: tuple[GameRecord, ...]) -> Iterator[str]:
    """The comment of the match: how it ended, what was agreed, which games do not count."""
    yield f"{outcome_in_words(record)}."
    yield " ".join(str(sentence) for sentence in card_sentences(record.rules))
    clock = record.clock
    if clock is not None and clock.days:
        yield f"Clock: correspondence, {days_in_words(clock.days)} a turn."
    elif clock is not None:
        reserve, delay = time_in_words(clock.reserve_ms), clock.delay_ms // 1000
        yield f"Clock: {clock.kind}, {reserve} each and {delay} s a turn."
        if clock.overtime_ms:
            yield f"Overtime: {time_in_words(clock.overtime_ms)} once, when the time has run out."
    for game in games:
        if game.replayed:
            yield f"Game {game.number} was annulled and played again: {len(game.steps)} steps left out."
            yield from (note for step in game.steps for note in step.notes)
            yield from game.notes


def _result(game: GameRecord) -> str:
    """R marks a win that the board or a drop does not show."""
    result = game.result
    if result is None or not result.points:
        return ""
    on_board = result.kind in ("single", "gammon", "backgammon", "drop")
    return f"RE[{COLOUR[result.winner]}+{result.points}{'' if on_board else 'R'}]"


def _node(record: MatchRecord, step: GameStep, before: LogEntry | None) -> str:
    colour = COLOUR[step.seat]
    comment = list(step.notes)
    clock = _clock(record, step, before)
    if clock:
        comment.append(clock)
    comment_text = f"C[{escaped(chr(10).join(comment))}]" if comment else ""
    if step.word == "roll":
        return ";PL[{}]DI[{}{}]{}".format(colour, *(step.dice or (1, 1)), comment_text)
    left = _left(step)
    return f";{colour}[{_move(step)}]{left}{comment_text}"


def _move(step: GameStep) -> str:
    if step.word in ("take", "drop"):
        return step.word
    if step.dice is None:
        return "double"  # a beaver and a raccoon are one as well
    letters = (_letter(p, step.seat) for m in step.moves for p in (m.source, m.target))
    return "{}{}{}".format(*step.dice, "".join(letters))


def _letter(point: int, seat: Seat) -> str:
    if point == BAR:
        return "y"
    if point == OFF:
        return "z"
    return chr(ord("a") + (point if seat == "A" else BAR - point) - 1)


def _left(step: GameStep) -> str:
    """Seconds left after the step."""
    clock = step.entry.after.clock
    if clock is None:
        return ""
    reserve = clock.reserve[0 if step.seat == "A" else 1] / 1000
    return f"{COLOUR[step.seat]}L[{reserve:.3f}]"


def _clock(record: MatchRecord, step: GameStep, before: LogEntry | None) -> str:
    """`Alice: 3.2 s, 9:48 left`."""
    clock = step.entry.after.clock
    if clock is None or before is None:
        return ""
    used = max(0, step.entry.at_ms - before.at_ms) / 1000
    left = time_in_words(clock.reserve[0 if step.seat == "A" else 1])
    return f"{name_of(record.names, step.seat)}: {used:.1f} s, {left} left"
