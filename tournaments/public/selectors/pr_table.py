"""The PRs of a tournament: what each player played in its analysed matches, for the tab of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from analysis.performance import AveragePR, Performance, average, grouped
from analysis.selectors import performances
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.models import Tournament

MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class PRRow:
    """One player of the table, over all their analysed matches of this tournament."""

    player: PlayerRef
    total: AveragePR


@dataclass(frozen=True, slots=True)
class PRTable:
    """The lowest PR first; `is_cut`: more players have one. `matches` is how many matches are analysed."""

    rows: Sequence[PRRow]
    matches: int
    is_cut: bool


def pr_table(shown: Tournament, now: datetime) -> PRTable | None:
    """None until a match is analysed. One query.

    It is as late as the results: selectors of spectators' delays (spectator_reads) work below this query, and a match is
    left out until the spectators' delay is over.
    """
    played = Q(
        match__pairing_match__pairing__stage__tournament=shown,
        match__pairing_match__voided_at=None,
    )
    analysed = performances(played, now)
    if not analysed:
        return None
    groups = grouped(analysed, lambda row: row.player).values()
    rows = sorted((_row(group) for group in groups), key=lambda row: row.total.pr)
    matches = len({row.match for row in analysed})
    return PRTable(rows[:MOST_ROWS], matches, len(rows) > MOST_ROWS)


def _row(group: Sequence[Performance]) -> PRRow:
    latest = group[0]
    return PRRow(
        PlayerRef(latest.player, latest.name, latest.country, latest.is_bot), average(group)
    )
