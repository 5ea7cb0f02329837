"""What a director has to decide about time: who is late, which penalties are proposed, what is overdue, long or paused.

Only reads; the desk shows it.
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
from games.selectors.vacations import is_correspondence
from tournaments.bracket.selectors.names import Names, names_of, play_until
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
from tournaments.timing.selectors.pace import DEFAULT, MatchPace, paces_for

GRACE_MIN: Final = 5
READY = F("match__state__match__ready")
"""Which sides of a waiting match have pressed ready, read out of the snapshot."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something to decide. `kind`: late, penalty, deadline, long, paused; `who` are the names of its `entries`.

    `text` is the sentence for the desk, which shows `since` beside it; `penalty` is the proposal that can be accepted or
    declined, `absence` ends when the player comes. A deadline is about a round and has neither pairing nor match.
    """

    kind: str
    since: datetime
    text: str
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
class Context:
    """What every need is made with: names, minutes of grace and paces by tournament."""

    names: Mapping[int, Names]
    grace: Mapping[int, int]
    paces: Mapping[int, MatchPace]
    now: datetime

    def of(self, round_id: int) -> int:
        """The tournament of a round."""
        return next(pk for pk, names in self.names.items() if round_id in names.rounds)

    def pace(self, row: PairingMatch) -> MatchPace:
        return self.paces.get(self.of(row.pairing.round_id), DEFAULT)


def needs(tournament: Tournament, now: datetime) -> tuple[Need, ...]:
    """The needs of a tournament, the longest waiting first. Seven queries, however many."""
    return needs_among({tournament.pk: names_of(tournament)}, now)


def needs_among(names: Mapping[int, Names], now: datetime) -> tuple[Need, ...]:
    """The needs of several tournaments. Three queries, however many; one more each where players are awaited, a deadline has
    passed, a match may be long, and where there is a need."""
    on = list(matches_on(*names))
    context = Context(names, _grace(names) if any(_is_joining(row) for row in on) else {}, {}, now)
    started = (
        (context.of(row.pairing.round_id), row.match.started_at, row.match.rules.get("length"))
        for row in on
        if row.match.started_at is not None
    )
    context = replace(context, paces=paces_for(started, now))
    unnamed = [
        *_at_tables(on, context),
        *_missing(context),
        *_proposed(context),
        *_overdue(context),
    ]
    wanted = {pk for need in unnamed for pk in need.entries}
    entries = Entry.objects.filter(pk__in=wanted).select_related("player") if wanted else ()
    titles = {entry.pk: entry.title for entry in entries}
    named = (replace(n, who=tuple(titles.get(pk, "") for pk in n.entries)) for n in unnamed)
    return tuple(sorted(named, key=lambda need: need.since))


def _grace(names: Iterable[int]) -> dict[int, int]:
    rows = Timing.objects.filter(tournament__in=list(names))
    return dict(rows.values_list("tournament", "grace_min"))


def _is_joining(row: PairingMatch) -> bool:
    return bool(row.match.status == MatchStatus.JOINING)


def matches_on(*tournaments: Tournament | int) -> QuerySet[PairingMatch]:
    """Matches that are being played, without their snapshots but with `ready`."""
    rows = PairingMatch.objects.filter(
        pairing__stage__tournament__in=tournaments,
        pairing__voided_at=None,
        voided_at=None,
        match__finished_at=None,
    ).select_related("match", "pairing", "timing")
    return rows.defer("match__state").annotate(ready=READY)


def _at_tables(rows: Iterable[PairingMatch], context: Context) -> Iterable[Need]:
    for row in rows:
        match = row.match
        if match.paused:
            yield _need("paused", row, context, match.last_at, _("This match is paused."))
        elif _is_joining(row):
            yield from _late(row, context)
        elif (
            match.started_at is not None
            and not is_correspondence(match)
            and context.pace(row).is_slow(match.started_at, match.rules.get("length"), context.now)
        ):
            text = _("This match is taking longer than usual.")
            yield _need("long", row, context, match.started_at, text)


def _need(
    kind: str,
    row: PairingMatch,
    context: Context,
    since: datetime,
    text: str,
    entries: tuple[int, ...] | None = None,
) -> Need:
    of = context.of(row.pairing.round_id)
    return Need(
        kind=kind,
        since=since,
        text=text,
        name=context.names[of].pairing(row.pairing),
        tournament=of,
        entries=(row.entry_a_id, row.entry_b_id) if entries is None else entries,
        pairing=row.pairing_id,
        match=row.match_id,
    )


def _late(row: PairingMatch, context: Context) -> Iterable[Need]:
    start = expected_at(row)
    grace = context.grace.get(context.of(row.pairing.round_id), GRACE_MIN)
    if start is None or start + timedelta(minutes=grace) > context.now:
        return
    absent = absent_of(row)
    text = _("Not at the table yet.")
    yield _need("late", row, context, start, text, absent)


def expected_at(row: PairingMatch) -> datetime | None:
    """When both players were to be there; None before that time and while they may still agree on one."""
    timing: MatchTiming | None = getattr(row, "timing", None)
    if timing is None:
        return row.match.created_at
    return None if timing.begin_at is not None else timing.start_at


def absent_of(row: Any) -> tuple[int, ...]:
    """The entries that have not pressed ready; `row.ready` is annotated by `matches_on`."""
    ready = list(row.ready or (False, False))
    sides = zip((row.entry_a_id, row.entry_b_id), ready, strict=True)
    return tuple(entry for entry, there in sides if not there)


def _missing(context: Context) -> Iterable[Need]:
    for row in missing(*context.names).select_related("pairing", "side__player"):
        of = context.of(row.pairing.round_id)
        yield Need(
            kind="late",
            since=row.since,
            text=_missing_text(row),
            name=context.names[of].pairing(row.pairing),
            tournament=of,
            entries=(row.entry_id,),
            pairing=row.pairing_id,
            absence=row.pk,
        )


def _missing_text(row: Absence) -> str:
    """That somebody is missing, with who reported it if it was not the desk."""
    if row.side is None:
        return _("Not at the table yet.")
    text = (
        _("%(name)s is waiting for the opponent and has the match slip.")
        if row.with_slip
        else _("%(name)s is waiting for the opponent.")
    )
    return text % {"name": row.side.title}


def _proposed(context: Context) -> Iterable[Need]:
    for row in proposed(*context.names).select_related("pairing"):
        of = context.of(row.pairing.round_id)
        yield Need(
            kind="penalty",
            since=row.made_at,
            text=penalty_text(row),
            name=context.names[of].pairing(row.pairing),
            tournament=of,
            entries=(row.entry_id,),
            pairing=row.pairing_id,
            penalty=row.pk,
        )


def _overdue(context: Context) -> Iterable[Need]:
    of_rounds = (
        play_until(row) for names in context.names.values() for row in names.rounds.values()
    )
    if not any(until is not None and until <= context.now for until in of_rounds):
        return
    undecided = Q(round__pairings__decided_at=None, round__pairings__voided_at=None)
    rows = RoundDeadline.objects.filter(
        round__stage__tournament__in=context.names,
        round__voided_at=None,
        play_until__lte=context.now,
    ).annotate(left=Count("round__pairings", filter=undecided))
    for row in rows.filter(left__gt=0).select_related("round"):
        text = ngettext(
            "The deadline has passed. %(n)d pairing is undecided.",
            "The deadline has passed. %(n)d pairings are undecided.",
            row.left,
        )
        of = context.of(row.round_id)
        yield Need(
            kind="deadline",
            since=row.play_until,
            text=text % {"n": row.left},
            name=context.names[of].full_round(row.round),
            tournament=of,
            round=row.round_id,
        )


def penalty_text(row: Penalty) -> str:
    """What a step of lateness costs, as the desk proposes it."""
    if row.lost:
        return _("Too late under the rules: the match is forfeited.")
    if row.seconds:
        minutes = row.seconds // 60
        return ngettext("%(n)d minute off the clock.", "%(n)d minutes off the clock.", minutes) % {
            "n": minutes
        }
    text = ngettext("%(n)d point for the opponent.", "%(n)d points for the opponent.", row.points)
    return text % {"n": row.points}


def missing(*tournaments: Tournament | int) -> QuerySet[Absence]:
    """Absences that were reported and have not ended."""
    return Absence.objects.filter(
        pairing__stage__tournament__in=tournaments, ended_at=None, pairing__decided_at=None
    )


def missed_at(pairing_id: int) -> list[Absence]:
    """Absences of a pairing that have not ended. One query."""
    return list(Absence.objects.filter(pairing=pairing_id, ended_at=None).order_by("pk"))


def proposed(*tournaments: Tournament | int) -> QuerySet[Penalty]:
    """Penalties that wait for a director's decision."""
    return Penalty.objects.filter(
        pairing__stage__tournament__in=tournaments, decided_at=None, pairing__decided_at=None
    )


def starting_scores(pairings: Iterable[int]) -> dict[int, dict[int, int]]:
    """The points with which the opponent of a late entry begins over the board: pairing → late entry → points. One query."""
    rows = Penalty.objects.filter(
        pairing__in=list(pairings), accepted=True, revoked_at=None, points__gt=0
    )
    scores: dict[int, dict[int, int]] = {}
    for pairing, entry, points in rows.values_list("pairing_id", "entry_id", "points"):
        by_entry = scores.setdefault(pairing, {})
        by_entry[entry] = by_entry.get(entry, 0) + points
    return scores
