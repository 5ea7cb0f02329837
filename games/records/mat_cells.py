"""One row of a .mat file: which cell belongs to which player, and what it means. Headers and games are not read here."""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.engine.seats import Seat
from games.records.match_file import Cubed, CubeWord, Event, FilePlace, FileRefused, Rolled, Won

# How many blanks at least stand before a cell that is alone in its row and the right one.
RIGHT_IN_ROW = 15
RIGHT_ALONE = 20

_HEAD = re.compile(
    r"(?<!\S)(?:\d{1,4}:"
    r"|(?:(?:re)?doubl(?:es?|ed|ing)|beaver(?:s|ed)?|raccoon(?:s|ed)?|tak(?:es?|en|ing)|took|accept(?:s|ed)?"
    r"|drop(?:s|ped)?|pass(?:es|ed)?|reject(?:s|ed)?|wins?|won|winner|resign(?:s|ed)?|conced(?:es?|ed))"
    r"(?=\s|=>|$))",
    re.IGNORECASE,
)
_RESIGNS = re.compile(r"(?:resign|conced)[a-z]{0,2}\b.*", re.IGNORECASE)
_DICE = re.compile(r"([1-6])([1-6]):\s*(.*)", re.DOTALL)
_RESIGNED_AFTER = re.compile(r"(?<=\S)\s+(?:resign|conced)[a-z]{0,2}$", re.IGNORECASE)
_UNROLLED = re.compile(r"00:\s*(?:\?*|(?:resign|conced)[a-z]{0,2})", re.IGNORECASE)
_CUBE = re.compile(
    r"(?P<word>(?:re)?doubl|beaver|raccoon|tak|took|accept|drop|pass|reject)[a-z]{0,3}(?:\s*(?:=>|to)\s*(?P<value>\d{1,6}))?",
    re.IGNORECASE,
)
_WINS = re.compile(
    r"(?:wins?|won|winner)\s+(\d{1,9})\s+points?(?:\s+and\s+the\s+match)?\.?", re.IGNORECASE
)
_DANCE = re.compile(
    r"\(?(?:can(?:no|')t move|can not move|no (?:legal )?(?:move|play)s?|danc(?:e|es|ed)|fan(?:s|ned)?)\)?\.?",
    re.IGNORECASE,
)
_WORDS: dict[str, CubeWord] = {
    "tak": "take", "took": "take", "accept": "take",
    "drop": "drop", "pass": "drop", "reject": "drop",
}  # fmt: skip


def cells(body: str, offset: int, place: FilePlace, right_from: int) -> Iterator[Event]:
    """The events of the row, left cell first. `offset` is the column in which `body` begins."""
    if (set_up := body.lower().find("illegal play")) >= 0:
        raise FileRefused("set_up", replace(place, column=offset + set_up))
    heads = _heads(body)
    if not heads or len(heads) > 2 or body[: heads[0]].strip():
        if body.strip():
            first = len(body) - len(body.lstrip())
            raise FileRefused("bad_line", replace(place, column=offset + first))
        return
    seats: tuple[Seat, ...] = ("A", "B")
    if len(heads) == 1 and heads[0] >= right_from:
        seats = ("B",)
    for seat, start, end in zip(seats, heads, [*heads[1:], len(body)], strict=False):
        at = replace(place, column=offset + start)
        event = _cell(body[start:end].strip(), seat, at)
        if event is not None:
            yield event


def _heads(body: str) -> list[int]:
    """Where the cells begin. A resignation right behind its player's own roll is no cell of its own."""
    heads: list[int] = []
    matches = [*_HEAD.finditer(body)]
    for number, match in enumerate(matches):
        before = body[heads[-1] : match.start()] if heads else ""
        unplayed = (
            before.rstrip().endswith(":") and len(before) - len(before.rstrip()) < RIGHT_IN_ROW
        )
        third = len(heads) == 1 and len(matches) > number + 1
        if before and (unplayed or third) and _RESIGNS.match(match[0]):
            continue
        heads.append(match.start())
    return heads


def _cell(text: str, seat: Seat, place: FilePlace) -> Event | None:
    if text[0].isdigit():
        return _roll(text, seat, place)
    if match := _CUBE.fullmatch(text):
        word = _WORDS.get(match["word"].lower(), "double")
        return Cubed(place, seat, word, int(match["value"]) if match["value"] else None)
    if match := _WINS.fullmatch(text):
        return Won(place, seat, int(match[1]))
    if _RESIGNS.fullmatch(text):
        return None  # what it cost stands in the winner's cell
    raise FileRefused("bad_line", place)


def _roll(text: str, seat: Seat, place: FilePlace) -> Rolled | None:
    """A roll with its play. None: dice `00` stand where a player resigned before rolling."""
    if _UNROLLED.fullmatch(text):
        return None
    match = _DICE.fullmatch(text)
    if match is None:
        raise FileRefused("bad_dice", place)
    dice, play = (int(match[1]), int(match[2])), _RESIGNED_AFTER.sub("", match[3]).strip()
    if not play:
        return Rolled(place, seat, dice, "blank")
    if _DANCE.fullmatch(play):
        return Rolled(place, seat, dice, "danced")
    if not play.strip("?") or _RESIGNS.fullmatch(play):
        return Rolled(place, seat, dice, "left")
    return Rolled(place, seat, dice, "played", play)
