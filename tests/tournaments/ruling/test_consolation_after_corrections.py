"""After every correction of a fresh consolation that was drawn, and with late entries: everybody who belongs to it by its
rule, and has not left, is on exactly one line of it, and nobody else is (T4.2, T4.3, T9.1, T9.5).

Short by default. `CONSOLATIONS=100 pytest …` tries that many of each size and option.
"""

import os
from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from tests.tournaments.making import (
    NOW,
    SEED,
    confirming,
    entered,
    entry,
    later,
    nobody,
    pairing,
    started,
    win_all,
)
from tests.tournaments.rows import resolved_alike, rows
from tournaments.bracket.services.advancement import recompute, settle
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Entry, Pairing, Result, Slot, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.redraw_rulings import RedrawStage, outdated_draws
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult, VoidResult
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import DomainError

pytestmark = pytest.mark.django_db
TRIES = int(os.environ.get("CONSOLATIONS", "1"))
WITHOUT_PLAY = {"bye", "walkover"}


class Played:
    """A tournament without tables; what happens is chosen by `luck`."""

    def __init__(self, n: int, luck: Random, **options: str) -> None:
        self.luck, self.minutes, self.kind = luck, 0, options["consolation"]
        made = entered(n, format="consolation", options=options)
        Tournament.objects.filter(pk=made.pk).update(is_rehearsal=True)
        self.of = start(made.pk, by=None, now=NOW, draw_seed=SEED)

    def standing(self, *prefixes: str) -> list[Pairing]:
        pairings = Pairing.objects.filter(stage__tournament=self.of, voided_at=None)
        return [p for p in pairings.order_by("pk") if p.key.startswith(prefixes)]

    def two(self, pairing: Pairing) -> list[int]:
        seats = pairing.slots.order_by("side").values_list("entry_id", flat=True)
        return [entry for entry in seats if entry is not None]

    def play(self, *prefixes: str) -> None:
        """Everything that can be played in these rounds, and what comes of it."""
        while waiting := [
            p for p in self.standing(*prefixes) if not p.outcome and len(self.two(p)) == 2
        ]:
            for row in waiting:
                self._report(row)

    def _report(self, pairing: Pairing) -> None:
        winner, loser = self.luck.sample(self.two(pairing), 2)
        report = Result.Source.REPORT
        Result.objects.create(
            pairing=pairing,
            winner_id=winner,
            loser_id=loser,
            kind="played",
            source=report,
            created_at=NOW,
        )
        settle(Tournament.objects.get(pk=self.of.pk), NOW, touched=[pairing.pk])

    def ordered(self, action: DirectorAction) -> int:
        self.minutes += 1
        now = later(self.minutes)
        shown = preview(action, RulingRequest(None, now, ""))
        return rule(action, RulingRequest(None, now, "", confirm=shown.digest)).pk

    def something_happens(self) -> int | None:
        """A correction of an early result, somebody who leaves, or somebody who comes late; says the ruling's id."""
        chance = self.luck.random()
        if chance < 0.25:
            with suppress(DomainError):
                entries.add_walk_in(self.of.pk, by=None, now=NOW, player=nobody("late"))
            return None
        if chance < 0.4:
            return self._somebody_leaves()
        early = [p for p in self.standing("W1.", "W2.") if len(self.two(p)) == 2]
        return self.ordered(self._correction(self.luck.choice(early))) if early else None

    def _somebody_leaves(self) -> int | None:
        active = self.of.entries.filter(status="active").order_by("pk")
        if Tournament.objects.get(pk=self.of.pk).status != "running":
            return None
        return self.ordered(WithdrawEntry(entry_id=self.luck.choice(list(active)).pk))

    def _correction(self, pairing: Pairing) -> DirectorAction:
        two, luck, pk = self.two(pairing), self.luck, pairing.pk
        actions: list[DirectorAction] = [
            SetResult(pairing_id=pk, winner=luck.choice(two)),
            SetResult(pairing_id=pk, winner=luck.choice(two)),
            ForfeitPairing(pairing_id=pk, losers=(luck.choice(two),)),
            ForfeitPairing(pairing_id=pk, losers=tuple(two)),
            VoidResult(pairing_id=pk),
        ]
        return luck.choice(actions)

    def belong(self) -> set[int]:
        """By the rule, worked out from the main bracket alone."""
        rounds = {p.round_id for p in self.standing("W")}
        fed = 1 if self.kind == "first_round" else min(2, len(rounds) - 1)
        had_one: set[int | None] = set()
        losers: set[int | None] = set()
        for row in self.standing("W"):
            if int(row.key[1 : row.key.index(".")]) > fed:
                continue
            if row.outcome not in WITHOUT_PLAY | {"double_forfeit"}:
                losers |= {row.loser_id} - had_one
            if row.outcome == "forfeit":
                had_one.add(row.loser_id)  # the winner has not played yet
            elif row.outcome not in WITHOUT_PLAY:
                had_one |= {row.winner_id, row.loser_id}
        return self._present(losers)

    def lost(self, keys: set[str]) -> set[int]:
        ps = [p for p in self.standing("C") if p.key in keys]
        return self._present(
            {p.loser_id for p in ps if p.outcome not in WITHOUT_PLAY | {"double_forfeit"}}
        )

    def _present(self, entries: set[int | None]) -> set[int]:
        active = Entry.objects.filter(tournament=self.of, status="active", pk__in=entries - {None})
        return set(active.values_list("pk", flat=True))

    def seated(self, prefix: str, *, out_of: str) -> Counter[int]:
        """Who sits on the lines of a bracket that lead in from another, by how often."""
        lines = Slot.objects.filter(
            pairing__in=[p.pk for p in self.standing(prefix)],
            source_pairing__key__startswith=out_of,
        )
        active = lines.filter(entry__status="active").values_list("entry_id", flat=True)
        return Counter(entry for entry in active if entry is not None)

    def check(self) -> None:
        assert recompute(self.of.pk, later(self.minutes)).is_nothing
        resolved_alike(self.of)
        self._check_all_in(self.belong(), self.seated("C", out_of="W"))

    def check_last_chance(self) -> None:
        depth = len({p.round_id for p in self.standing("C")})
        fed = {f"C{number}." for number in range(1, depth)[:2]}
        keys = {p.key for p in self.standing("C") if p.key[: p.key.index(".") + 1] in fed}
        self._check_all_in(self.lost(keys), self.seated("LC", out_of="C"))

    def _check_all_in(self, belong: set[int], seated: Counter[int]) -> None:
        if len(belong) > 1 or seated:
            assert seated == Counter(belong)


@pytest.mark.slow
@pytest.mark.parametrize("attempt", range(TRIES))
@pytest.mark.parametrize("n", range(2, 10))
@pytest.mark.parametrize("last_chance", ["none", "fresh"])
@pytest.mark.parametrize("kind", ["first_round", "first_match"])
def test_everybody_who_belongs_there_is_in_and_nobody_else(
    kind: str, last_chance: str, n: int, attempt: int
) -> None:
    luck = Random(f"{kind} {last_chance} {n} {attempt}")
    made = Played(n, luck, consolation=kind, last_chance=last_chance)
    made.play("W1.", "W2.")
    made.check()
    for _ in range(5):
        before = rows(made.of)
        ruling = made.something_happens()
        if ruling is not None and luck.random() < 0.3:
            made.ordered(Undo(ruling_id=ruling))
            assert rows(made.of) == before
        made.play("W1.", "W2.")
        made.check()
    made.play("C")
    made.check()
    if last_chance == "fresh":
        made.check_last_chance()


@pytest.mark.slow
@pytest.mark.parametrize("attempt", range(TRIES))
@pytest.mark.parametrize("n", range(2, 10))
@pytest.mark.parametrize("kind", ["first_round", "first_match"])
def test_one_that_has_begun_is_right_once_the_director_draws_it_again(
    kind: str, n: int, attempt: int
) -> None:
    luck = Random(f"begun {kind} {n} {attempt}")
    made = Played(n, luck, consolation=kind, last_chance="fresh")
    made.play("W1.", "W2.")
    for _ in range(4):
        made.play("C1.", "LC1.")
        made.something_happens()
        made.play("W1.", "W2.")
        for _kept in range(3):
            if outdated_draws(Tournament.objects.get(pk=made.of.pk)):
                before = rows(made.of)
                ruling = made.ordered(RedrawStage(stage_id=made.of.stages.get().pk))
                undone = made.ordered(Undo(ruling_id=ruling))
                assert rows(made.of) == before
                made.ordered(Undo(ruling_id=undone))
        assert outdated_draws(Tournament.objects.get(pk=made.of.pk)) == []
        made.check()


def names_in(of: Tournament) -> set[str]:
    lines = Pairing.objects.filter(stage__tournament=of, voided_at=None, key__startswith="C1.")
    names = lines.values_list("slots__entry__player__name", flat=True)
    return {name for name in names if name}


def given(of: Tournament, action: DirectorAction) -> None:
    rule(action, RulingRequest(None, NOW, ""))


def test_t4_2_eight_of_whom_most_were_first_said_to_be_absent() -> None:
    made = started(8, format="consolation", options={"consolation": "first_round"})
    win_all(made, "W1.1 1")
    for key in ("W1.2", "W1.3", "W1.4"):
        row = pairing(made, key)
        both = tuple(row.slots.order_by("side").values_list("entry_id", flat=True))
        given(made, ForfeitPairing(pairing_id=row.pk, losers=both))
    assert names_in(made) == set()
    for key, winner in (("W1.2", 4), ("W1.3", 2), ("W1.4", 3)):
        given(made, SetResult(pairing_id=pairing(made, key).pk, winner=entry(made, winner).pk))
    assert names_in(made) == {"5", "6", "7", "8"}


def test_t4_2_five_of_whom_another_lost_their_first_match_after_a_bye() -> None:
    made = started(5, format="consolation", options={"consolation": "first_match"})
    win_all(made, "W1.2 4", "W2.1 1", "W2.2 2")
    assert names_in(made) == {"3", "5"}
    given(made, SetResult(pairing_id=pairing(made, "W2.1").pk, winner=entry(made, 4).pk))
    assert names_in(made) == {"1", "3", "5"}


def test_t9_1_who_comes_late_to_a_drawn_consolation_has_a_line_after_losing() -> None:
    made = started(6, format="consolation", options={"consolation": "first_round"})
    win_all(made, "W1.2 4", "W1.4 3")
    assert names_in(made) == {"5", "6"}
    confirming(entries.add_walk_in, made.pk, by=None, now=NOW, player=nobody("7"))
    assert names_in(made) == set()
    win_all(made, "W1.3 2")
    assert names_in(made) == {"5", "6", "7"}
