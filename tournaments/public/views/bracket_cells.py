"""One box of a drawn bracket: its two sides, its state as CSS classes, and what stands under it on a phone."""

from dataclasses import dataclass

from tournaments.bracket.selectors.rows import PairingRow, SlotRow
from tournaments.public.views.open_seats import OpenSeats
from tournaments.public.views.player_paths import Path

STATES = {"done": "done", "playing": "live", "joining": "call", "ready": "due"}


@dataclass(frozen=True, slots=True)
class BracketSide:
    """`short` is the name with an initial, `seat` who may come to a free seat, `came`: from another bracket."""

    slot: SlotRow
    short: str
    seat: str
    came: bool


@dataclass(frozen=True, slots=True)
class BracketCell:
    """A pairing with its CSS classes; without a pairing it is a gap, or a line that passes through.

    `state` is done, live, call (to a table or to join), due (both known) or next; `meets` is the winner's next opponent.
    """

    row: PairingRow | None
    css: str
    is_path: bool = False
    is_ready: bool = False
    sides: tuple[BracketSide, ...] = ()
    state: str = ""
    meets: str = ""


def drawn_cell(row: PairingRow, lead: str, path: Path, seats: OpenSeats) -> BracketCell:
    """The box of a pairing; `lead` says where its line goes, as CSS classes."""
    is_path = row.id in path.been or row.id in path.ahead
    is_ready = row.is_mine and row.state in {"joining", "playing"}
    state = STATES.get(row.state, "next")
    if state == "due" and row.table:
        state = "call"
    names = [state, lead.strip()]
    names += ["path"] if is_path else ["maybe"] if row.id in path.maybe else []
    names += ["mine"] if is_ready else []
    return BracketCell(
        row,
        " ".join(filter(None, names)),
        is_path,
        is_ready,
        tuple(_side(row, slot, seats) for slot in row.slots),
        state,
        seats.winner_meets(row),
    )


def _side(row: PairingRow, slot: SlotRow, seats: OpenSeats) -> BracketSide:
    here = seats.rounds[row.id].section
    source = seats.rounds.get(slot.source_pairing or 0)
    came = slot.source_kind == "loser" and source is not None and source.section != here
    short = seats.initials.get(slot.entry, "") if slot.entry is not None else ""
    return BracketSide(slot, short, seats.text(row, slot), came)
