"""What a director has to decide about time now: who is late, what is proposed, what is overdue, long or paused.

The desk shows it; nothing here decides anything.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import MatchStatus
from tournaments.bracket.selectors.names import Names, names_of
from tournaments.models import (
    Absence,
    Entry,
    MatchTiming,
    PairingMatch,
    Penalty,
    RoundDeadline,
    Timing,
    Tournament,
)

MINUTES_A_POINT: Final = 9
"""The usual slot of a match with clocks, for each point of its length."""
LONG: Final = 1.5
GRACE_MIN: Final = 5
READY = F("match__state__match__ready")
"""Who has pressed ready, of a match that waits for its players: both sides, read out of the snapshot."""


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to decide. `kind`: late, penalty, deadline, long, paused; `who` are the entries it is about.

    `said` is the sentence for the desk, which shows `since` beside it; `penalty` the proposal that can be accepted or declined, `absence` what ends when he comes. A deadline is about a
    round and has neither pairing nor match.
    """

    kind: str
    since: datetime
    said: str
    name: str
    tournament: int = 0
    entries: tuple[int, ...] = ()
    who: tuple[str, ...] = ()
    pairing: int | None = None
    match: UUID | None = None
    round: int | None = None
    penalty: int | None = None
    absence: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What all needs are told with; minutes of grace by tournament."""

    names: Mapping[int, Names]
    grace: Mapping[int, int]
    now: datetime

    def of(self, round_id: int) -> int:
        """The tournament of a round."""
        return next(pk for pk, names in self.names.items() if round_id in names.rounds)


def needs(tournament: Tournament, now: datetime) -> tuple[Need, ...]:
    """The longest waiting first. Seven queries, however many."""
    return needs_among({tournament.pk: names_of(tournament)}, now)


def needs_among(names: Mapping[int, Names], now: datetime) -> tuple[Need, ...]:
    """Of several tournaments; six queries, however many."""
    grace = Timing.objects.filter(tournament__in=names).values_list("tournament", "grace_min")
    facts = Facts(names, dict(grace), now)
    found = [
        *_at_tables(matches_on(*names), facts),
        *_missing(facts),
        *_proposed(facts),
        *_overdue(facts),
    ]
    wanted = {pk for need in found for pk in need.entries}
    entries = Entry.objects.filter(pk__in=wanted).select_related("player")
    titles = {entry.pk: entry.title for entry in entries}
    told = (replace(one, who=tuple(titles.get(pk, "") for pk in one.entries)) for one in found)
    return tuple(sorted(told, key=lambda need: need.since))


def matches_on(*tournaments: Tournament | int) -> QuerySet[PairingMatch]:
    """Matches that are on, their snapshots left out but for who is `ready`."""
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament__in=tournaments,
        pairing__voided_at=None,
        voided_at=None,
        match__finished_at=None,
    ).select_related("match", "pairing", "timing")
    return rows.defer("match__state").annotate(ready=READY)


def _at_tables(rows: Iterable[PairingMatch], facts: Facts) -> Iterable[Need]:
    for row in rows:
        match = row.match
        if match.paused:
            yield _need("paused", row, facts, match.last_at, _("Paused."))
        elif match.status == MatchStatus.JOINING:
            yield from _late(row, facts)
        elif match.started_at is not None and is_long(
            match.started_at, match.rules.get("length"), facts.now
        ):
            text = _("Runs longer than usual.")
            yield _need("long", row, facts, match.started_at, text)


def _need(
    kind: str,
    row: PairingMatch,
    facts: Facts,
    since: datetime,
    text: str,
    entries: tuple[int, ...] | None = None,
) -> Need:
    of = facts.of(row.pairing.round_id)
    return Need(
        kind=kind,
        since=since,
        said=text,
        name=facts.names[of].pairing(row.pairing),
        tournament=of,
        entries=(row.entry_a_id, row.entry_b_id) if entries is None else entries,
        pairing=row.pairing_id,
        match=row.match_id,
    )


def is_long(since: datetime, length: int | None, now: datetime) -> bool:
    """Has a match of that many points run for longer than is usual?"""
    return since + timedelta(minutes=MINUTES_A_POINT * LONG * (length or 1)) <= now


def _late(row: PairingMatch, facts: Facts) -> Iterable[Need]:
    start = expected_at(row)
    grace = facts.grace.get(facts.of(row.pairing.round_id), GRACE_MIN)
    if start is None or start + timedelta(minutes=grace) > facts.now:
        return
    absent = absent_of(row)
    text = _("Not there yet.")
    yield _need("late", row, facts, start, text, absent)


def expected_at(row: PairingMatch) -> datetime | None:
    """When both were to be there; None while they still have time to agree or the time has not come."""
    timing: MatchTiming | None = getattr(row, "timing", None)
    if timing is None:
        return row.match.created_at
    return None if timing.begin_at is not None else timing.start_at


def absent_of(row: Any) -> tuple[int, ...]:
    """The entries that have not pressed ready; `row.ready` as this module's queries read it."""
    ready = list(row.ready or (False, False))
    sides = zip((row.entry_a_id, row.entry_b_id), ready, strict=True)
    return tuple(entry for entry, there in sides if not there)


def _missing(facts: Facts) -> Iterable[Need]:
    for row in missing(*facts.names).select_related("pairing", "side__player"):
        of = facts.of(row.pairing.round_id)
        yield Need(
            kind="late",
            since=row.since,
            said=_said_missing(row),
            name=facts.names[of].pairing(row.pairing),
            tournament=of,
            entries=(row.entry_id,),
            pairing=row.pairing_id,
            absence=row.pk,
        )


def _said_missing(row: Absence) -> str:
    """Whose word it is, where it is not the desk's own."""
    if row.side is None:
        return _("Not there yet.")
    text = (
        _("Not there, says %(name)s (slip in hand).")
        if row.with_slip
        else _("Not there, says %(name)s.")
    )
    return text % {"name": row.side.title}


def _proposed(facts: Facts) -> Iterable[Need]:
    for row in proposed(*facts.names).select_related("pairing"):
        of = facts.of(row.pairing.round_id)
        yield Need(
            kind="penalty",
            since=row.made_at,
            said=penalty_in_words(row),
            name=facts.names[of].pairing(row.pairing),
            tournament=of,
            entries=(row.entry_id,),
            pairing=row.pairing_id,
            penalty=row.pk,
        )


def _overdue(facts: Facts) -> Iterable[Need]:
    undecided = Q(round__pairings__decided_at=None, round__pairings__voided_at=None)
    rows = RoundDeadline.objects.filter(
        round__stage__tournament__in=facts.names, round__voided_at=None, play_until__lte=facts.now
    ).annotate(left=Count("round__pairings", filter=undecided))
    for row in rows.filter(left__gt=0).select_related("round"):
        text = _("The deadline has passed; %(n)d pairings are not decided.")
        of = facts.of(row.round_id)
        yield Need(
            kind="deadline",
            since=row.play_until,
            said=text % {"n": row.left},
            name=facts.names[of].full_round(row.round),
            tournament=of,
            round=row.round_id,
        )


def penalty_in_words(row: Penalty) -> str:
    """What a step of lateness costs, as the desk proposes it."""
    if row.lost:
        return _("Too late by the rules: the match is lost.")
    if row.seconds:
        minutes = row.seconds // 60
        return ngettext("%(n)d minute off the clock.", "%(n)d minutes off the clock.", minutes) % {
            "n": minutes
        }
    text = ngettext("%(n)d point for the opponent.", "%(n)d points for the opponent.", row.points)
    return text % {"n": row.points}


def missing(*tournaments: Tournament | int) -> QuerySet[Absence]:
    """Who is missed at a table now, said at the desk."""
    return Absence.objects.filter(
        pairing__stage__tournament__in=tournaments, ended_at=None, pairing__decided_at=None
    )


def missed_at(pairing_id: int) -> list[Absence]:
    """Who is missed at one table. One query."""
    return list(Absence.objects.filter(pairing=pairing_id, ended_at=None).order_by("pk"))


def proposed(*tournaments: Tournament | int) -> QuerySet[Penalty]:
    """Penalties that wait for a director's yes or no."""
    return Penalty.objects.filter(
        pairing__stage__tournament__in=tournaments, decided_at=None, pairing__decided_at=None
    )


def starting_scores(pairings: Iterable[int]) -> dict[int, dict[int, int]]:
    """With how many points whose opponent came late begins over the board: pairing → late entry → points. One query."""
    rows = Penalty.objects.filter(
        pairing__in=list(pairings), accepted=True, revoked_at=None, points__gt=0
    )
    found: dict[int, dict[int, int]] = {}
    for pairing, entry, points in rows.values_list("pairing_id", "entry_id", "points"):
        told = found.setdefault(pairing, {})
        told[entry] = told.get(entry, 0) + points
    return found
