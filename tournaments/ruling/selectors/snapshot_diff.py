"""What a ruling moves (T9.5, X4): a picture of a tournament, and the difference between two of them.

Plain data with ids; preview_text.py makes words of it. The difference has a digest, by which a director confirms
exactly what he was shown.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef

from tournaments.bracket.selectors.positions import Rows
from tournaments.bracket.selectors.prize_pot import prizes_by
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.models import PairingMatch, Result, Slip, TableUse, Tournament
from tournaments.ruling.selectors.round_settings_text import round_settings
from tournaments.ruling.selectors.stage_snapshots import Key, StageSnapshot, stage_snapshots

WAITS, ON, OVER = "waits", "on", "over"  # how far a match has come
BEGUN = (ON, OVER)
NOTHING_OUTDATED: Mapping[Key, Any] = {}
OutdatedField = tuple[list[int], list[int]]


@dataclass(frozen=True, slots=True)
class SnapshotChange:
    """One thing that becomes another. Kinds, and what `key` holds:

    slot (pairing, side) · pairing (pairing,) · aside, made, back, ended, reopened (match of a pairing, pairing) ·
    round_aside, round_drawn, word_kept, word_lost (round,) · place (stage, section, entry) · prize (entry,) · champion, status () ·
    kept (stage number,), (stage number, section): a stage, or a bracket of it, that has begun stays with its players,
    though others would be drawn now.
    Over the board a match is its slip: (slip, pairing, "slip"), and a report that no longer counts is aside too:
    (result, pairing, "result").
    `state` says how far a match was; `shown` is for the reader and no part of the digest.
    """

    kind: str
    key: Key
    before: Any = None
    after: Any = None
    state: str = ""
    shown: Any = None


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that would move, in a fixed order."""

    moves: tuple[SnapshotChange, ...] = ()

    @property
    def digest(self) -> str:
        told = [[m.kind, m.key, m.before, m.after, m.state] for m in self.moves]
        return sha256(json.dumps(told, default=str).encode()).hexdigest()[:16]

    def touches_begun(self, but: int | None = None, *, undoing: bool = False) -> bool:
        """Would a match be set aside that somebody plays or has played; not counting those of this pairing?

        An undoing that ends what two play over the board sets it aside as well: no table keeps their score.
        """
        aside = [move for move in self.moves if move.kind == "aside" and move.state in BEGUN]
        if undoing:
            ended = self.of("ended")
            aside += [m for m in ended if m.state == ON and m.key[2:] == ("slip",)]
        return any(move.key[1] != but for move in aside)

    def of(self, *kinds: str) -> tuple[SnapshotChange, ...]:
        return tuple(move for move in self.moves if move.kind in kinds)


class MatchSnapshot(NamedTuple):
    """A match of a pairing, as far as a picture needs it: thousands of these cost less than as many rows of models."""

    pk: int
    pairing_id: int
    board: int
    entry_a_id: int
    entry_b_id: int
    score_a: int
    score_b: int
    started_at: datetime | None
    finished_at: datetime | None


OF_MATCH = ("score_a", "score_b", "started_at", "finished_at")
MATCH_COLUMNS = [f"match__{name}" if name in OF_MATCH else name for name in MatchSnapshot._fields]


class Snapshot:
    """A tournament as it stands: seats, decisions, matches, rounds, places, prizes, champion.

    `like` is an earlier one: what stands as it stood there is not worked out again.
    """

    def __init__(self, tournament: Tournament, like: "Snapshot | None" = None) -> None:
        self.stages: dict[int, StageSnapshot] = stage_snapshots(
            tournament, like.stages if like is not None else {}
        )
        self.pairings: dict[Key, list[Any]] = {}
        self.slots: dict[tuple[int, int], list[Any]] = {}
        self.rounds: dict[int, str] = {}
        self.round_of: dict[int, int] = {}
        for stage in self.stages.values():
            self._take(stage.rows)
        played = PairingMatch.objects.filter(pairing__stage__tournament=tournament)
        self.last = played.aggregate(last=Max("pk"))["last"] or 0
        live = played.filter(voided_at=None).order_by("pk")
        self.matches = {row[0]: MatchSnapshot(*row) for row in live.values_list(*MATCH_COLUMNS)}
        self.slips, self.reported = _over_the_board(tournament)
        tournament.refresh_from_db(fields=["champion", "status"])
        self.prizes = _prizes(tournament, self.stages)
        self.champion, self.status = tournament.champion_id, tournament.status

    def _take(self, rows: Rows) -> None:
        for pairing in rows.pairings:
            self.pairings[pairing[:1]] = list(pairing[-3:])
            self.round_of[pairing[0]] = pairing[2]
            for side, slot in enumerate(rows.slots[pairing[0]], start=1):
                self.slots[pairing[0], side] = list(slot[-2:])
        self.rounds |= {row[0]: row[-1] for row in rows.rounds}

    @property
    def places(self) -> dict[Key, Any]:
        """Of everybody, by stage, section and entry."""
        return {key: place for stage in self.stages.values() for key, place in stage.places.items()}

    def seated_twice(self) -> list[tuple[int, int]]:
        """Entries that sit twice in a round, as (entry, round)."""
        seen: set[tuple[int, int]] = set()
        twice = []
        for (pairing, _side), (_state, entry) in self.slots.items():
            place = (entry, self.round_of[pairing])
            if entry is not None and place in seen:
                twice.append(place)
            seen.add(place)
        return twice


def compare(
    before: Snapshot, after: Snapshot, kept: Mapping[Key, OutdatedField] = NOTHING_OUTDATED
) -> Preview:
    """What moved between two pictures; `kept` are the fields that did not move though they would now."""
    return Preview(
        (
            *_changed("slot", before.slots, after.slots),
            *_changed("pairing", before.pairings, after.pairings),
            *_matches(before, after),
            *_slips(before, after),
            *_reports(before, after),
            *(
                SnapshotChange("round_aside", (pk,))
                for pk in sorted(before.rounds.keys() - after.rounds)
            ),
            *(SnapshotChange("round_drawn", (pk,)) for pk in _new(before.rounds, after.rounds)),
            *_words(before, after),
            *_places(before, after),
            *_changed("prize", before.prizes, after.prizes),
            *_changed("champion", {(): before.champion}, {(): after.champion}),
            *_changed("status", {(): before.status}, {(): after.status}),
            *(SnapshotChange("kept", key, *kept[key]) for key in sorted(kept)),
        )
    )


def _changed(kind: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[SnapshotChange]:
    """What differs; seats and pairings that came or went are told by their rounds."""
    whole = kind in ("place", "prize")
    keys = old.keys() | new.keys() if whole else old.keys() & new.keys()
    for key in sorted(keys):
        if old.get(key) != new.get(key):
            yield SnapshotChange(kind, key, old.get(key), new.get(key))


def _new(old: Collection[int], new: Collection[int]) -> Iterable[int]:
    """Told by their order, not by ids: these differ between a trial and the ruling itself."""
    return range(len(set(new) - set(old)))


def _words(before: Snapshot, after: Snapshot) -> Iterator[SnapshotChange]:
    """What was said of rounds that are set aside, and of those drawn in their place."""
    aside, drawn = before.rounds.keys() - after.rounds, after.rounds.keys() - before.rounds
    for fate in round_settings(aside, drawn):
        for kind, facts in (("word_kept", fate.kept), ("word_lost", fate.lost)):
            if facts:
                yield SnapshotChange(kind, (fate.round,), facts)


def _matches(before: Snapshot, after: Snapshot) -> Iterator[SnapshotChange]:
    old, new = before.matches, after.matches
    gone = sorted(old.keys() - new.keys())
    begun = _begun_meanwhile(old[pk] for pk in gone)
    for pk in gone:
        yield _match("aside", old[pk], ON if pk in begun else _state(old[pk]))
    for pk in sorted(old.keys() & new.keys()):
        was, now = _state(old[pk]), _state(new[pk])
        if (was == OVER) != (now == OVER):
            yield _match("ended" if now == OVER else "reopened", new[pk], was)
    for pk in sorted(new.keys() - old.keys()):
        if pk <= before.last:
            yield _match("back", new[pk], _state(new[pk]))
    made = [row for pk, row in new.items() if pk > before.last]
    for row in made:
        known = row.pairing_id if (row.pairing_id,) in before.pairings else 0
        yield SnapshotChange("made", (0, known), after=[row.entry_a_id, row.entry_b_id])


def _begun_meanwhile(rows: Iterable[MatchSnapshot]) -> set[int]:
    """Of those that waited when the first picture was taken: a match is locked only where it is set aside. One query."""
    waited = [row.pk for row in rows if row.started_at is None]
    found = PairingMatch.objects.filter(pk__in=waited, match__started_at__isnull=False)
    return set(found.values_list("pk", flat=True)) if waited else set()


def _match(kind: str, row: MatchSnapshot, state: str) -> SnapshotChange:
    pair = [row.entry_a_id, row.entry_b_id]
    return SnapshotChange(
        kind, (row.pk, row.pairing_id), pair, pair, state, [row.score_a, row.score_b]
    )


def _state(row: MatchSnapshot) -> str:
    if row.finished_at is not None:
        return OVER
    return WAITS if row.started_at is None else ON


def _over_the_board(tournament: Tournament) -> tuple[dict[int, Slip], dict[int, Result]]:
    """Slips that stand, with whether they lie on a table, and what was reported and never revoked. Two queries, none
    where everything is played online."""
    if venue_of(tournament) is None:
        return {}, {}
    within = {"pairing__stage__tournament": tournament, "pairing__voided_at": None}
    lies = Exists(TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None))
    slips = Slip.objects.filter(voided_at=None, **within).annotate(lies=lies)
    told = Result.objects.filter(source=Result.Source.REPORT, revoked_at=None, **within)
    return {row.pk: row for row in slips.order_by("pk")}, {row.pk: row for row in told}


def _slips(before: Snapshot, after: Snapshot) -> Iterator[SnapshotChange]:
    """As matches, but that a new one is nothing to read: nobody is called away by it."""
    old, new = before.slips, after.slips
    for pk in sorted(old.keys() - new.keys()):
        yield _slip("aside", old[pk], _how_far(old[pk]))
    for pk in sorted(old.keys() & new.keys()):
        was, now = _how_far(old[pk]), _how_far(new[pk])
        if (was == OVER) != (now == OVER):
            yield _slip("ended" if now == OVER else "reopened", new[pk], was)


def _reports(before: Snapshot, after: Snapshot) -> Iterator[SnapshotChange]:
    """What two played and told, revoked because an older word counts again; their slip stands as it stood."""
    for pk in sorted(before.reported.keys() - after.reported.keys()):
        row = before.reported[pk]
        if (row.pairing_id,) in after.pairings:
            pair = [row.winner_id, row.loser_id]
            points = sorted((int(n) for n in (row.score or {}).values()), reverse=True)
            yield SnapshotChange(
                "aside", (pk, row.pairing_id, "result"), pair, pair, OVER, points or [0, 0]
            )


def _slip(kind: str, row: Slip, state: str) -> SnapshotChange:
    pair = [row.entry_a_id, row.entry_b_id]
    return SnapshotChange(kind, (row.pk, row.pairing_id, "slip"), pair, pair, state, [0, 0])


def _how_far(slip: Slip) -> str:
    """Two who have been given a table are taken to play: nobody sees from here whether they have rolled."""
    if slip.closed_at is not None:
        return OVER
    lies: bool = slip.lies  # type: ignore[attr-defined]  # annotated by _over_the_board
    return ON if lies or slip.begun_at is not None else WAITS


def _places(before: Snapshot, after: Snapshot) -> Iterator[SnapshotChange]:
    """Who stands elsewhere, in the stages that do not stand as they stood."""
    old: dict[Key, Any] = {}
    new: dict[Key, Any] = {}
    for number in before.stages.keys() | after.stages.keys():
        was, now = before.stages.get(number), after.stages.get(number)
        if was is None or not was.stands_like(now):
            old |= was.places if was is not None else {}
            new |= now.places if now is not None else {}
    return _changed("place", old, new)


def _prizes(tournament: Tournament, stages: Mapping[int, StageSnapshot]) -> dict[Key, int]:
    """By entry, from the tables that pay."""
    if not tournament.pay_table:
        return {}
    last_first = [stages[number] for number in sorted(stages, reverse=True)]
    return {(entry,): units for entry, units in prizes_by(tournament, last_first).paid.items()}
