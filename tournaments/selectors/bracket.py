"""The bracket as rows for a page or the API: rounds, their pairings, both sides of each, scores from the live matches."""

from collections.abc import Iterable

from django.db.models import Sum
from django.utils.translation import gettext as _

from tournaments.models import Pairing, PairingMatch, Result, Round, Slot, Stage, Tournament
from tournaments.permissions import Viewer
from tournaments.round_names import round_name, short_round_name
from tournaments.selectors import seated
from tournaments.selectors.drawsheet import counting_results
from tournaments.selectors.lists import entrant_ref
from tournaments.selectors.shapes import PairingRow, RoundRow, SlotRow

QUERIES = 5
WITHOUT_PLAY = (Pairing.Outcome.FORFEIT, Pairing.Outcome.WALKOVER)


def bracket_view(
    tournament: Tournament, viewer: Viewer, number: int | None = None
) -> tuple[RoundRow, ...]:
    """All rounds in order, of one stage or of all; empty before the draw. QUERIES queries whatever the size."""
    stages = Stage.objects.filter(tournament=tournament).order_by("number")
    if number is not None:
        stages = stages.filter(number=number)
    return _View(tournament, list(stages), viewer).rounds()


def bracket_version(tournament: Tournament) -> str:
    """Changes whenever `bracket_view` would: the tournament's version and how far its matches have come."""
    moved = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, voided_at=None
    ).aggregate(seqs=Sum("match__seq"))
    return f"{tournament.version}.{moved['seqs'] or 0}"


class _View:
    """One reading of a bracket; five queries, then memory only."""

    def __init__(self, tournament: Tournament, stages: list[Stage], viewer: Viewer) -> None:
        self.viewer_id = viewer.pk
        self.draw_method = tournament.draw_method
        self.stages = {stage.pk: stage for stage in stages}
        order = stages[0].seed_order if stages else []
        self.numbers = {entry: n for n, entry in enumerate(order, start=1)}
        standing = Pairing.objects.filter(stage__in=stages, voided_at=None)
        self.pairings = list(
            standing.select_related("round").order_by("stage__number", "round__number", "number")
        )
        self.names = {p.pk: short_name(p) for p in self.pairings}
        within = {"pairing__stage__in": stages, "pairing__voided_at": None}
        slots = Slot.objects.filter(**within).select_related("entry__player")
        self.slots = {(slot.pairing_id, slot.side): slot for slot in slots}
        live = PairingMatch.objects.filter(**within, voided_at=None)
        self.matches = {m.pairing_id: m for m in live.select_related("match").defer("match__state")}
        results = counting_results().filter(**within)
        self.results = {(r.pairing_id, r.winner_id): r for r in results}

    def rounds(self) -> tuple[RoundRow, ...]:
        columns: dict[Round, list[Pairing]] = {}
        for pairing in self.pairings:
            columns.setdefault(pairing.round, []).append(pairing)
        return tuple(self._round(stage, pairings) for stage, pairings in columns.items())

    def _round(self, stage: Round, pairings: Iterable[Pairing]) -> RoundRow:
        rows = tuple(self._pairing(pairing) for pairing in pairings)
        return RoundRow(
            stage=self.stages[stage.stage_id].number,
            section=stage.section,
            number=stage.number,
            name_key=stage.name_key,
            name=round_name(stage.name_key),
            length=stage.length,
            open=stage.open,
            done=all(row.state == "done" for row in rows),
            pairings=rows,
        )

    def _pairing(self, pairing: Pairing) -> PairingRow:
        slots = (self._slot(pairing, 1), self._slot(pairing, 2))
        found = self.matches.get(pairing.pk)
        return PairingRow(
            id=pairing.pk,
            key=pairing.key,
            number=pairing.number,
            state=self._state(pairing, slots),
            outcome=pairing.outcome,
            outcome_label=self._outcome_label(pairing),
            slots=slots,
            match=found.match_id if found else None,
            paused=bool(found and found.match.paused),
            is_mine=any(slot.is_mine for slot in slots),
            name=self.names[pairing.pk],
            decided_at=pairing.decided_at,
        )

    def _outcome_label(self, pairing: Pairing) -> str:
        """What a director set was not played."""
        result = self.results.get((pairing.pk, pairing.winner_id))
        ruled = result is not None and result.source == Result.Source.RULING
        if ruled and pairing.outcome == Pairing.Outcome.PLAYED:
            return _("ruling")
        return pairing.get_outcome_display()

    def _state(self, pairing: Pairing, slots: tuple[SlotRow, SlotRow]) -> str:
        if pairing.outcome:
            return "done"
        found = self.matches.get(pairing.pk)
        if found is None:
            return "ready" if all(slot.entry for slot in slots) else "waiting"
        return "joining" if found.match.status in {"joining", "nonces"} else "playing"

    def _slot(self, pairing: Pairing, side: int) -> SlotRow:
        slot = self.slots[pairing.pk, side]
        player = slot.entry.player if slot.entry else None
        lost = bool(pairing.outcome) and slot.entry_id is not None
        score = self._score(pairing, slot)
        won = lost and slot.entry_id == pairing.winner_id
        return SlotRow(
            side=side,
            state=slot.state,
            entry=slot.entry_id,
            player=entrant_ref(slot.entry) if slot.entry else None,
            seed=self.numbers.get(slot.entry_id),
            score=score,
            is_winner=won,
            is_loser=lost and slot.entry_id != pairing.winner_id,
            is_mine=bool(player and self.viewer_id and player.user_id == self.viewer_id),
            source=self._source(slot),
            is_seeded=self._seeded(slot),
            is_walkover=won and not score and pairing.outcome in WITHOUT_PLAY,
        )

    def _seeded(self, slot: Slot) -> bool:
        """Numbers drawn at random are no seeds."""
        if slot.entry is None or self.draw_method == Tournament.DrawMethod.RANDOM:
            return False
        return self.draw_method == Tournament.DrawMethod.MANUAL or slot.entry.seed is not None

    def _score(self, pairing: Pairing, slot: Slot) -> int | None:
        """A ruling's score if it gave one, else what the match says."""
        if slot.entry_id is None:
            return None
        result = self.results.get((pairing.pk, pairing.winner_id)) if pairing.outcome else None
        if result is not None and result.score is not None:
            return int(result.score.get(str(slot.entry_id), 0))
        found = self.matches.get(pairing.pk)
        if found is None:
            return None
        match = found.match
        if seated.score_hidden(match) and not self._plays(pairing):
            return None
        return match.score_a if slot.entry_id == found.entry_a_id else match.score_b

    def _plays(self, pairing: Pairing) -> bool:
        entries = [self.slots[pairing.pk, side].entry for side in (1, 2)]
        users = {entry.player.user_id for entry in entries if entry}
        return self.viewer_id is not None and self.viewer_id in users

    def _source(self, slot: Slot) -> str:
        if slot.source_kind == Slot.Source.SEED:
            return _("Number %(seed)s") % {"seed": slot.source_seed}
        if slot.source_pairing_id is None:
            return ""
        name = self.names[slot.source_pairing_id]
        if slot.source_kind == Slot.Source.WINNER:
            return _("Winner of %(pairing)s") % {"pairing": name}
        return _("Loser of %(pairing)s") % {"pairing": name}


def short_name(pairing: Pairing) -> str:
    """QF 1; a pairing without siblings has no number."""
    name = short_round_name(pairing.round.name_key)
    return (
        name if pairing.round.name_key in {"final", "third_place"} else f"{name} {pairing.number}"
    )
