"""The dice of a match as its log has them: what was promised, in which order, and every roll computed again."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.engine.actions import Epoch, Nonce, NoncesClosed, OpeningRoll, Ready, Roll
from games.engine.dice import commitment, nonce_hash, roll_dice
from games.records.certificate import DiceRow, Fault, Sealed, epochs_of, faults, revealed

MATCH = "0b9fc2c2-8f49-4c4e-9b0e-3f4f4ad4a001"
SEED, LATER = "5e" * 32, "a7" * 32


def rows(*actions: object) -> list[DiceRow]:
    return [DiceRow(seq, 1, 1000 * seq, item) for seq, item in enumerate(actions, start=1)]  # type: ignore[arg-type]


def dice(n: int, a: str = "left", b: str = "right", seed: str = SEED, epoch: int = 1):
    return roll_dice(seed, MATCH, epoch, a, b, n)


def whole() -> list[DiceRow]:
    return rows(
        Epoch(1, commitment(SEED, MATCH, 1)),
        Ready("B", nonce_hash("right")),
        Ready("A", nonce_hash("left")),
        Nonce("A", "left"),
        Nonce("B", "right"),
        OpeningRoll(dice(1)),
        Ready("A"),
        Roll("A", dice(2)),
        Roll("B", dice(3)),
    )


def revealed_epochs(log: list[DiceRow], seed: str = SEED) -> tuple[Sealed, ...]:
    return revealed(epochs_of(log), {1: (seed, None), 2: (LATER, None)})


def wrong(log: list[DiceRow], seed: str = SEED) -> list[Fault]:
    return list(faults(MATCH, revealed_epochs(log, seed)))


def test_a_whole_match_has_no_fault() -> None:
    (item,) = revealed_epochs(whole())
    assert [part.status for part in item.parts] == ["given", "given"]
    assert [part.used for part in item.parts] == ["left", "right"]
    assert [(each.n, each.seat) for each in item.rolls] == [(1, None), (2, "A"), (3, "B")]
    assert wrong(whole()) == []


def test_ready_for_the_next_game_is_not_taken_for_a_seal() -> None:
    (item,) = revealed_epochs(whole())
    assert item.parts[0].hash_seq == 3


def test_a_sealed_epoch_tells_no_roll_and_no_fault() -> None:
    (item,) = epochs_of(whole())
    assert item.seed is None
    assert item.computed(MATCH, 1) is None
    assert list(faults(MATCH, [item])) == []


def test_the_seed_is_in_no_text_of_an_epoch() -> None:
    assert SEED not in repr(revealed_epochs(whole()))


@pytest.mark.parametrize("shown", [None, "other"], ids=["missing", "wrong"])
def test_a_nonce_that_did_not_come_or_does_not_fit_counts_as_empty(shown: str | None) -> None:
    late = NoncesClosed() if shown is None else Nonce("B", shown)
    log = rows(
        Epoch(1, commitment(SEED, MATCH, 1)),
        Ready("A", nonce_hash("left")),
        Ready("B", nonce_hash("right")),
        Nonce("A", "left"),
        late,
        OpeningRoll(dice(1, b="")),
    )
    (item,) = revealed_epochs(log)
    assert item.parts[1].status == ("missing" if shown is None else "wrong")
    assert item.parts[1].used == ""
    assert wrong(log) == []


def test_rolls_are_numbered_through_a_reopened_match() -> None:
    log = [
        *whole(),
        *(
            row._replace(seq=row.seq + 9)
            for row in rows(
                Epoch(2, commitment(LATER, MATCH, 2)),
                Ready("A"),
                Ready("B"),
                Roll("A", dice(4, "", "", LATER, 2)),
            )
        ),
    ]
    first, second = revealed_epochs(log)
    assert len(first.rolls) == 3
    assert [each.n for each in second.rolls] == [4]
    assert [part.status for part in second.parts] == ["none", "none"]
    assert wrong(log) == []


def test_rolls_without_a_commitment_are_not_our_dice() -> None:
    assert epochs_of(rows(OpeningRoll((3, 1)), Roll("A", (6, 6)))) == ()


def forged() -> Iterator[tuple[str, list[DiceRow], str]]:
    log = whole()
    other = dice(2)[::-1] if dice(2)[0] != dice(2)[1] else (dice(2)[0] % 6 + 1, dice(2)[1])
    yield "a seed", log, "5f" * 32
    yield "a roll", [*log[:7], log[7]._replace(action=Roll("A", other)), log[8]], SEED
    yield "a commitment", [log[0]._replace(action=Epoch(1, "0" * 64)), *log[1:]], SEED
    yield "a nonce", [*log[:3], log[3]._replace(action=Nonce("A", "lift")), *log[4:]], SEED
    yield "a roll left out", [*log[:7], log[8]], SEED
    swapped = [log[0], log[3]._replace(seq=2), log[2], log[1]._replace(seq=4), *log[4:]]
    yield "an order", sorted(swapped), SEED


@pytest.mark.parametrize(
    ("log", "seed"), [pytest.param(log, seed, id=name) for name, log, seed in forged()]
)
def test_what_was_changed_is_found(log: list[DiceRow], seed: str) -> None:
    assert wrong(log, seed) != []


def test_the_fault_names_the_roll_and_what_it_had_to_be() -> None:
    log = whole()
    log[8] = log[8]._replace(action=Roll("B", tuple(6 if die != 6 else 5 for die in dice(3))))  # type: ignore[arg-type]
    (fault,) = wrong(log)
    assert (fault.epoch, fault.roll) == (1, 3)
    assert "roll 3" in fault.text
    assert "-".join(map(str, dice(3))) in fault.text


def test_seals_after_nonces_are_out_of_order() -> None:
    (item,) = revealed_epochs(whole())
    a, b = item.parts
    late = replace(item, parts=(replace(a, hash_seq=5), b))
    assert any("order" in fault.text for fault in faults(MATCH, [late]))
