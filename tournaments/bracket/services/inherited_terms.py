"""What a director has said of rounds that were set aside holds for those that are drawn in their place: their terms,
whether they are held back, where they are played and until when.

A round is in the place of the one that was as far from the end of its bracket. What was said of the first one holds for
those that come before it now as well, but for deadlines: where there are more rounds than before, or one of the times
has passed, all of them are planned anew.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from tournaments.bracket.selectors.agreement import terms_of
from tournaments.bracket.services.round_deadlines import next_reminder
from tournaments.models import Moved, Round, RoundDeadline, Stage, Timing

TERMS = ("length", "clock", "rules")
Replaced = Mapping[
    int, Round
]  # the round that stood before, by the number of the one that is drawn


def replaced_by(stage: Stage, drawn: Collection[Round]) -> Replaced:
    """Of rounds that are drawn now those in whose place they stand. One query."""
    sections = {row.section for row in drawn}
    aside = stage.rounds.filter(section__in=sections).exclude(voided_at=None)
    before: dict[str, list[Round]] = {}
    for row in aside.select_related("deadline").order_by("pk"):
        before.setdefault(row.section, []).append(row)
    last = {section: _set_aside_last(rows) for section, rows in before.items()}
    placed = ((row.number, in_whose_place(row, last.get(row.section, ()))) for row in drawn)
    return {number: old for number, old in placed if old is not None}


def heirs_of(old: Round) -> list[Round]:
    """The rounds that stand in the place of one that was set aside. Two queries, none where it stands itself."""
    if old.voided_at is None:
        return []
    of_bracket = Round.objects.filter(stage=old.stage_id, section=old.section)
    beside = list(of_bracket.filter(voided_at=old.voided_at).order_by("pk"))
    standing = of_bracket.filter(voided_at=None).select_related("deadline")
    return [row for row in standing if in_whose_place(row, beside) == old]


def in_whose_place(row: Round, before: Sequence[Round]) -> Round | None:
    """Of the rounds of its bracket before: the one as far from the end, or the first for those that come before it."""
    same = [old for old in before if _in_the_same_place(row, old)]
    if same or row.from_end is None:
        return same[-1] if same else None
    ends = {old.from_end: old for old in before if old.from_end is not None}
    first = max(ends, default=row.from_end)
    return ends[first] if first < row.from_end else None


def take_terms(stage: Stage, row: Round, old: Round) -> None:
    """Terms that a director had set, and whether the round waits for him; not written yet."""
    agreed = terms_of(stage.tournament, stage.number, old.section, old.from_end)
    for name in TERMS:
        if getattr(old, name) != getattr(agreed, name):
            setattr(row, name, getattr(old, name))
    row.open = old.open


def take_the_rest(
    stage: Stage, drawn: Mapping[int, Round], replaced: Replaced, now: datetime
) -> None:
    """Where they are played, and until when."""
    if not replaced:
        return
    of_old = Moved.objects.filter(round__in=replaced.values(), revoked_at=None)
    moved = {row.round_id: row for row in of_old}
    Moved.objects.bulk_create(
        Moved(round=drawn[number], on_board=told.on_board, ruling_id=told.ruling_id, created_at=now)
        for number, old in replaced.items()
        for told in [moved.get(old.pk)]
        if told is not None
    )
    if any(hasattr(old, "deadline") for old in replaced.values()):
        settings = Timing.objects.filter(tournament=stage.tournament_id).first()
        if settings is not None:
            RoundDeadline.objects.bulk_create(_deadlines(drawn, replaced, settings, now))


def _deadlines(
    drawn: Mapping[int, Round], replaced: Replaced, settings: Timing, now: datetime
) -> Iterator[RoundDeadline]:
    """Of those brackets only that have no more rounds than before, and whose times are all to come."""
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


def _in_the_same_place(one: Round, two: Round) -> bool:
    """As far from the end of the same bracket; where nobody knows its end, from its beginning."""
    told = (one.section, one.from_end) == (two.section, two.from_end)
    return told and (one.from_end is not None or one.number == two.number)


def _set_aside_last(rows: Sequence[Round]) -> list[Round]:
    last = max(row.voided_at for row in rows if row.voided_at is not None)
    return [row for row in rows if row.voided_at == last]
