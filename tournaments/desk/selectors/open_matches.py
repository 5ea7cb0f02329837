"""The open matches of the desk: every undecided pairing of two known players, with its table, its match or slip, and
its state.

Read once a page by `open_rows`, in a fixed number of queries; the queue (attention.py) looks at the same rows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Coalesce

from tournaments.bracket.selectors.outline import Outline, RoundHead
from tournaments.bracket.selectors.sheet_points import points_on_sheet, sheet_score
from tournaments.models import (
    Entry,
    Pairing,
    PairingMatch,
    ScoreReport,
    Slip,
    Slot,
    TableUse,
    Tournament,
)

STATES = ("ruling", "playing", "waiting", "ready", "lineups", "held")
WAITING = ("joining", "nonces")


@dataclass(frozen=True, slots=True)
class OpenPairing:
    """An undecided pairing of two. `state` is one of STATES; `table` is the number of the table it is played at.
    `lineups`: it has no boards before both captains have named their line-ups.

    `match` or `slip` is what it is played on; of a team match the first board that is still played. `seat_a` is the
    entry on seat A of the match. `since` is when the match began, or when its players were called. `until` is the end
    of the time to join; `flag_at` is when the running clock reaches zero. `is_agreed`: both sides report the same
    score, but not in the way that makes it a result at once. `begun`: the players have started.
    """

    pairing: int
    head: RoundHead
    number: int
    state: str
    table: int | None = None
    stream: bool = False
    match: UUID | None = None
    seat_a: int | None = None
    slip: int | None = None
    paused: bool = False
    disputed_at: datetime | None = None
    is_agreed: bool = False
    since: datetime | None = None
    last_at: datetime | None = None
    until: datetime | None = None
    flag_at: datetime | None = None
    score: tuple[int, int] | None = None
    begun: bool = False

    @property
    def tournament(self) -> int:
        """The id of the tournament that it is part of."""
        return self.head.row.stage.tournament_id

    @property
    def order(self) -> tuple[int, int, int, int]:
        return STATES.index(self.state), self.table or 10**6, self.head.row.pk, self.number


def open_rows(*outlines: Outline) -> list[OpenPairing]:
    """All open pairings of these tournaments, by state and table. Five queries of plain columns, whatever the number
    of entries."""
    parts = [stage for outline in outlines for stage in outline.stages]
    heads = {head.row.pk: head for stage in parts for head in stage.rounds}
    of = {head.row.stage.tournament_id for head in heads.values() if head.undecided}
    if not of:
        return []
    undecided = Pairing.objects.filter(stage__tournament__in=of, decided_at=None, voided_at=None)
    nobody = Slot.objects.filter(
        pairing__stage__tournament__in=of, pairing__decided_at=None, entry=None
    )
    unknown = set(nobody.values_list("pairing_id", flat=True))
    matches, slips = _matches(of), _slips(of)
    columns = ("pk", "round_id", "number", "stage__tournament__names_lineups")
    rows = [
        _row(pk, heads[round_id], number, matches.get(pk), slips.get(pk), names_lineups=named)
        for pk, round_id, number, named in undecided.values_list(*columns)
        if pk not in unknown and round_id in heads
    ]
    return sorted(rows, key=lambda row: row.order)


def open_count(parts: Outline) -> int:
    """How many rows `open_rows` would have. One query."""
    rounds = [head.row.pk for stage in parts.stages for head in stage.rounds if head.undecided]
    if not rounds:
        return 0
    unknown = Slot.objects.filter(pairing=OuterRef("pk"), entry=None)
    undecided = Pairing.objects.filter(round__in=rounds, decided_at=None, voided_at=None)
    return undecided.exclude(Exists(unknown)).count()


def player_names(pairings: Iterable[int]) -> dict[int, tuple[str, str]]:
    """The names of the two players of each pairing. One query."""
    slots = Slot.objects.filter(pairing__in=list(pairings)).exclude(entry=None)
    names: dict[int, dict[int, str]] = {}
    rows = slots.values_list(
        "pairing_id", "side", "entry__name", "entry__player__name", "entry__attempt"
    )
    for pairing, side, team, player, attempt in rows:
        name = team or player
        names.setdefault(pairing, {})[side] = name if attempt == 1 else f"{name} ({attempt})"
    return {pk: (sides.get(1, "?"), sides.get(2, "?")) for pk, sides in names.items()}


def checked_in(tournament: Tournament) -> set[int]:
    """The entries that are checked in. One query."""
    there = Entry.objects.filter(tournament=tournament, check_in__isnull=False)
    return set(there.values_list("pk", flat=True))


def _matches(of: set[int]) -> dict[int, Mapping[str, Any]]:
    """The current match of each pairing; of a team match the first that is still played."""
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament__in=of, pairing__decided_at=None, voided_at=None
    )
    columns = ("status", "paused", "started_at", "last_at", "next_at", "flag_at")
    scores = {"score_a": F("match__score_a"), "score_b": F("match__score_b")}
    named = {column: F(f"match__{column}") for column in columns}
    values: Iterable[Mapping[str, Any]] = rows.order_by("pairing_id", "-board").values(
        "pairing_id", "match_id", "entry_a_id", "created_at", **named, **scores
    )
    by_pairing: dict[int, Mapping[str, Any]] = {}
    for row in values:
        if row["pairing_id"] not in by_pairing or row["status"] not in ("finished", "void"):
            by_pairing[row["pairing_id"]] = row
    return by_pairing


def _slips(of: set[int]) -> dict[int, Mapping[str, Any]]:
    """The current slip of each pairing, with the number of its table."""
    rows = Slip.objects.filter(pairing__stage__tournament__in=of, closed_at=None, voided_at=None)
    agreed = ScoreReport.objects.filter(slip=OuterRef("pk"), state=ScoreReport.State.AGREED)
    values = rows.order_by("pairing_id", "-board").values(
        "pk", "pairing_id", "disputed_at", "created_at", "begun_at",
        playing=Coalesce("begun_at", "assumed_at"), is_agreed=Exists(agreed),
        points_a=points_on_sheet("entry_a"), points_b=points_on_sheet("entry_b"),
    )  # fmt: skip
    uses = TableUse.objects.filter(ended_at=None, slip__in=rows.values("pk"))
    columns = ("slip_id", "since", "table__number", "table__stream")
    laid = {
        slip: {"since": since, "number": number, "stream": stream}
        for slip, since, number, stream in uses.values_list(*columns)
    }
    return {row["pairing_id"]: {**row, "laid": laid.get(row["pk"])} for row in values}


def _row(
    pk: int,
    head: RoundHead,
    number: int,
    match: Mapping[str, Any] | None,
    slip: Mapping[str, Any] | None,
    *,
    names_lineups: bool,
) -> OpenPairing:
    if slip is not None:
        return _on_board(pk, head, number, slip)
    if match is None:
        opens = "lineups" if names_lineups else "ready"
        return OpenPairing(pk, head, number, opens if head.row.open else "held")
    waits = match["status"] in WAITING
    return OpenPairing(
        pk,
        head,
        number,
        "waiting" if waits else "playing",
        match=match["match_id"],
        seat_a=match["entry_a_id"],
        paused=match["paused"],
        since=match["started_at"] or match["created_at"],
        last_at=match["last_at"],
        until=match["next_at"] if waits else None,
        flag_at=match["flag_at"],
        score=(match["score_a"], match["score_b"]),
        begun=match["started_at"] is not None,
    )


def _on_board(pk: int, head: RoundHead, number: int, slip: Mapping[str, Any]) -> OpenPairing:
    laid = slip["laid"] or {}
    table = laid.get("number")
    state = "playing" if slip["playing"] else "waiting" if table else "ready"
    if slip["disputed_at"]:
        state = "ruling"
    return OpenPairing(
        pk,
        head,
        number,
        state,
        table=table,
        stream=bool(laid.get("stream")),
        slip=slip["pk"],
        disputed_at=slip["disputed_at"],
        is_agreed=slip["is_agreed"],
        since=slip["playing"] or laid.get("since") or slip["created_at"],
        score=sheet_score(slip["points_a"], slip["points_b"], head.row.length, head.row.rules),
        begun=slip["begun_at"] is not None,
    )
