"""From one stage to the next, and to the end: who goes on, when a stage is over, who is champion."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from tournaments.bracket.selectors.agreement import stage_card
from tournaments.bracket.selectors.drawn_order import seeds_of
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.started import begun_pairings
from tournaments.bracket.selectors.tables import champion_of, tables_of
from tournaments.bracket.services import match_gateway
from tournaments.bracket.services.batches import in_batches
from tournaments.bracket.services.growth import (
    Decided,
    await_draw,
    begin_stage,
    draw,
    waits_for_director,
)
from tournaments.bracket.services.lots import record_lots
from tournaments.bracket.services.slips import void_slips
from tournaments.formats.base import FINAL, MAIN
from tournaments.formats.cuts import BrokenTie, Cut, Standing, cut
from tournaments.models import Entry, Pairing, PairingMatch, Round, Slip, Stage, Tournament
from tournaments.standings.row import PlaceRow
from tournaments.standings.tie_breaks import by_lot as lot_order

Status = Tournament.Status
IN = frozenset({"playing", "winner"})  # who is still alive where lives are counted


def planned(tournament: Tournament) -> int:
    """How many stages the tournament has from its first to its last."""
    return 1 + len(tournament.agreed.get("later_stages") or [])


def undecided(stage: Stage) -> QuerySet[Pairing]:
    """Its pairings that are still to be decided."""
    return stage.pairings.filter(decided_at=None, voided_at=None)


def is_open(stage: Stage, rounds: Iterable[int]) -> bool:
    """Is anything undecided in one of these rounds?"""
    wanted = list(rounds)
    return bool(wanted) and undecided(stage).filter(round__number__in=wanted).exists()


def is_over(stage: Stage) -> bool:
    """Is everything decided, and nothing left to draw?"""
    return stage.grow_after is None and not undecided(stage).exists()


def begin(
    tournament: Tournament, before: Stage | None, number: int, now: datetime
) -> tuple[Stage, Decided] | None:
    """The first stage, or the one after `before` as soon as that is over and at least two go on.

    Where the director publishes each draw, a later stage begins without one.
    """
    if number == 1:
        chosen = Cut(tuple(_entered(tournament)))
    elif before is None or not is_over(before):
        return None
    else:
        chosen = _cut(tournament, before)
    field = list(chosen.entries or ())
    if len(field) < 2:
        return None
    stage, decided = begin_stage(tournament, number, field, seeds_of(tournament), now)
    if before is not None:
        _note_lots(stage, chosen.lots, now)
    return stage, decided


def _note_lots(stage: Stage, lots: Iterable[BrokenTie], now: datetime) -> None:
    """Store which ties the lot has broken in the field of a stage that was drawn, and record them."""
    if _keep_lots(stage, lots) and stage.lots:
        record_lots(stage.tournament, stage.number, stage.lots, now)


def _keep_lots(stage: Stage, lots: Iterable[BrokenTie]) -> bool:
    """Store them for pages; returns whether they have changed."""
    stored = [{"through": list(lot.through), "out": list(lot.out)} for lot in lots]
    if stored == stage.lots:
        return False
    stage.lots = stored
    stage.save(update_fields=["lots"])
    return True


def renew_field(
    tournament: Tournament, before: Stage | None, stage: Stage, now: datetime
) -> Decided:
    """After a change in the stage before: a changed field is drawn anew unless somebody has begun to play.

    In that case the old field stays until a director draws again (`redraw`), and the stage notes that. An entry that has
    left since it was drawn keeps its place: its opponents go on without play, nobody moves up. Where the director publishes
    each draw, a changed field waits for that. Returns what was drawn.
    """
    if stage.is_undrawn:
        if before is not None and is_over(before):
            _renew_undrawn(tournament, before, stage, now)
        return {}
    outdated = note_outdated(tournament, before, stage)
    if before is None or not outdated or has_begun(stage):
        return {}
    if not waits_for_director(stage):
        return redraw(tournament, before, stage, now)
    void_rounds(stage, 1, now)
    _renew_undrawn(tournament, before, stage, now)
    return {}


def _renew_undrawn(tournament: Tournament, before: Stage, stage: Stage, now: datetime) -> None:
    """Let the draw of a stage wait with those who advance now; entries that have left are passed over."""
    chosen = _cut(tournament, before)
    field = list(chosen.entries or ())
    if field != stage.field or stage.outdated is not None or not stage.is_undrawn:
        stage.outdated = None
        await_draw(stage, field)
    _note_lots(stage, chosen.lots, now)


def waits_after(before: Stage, stage: Stage) -> bool:
    """Does the draw of this stage wait for the director alone? `before` is the stage before it."""
    return stage.is_undrawn and is_over(before) and len(stage.field) >= 2


def note_outdated(tournament: Tournament, before: Stage | None, stage: Stage) -> bool:
    """Would other entries go on to this stage than those it was drawn from? Noted in the stage, for the desk."""
    outdated = None
    if before is not None and is_over(before):
        chosen = _cut(tournament, before, stage.field, by_lot=stage.lots is not None)
        if list(chosen.entries or ()) != stage.field:
            now, drawn = set(field_after(tournament, before)), set(stage.field)
            outdated = {"missing": sorted(now - drawn), "strangers": sorted(drawn - now)}
        elif stage.lots is not None:
            _keep_lots(stage, chosen.lots)
    if outdated != stage.outdated:
        stage.outdated = outdated
        stage.save(update_fields=["outdated"])
    return outdated is not None


def follows_from(tournament: Tournament, before: Stage, stage: Stage) -> bool:
    """Is the field of a stage the one that goes on from the stage before?"""
    by_lot = stage.lots is not None
    return field_after(tournament, before, kept=stage.field, by_lot=by_lot) == stage.field


def redraw(tournament: Tournament, before: Stage, stage: Stage, now: datetime) -> Decided:
    """Set aside everything drawn in a stage and draw it from the field as it is now; nothing from less than two entries."""
    void_rounds(stage, 1, now)
    chosen = _cut(tournament, before)
    field = list(chosen.entries or ())
    stage.outdated = None
    if len(field) >= 2:
        decided = draw(stage, field, seeds_of(tournament), now)
        _note_lots(stage, chosen.lots, now)
        return decided
    stage.field, stage.seed_order, stage.grow_after, stage.due_at = field, [], None, None
    stage.lots = []
    stage.save(update_fields=["field", "seed_order", "grow_after", "due_at", "outdated", "lots"])
    return {}


def void_rounds(stage: Stage, first: int, now: datetime) -> set[int]:
    """Set aside the rounds of a stage from this one on, with their pairings and matches; they stay on record.

    Returns the ids of the pairings.
    """
    gone = stage.pairings.filter(round__number__gte=first, voided_at=None)
    return set_aside(stage, set(gone.values_list("pk", flat=True)), now)


def set_aside(stage: Stage, pairings: set[int], now: datetime) -> set[int]:
    """Void these pairings with their matches, and rounds that have none left."""
    for some in in_batches(pairings):
        live = PairingMatch.objects.filter(pairing__in=some, voided_at=None)
        match_gateway.void_all(live.select_related("match").defer("match__state"), now=now)
        void_slips(Slip.objects.filter(pairing__in=some, voided_at=None), now)
        stage.pairings.filter(pk__in=some, voided_at=None).update(voided_at=now)
    _follow_pairings(stage, now)
    return pairings


def bring_back(stage: Stage, pairings: Iterable[int], now: datetime) -> None:
    """Restore pairings that were set aside; their matches follow when they are decided anew."""
    for some in in_batches(pairings):
        stage.pairings.filter(pk__in=some).update(voided_at=None)
    _follow_pairings(stage, now)


def _follow_pairings(stage: Stage, now: datetime) -> None:
    """Void rounds without a standing pairing, and restore those with one."""
    stands = Exists(Pairing.objects.filter(round=OuterRef("pk"), voided_at=None))
    stage.rounds.filter(~stands, voided_at=None).update(voided_at=now)
    stage.rounds.filter(stands).exclude(voided_at=None).update(voided_at=None)


def finish(tournament: Tournament, now: datetime, *, renewed: bool) -> bool:
    """Over when every stage is; open again when a ruling opened something. Returns whether it has just ended."""
    was_over = tournament.status == Status.FINISHED
    drawn = Exists(Round.objects.filter(stage=OuterRef("pk"), voided_at=None))
    stages = tournament.stages.filter(drawn).defer("seed_order", "field")
    standing = list(stages.order_by("number"))
    for stage in standing:
        stage.tournament = tournament
    last = standing[-1] if standing else None
    complete = all(is_over(stage) for stage in standing)
    over = complete and _nothing_follows(tournament, last)
    tournament.status = Status.FINISHED if over else Status.RUNNING
    if over != was_over:
        tournament.finished_at = now if over else None
    if renewed or over != was_over:
        tournament.champion_id = _champion(tournament, last, over)
    return over and not was_over


def _champion(tournament: Tournament, last: Stage | None, over: bool) -> int | None:
    """The entry whose first place is final: at the end by the table, in a knockout as soon as its final is decided."""
    if last is None:
        return None
    if over:
        return champion_of(last)
    finals = list(
        last.pairings.filter(winner_place=1, round__section__in=(MAIN, FINAL), voided_at=None)
        .order_by("id")
        .values_list(Coalesce("advanced_id", "winner_id"), "decided_at")
    )
    decided = bool(finals) and all(at is not None for _winner, at in finals)
    return finals[-1][0] if decided and _nothing_follows(tournament, last) else None


def _nothing_follows(tournament: Tournament, last: Stage | None) -> bool:
    """Is this the last stage, or do too few go on for the one after?"""
    if last is None:
        return False
    return last.number == planned(tournament) or len(field_after(tournament, last)) < 2


def field_after(
    tournament: Tournament, before: Stage, kept: Collection[int] = (), *, by_lot: bool = True
) -> list[int]:
    """The entries that go on from a stage that is over, in the order of the rule of the next stage.

    Entries that have left are passed over, so that the next ones move up (T9.3), except those `kept`, drawn before.
    Ties are broken by lot, or without `by_lot` left in the order of the table.
    """
    return list(_cut(tournament, before, kept, by_lot=by_lot).entries or ())


def _cut(
    tournament: Tournament, before: Stage, kept: Collection[int] = (), *, by_lot: bool = True
) -> Cut:
    take = stage_card(tournament, before.number + 1)["take"]
    there = {*_entered(tournament), *kept}
    tables = {
        section: [
            Standing(row.entry, row.place_from, _wins(row, take), row.lost, row.status in IN)
            for row in rows
            if row.entry in there
        ]
        for section, rows in tables_of(before, over=True).items()
    }
    numbers = {entry: n for n, entry in enumerate(before.seed_order, 1) if entry is not None}
    drawn = lot_order(numbers, before.draw_seed) if by_lot and before.draw_seed else []
    return cut(tables, take, {entry: place for place, entry in enumerate(drawn)})


def _wins(row: PlaceRow, take: Mapping[str, Any]) -> int:
    """Where a number of wins qualifies, a bye is a win (T6.1), as it is for entries that stop playing (T6.9)."""
    return row.won + row.byes if take["cut"] == "wins" else row.won


def has_begun(stage: Stage) -> bool:
    """Has a match been started, or anything been decided without one?"""
    results = counting_results().filter(pairing__stage=stage, pairing__voided_at=None)
    return begun_pairings(stage=stage).exists() or results.exists()


def _entered(tournament: Tournament) -> list[int]:
    active = tournament.entries.filter(status=Entry.Status.ACTIVE)
    return list(active.values_list("pk", flat=True))
