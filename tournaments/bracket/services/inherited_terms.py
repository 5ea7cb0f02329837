"""What a director has set for rounds that were set aside holds for the rounds drawn in their place: their terms,
whether they are open, where they are played and until when.

A round replaces the one that was as far from the end of its bracket. What was set for the first one also holds for
rounds that come before it now, except deadlines: where there are more rounds than before, or one of the times has
passed, all deadlines are planned anew.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from tournaments.bracket.selectors.agreement import terms_of
from tournaments.bracket.services.round_deadlines import next_reminder
from tournaments.models import Moved, Round, RoundDeadline, Stage, Timing

TERMS = ("length", "clock", "rules")
Replaced = Mapping[int, Round]  # the replaced round, by the number of the new one


def replaced_by(stage: Stage, drawn: Collection[Round]) -> Replaced:
    """The rounds that these new ones replace. One query."""
    sections = {row.section for row in drawn}
    aside = stage.rounds.filter(section__in=sections).exclude(voided_at=None)
    before: dict[str, list[Round]] = {}
    for row in aside.select_related("deadline").order_by("pk"):
        before.setdefault(row.section, []).append(row)
    last = {section: _set_aside_last(rows) for section, rows in before.items()}
    placed = ((row.number, predecessor(row, last.get(row.section, ()))) for row in drawn)
    return {number: old for number, old in placed if old is not None}


def successors_of(old: Round) -> list[Round]:
    """The rounds that replace one that was set aside. Two queries, none where it still stands."""
    if old.voided_at is None:
        return []
    of_bracket = Round.objects.filter(stage=old.stage_id, section=old.section)
    beside = list(of_bracket.filter(voided_at=old.voided_at).order_by("pk"))
    standing = of_bracket.filter(voided_at=None).select_related("deadline")
    return [row for row in standing if predecessor(row, beside) == old]


def predecessor(row: Round, before: Sequence[Round]) -> Round | None:
    """Of the earlier rounds of its bracket the one as far from the end, or the first for rounds that come before it."""
    same = [old for old in before if _in_the_same_place(row, old)]
    if same or row.from_end is None:
        return same[-1] if same else None
    ends = {old.from_end: old for old in before if old.from_end is not None}
    first = max(ends, default=row.from_end)
    return ends[first] if first < row.from_end else None


def copy_terms(stage: Stage, row: Round, old: Round) -> None:
    """Copy terms that a director had set, and whether the round is open; not saved yet."""
    agreed = terms_of(stage.tournament, stage.number, old.section, old.from_end)
    for name in TERMS:
        if getattr(old, name) != getattr(agreed, name):
            setattr(row, name, getattr(old, name))
    row.open = old.open


def copy_venue_and_deadlines(
    stage: Stage, drawn: Mapping[int, Round], replaced: Replaced, now: datetime
) -> None:
    """Copy where the rounds are played, and until when."""
    if not replaced:
        return
    of_old = Moved.objects.filter(round__in=replaced.values(), revoked_at=None)
    moved = {row.round_id: row for row in of_old}
    Moved.objects.bulk_create(
        Moved(round=drawn[number], on_board=move.on_board, ruling_id=move.ruling_id, created_at=now)
        for number, old in replaced.items()
        for move in [moved.get(old.pk)]
        if move is not None
    )
    if any(hasattr(old, "deadline") for old in replaced.values()):
        settings = Timing.objects.filter(tournament=stage.tournament_id).first()
        if settings is not None:
            RoundDeadline.objects.bulk_create(_deadlines(drawn, replaced, settings, now))


def _deadlines(
    drawn: Mapping[int, Round], replaced: Replaced, settings: Timing, now: datetime
) -> Iterator[RoundDeadline]:
    """Only of brackets that have no more rounds than before, and whose times are all to come."""
    for section in sorted({row.section for row in drawn.values()}):
        rows = [row for row in drawn.values() if row.section == section]
        olds = [replaced.get(row.number) for row in rows]
        until = [_until(old) for old in olds]
        as_long = all(
            old is not None and _in_the_same_place(row, old)
            for row, old in zip(rows, olds, strict=True)
        )
        if not as_long or any(moment is not None and moment <= now for moment in until):
            continue
        for row, moment in zip(rows, until, strict=True):
            if moment is not None:
                deadline = RoundDeadline(round=row, play_until=moment)
                deadline.remind_at = next_reminder(deadline, settings, now)
                yield deadline


def _until(row: Round | None) -> datetime | None:
    return row.deadline.play_until if row is not None and hasattr(row, "deadline") else None


def _in_the_same_place(row: Round, old: Round) -> bool:
    """Is it as far from the end of the same bracket, or where the end is unknown, from its beginning?"""
    same = (row.section, row.from_end) == (old.section, old.from_end)
    return same and (row.from_end is not None or row.number == old.number)


def _set_aside_last(rows: Sequence[Round]) -> list[Round]:
    last = max(row.voided_at for row in rows if row.voided_at is not None)
    return [row for row in rows if row.voided_at == last]
