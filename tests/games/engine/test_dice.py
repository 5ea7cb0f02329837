"""Dice anyone can check: the published recipe, byte by byte."""

import hashlib
import hmac
from collections import Counter
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import dice
from games.engine.errors import RulesError

SEED = "00112233445566778899aabbccddeeff" * 2
MATCH = "3f2a1b4c-0d5e-4f60-8a7b-9c0d1e2f3a4b"
KNOWN = [(1, 1), (5, 6), (5, 6), (2, 5), (3, 4), (5, 3), (6, 1), (1, 2)]
KNOWN_COMMITMENT = "429bdc0796fae91be38fb316119c893cd16fc4597f5376077268a8b1e1e98dce"
FACES = range(1, 7)


def recipe(
    n: int, nonce_a: str = "alpha", nonce_b: str = "beta", epoch: int = 1
) -> tuple[int, int]:
    """The recipe again, written from its description only."""
    faces: list[int] = []
    k = 0
    while len(faces) < 2:
        text = f"barpoint-dice-1|{MATCH}|{epoch}|{nonce_a}|{nonce_b}|{n}|{k}"
        block = hmac.new(bytes.fromhex(SEED), text.encode("ascii"), hashlib.sha256).digest()
        faces += [byte % 6 + 1 for byte in block if byte < 252]
        k += 1
    return faces[0], faces[1]


def test_known_rolls_never_change() -> None:
    rolls = [dice.roll_dice(SEED, MATCH, 1, "alpha", "beta", n) for n in range(1, 9)]
    assert rolls == KNOWN
    assert rolls == [recipe(n) for n in range(1, 9)]


def test_known_commitment_and_nonce_hash() -> None:
    text = f"barpoint-seed-1|{MATCH}|1|{SEED}"
    assert dice.commitment(SEED, MATCH, 1) == hashlib.sha256(text.encode()).hexdigest()
    assert dice.commitment(SEED, MATCH, 1) == KNOWN_COMMITMENT
    assert dice.commitment(SEED, MATCH, 1) != dice.commitment(SEED, MATCH, 2)
    assert dice.nonce_hash("") == hashlib.sha256(b"").hexdigest()


def test_a_uuid_may_be_given_as_such() -> None:
    assert dice.roll_dice(SEED, UUID(MATCH), 1, "", "", 1) == dice.roll_dice(
        SEED, MATCH, 1, "", "", 1
    )


def test_bytes_from_252_on_are_skipped() -> None:
    assert list(dice.faces_of(bytes([255, 252, 251, 253, 0, 254, 6]))) == [6, 1, 1]


def test_a_roll_goes_on_in_the_next_block_when_one_is_used_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = {b"0": bytes([255] * 31 + [4]), b"1": bytes([252, 1])}
    monkeypatch.setattr(dice, "hmac_sha256", lambda _key, text: blocks[text[-1:]])
    assert dice.roll_dice(SEED, MATCH, 1, "", "", 1) == (5, 2)


@given(st.binary(max_size=64), st.binary(max_size=200))
def test_the_hmac_is_that_of_the_standard_library(key: bytes, message: bytes) -> None:
    assert dice.hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


@pytest.mark.parametrize("changed", [("x", "beta", 1), ("alpha", "x", 1), ("alpha", "beta", 2)])
def test_another_nonce_or_epoch_gives_another_sequence(changed: tuple[str, str, int]) -> None:
    nonce_a, nonce_b, epoch = changed
    usual = [dice.roll_dice(SEED, MATCH, 1, "alpha", "beta", n) for n in range(1, 30)]
    other = [dice.roll_dice(SEED, MATCH, epoch, nonce_a, nonce_b, n) for n in range(1, 30)]
    assert usual != other


def test_all_faces_are_equally_likely() -> None:
    """Chi-square over 36 pairs; the seed is fixed, so this either always passes or never."""
    count = 7200
    seen = Counter(dice.roll_dice(SEED, MATCH, 1, "alpha", "beta", n) for n in range(1, count + 1))
    expected = count / 36
    chi_square = sum((seen[a, b] - expected) ** 2 / expected for a in FACES for b in FACES)
    assert chi_square < 66.6  # 35 degrees of freedom, 0.1 %


@pytest.mark.parametrize("nonce", ["", "0", "aZ9" * 21 + "a"])
def test_valid_nonces(nonce: str) -> None:
    assert dice.valid_nonce(nonce)


@pytest.mark.parametrize("nonce", ["a" * 65, "a b", "a|b", "é", "a\n", "٣", None, 7, b"a"])
def test_invalid_nonces(nonce: object) -> None:
    assert not dice.valid_nonce(nonce)


def test_bad_input_is_refused_with_a_code() -> None:
    with pytest.raises(RulesError, match="64 letters") as bad_nonce:
        dice.roll_dice(SEED, MATCH, 1, "a|b", "", 1)
    assert bad_nonce.value.code == "bad_nonce"
    with pytest.raises(RulesError) as bad_seed:
        dice.roll_dice(SEED[:-1], MATCH, 1, "", "", 1)
    assert bad_seed.value.code == "bad_seed"
    with pytest.raises(RulesError) as bad_roll:
        dice.roll_dice(SEED, MATCH, 1, "", "", 0)
    assert bad_roll.value.code == "bad_throw"
