"""Rounds for paper without a database: what formats draw, as the rows that selectors give."""

from collections.abc import Mapping

from tournaments.bracket.selectors.rows import PairingRow, PlayerRef, RoundRow, SlotRow
from tournaments.formats.base import Blueprint, Entrants, EntryRef, Seed, Source, Vacancy, resolve
from tournaments.formats.protocol import Position
from tournaments.formats.registry import FORMATS
from tournaments.printing.sheets.primitives import PrintedPage, Text

SIZES = (8, 13, 37, 64, 128, 256)
TREES = {
    "single_elimination": {"third_place": True},
    "double_elimination": {},
    "consolation": {"consolation": "progressive", "last_chance": "progressive"},
}


def plan_of(name: str, n: int) -> Blueprint:
    """What a format draws at once."""
    how = FORMATS[name]
    return how.grow(Position(Entrants(tuple(range(1, n + 1)))), how.settled(TREES[name])).blueprint


def name_of(entry: int) -> str:
    return f"Entrant{entry:03} Of-Long-Name"


def player(entry: int, names: Mapping[int, str] | None = None) -> PlayerRef:
    return PlayerRef(entry, (names or {}).get(entry) or name_of(entry), "DE", is_bot=False)


def drawn(n: int, blueprint: Blueprint, names: Mapping[int, str] | None = None) -> list[RoundRow]:
    """Every round of a blueprint with n entries, nothing played; keyed for people as for programs."""
    decisions = resolve(blueprint.nodes, Entrants(tuple(range(1, n + 1))), {}, []).decisions
    ids = {node.key: number for number, node in enumerate(blueprint.nodes, start=1)}
    rows = []
    for plan in sorted(blueprint.rounds, key=lambda plan: plan.number):
        nodes = [node for node in blueprint.nodes if node.round == plan.number]
        pairings = []
        for number, node in enumerate(nodes, start=1):
            decision = decisions[node.key]
            slots = tuple(
                slot(side, decision.slots[side - 1], node.sources[side - 1], ids, names)
                for side in (1, 2)
            )
            pairings.append(pairing(ids[node.key], node.key, number, slots, decision.is_open))
        rows.append(_round(plan.number, plan.section, plan.name, tuple(pairings)))
    return rows


def _round(number: int, section: str, key: str, pairings: tuple[PairingRow, ...]) -> RoundRow:
    return RoundRow(
        1, section, number, key, key.replace("_", " "), 7, open=True, done=False,
        pairings=pairings, id=number, full_name=key,
    )  # fmt: skip


def pairing(pk, key, number, slots, is_open=True) -> PairingRow:
    return PairingRow(
        pk, key, number, "ready" if is_open else "done", "" if is_open else "bye", "", slots,
        None, paused=False, is_mine=False, name=key, decided_at=None,
    )  # fmt: skip


def slot(side: int, occupant, source: Source | None, ids, names=None) -> SlotRow:
    kind, leads = "seed", None
    if source is not None and not isinstance(source, Seed | EntryRef) and hasattr(source, "key"):
        kind = {"WinnerOf": "winner", "LoserOf": "loser", "ResetOf": "reset"}[type(source).__name__]
        leads = ids[source.key]
    entry = occupant if isinstance(occupant, int) else None
    state = "entry" if entry else ("bye" if occupant is Vacancy.BYE else "pending")
    return SlotRow(
        side, state, entry, player(entry, names) if entry else None, entry, None,
        is_winner=False, is_loser=False, is_mine=False,
        source=f"{kind} of {getattr(source, 'key', '')}" if leads else "",
        is_seeded=bool(entry and entry <= 16), source_kind=kind, source_pairing=leads,
    )  # fmt: skip


def by_rounds(n: int, rounds: int = 5) -> list[RoundRow]:
    """As a Swiss draws: everybody against somebody, an odd one free."""
    listed = []
    for number in range(1, rounds + 1):
        order = [(k + number) % n + 1 for k in range(n)] + ([Vacancy.BYE] if n % 2 else [])
        pairs = [
            pairing(
                number * 1000 + m, f"R{number}.{m}", m,
                (slot(1, order[2 * m - 2], None, {}), slot(2, order[2 * m - 1], None, {})),
            )
            for m in range(1, len(order) // 2 + 1)
        ]  # fmt: skip
        listed.append(_round(number, "main", f"round {number}", tuple(pairs)))
    return listed


def outside(page: PrintedPage, edge: float = 8.0) -> list[Text]:
    """Texts that leave the paper."""
    outliers = []
    for text in page.texts():
        left, top, right, bottom = text.box()
        if (
            left < edge
            or top < edge
            or right > page.paper.wide - edge
            or bottom > page.paper.high - edge
        ):
            outliers.append(text)
    return outliers


def overlapping(page: PrintedPage) -> list[tuple[str, str]]:
    """Pairs of texts that touch each other."""
    boxes = sorted((text.box(), text.text) for text in page.texts())
    pairs = []
    for n, ((_left, top, right, bottom), mark) in enumerate(boxes):
        for (x, y, _x2, y2), other in boxes[n + 1 :]:
            if x >= right - 0.05:
                break
            if y < bottom - 0.05 and y2 > top + 0.05:
                pairs.append((mark, other))
    return pairs
