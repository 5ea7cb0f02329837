"""A cell of a cross-table as short text, for pages and for paper."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.standings.cross import CrossCell

SCORELESS = {"won": "1", "tied": "½"}


def mark(cell: CrossCell, ranks: Mapping[int, int], *, matrix: bool) -> str:
    """7–4 or 1 in a matrix; +12 in a Swiss: a win against the entry that is twelfth."""
    if matrix:
        if cell.how in {"open", "scheduled"}:
            return "·"
        score = cell.boards or cell.score
        return f"{score[0]}–{score[1]}" if score else SCORELESS.get(cell.how, "0")
    if cell.how == "bye":
        return _("bye")
    marks = {"won": "+", "tied": "=", "lost": "−"}
    return f"{marks.get(cell.how, '')}{ranks.get(cell.opponent or 0, '?')}"
