"""Random Swiss tournaments with byes, withdrawals, late entries, labels: what must hold in every round."""

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.formats.rounds_checked import can_pair_all
from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats.history import UNPLAYED_WINS, histories, paired
from tournaments.formats.swiss import FORMAT
from tournaments.formats.swiss import standing as table_of

SEEDS = st.integers(0, 10**9)
FIELDS = st.integers(2, 20)


def walk(n: int, seed: int, method: str, late: str) -> Played:
    """A Swiss of at most eight rounds, checked before every draw."""
    chance = random.Random(seed)
    late_ones = {e: chance.randint(2, 4) for e in range(1, n + 1) if chance.random() < 0.1}
    options = {
        "rounds": 8,
        "method": method,
        "late_points": late,
        "first_round": chance.choice(("method", "random")),
    }
    played = started(FORMAT, n, options, joined=late_ones)
    played.position = replace(played.position, draw_seed=f"{seed:064x}")
    played.winner = lambda a, b: None if chance.random() < 0.03 else chance.choice((a, b))
    if chance.random() < 0.3:
        labels = {e: frozenset({str(chance.randint(1, 5))}) for e in range(1, n + 1)}
        played.position = replace(played.position, labels=labels)
    for _ in range(8):
        if not check_next_round(played):
            break
        if chance.random() < 0.3:
            played.leave(chance.randint(1, n))
    return played


def check_next_round(played: Played) -> bool:
    before = played.position
    table = table_of(before, played.options)
    drawn = played.grow()
    if not drawn.blueprint.nodes:
        assert len(table.active) < 2 or table.number > 8
        return False
    slots = [played.position.decisions[node.key].slots for node in drawn.blueprint.nodes]
    seated = Counter(slot for two in slots for slot in two if isinstance(slot, int))
    assert set(seated) == set(table.active), "nobody is forgotten"
    assert set(seated.values()) == {1}, "nobody sits twice"
    byes = [two[0] for two in slots if not isinstance(two[1], int)]
    assert len(byes) == len(table.active) % 2, "a bye only when it must be, and only one"
    check_bye(played, table.active, byes, before)
    check_repeats(played, table.active, byes, slots, before)
    for node in drawn.blueprint.nodes:
        played.report(node.key)
    played.decide()
    return True


def had_byes(played: Played, before, entry: int) -> int:  # type: ignore[no-untyped-def]
    text = histories(before.blueprint.nodes, before.decisions).get(entry, [])
    granted = before.entrants.joined.get(entry, 1) - 1
    unplayed = sum(m.won and m.kind in UNPLAYED_WINS for m in text)
    return unplayed + (granted if played.options["late_points"] == "bye" else 0)


def check_bye(played, active, byes, before) -> None:  # type: ignore[no-untyped-def]
    if byes:
        counts = {entry: had_byes(played, before, entry) for entry in active}
        assert counts[byes[0]] == min(counts.values()), "no second bye while somebody has none"


def check_repeats(played, active, byes, slots, before) -> None:  # type: ignore[no-untyped-def]
    """No rematch and no forbidden pair where somebody who may have the bye leaves a clean pairing."""
    expected = paired(before.blueprint.nodes, before.decisions)
    met = {e: {o for two in expected if e in two for o in two if o != e} for e in active}
    apart = {frozenset((a, b)) for a in active for b in active if a < b and before.kept_apart(a, b)}
    pairs = [frozenset(two) for two in slots if isinstance(two[1], int)]
    wrong = [two for two in pairs if two in expected or two in apart]
    if not wrong:
        return
    counts = {entry: had_byes(played, before, entry) for entry in active}
    may = [e for e in active if counts[e] == min(counts.values())] if byes else [None]
    for entry in may:
        assert not can_pair_all([e for e in active if e != entry], met, apart), entry


@settings(deadline=None, max_examples=examples(120))
@given(
    FIELDS, SEEDS, st.sampled_from(("fold", "random", "monrad")), st.sampled_from(("loss", "bye"))
)
def test_every_round_seats_everybody_once_and_repeats_nothing_it_need_not(
    n: int, seed: int, method: str, late: str
) -> None:
    walk(n, seed, method, late)


@settings(deadline=None, max_examples=examples(30))
@given(st.integers(2, 40), SEEDS)
def test_asked_twice_it_says_the_same(n: int, seed: int) -> None:
    played = walk(n, seed, "random", "half")
    played.options = {**played.options, "rounds": 30}
    first = played.format.grow(played.position, played.options)
    assert played.format.grow(played.position, played.options) == first


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(4, 7), SEEDS)
def test_when_everybody_has_met_everybody_they_meet_again(n: int, seed: int) -> None:
    """Twelve rounds of so few: rematches are unavoidable and must not stop it."""
    chance = random.Random(seed)
    played = started(FORMAT, n, {"rounds": 12}, lambda a, b: chance.choice((a, b)))
    played.play()
    assert len(played.position.blueprint.rounds) == 12
    byes = Counter(d.winner for d in played.position.decisions.values() if d.kind == "bye")
    if n % 2:
        assert max(byes.values()) - min(byes[e] for e in range(1, n + 1)) <= 1
