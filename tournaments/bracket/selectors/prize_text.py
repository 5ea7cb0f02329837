"""A pay table in words, for the rule card and the record of rulings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.core.money_texts import percent_text
from tournaments.core.round_names import section_name
from tournaments.formats.base import MAIN


def prize_lines(pay_table: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line for each bracket that pays: `1. 50 %, 2. 25 %`, then `Consolation: 1. 25 %`."""
    for section in dict.fromkeys(prize["section"] for prize in pay_table):
        shares = ", ".join(
            f"{prize['place']}. {percent_text(prize['share'])}"
            for prize in pay_table
            if prize["section"] == section
        )
        yield shares if section == MAIN else f"{section_name(section, ())}: {shares}"
