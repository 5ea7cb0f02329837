"""Rounds as lists: pairings with table and result, and all players by name."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow
from tournaments.core.length_texts import length_text
from tournaments.printing.sheets.frame import Sheet
from tournaments.printing.sheets.primitives import Paper
from tournaments.printing.sheets.tables import PaperColumn, PaperTable, Strong, table_sheets

MANY = 44  # lines above which a sheet has two columns


def round_sheets(
    paper: Paper,
    title: str,
    rounds: Sequence[RoundRow],
    shown: Mapping[int, Sequence[PairingRow]] | None = None,
    *,
    by_table: bool = False,
) -> list[Sheet]:
    """A table for each round; `shown` are the pairings to list of a round (by its id), otherwise all that are not
    empty."""
    tables = []
    for row in rounds:
        pairings = [p for p in (shown or {}).get(row.id, row.pairings) if p.outcome != "empty"]
        if by_table:
            pairings.sort(key=lambda pairing: (pairing.table or 10**6, pairing.number))
        if pairings:
            tables.append(_round(row, pairings))
    return table_sheets(paper, title, tables) if tables else []


def _round(row: RoundRow, pairings: Sequence[PairingRow]) -> PaperTable:
    columns = [
        PaperColumn(pgettext("furniture", "Table"), "right", least=28, bold=True),
        PaperColumn(pgettext("noun", "Match"), least=34),
        PaperColumn("", grows=1, of_names=True),
        PaperColumn("", "right", least=20, bold=True),
        PaperColumn("", "center"),
        PaperColumn("", least=20, bold=True),
        PaperColumn("", grows=1, of_names=True),
    ]
    rows: list[tuple[str, ...]] = [
        (
            str(p.table or ""), _marked(p), _winning(p.slots[0]), _score(p, 0), "–", _score(p, 1),
            _winning(p.slots[1]),
        )
        for p in pairings
    ]  # fmt: skip
    if not any(pairing.table for pairing in pairings):
        columns, rows = columns[1:], [cells[1:] for cells in rows]
    title = row.full_name or row.name
    length = length_text(row.length, is_session=row.is_session)
    if any(pairing.advanced is not None for pairing in pairings):
        length = f"{length} · * {_('Corrected for the record; the bracket stands')}"
    return PaperTable(f"{title} · {length}", tuple(columns), rows, size=10, pitch=18)


def _marked(pairing: PairingRow) -> str:
    """The name of the pairing, with an asterisk if its result was corrected for the record only."""
    return f"{pairing.name} *" if pairing.advanced is not None else pairing.name


def _who(slot: SlotRow) -> str:
    if slot.player is not None:
        return slot.player.name
    return _("bye") if slot.state == "bye" else slot.source


def _winning(slot: SlotRow) -> str:
    """The name, bold for a winner: a score alone does not show it, because a match can be conceded."""
    return Strong(_who(slot)) if slot.is_winner else _who(slot)


def _score(pairing: PairingRow, side: int) -> str:
    """The points, or a mark for the winner where no points are recorded."""
    slot = pairing.slots[side]
    if slot.player is None or pairing.slots[1 - side].player is None:
        return ""
    begun = pairing.outcome or any(slot.score for slot in pairing.slots)
    if slot.score is not None and pairing.score_shown and begun:
        return str(slot.score)
    return "+" if slot.is_winner else ""


def by_name_sheets(
    paper: Paper, title: str, rounds: Sequence[tuple[RoundRow, Sequence[PairingRow]]]
) -> list[Sheet]:
    """All players from A to Z: table, opponent or bye, match length."""
    rows = []
    for row, pairings in rounds:
        for pairing in pairings:
            for slot, other in (pairing.slots, pairing.slots[::-1]):
                if slot.player is not None:
                    table = str(pairing.table or "")
                    long = length_text(row.length, is_session=row.is_session)
                    rows.append((slot.player.name, table, _who(other), pairing.name, long))
    if not rows:
        return []
    rows.sort(key=lambda cells: (cells[0].casefold(), cells))
    columns = (
        PaperColumn(_("Player"), grows=1, bold=True, of_names=True),
        PaperColumn(pgettext("furniture", "Table"), "right", least=28, bold=True),
        PaperColumn(_("Opponent"), grows=1, of_names=True),
        PaperColumn(pgettext("noun", "Match")),
        PaperColumn(_("Match length")),
    )
    beside = 2 if len(rows) > MANY else 1
    size = 9.0 if beside == 2 else 11.0
    whole = PaperTable("", columns, rows, size=size, pitch=14.0 if beside == 2 else 20.0)
    return table_sheets(paper, title, [whole], beside=beside)
