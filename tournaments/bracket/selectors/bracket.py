"""The draw as rows for a page or the API: rounds, their pairings, both sides of each, scores from the live matches."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.names import Names, play_until, rounds_of
from tournaments.bracket.selectors.rows import PairingRow, RoundRow, SlotRow
from tournaments.bracket.selectors.scores import Scores
from tournaments.bracket.selectors.slot_sides import SlotSide, slot_sides
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.bracket.selectors.viewer import entries_of, matches_on
from tournaments.core.permissions import Viewer
from tournaments.models import Pairing, PairingMatch, Round, Slot, Stage, Tournament

QUERIES = 6
Drawn = tuple[Tournament, Names]
WITHOUT_PLAY = (Pairing.Outcome.FORFEIT, Pairing.Outcome.WALKOVER)


def bracket_view(
    tournament: Tournament, viewer: Viewer, number: int | None = None
) -> tuple[RoundRow, ...]:
    """All rounds in order, of one stage or of all; empty before the draw.

    QUERIES queries whatever the size, one more for somebody who is signed in, and for slips over the board.
    """
    rounds = rounds_of(tournament)
    wanted = [r for r in rounds if number is None or r.stage.number == number]
    return view_of(tournament, viewer, Names(rounds), wanted)


def some_rounds(
    tournament: Tournament,
    viewer: Viewer,
    *,
    stage: int | None = None,
    bracket: str | None = None,
    round: int | None = None,
) -> tuple[RoundRow, ...]:
    """The rounds that fit what is asked, in order; none where none fits. Their pairings alone are read."""
    rounds = rounds_of(tournament)
    wanted = [
        row
        for row in rounds
        if (stage is None or row.stage.number == stage)
        and (bracket is None or row.section == bracket)
        and (round is None or row.number == round)
    ]
    return view_of(tournament, viewer, Names(rounds), wanted)


def view_of(
    tournament: Tournament, viewer: Viewer, names: Names, rounds: Sequence[Round]
) -> tuple[RoundRow, ...]:
    """These rounds, whole. One query less than the whole bracket."""
    stages = {row.stage_id for row in rounds}
    whole = {r.pk for r in names.rounds.values() if r.stage_id in stages} == {r.pk for r in rounds}
    within = {"stage__in": stages} if whole else {"round__in": [row.pk for row in rounds]}
    return _View([(tournament, names)], viewer, within).rounds()


def pairings_view(
    tournament: Tournament, viewer: Viewer, names: Names, pairings: Collection[int]
) -> tuple[RoundRow, ...]:
    """Some pairings, in their rounds: a page of a large round."""
    return pairings_among([(tournament, names)], viewer, pairings)


def pairings_among(
    drawn: Sequence[Drawn], viewer: Viewer, pairings: Collection[int]
) -> tuple[RoundRow, ...]:
    """Some pairings of several tournaments; as many queries as of one."""
    return _View(drawn, viewer, {"pk__in": list(pairings)}).rounds()


def bracket_version(tournament: Tournament) -> str | None:
    """Changes whenever `bracket_view` would: the tournament's version and how far its matches have come.

    None where spectators see matches late: how far those have come is not for everybody.
    """
    if tournament.spectator_delay_s:
        return None
    moved = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, voided_at=None, recorded_at=None
    ).aggregate(seqs=Sum("match__seq"))
    return f"{tournament.version}.{moved['seqs'] or 0}"


class _View:
    """A draw that is read once; five queries, one more for a signed-in viewer, another for a player where spectators see
    matches late, and one for edges that come from pairings that are not read."""

    def __init__(self, drawn: Sequence[Drawn], viewer: Viewer, within: dict[str, Any]) -> None:
        self.mine = entries_of(viewer, *(tournament for tournament, _names in drawn))
        self.drawn = {
            pk: (tournament, names) for tournament, names in drawn for pk in names.rounds
        }  # by round
        standing = Pairing.objects.filter(voided_at=None, **within)
        self.pairings = sorted(standing, key=self._order)
        of = {f"pairing__{field}": value for field, value in within.items()}
        of["pairing__voided_at"] = None
        self.slots = {(slot.pairing, slot.side): slot for slot in slot_sides(of)}
        self.outcomes = {key: str(label) for key, label in Pairing.Outcome.choices}
        on_board = any(venue_of(tournament) is not None for tournament, _names in drawn)
        boards = {pk: tournament.boards for pk, (tournament, _names) in self.drawn.items()}
        late = [tournament for tournament, _names in drawn if tournament.spectator_delay_s]
        sits_at = matches_on(viewer, *late) if late and self.mine else ()
        self.scores = Scores(of, boards, on_board=on_board, sits_at=sits_at)
        self.seeds = _seeds({pairing.stage_id for pairing in self.pairings})
        self.names = {pairing.pk: self._name_of(pairing) for pairing in self.pairings}
        self._name_sources()

    def _row(self, round_id: int) -> Round:
        return self.drawn[round_id][1].rounds[round_id]

    def _name_of(self, pairing: Pairing) -> str:
        return self.drawn[pairing.round_id][1].pairing(pairing)

    def _order(self, pairing: Pairing) -> tuple[int, int, int]:
        row = self._row(pairing.round_id)
        return row.stage.number, row.number, pairing.number

    def _name_sources(self) -> None:
        needed = {s.source_pairing for s in self.slots.values() if s.source_pairing}
        missing = needed - self.names.keys()
        for pairing in Pairing.objects.filter(pk__in=missing) if missing else ():
            self.names[pairing.pk] = self._name_of(pairing)

    def rounds(self) -> tuple[RoundRow, ...]:
        columns: dict[int, list[Pairing]] = {}
        for pairing in self.pairings:
            columns.setdefault(pairing.round_id, []).append(pairing)
        return tuple(self._round(self._row(pk), pairings) for pk, pairings in columns.items())

    def _round(self, row: Round, pairings: Iterable[Pairing]) -> RoundRow:
        names = self.drawn[row.pk][1]
        rows = tuple(self._pairing(pairing) for pairing in pairings)
        done = all(row.state == "done" for row in rows)
        return RoundRow(
            stage=row.stage.number,
            section=row.section,
            number=row.number,
            name_key=row.name_key,
            name=names.round(row),
            length=row.length,
            is_session=is_session(row),
            open=row.open,
            done=done,
            pairings=rows,
            id=row.pk,
            full_name=names.full_round(row),
            until=None if done else play_until(row),
        )

    def _pairing(self, pairing: Pairing) -> PairingRow:
        sides = (self.slots[pairing.pk, 1], self.slots[pairing.pk, 2])
        is_mine = any(self._sits(slot) for slot in sides)
        scores = self.scores.of(pairing, sides)
        match, slip = self.scores.match(pairing.pk), self.scores.slip(pairing.pk)
        return PairingRow(
            id=pairing.pk,
            key=pairing.key,
            number=pairing.number,
            state=self._state(pairing, sides),
            outcome=pairing.outcome,
            outcome_label=self._outcome_label(pairing),
            slots=(
                self._slot(pairing, sides[0], scores[0]),
                self._slot(pairing, sides[1], scores[1]),
            ),
            match=match.match_id if match else None,
            paused=bool(match and match.match.paused),
            is_mine=is_mine,
            name=self.names[pairing.pk],
            decided_at=pairing.decided_at,
            boards=self.scores.boards_of(pairing, sides),
            notes=pairing.notes,
            slip=slip.pk if slip else None,
            table=slip.table_number if slip else None,  # type: ignore[attr-defined]  # annotated by scores
            begun=match is not None and match.match.started_at is not None,
            advanced=pairing.advanced_id,
        )

    def _outcome_label(self, pairing: Pairing) -> str:
        """The outcome in words; a result that a director set against an earlier one was not played."""
        if pairing.outcome == Pairing.Outcome.PLAYED and self.scores.is_ruled(pairing):
            return pgettext("result", "ruling")
        return self.outcomes[pairing.outcome]

    def _state(self, pairing: Pairing, sides: tuple[SlotSide, SlotSide]) -> str:
        if pairing.outcome:
            return "done"
        state = self.scores.state(pairing.pk)
        return state or ("ready" if all(slot.entry_id for slot in sides) else "waiting")

    def _slot(self, pairing: Pairing, slot: SlotSide, score: int | None) -> SlotRow:
        lost = bool(pairing.outcome) and slot.entry_id is not None
        won = lost and slot.entry_id == pairing.winner_id
        return SlotRow(
            side=slot.side,
            state=slot.state,
            entry=slot.entry_id,
            player=slot.player,
            seed=self.seeds.get((pairing.stage_id, slot.entry_id)),
            score=score,
            is_winner=won,
            is_loser=lost and not won and pairing.outcome != Pairing.Outcome.TIED,
            is_mine=self._sits(slot),
            source=self._source(slot),
            is_seeded=self._seeded(pairing, slot),
            is_walkover=won and not score and pairing.outcome in WITHOUT_PLAY,
            source_kind=slot.source_kind,
            source_pairing=slot.source_pairing,
        )

    def _sits(self, slot: SlotSide) -> bool:
        return slot.entry_id in self.mine

    def _seeded(self, pairing: Pairing, slot: SlotSide) -> bool:
        """Is this a seed? Numbers drawn at random are none."""
        method = self.drawn[pairing.round_id][0].draw_method
        if slot.entry_id is None or method == Tournament.DrawMethod.RANDOM:
            return False
        return method == Tournament.DrawMethod.MANUAL or slot.entry_seed is not None

    def _source(self, slot: SlotSide) -> str:
        if slot.source_kind == Slot.Source.SEED:
            return _("Draw number %(seed)s") % {"seed": slot.source_seed}
        if slot.source_pairing is None:
            return ""
        name = self.names[slot.source_pairing]
        if slot.source_kind == Slot.Source.WINNER:
            return _("%(pairing)s: winner") % {"pairing": name}
        return _("%(pairing)s: loser") % {"pairing": name}


def _seeds(stages: set[int]) -> dict[tuple[int, int | None], int]:
    """The number of every entry in the drawn order, by stage."""
    orders = Stage.objects.filter(pk__in=stages).values_list("pk", "seed_order")
    return {(pk, entry): n for pk, order in orders for n, entry in enumerate(order, start=1)}
