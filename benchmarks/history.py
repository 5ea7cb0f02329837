"""Was anything lost, doubled or put in disorder? Compares what the clients were told with what the database has.

Pure functions over plain values, so that a forged history can be put to the test; each fault is one sentence.
Times are milliseconds since 1970 on one machine's clock. The clock of a match is worked out here once more, without
the engine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SERVER_KINDS = frozenset(
    {"epoch", "opening_roll", "nonces_closed", "flag", "forfeit", "ruling", "play"}
)
SLACK_MS = 5
"""Two processes read one clock, and one of them rounds."""
LATE_GAP_MS = 3_000
"""A silence longer than this counts as an outage (games.services.outages)."""
BEAT_MS = 2_000
"""Between two heartbeats, with the time to write one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log."""

    seq: int
    seat: str
    kind: str
    payload: Mapping[str, Any]
    at_ms: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Ack:
    """An answer 200: the row it speaks of."""

    seq: int
    kind: str
    payload: Mapping[str, Any]
    sent_ms: int
    answered_ms: int


@dataclass(slots=True)
class Sent:
    """One action as a client meant it, under one key, and the answers to it. Without an answer its fate is unknown."""

    match: str
    seat: str
    key: str
    kind: str
    payload: Mapping[str, Any]
    first_ms: int
    acks: list[Ack] = field(default_factory=list)
    refused: str | None = None
    tries: int = 0


@dataclass(slots=True)
class Watched:
    """What one client's stream showed, over all its connections: (seq, seat, kind) as they came."""

    match: str
    who: str
    seen: list[tuple[int, str, str]] = field(default_factory=list)
    to_the_end: bool = True


@dataclass(frozen=True, slots=True)
class Clock:
    """A simple clock: the delay of a turn is free, then the reserve runs."""

    reserve_ms: int
    delay_ms: int


@dataclass(frozen=True, slots=True)
class Match:
    """What the database has of one match."""

    id: str
    seq: int
    over: bool
    winner: str | None
    reason: str
    log: Sequence[Row]
    clock: Clock | None = None
    to_act: Sequence[str | None] = ()
    """Who has to act after each row."""


def faults(
    matches: Mapping[str, Match],
    sent: Iterable[Sent],
    watched: Iterable[Watched] = (),
    outages: Sequence[tuple[int, int]] = (),
    absent: Mapping[str, str] | None = None,
) -> list[str]:
    """Everything that is wrong; an empty list when nothing is. `absent` names the seats that stopped on purpose."""
    by_match: dict[str, list[Sent]] = defaultdict(list)
    for item in sent:
        by_match[item.match].append(item)
    rows: list[str] = []
    for pk, match in matches.items():
        rows += log_faults(match)
        rows += key_faults(match, by_match.pop(pk, []))
        rows += flag_faults(match, outages, (absent or {}).get(pk))
    rows += [f"{pk}: the match is gone with {len(lost)} actions" for pk, lost in by_match.items()]
    for item in watched:
        if item.match in matches:
            rows += stream_faults(matches[item.match], item)
    return rows


def log_faults(match: Match) -> Iterator[str]:
    """Numbers 1 to n, dated in order, and as long as the match says."""
    if [row.seq for row in match.log] != list(range(1, len(match.log) + 1)):
        yield f"{match.id}: its numbers are not 1 to {len(match.log)}"
    if not match.over:
        yield f"{match.id}: has not ended"
    if match.seq != len(match.log):
        yield f"{match.id}: the match says {match.seq}, the log has {len(match.log)}"
    for before, after in zip(match.log, match.log[1:], strict=False):
        if after.at_ms < before.at_ms:
            yield f"{match.id} {after.seq}: dated before the action that it follows"


def key_faults(match: Match, sent: Sequence[Sent]) -> Iterator[str]:
    """Each key once and as it was meant, if it was told; never, if it was refused; nothing that nobody sent."""
    rows: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in match.log:
        if row.key is not None:
            rows[row.seat, row.key].append(row)
        elif row.kind not in SERVER_KINDS or (row.kind == "play" and row.payload.get("moves")):
            yield f"{match.id} {row.seq}: a {row.kind} without a key"
    for item in sent:
        yield from _of_one_key(match.id, item, rows.pop((item.seat, item.key), []))
    for (seat, key), forged in rows.items():
        yield f"{match.id} {forged[0].seq}: nobody sent {seat} {key}"


def _of_one_key(pk: str, sent: Sent, rows: list[Row]) -> Iterator[str]:
    name = f"{pk} {sent.seat} {sent.kind} {sent.key}"
    if len(rows) > 1:
        yield f"{name}: applied {len(rows)} times"
    if sent.acks and not rows:
        yield f"{name}: acknowledged and lost"
    if sent.refused and not sent.acks and rows:
        yield f"{name}: refused ({sent.refused}) and yet in the log"
    if not rows:
        return
    if sent.acks and sent.refused:
        yield f"{name}: told, and refused ({sent.refused})"
    yield from _content(name, sent, rows[0])


def _content(name: str, sent: Sent, row: Row) -> Iterator[str]:
    """What stands in the log is what was sent and what was told, dated in between."""
    if row.kind != sent.kind or not _means(sent, row):
        yield f"{name}: something else stands in the log: {row.kind} {dict(row.payload)}"
    if row.at_ms < sent.first_ms - SLACK_MS:
        yield f"{name}: dated before it was sent"
    for text in sent.acks:
        if text.seq != row.seq:
            yield f"{name}: told {text.seq}, stands at {row.seq}"
        if (text.kind, dict(text.payload)) != (row.kind, dict(row.payload)):
            yield f"{name}: told otherwise than it stands"
        if row.at_ms > text.answered_ms + SLACK_MS:
            yield f"{name}: dated after it was answered"


def _means(sent: Sent, row: Row) -> bool:
    """The server puts the dice into a roll and leaves the rest as it was sent."""
    if sent.kind == "roll":
        return len(row.payload.get("dice", ())) == 2
    if sent.kind == "ready":
        return row.payload.get("nonce_hash") == sent.payload.get("nonce_hash")
    return dict(row.payload) == dict(sent.payload)


def stream_faults(match: Match, watched: Watched) -> Iterator[str]:
    """Every action once, in order, none left out."""
    name = f"{match.id}: the stream of {watched.who}"
    seqs = [seq for seq, _seat, _kind in watched.seen]
    doubled = [seq for seq, times in Counter(seqs).items() if times > 1]
    if doubled:
        yield f"{name} showed {doubled[:5]} more than once"
    elif seqs != sorted(seqs):
        yield f"{name} was out of order"
    elif seqs != list(range(1, len(seqs) + 1)):
        yield f"{name} left something out"
    if watched.to_the_end and len(set(seqs)) < match.seq:
        yield f"{name} ended at {max(seqs, default=0)} of {match.seq}"
    logged = {row.seq: (row.seat, row.kind) for row in match.log}
    for seq, seat, kind in watched.seen:
        if logged.get(seq) != (seat, kind):
            yield f"{name} showed {seat} {kind} at {seq}, the log has {logged.get(seq)}"


def flag_faults(
    match: Match, outages: Sequence[tuple[int, int]], absent: str | None
) -> Iterator[str]:
    """A flag fell exactly when the time was up without the outages, for a player who had stopped; nobody acted after their own flag."""
    if match.clock is None or len(match.to_act) != len(match.log):
        return
    spans = _charged(outages, [row.at_ms for row in match.log])
    reserve = dict.fromkeys("AB", match.clock.reserve_ms)
    running: str | None = None
    since = delay = 0
    for row, to_act in zip(match.log, match.to_act, strict=True):
        if running is not None:
            falls = _after(since, delay + reserve[running], spans)
            if row.kind == "flag":
                yield from _flag(match, row, running, falls, absent)
            elif row.at_ms >= falls and row.seat == running:
                yield f"{match.id} {row.seq}: {running} acted {row.at_ms - falls} ms after the flag"
            used = _counted(since, row.at_ms, spans)
            reserve[running] = max(0, reserve[running] - max(0, used - delay))
            delay = max(0, delay - used)
        elif row.kind == "flag":
            yield f"{match.id} {row.seq}: a flag fell although no clock ran"
        if to_act != running:
            delay = match.clock.delay_ms
        running, since = to_act, row.at_ms


def _flag(match: Match, row: Row, running: str, falls: int, absent: str | None) -> Iterator[str]:
    if abs(row.at_ms - falls) > 1:
        yield f"{match.id}: the flag is dated {row.at_ms - falls} ms beside the end of the time"
    if match.winner == running:
        yield f"{match.id}: the flag of {running} fell, and {running} won"
    if absent != running:
        yield f"{match.id}: the flag of {running} fell although {running} played"


def outage_faults(
    outages: Sequence[tuple[int, int]], down: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """Outages are where nothing could be accepted, and nowhere else; `down` is from a kill to the first answer after it."""
    for start, end in outages:
        if not any(start >= begin - BEAT_MS and end <= stop + BEAT_MS for begin, stop in down):
            yield f"an outage of {end - start} ms is noted where none was"
    for begin, stop in down:
        noted = any(start < stop and end > begin for start, end in outages)
        if stop - begin > LATE_GAP_MS + BEAT_MS and not noted:
            yield f"nothing was accepted for {stop - begin} ms and no outage is noted"


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same spans in order, none overlapping."""
    rows: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if rows and begin <= rows[-1][1]:
            rows[-1] = (rows[-1][0], max(end, rows[-1][1]))
        else:
            rows.append((begin, end))
    return rows


def _charged(outages: Sequence[tuple[int, int]], acted: Sequence[int]) -> list[tuple[int, int]]:
    """An action inside an outage shows that the time before it counted."""
    spans = [(max([start, *(at for at in acted if at < end)]), end) for start, end in outages]
    return merged(span for span in spans if span[0] < span[1])


def _counted(start: int, end: int, spans: Sequence[tuple[int, int]]) -> int:
    lost = sum(max(0, min(end, stop) - max(start, begin)) for begin, stop in spans)
    return max(0, end - start - lost)


def _after(since: int, length: int, spans: Sequence[tuple[int, int]]) -> int:
    """When so many milliseconds have counted."""
    moment = since + length
    for begin, stop in spans:
        if stop > since and begin < moment:
            moment += stop - max(begin, since)
    return moment
