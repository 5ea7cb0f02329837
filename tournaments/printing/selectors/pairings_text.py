"""The pairings of a round as plain text, to be copied into the chat of a messenger group."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow
from tournaments.core.length_texts import length_text
from tournaments.models import Tournament
from tournaments.printing.selectors.paper_content import address_of, with_byes


def pairings_text(
    tournament: Tournament, rounds: Sequence[tuple[RoundRow, list[PairingRow]]]
) -> str:
    """The name of the tournament, then of each round a line for each pairing, by table; at last the address of the draw. Empty
    without pairings."""
    if not rounds:
        return ""
    blocks = [tournament.name]
    for row, pairings in with_byes(rounds):
        length = length_text(row.length, is_session=row.is_session)
        head = f"{row.full_name or row.name} · {length}"
        ordered = sorted(pairings, key=lambda pairing: (pairing.table or 10_000, pairing.number))
        blocks.append("\n".join([head, *(_line(pairing) for pairing in ordered)]))
    if tournament.status != Tournament.Status.DRAFT:
        blocks.append(address_of(tournament))
    return "\n\n".join(blocks)


def _line(pairing: PairingRow) -> str:
    first, second = pairing.slots
    if pairing.outcome == "bye":
        player = first.player or second.player
        return _("%(name)s: bye") % {"name": player.name if player else "–"}
    names = {"first": _name(first), "second": _name(second), "table": pairing.table}
    if pairing.outcome and first.score is not None and second.score is not None:
        return f"{names['first']} – {names['second']} {first.score}–{second.score}"
    if pairing.table and not pairing.outcome:
        return _("Table %(table)s: %(first)s – %(second)s") % names
    return f"{names['first']} – {names['second']}"


def _name(slot: SlotRow) -> str:
    """The player, or in words who will come."""
    return slot.player.name if slot.player else slot.source or "–"
