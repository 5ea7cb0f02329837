"""Where a followed player stands in a draw, for the sentence above it: the match they play, wait for or last played."""

from dataclasses import dataclass

from tournaments.bracket.selectors.rows import PairingRow, SlotRow
from tournaments.core.length_texts import length_text
from tournaments.public.views.open_seats import OpenSeats


@dataclass(frozen=True, slots=True)
class Followed:
    """The player whose path is drawn, and whether that is the viewer.

    `state` is playing, next (both known), waits (the opponent is not), won or lost (their last match); empty before a
    match. `opponent` is a name, or who may come; `score` is theirs first.
    """

    entry: int
    name: str
    is_me: bool
    country: str = ""
    state: str = ""
    opponent: str = ""
    table: int | None = None
    score: str = ""
    length: str = ""
    round: str = ""
    meets: str = ""


def followed_player(seats: OpenSeats, entry: int, name: str, *, is_me: bool) -> Followed:
    """From the pairings of one stage: the first open one of the player, else the last."""
    mine = [
        pairing
        for pairing in seats.rows.values()
        if pairing.id not in seats.byes and any(slot.entry == entry for slot in pairing.slots)
    ]
    country = next((_country(pairing, entry) for pairing in mine), "")
    if not mine:
        return Followed(entry, name, is_me, country)
    pairing = next((row for row in mine if row.state != "done"), mine[-1])
    own, other = sorted(pairing.slots, key=lambda slot: slot.entry != entry)
    row = seats.rounds[pairing.id]
    return Followed(
        entry,
        name,
        is_me,
        country,
        _state(pairing, own, other),
        other.player.name if other.player else seats.text(pairing, other),
        pairing.table,
        _score(pairing, own, other),
        length_text(row.length, is_session=row.is_session),
        row.full_name or row.name,
        seats.winner_meets(pairing),
    )


def _country(pairing: PairingRow, entry: int) -> str:
    players = [slot.player for slot in pairing.slots if slot.entry == entry]
    return players[0].country if players and players[0] else ""


def _state(pairing: PairingRow, own: SlotRow, other: SlotRow) -> str:
    if pairing.state == "done":
        return "won" if own.is_winner else "lost" if own.is_loser else ""
    if other.entry is None:
        return "waits"
    return "playing" if pairing.state == "playing" else "next"


def _score(pairing: PairingRow, own: SlotRow, other: SlotRow) -> str:
    if own.score is None or other.score is None or not pairing.score_shown:
        return ""
    return "" if pairing.state == "joining" else f"{own.score}–{other.score}"
