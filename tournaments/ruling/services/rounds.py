"""Rulings on rounds: publish the next one, pair one by hand, hold one back, set its terms (T9.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.agreement import SESSION, is_session
from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.selectors.next_draw import next_draw
from tournaments.bracket.selectors.pairs import require_whole
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.selectors.started import begun_pairings
from tournaments.bracket.services import stages
from tournaments.bracket.services.growth import write_growth
from tournaments.bracket.services.next_draws import require_due
from tournaments.formats.base import Blueprint, EntryRef, NoOne
from tournaments.formats.by_hand import Pair
from tournaments.formats.protocol import Growth, Position
from tournaments.formats.rounds import node_for
from tournaments.models import Pairing, Round, Stage, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import Journal
from tournaments.ruling.services.manual_pairing import BY_HAND, replace_pairs, set_joined_round
from tournaments.setup.services.round_terms import require_terms
from web.errors import DomainError, NotFound

Status = Tournament.Status
UNCHANGED: Any = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound:
    """Draw the next part of a stage as its draw room shows it, or a round of these pairs. `draw` is the mark of the draw
    that its author saw.

    Refused: not_due, nothing_to_draw, draw_changed, no_round_of_pairs, bad_pairs.
    """

    stage_id: int
    pairs: tuple[Pair, ...] | None = None
    draw: str = ""
    verb: ClassVar[str] = "publish"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)

    def tournament_id(self) -> int:
        return _stage(self.stage_id).tournament_id

    def load(self) -> RulingSubject[Stage]:
        stage = _stage(self.stage_id)
        return RulingSubject(stage, partial(_proposal_version, stage))

    def apply(self, journal: Journal, subject: RulingSubject[Stage]) -> None:
        stage = subject.row
        stage.tournament = journal.ruling.tournament
        require_due(stage)
        position = position_of(stage)
        shown = next_draw(stage, position)
        growth = shown.proposal.growth
        if stage.is_undrawn:
            position = shown.proposal.position
        if not growth.blueprint.nodes:
            raise DomainError("nothing_to_draw", _("Everything in this stage has been drawn."))
        if self.draw and self.draw != shown.mark:
            text = _("The draw has changed since you looked at it. Nothing was published.")
            raise DomainError("draw_changed", text)
        if self.pairs is not None:
            growth = of_pairs(shown.unswapped, self.pairs, position)
        numbers = sorted({node.round for node in growth.blueprint.nodes})
        set_joined_round(journal, self.pairs or (), numbers[0])
        if stage.is_undrawn:
            stage.seed_order = list(position.entrants.order)
            stage.save(update_fields=["seed_order"])
        journal.touch(write_growth(stage, growth, position, journal.now))
        journal.ruling.after = {"stage": stage.number, "round": numbers[0], "rounds": numbers}
        if self.pairs is None:
            journal.ruling.after |= shown.record


def _proposal_version(stage: Stage) -> FormVersion:
    """What would be drawn next."""
    mark = next_draw(stage).mark if _is_due(stage) else ""
    return FormVersion({"stage": stage.pk, "draw": mark, "grow_after": stage.grow_after}, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnRound:
    """A ruling on one round that is drawn."""

    round_id: int
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)

    def tournament_id(self) -> int:
        return self._round().stage.tournament_id

    def load(self) -> RulingSubject[Round]:
        row = self._round()
        return RulingSubject(row, partial(_round_version, row))

    def _round(self) -> Round:
        rounds = Round.objects.filter(pk=self.round_id, voided_at=None)
        row = rounds.select_related("stage__tournament").first()
        if row is None:
            raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
        return row

    def _record(self, journal: Journal, row: Round, **more: object) -> None:
        journal.ruling.after = {"stage": row.stage.number, "round": row.number, **more}


def _round_version(row: Round) -> FormVersion:
    """The terms of a round and who sits where."""
    slots = row.pairings.filter(voided_at=None).order_by("pk", "slots__side")
    seats = list(slots.values_list("pk", "slots__side", "slots__entry_id", "outcome"))
    terms = {"open": row.open, "length": row.length, "clock": row.clock, "rules": row.rules}
    return FormVersion({"round": row.pk, **terms, "seats": seats}, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairByHand(OnRound):
    """Other pairs in a round that is drawn. Whoever keeps their opponent keeps their match and its result.

    Refused: round_over, drawn_on, not_known_yet, bad_pairs.
    """

    pairs: tuple[Pair, ...]
    verb: ClassVar[str] = "pair_by_hand"

    def apply(self, journal: Journal, subject: RulingSubject[Round]) -> None:
        row = subject.row
        if not stages.undecided(row.stage).filter(round=row).exists():
            raise DomainError("round_over", _("All pairings in this round are decided."))
        row.stage.tournament = journal.ruling.tournament
        self._record(journal, row, pairs=replace_pairs(journal, row, self.pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldRound(OnRound):
    """Hold a round back, or release it: its matches are created, and wait for players, only while it is open."""

    open: bool
    verb: ClassVar[str] = "hold"

    def apply(self, journal: Journal, subject: RulingSubject[Round]) -> None:
        row = subject.row
        self._record(journal, row, open=self.open)
        journal.set(row, open=self.open)
        journal.touch(_undecided(row))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoundTerms(OnRound):
    """Another length, clock or rules for a round of which no match has begun; waiting matches are created anew.

    Refused: round_begun, bad_lengths, bad_clock, and what the rules refuse.
    """

    length: int = UNCHANGED
    clock: dict[str, Any] | None = UNCHANGED
    rules: dict[str, Any] | None = UNCHANGED
    verb: ClassVar[str] = "round_terms"

    def apply(self, journal: Journal, subject: RulingSubject[Round]) -> None:
        row = subject.row
        terms = {"length": self.length, "clock": self.clock, "rules": self.rules}
        changed: dict[str, Any] = {
            name: value for name, value in terms.items() if value is not UNCHANGED
        }
        if has_begun(row):
            text = _(
                "A match in this round has started. Length, clock and rules can no longer change."
            )
            raise DomainError("round_begun", text)
        if is_session(row) and "rules" in changed:  # a session stays one, whatever its other rules
            usual = row.stage.tournament.agreed["rules"]
            changed["rules"] = {**(changed["rules"] or usual), SESSION: True}
        require_terms(row, changed)
        journal.ruling.before = {name: getattr(row, name) for name in changed}
        self._record(journal, row, **changed)
        journal.set(row, **changed)
        journal.touch(_undecided(row))


def _is_due(stage: Stage) -> bool:
    try:
        require_due(stage)
    except DomainError:
        return False
    return True


def has_begun(row: Round) -> bool:
    """Has a match of this round started, or has a pairing of two entries been decided?"""
    free = (Pairing.Outcome.OPEN, Pairing.Outcome.BYE, Pairing.Outcome.EMPTY)
    decided = row.pairings.filter(voided_at=None).exclude(outcome__in=free)
    return begun_pairings(round=row).exists() or decided.exists()


def of_pairs(growth: Growth, pairs: Sequence[Pair], position: Position) -> Growth:
    """A round of these pairs in place of the proposed one; a bracket is not paired by hand before it is drawn."""
    nodes = growth.blueprint.nodes
    numbers = {node.round for node in nodes}
    if len(numbers) != 1 or not all(
        isinstance(source, EntryRef | NoOne) for node in nodes for source in node.sources
    ):
        text = _("This is a bracket. Publish the draw, then swap slots in the first round.")
        raise DomainError("no_round_of_pairs", text)
    wanted = {s.entry for node in nodes for s in node.sources if isinstance(s, EntryRef)}
    require_whole(pairs, wanted, position)
    number = numbers.pop()
    plans = growth.blueprint.rounds
    first = min(int(node.key.rpartition(".")[2]) for node in nodes)
    made = tuple(node_for(number, place, *pair) for place, pair in enumerate(pairs, start=first))
    return Growth(Blueprint(plans, made), growth.after, {node.key: BY_HAND for node in made})


def _undecided(row: Round) -> set[int]:
    waiting = row.pairings.filter(voided_at=None, decided_at=None)
    return set(waiting.values_list("pk", flat=True))


def _stage(pk: int) -> Stage:
    stage = Stage.objects.filter(pk=pk).select_related("tournament").first()
    if stage is None:
        raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
    return stage
