"""What a ruling changes (T9.5, X4): a snapshot of a tournament, and the difference between two of them.

Plain data with ids; preview_text.py describes it in words. The difference has a digest, by which a director confirms
exactly what they were shown.
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
    """One difference between two snapshots. Its kinds, and what `key` contains:

    slot (pairing, side) · pairing (pairing,) · aside, made, back, ended, reopened (match of a pairing, pairing) ·
    round_aside, round_drawn, word_kept, word_lost (round,) · place (stage, section, entry) · prize (entry,) · champion, status () ·
    agreement (agreement on prizes,): why it does not fit ·
    kept (stage number,), (stage number, section): a stage, or a bracket of it, that has begun keeps its players,
    although others would be drawn now.
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
    """Everything that a ruling changes, in a fixed order. `needs_confirmation`: somebody has to agree to it first."""

    changes: tuple[SnapshotChange, ...] = ()
    needs_confirmation: bool = False

    @property
    def digest(self) -> str:
        rows = [[c.kind, c.key, c.before, c.after, c.state] for c in self.changes]
        return sha256(json.dumps(rows, default=str).encode()).hexdigest()[:16]

    def touches_begun(self, but: int | None = None, *, undoing: bool = False) -> bool:
        """Is a match set aside that somebody plays or has played, not counting those of the pairing `but`?

        An undo that ends a match over the board sets it aside as well: no server keeps its score.
        """
        aside = [change for change in self.of("aside") if change.state in BEGUN]
        if undoing:
            ended = self.of("ended")
            aside += [c for c in ended if c.state == ON and c.key[2:] == ("slip",)]
        return any(change.key[1] != but for change in aside)

    def of(self, *kinds: str) -> tuple[SnapshotChange, ...]:
        return tuple(change for change in self.changes if change.kind in kinds)


class MatchSnapshot(NamedTuple):
    """A match of a pairing, as far as a snapshot needs it: thousands of these cost less than as many model instances."""

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


class TournamentSnapshot:
    """The state of a tournament: slots, decisions, matches, rounds, places, prizes, champion.

    `like` is an earlier snapshot: what has not changed since is not computed again.
    """

    def __init__(self, tournament: Tournament, like: "TournamentSnapshot | None" = None) -> None:
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
        self.prizes, self.misfits = _prizes(tournament, self.stages)
        self.champion, self.status = tournament.champion_id, tournament.status

    def _take(self, rows: Rows) -> None:
        for pairing in rows.pairings:
            self.pairings[pairing[:1]] = [*pairing[-3:], pairing[-4]]  # the outcome first
            self.round_of[pairing[0]] = pairing[2]
            for side, slot in enumerate(rows.slots[pairing[0]], start=1):
                self.slots[pairing[0], side] = list(slot[-2:])
        self.rounds |= {row[0]: row[-1] for row in rows.rounds}

    @property
    def places(self) -> dict[Key, Any]:
        """Of everybody, by stage, section and entry."""
        return {key: place for stage in self.stages.values() for key, place in stage.places.items()}

    def seated_twice(self) -> list[tuple[int, int]]:
        """Entries that have two slots in a round, as (entry, round)."""
        seen: set[tuple[int, int]] = set()
        twice = []
        for (pairing, _side), (_state, entry) in self.slots.items():
            place = (entry, self.round_of[pairing])
            if entry is not None and place in seen:
                twice.append(place)
            seen.add(place)
        return twice


def compare(
    before: TournamentSnapshot,
    after: TournamentSnapshot,
    outdated: Mapping[Key, OutdatedField] = NOTHING_OUTDATED,
) -> Preview:
    """What changed between two snapshots; `outdated` are the fields that were kept although others would be drawn now."""
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
            *_round_settings(before, after),
            *_places(before, after),
            *_changed("prize", before.prizes, after.prizes),
            *_changed("agreement", before.misfits, after.misfits),
            *_changed("champion", {(): before.champion}, {(): after.champion}),
            *_changed("status", {(): before.status}, {(): after.status}),
            *(SnapshotChange("kept", key, *outdated[key]) for key in sorted(outdated)),
        )
    )


def _changed(kind: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[SnapshotChange]:
    """What differs; slots and pairings that were added or removed show by their rounds."""
    whole = kind in ("place", "prize", "agreement")
    keys = old.keys() | new.keys() if whole else old.keys() & new.keys()
    for key in sorted(keys):
        if old.get(key) != new.get(key):
            yield SnapshotChange(kind, key, old.get(key), new.get(key))


def _new(old: Collection[int], new: Collection[int]) -> Iterable[int]:
    """By their order, not by ids, which differ between a preview and the ruling itself."""
    return range(len(set(new) - set(old)))


def _round_settings(
    before: TournamentSnapshot, after: TournamentSnapshot
) -> Iterator[SnapshotChange]:
    """The settings of rounds that are set aside: kept by those drawn in their place, or lost."""
    aside, drawn = before.rounds.keys() - after.rounds, after.rounds.keys() - before.rounds
    for settings in round_settings(aside, drawn):
        for kind, facts in (("word_kept", settings.kept), ("word_lost", settings.lost)):
            if facts:
                yield SnapshotChange(kind, (settings.round,), facts)


def _matches(before: TournamentSnapshot, after: TournamentSnapshot) -> Iterator[SnapshotChange]:
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
        pairing = row.pairing_id if (row.pairing_id,) in before.pairings else 0
        yield SnapshotChange("made", (0, pairing), after=[row.entry_a_id, row.entry_b_id])


def _begun_meanwhile(rows: Iterable[MatchSnapshot]) -> set[int]:
    """Which of these had not started in the first snapshot but have by now: a match is locked only when it is set aside.
    One query."""
    waited = [row.pk for row in rows if row.started_at is None]
    begun = PairingMatch.objects.filter(pk__in=waited, match__started_at__isnull=False)
    return set(begun.values_list("pk", flat=True)) if waited else set()


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
    """Slips that are not void, annotated with whether they have a table, and reported results that are not revoked.
    Two queries, none where everything is played online."""
    if venue_of(tournament) is None:
        return {}, {}
    within = {"pairing__stage__tournament": tournament, "pairing__voided_at": None}
    has_table = Exists(TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None))
    slips = Slip.objects.filter(voided_at=None, **within).annotate(has_table=has_table)
    reported = Result.objects.filter(source=Result.Source.REPORT, revoked_at=None, **within)
    return {row.pk: row for row in slips.order_by("pk")}, {row.pk: row for row in reported}


def _slips(before: TournamentSnapshot, after: TournamentSnapshot) -> Iterator[SnapshotChange]:
    """As matches, but new slips are left out: they disturb nobody."""
    old, new = before.slips, after.slips
    for pk in sorted(old.keys() - new.keys()):
        yield _slip("aside", old[pk], _slip_state(old[pk]))
    for pk in sorted(old.keys() & new.keys()):
        was, now = _slip_state(old[pk]), _slip_state(new[pk])
        if (was == OVER) != (now == OVER):
            yield _slip("ended" if now == OVER else "reopened", new[pk], was)


def _reports(before: TournamentSnapshot, after: TournamentSnapshot) -> Iterator[SnapshotChange]:
    """Reported results that are revoked because an older one counts again; their slips stay as they were."""
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


def _slip_state(slip: Slip) -> str:
    """A pair that was given a table counts as playing: nobody can tell from here whether they have rolled."""
    if slip.closed_at is not None:
        return OVER
    has_table: bool = slip.has_table  # type: ignore[attr-defined]  # annotated by _over_the_board
    return ON if has_table or slip.begun_at is not None else WAITS


def _places(before: TournamentSnapshot, after: TournamentSnapshot) -> Iterator[SnapshotChange]:
    """Whose place differs, in the stages that have changed."""
    old: dict[Key, Any] = {}
    new: dict[Key, Any] = {}
    for number in before.stages.keys() | after.stages.keys():
        was, now = before.stages.get(number), after.stages.get(number)
        if was is None or not was.stands_like(now):
            old |= was.places if was is not None else {}
            new |= now.places if now is not None else {}
    return _changed("place", old, new)


def _prizes(
    tournament: Tournament, stages: Mapping[int, StageSnapshot]
) -> tuple[dict[Key, int], dict[Key, str]]:
    """Prize units by entry, and why agreements on prizes do not fit, by their ids."""
    if not tournament.pay_table:
        return {}, {}
    last_first = [stages[number] for number in sorted(stages, reverse=True)]
    prizes = prizes_by(tournament, last_first)
    paid: dict[Key, int] = {(entry,): units for entry, units in prizes.paid.items()}
    return paid, {(agreement,): why for agreement, why in prizes.misfits.items()}
