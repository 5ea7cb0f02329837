"""The brackets of a stage as links above its drawing, and the head of each: letter, colour, what is left to play."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from tournaments.bracket.selectors.outline import StageHead
from tournaments.bracket.selectors.rows import RoundRow
from tournaments.core.round_names import draw_colour, section_name
from tournaments.formats.base import CONSOLATION, FINAL, LAST_CHANCE, LOSERS, MAIN
from tournaments.public.views.open_seats import OpenSeats


@dataclass(frozen=True, slots=True)
class DrawHead:
    """`left`: matches to be decided. `players` in a draw of `size` lines; both 0 where players come from elsewhere.

    `colour` is main, consolation or last; `is_drawn`: the bracket exists.
    """

    key: str
    title: str
    letter: str
    colour: str
    left: int = 0
    players: int = 0
    size: int = 0
    is_drawn: bool = True


def draw_heads(
    stage: StageHead,
    rounds: Sequence[RoundRow],
    seats: OpenSeats,
    sections: Sequence[tuple[str, str]],
) -> list[DrawHead]:
    """The brackets in order; a last chance that is to be drawn later comes last, undrawn."""
    heads = [_head(key, title, rounds, seats) for key, title in sections]
    keys = {key for key, _title in sections}
    is_to_come = stage.options.get("last_chance") == "fresh" and stage.grow_after is not None
    if is_to_come and CONSOLATION in keys and LAST_CHANCE not in keys:
        title = section_name(LAST_CHANCE)
        heads.append(DrawHead(LAST_CHANCE, title, _letter(LAST_CHANCE), "last", is_drawn=False))
    return heads


def _head(key: str, title: str, rounds: Sequence[RoundRow], seats: OpenSeats) -> DrawHead:
    mine = [row for row in rounds if row.section == key or (key == MAIN and row.section == FINAL)]
    left = sum(pairing.state != "done" for row in mine for pairing in seats.shown(row))
    colour = draw_colour(key) or "main"
    head = DrawHead(key, title, _letter(key, is_double=_is_double(rounds)), colour, left)
    first = mine[0].pairings if mine and key == MAIN else ()
    slots = [slot for pairing in first for slot in pairing.slots]
    if not slots or any(slot.source_kind in {"winner", "loser"} for slot in slots):
        return head
    taken = sum(slot.entry is not None for slot in slots)
    return DrawHead(key, title, head.letter, colour, left, taken, len(slots))


def _is_double(rounds: Sequence[RoundRow]) -> bool:
    return any(row.section == LOSERS for row in rounds)


def _letter(key: str, *, is_double: bool = False) -> str:
    if key == MAIN and is_double:
        return pgettext("letter: winners’ bracket", "W")
    letters = {
        MAIN: pgettext("letter: main bracket", "M"),
        CONSOLATION: pgettext("letter: consolation", "C"),
        LAST_CHANCE: pgettext("letter: last chance", "L"),
        LOSERS: pgettext("letter: losers’ bracket", "L"),
    }
    return letters.get(key, key[:1])
