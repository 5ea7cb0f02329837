"""A tournament walked at random through everything that can happen to it, for test_any_tournament.py.

Each step goes through the services; what must hold is looked at after each.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from hypothesis import note

from games.services.play import act
from games.services.submissions import Submission
from tests.tournaments.making import NOW, SEED, entered, nobody
from tests.tournaments.rows import live_matches_fit, resolved_alike, rows
from tournaments.bracket.selectors.tables import tables_of
from tournaments.bracket.services.advancement import advance, recompute, settle
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.formats.registry import FORMATS
from tournaments.models import Override, Pairing, PairingMatch, Result, Round, Ruling, Tournament
from tournaments.ruling.selectors.snapshot_diff import TournamentSnapshot
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.redraw_rulings import RedrawStage
from tournaments.ruling.services.result_rulings import ForfeitPairing, Reopen, SetResult, VoidResult
from tournaments.ruling.services.rounds import HoldRound, PairByHand
from tournaments.ruling.services.slot_overrides import SetSlot, SwapSlots
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import DomainError

EXPECTED = {
    "already_gone", "already_undone", "bad_pairs", "drawn_on", "entry_closed", "has_left",
    "later_ruling", "no_free_line", "no_match_over", "no_such_entry", "not_in_this_pairing", "not_in_this_round",
    "not_known_yet", "nothing_drawn_later", "nothing_to_undo", "round_over", "same_field", "same_pairs",
    "seated_elsewhere", "seated_twice", "stage_not_over", "tournament_finished",
}  # fmt: skip


MOST = 10  # entries: a field that grows and grows makes every step slow


class Walk:
    """`pick(n)` chooses a number below n. `tables`: with matches, else results come as reports."""

    def __init__(self, pick: Callable[[int], int], n: int, *, tables: bool, **facts: Any) -> None:
        self.pick = pick
        self.now = NOW
        made = entered(n, **facts)
        Tournament.objects.filter(pk=made.pk).update(is_rehearsal=not tables)
        self.of = start(made.pk, by=None, now=NOW, draw_seed=SEED)
        self.steps = 0

    def check(self) -> None:
        """Nobody twice, nobody lost, two different players, nothing left to do, nothing to mend."""
        self.steps += 1
        assert advance(self.of.pk, self.now).is_nothing
        assert recompute(self.of.pk, self.now).is_nothing
        resolved_alike(self.of)
        live_matches_fit(self.of)
        seen = TournamentSnapshot(Tournament.objects.get(pk=self.of.pk))
        assert seen.seated_twice() == []
        for pairing in {pairing for pairing, _side in seen.slots}:
            first, two = seen.slots[pairing, 1][1], seen.slots[pairing, 2][1]
            assert first is None or first != two
        for row in seen.matches.values():
            assert row.entry_a_id != row.entry_b_id
        self._nobody_alive_twice(seen)
        self._nobody_lost()

    def _nobody_alive_twice(self, seen: TournamentSnapshot) -> None:
        """In a knockout nobody waits in two pairings, unless a director put somebody there."""
        if self._seated_by_hand():
            return
        knockouts = {
            pk
            for pk, format_ in self.of.stages.values_list("pk", "format")
            if FORMATS[format_].counts == "knockout"
        }
        of = dict(Pairing.objects.filter(stage__in=knockouts).values_list("pk", "stage_id"))
        waiting = [
            (of[pairing], entry)
            for (pairing, _side), (_state, entry) in seen.slots.items()
            if pairing in of and entry is not None and not seen.pairings[pairing,][0]
        ]
        assert len(waiting) == len(set(waiting))

    def _seated_by_hand(self) -> bool:
        by_hand = Override.objects.filter(pairing__stage__tournament=self.of, revoked_at=None)
        return by_hand.exclude(ruling__verb="late_entry").exists()

    def _nobody_lost(self) -> None:
        """Everybody who was drawn into a stage has one line in its tables, or one in that of their group.

        Unless a director gave their seat to somebody else.
        """
        if self._seated_by_hand():
            return
        for stage in Tournament.objects.get(pk=self.of.pk).stages.all():
            listed = [row.entry for rows_ in tables_of(stage).values() for row in rows_]
            drawn = [entry for entry in stage.seed_order if entry is not None]
            assert set(drawn) <= set(listed)
            if FORMATS[stage.format].counts != "knockout":
                assert len(listed) == len(set(listed))

    def open_pairings(self) -> list[Pairing]:
        """Those in which two wait for their result."""
        pairings = Pairing.objects.filter(stage__tournament=self.of, voided_at=None, outcome="")
        waiting = pairings.exclude(slots__entry=None).order_by("pk")
        return list(waiting.select_related("round", "stage__tournament"))

    def standing_pairings(self) -> list[Pairing]:
        """All in which two sit."""
        pairings = Pairing.objects.filter(stage__tournament=self.of, voided_at=None)
        return list(pairings.exclude(slots__entry=None).order_by("pk"))

    def one_of(self, things: Sequence[Any]) -> Any:
        return things[self.pick(len(things))] if things else None

    def later(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def report(self) -> None:
        """The result of an open pairing: a report where there are no tables, else somebody concedes."""
        pairing = self.one_of(self.open_pairings())
        if pairing is None:
            return
        two = [slot.entry_id for slot in pairing.slots.order_by("side")]
        on = pairing.pairing_matches.filter(voided_at=None).select_related("match").first()
        winner = two.pop(self.pick(2))
        now = self.later()
        if on is not None:
            seat = on.match.seats.get(seat="A" if on.entry_a_id == two[0] else "B")
            who = seat.player.user_id
            act(Submission(on.match_id, seat.seat, "concede", {}, now, user_id=who), now)
            advance(self.of.pk, now)
            note(f"{two[0]} conceded {pairing.pk}")
            return
        Result.objects.create(
            pairing=pairing,
            winner_id=winner,
            loser_id=two[0],
            kind="played",
            score={str(winner): 3, str(two[0]): self.pick(3)},
            source=Result.Source.REPORT,
            created_at=now,
        )
        settle(Tournament.objects.get(pk=self.of.pk), now, touched=[pairing.pk])
        note(f"{winner} beat {two[0]} in {pairing.pk}")

    def sit_down(self) -> None:
        """Both come to a match that waits."""
        waiting = PairingMatch.objects.filter(
            pairing__stage__tournament=self.of, voided_at=None, match__started_at=None
        )
        on = self.one_of(list(waiting.filter(match__finished_at=None).order_by("pk")))
        if on is None:
            return
        now = self.later()
        for seat in on.match.seats.select_related("player"):
            who = seat.player.user_id
            ready = {"nonce_hash": None}
            act(Submission(on.match_id, seat.seat, "ready", ready, now, user_id=who), now)

    def come_late(self) -> None:
        if self.of.entries.count() >= MOST:
            return
        with suppress(DomainError):
            late = nobody(f"late{self.steps}")
            entry = entries.add_walk_in(self.of.pk, by=None, now=self.later(), player=late)
            note(f"{entry.pk} came late")

    def rule(self, *, and_back: bool) -> None:
        """A ruling of any kind; with `and_back` undone, and done again."""
        action = self._any_action()
        if action is None:
            return
        before = rows(self.of)
        ruling = self._order(action)
        if ruling is None:
            assert rows(self.of) == before
            return
        if not and_back:
            return
        self.check()
        ruled = rows(self.of)
        undone = self._order(Undo(ruling_id=ruling.pk))
        if undone is None:
            return
        assert rows(self.of) == before
        self.check()
        if self._order(Undo(ruling_id=undone.pk)) is not None:
            again = rows(self.of)
            assert again["slots"] == ruled["slots"]
            assert again["pairings"] == ruled["pairings"]

    def undo(self) -> None:
        """Of a ruling at random, however long ago."""
        ruling = self.one_of(list(Ruling.objects.filter(tournament=self.of).order_by("pk")))
        if ruling is not None:
            self._order(Undo(ruling_id=ruling.pk, redraw=bool(self.pick(2))))

    def _order(self, action: DirectorAction) -> Ruling | None:
        """Looked at, confirmed, done as it was shown; None when it is refused for a known reason."""
        now = self.later()
        try:
            shown = preview(action, RulingRequest(None, now, ""))
            made = rule(action, RulingRequest(None, now, "", confirm=shown.digest))
            note(f"{made.pk}: {action}")
            return made
        except ConfirmationNeeded:
            raise
        except DomainError as error:
            if error.code not in EXPECTED:
                raise
            return None

    def _any_action(self) -> DirectorAction | None:
        kinds = (
            self._about_a_result,
            self._about_a_result,
            self._about_a_result,
            self._about_an_entry,
            self._about_seats,
            self._about_a_round,
        )
        return kinds[self.pick(len(kinds))]()

    def _about_a_result(self) -> DirectorAction | None:
        pairing = self.one_of(self.standing_pairings())
        if pairing is None:
            return None
        two = [slot.entry_id for slot in pairing.slots.order_by("side")]
        facts = {"pairing_id": pairing.pk, "redraw": self.pick(4) == 0}
        chosen = self.pick(5)
        if chosen == 0:
            return ForfeitPairing(**facts, losers=(two[self.pick(2)],))
        if chosen == 1:
            return ForfeitPairing(**facts, losers=tuple(two))
        if chosen == 2:
            return VoidResult(**facts)
        if chosen == 3:
            return Reopen(**facts)
        return SetResult(**facts, winner=two[self.pick(2)])

    def _about_an_entry(self) -> DirectorAction | None:
        entry = self.one_of(list(self.of.entries.filter(status="active").order_by("pk")))
        if entry is None:
            return None
        return WithdrawEntry(entry_id=entry.pk, verb=("withdraw", "disqualify")[self.pick(2)])

    def _about_seats(self) -> DirectorAction | None:
        standing = Pairing.objects.filter(stage__tournament=self.of, voided_at=None).order_by("pk")
        pairing, side = self.one_of(list(standing)), 1 + self.pick(2)
        if pairing is None:
            return None
        if self.pick(2):
            there = [None, *self.of.entries.order_by("pk").values_list("pk", flat=True)]
            return SetSlot(pairing_id=pairing.pk, side=side, entry=self.one_of(there))
        beside = list(standing.filter(round=pairing.round_id))
        other = self.one_of(beside).pk
        return SwapSlots(
            pairing_id=pairing.pk, side=side, other_id=other, other_side=1 + self.pick(2)
        )

    def _about_a_round(self) -> DirectorAction | None:
        row = self.one_of(
            list(Round.objects.filter(stage__tournament=self.of, voided_at=None).order_by("pk"))
        )
        chosen = self.pick(3)
        if chosen == 0:
            stage = self.of.stages.filter(number=2).first()
            return RedrawStage(stage_id=stage.pk) if stage else None
        if row is None:
            return None
        if chosen == 1:
            return HoldRound(round_id=row.pk, open=bool(self.pick(2)))
        return PairByHand(round_id=row.pk, pairs=self._other_pairs(row))

    def _other_pairs(self, row: Round) -> tuple[tuple[int, int | None], ...]:
        """Those who sit in the round, in another order."""
        seats = Pairing.objects.filter(round=row, voided_at=None).order_by("pk", "slots__side")
        text = seats.values_list("slots__entry_id", flat=True)
        sitting: list[int | None] = [entry for entry in text if entry is not None]
        mixed = [sitting.pop(self.pick(len(sitting))) for _ in range(len(sitting))]
        if len(mixed) % 2:
            mixed.append(None)
        return tuple(zip(mixed[::2], mixed[1::2], strict=True))  # type: ignore[arg-type]  # only the last is None
