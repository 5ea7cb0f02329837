"""The order of merit as CSV. Results that do not count stand in square brackets: spreadsheets read (7) as -7."""

from collections.abc import Iterator

from series.merit.order import ColumnResult
from series.merit.points import points_text
from series.selectors.standings import OrderOfMerit
from web.csv_writing import csv_rows

HEAD = ("place", "player", "country", "player id", "total", "events", "adjustment")


def standings_csv(order: OrderOfMerit) -> Iterator[str]:
    """The file in pieces, a row each. Its columns keep their English names, so that programs can read it."""
    over = [n for n, column in enumerate(order.columns) if column.is_over]
    head = [*HEAD, *(order.columns[n].name for n in over)]
    rows = (
        [
            line.row.place or "",
            line.player.name,
            line.player.country,
            line.row.player,
            points_text(line.row.total),
            line.row.played,
            points_text(line.row.adjustment),
            *(_cell(line.results[n]) for n in over),
        ]
        for line in order.lines
    )
    return csv_rows(head, rows)


def _cell(result: ColumnResult | None) -> str:
    if result is None:
        return ""
    text = points_text(result.points)
    return text if result.counts else f"[{text}]"
