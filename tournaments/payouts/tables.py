"""Common pay tables (T11.2), as data: shares by table and place. A tournament keeps a copy that it may change."""

from fractions import Fraction
from typing import Final

from tournaments.formats.base import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.payouts.prizes import Prize

SMALL: Final = 16  # so many players at most share in halves and quarters (Scheicher)


def listed(section: str, *shares: int | Fraction) -> tuple[Prize, ...]:
    """Prizes for the first places of a table, from the first."""
    return tuple(Prize(section, place, share) for place, share in enumerate(shares, start=1))


def parts(*sections: tuple[str, tuple[int, ...]]) -> tuple[Prize, ...]:
    """Shares as parts of their sum: 4-2-1-1 and 2-1 and 1 are twelfths."""
    whole = sum(part for _, of in sections for part in of)
    return tuple(
        prize
        for section, of in sections
        for prize in listed(section, *(Fraction(100 * part, whole) for part in of))
    )


TABLES: Final[dict[str, tuple[Prize, ...]]] = {
    "winner": listed(MAIN, 100),
    "small": (*listed(MAIN, 50, 25), *listed(CONSOLATION, 25)),
    "large": parts((MAIN, (4, 2, 1, 1)), (CONSOLATION, (2, 1)), (LAST_CHANCE, (1,))),
    "columbus": listed(MAIN, 40, 25, 25, 10),
    "pool": listed(MAIN, 60, 30, 10),
    "consolation": listed(CONSOLATION, 70, 30),
    "wide": listed(MAIN, 30, 20, 15, 15, 10, 10),
    "teams": listed(MAIN, 50, 30, 20),
    "round_robin": listed(MAIN, 50, 25, 12, 8, 5),
}


def usual(players: int, sections: frozenset[str], *, teams: bool = False) -> tuple[Prize, ...]:
    """What is proposed for a field of that size: only tables that are played are paid, always the whole pool.

    >>> [(p.section, p.place, p.share) for p in usual(12, frozenset({"main"}))]
    [('main', 1, 50), ('main', 2, 30), ('main', 3, 20)]
    """
    if teams or CONSOLATION not in sections:
        return TABLES["teams"] if teams or players <= SMALL else TABLES["columbus"]
    if players <= SMALL:
        return TABLES["small"]
    if LAST_CHANCE in sections:
        return TABLES["large"]
    return parts((MAIN, (4, 2, 1, 1)), (CONSOLATION, (2, 1)))
