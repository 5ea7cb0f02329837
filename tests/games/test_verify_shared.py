"""Certificates of matches with the same dice: the script checks each, and compares them; so does the site itself."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.shared_dice import RollPlace, shared_roll
from games.services.shared_dice import take_out
from tests.games.services.same_dice import Group, begun, group
from tests.games.test_verify_script import Certificate, certificate_of, run

pytestmark = pytest.mark.django_db


def short(made: Group, most: int = 40) -> Group:
    """Play so many things, then all give up."""
    for _ in range(most):
        board = made.rng.choice(made.boards)
        if not made.advance(board):
            made.release()
    made.release_all()
    for board in made.boards:
        board.act("A", "concede")
    made.release()
    return made


@cache
def both() -> tuple[str, str]:
    """The certificates of two boards, played once for all forgeries."""
    made = group(2, length=3)
    made.join("left", "right")
    first, second = (json.dumps(certificate_of(board)) for board in short(made).boards)
    return first, second


def test_each_is_verified_and_their_rolls_are_equal(tmp_path: Path) -> None:
    first, second = map(json.loads, both())
    assert run(first, tmp_path)[0] == 0
    code, text = run(first, tmp_path, second)
    assert code == 0, text
    assert text.rstrip().endswith("VERIFIED")
    shared = first["epochs"][0]["shared"]
    assert shared == second["epochs"][0]["shared"]
    assert [row[1:] for row in shared["nonces"]] == [["left", "right"]] * 2
    places = [
        {(each["game"], each["number"]) for each in c["epochs"][0]["throws"]}
        for c in (first, second)
    ]
    assert len(places[0] & places[1]) > 2
    expected = f"{len(places[0] & places[1])} of {len(places[0] | places[1])} rolls were made on several boards"
    assert expected in text


def test_a_board_that_was_taken_out_is_verified_over_both_epochs(tmp_path: Path) -> None:
    made = begun(2, length=3)
    out, stays = made.boards
    take_out(out.match.pk, by=None, reason="", now=out.tick(1))
    out.join("x", "y")
    out.step()
    assert run(certificate_of(out), tmp_path)[0] == 2
    out.act("A", "concede")
    assert run(certificate_of(out), tmp_path)[0] == 2  # the others still roll from the first seed
    stays.act("A", "concede")
    made.release()
    code, text = run(certificate_of(out), tmp_path, certificate_of(stays))
    assert code == 0, text


def test_the_page_names_the_shared_dice_and_how_to_compare_them() -> None:
    made = short(group_with_nonces())
    page = Client().get(reverse("dice-certificate", args=[made.boards[0].match.pk]))
    text = page.content.decode()
    assert "Open, round 1" in text
    assert str(made.shared.pk) in text
    assert "python3 verify.py one.json two.json" in text
    assert "The hash of the nonces of 2 tables." in text


def group_with_nonces() -> Group:
    made = group(2)
    made.join("left", "right")
    return made


def mix(certificate: Certificate) -> None:
    certificate["epochs"][0]["shared"]["mix"] = "0" * 64


def nonce_of_another(certificate: Certificate) -> None:
    certificate["epochs"][0]["shared"]["nonces"][0][1] = "lucky"


def own_nonces_left_out(certificate: Certificate) -> None:
    shared, match = certificate["epochs"][0]["shared"], certificate["match"]
    shared["nonces"] = [row for row in shared["nonces"] if row[0] != match]


def roll(certificate: Certificate) -> None:
    dice = certificate["epochs"][0]["throws"][2]["dice"]
    dice[0] = dice[0] % 6 + 1


def roll_skipped(certificate: Certificate) -> None:
    """As if a roll of the group had not been made on this board."""
    rolls = certificate["epochs"][0]["throws"]
    del rolls[1]
    for n, each in enumerate(rolls, start=1):
        each["n"] = n
    certificate["throws"] = len(rolls)


def games_skipped(certificate: Certificate) -> None:
    """As if the match had begun with a later game, whose rolls suit somebody better."""
    epoch = certificate["epochs"][0]
    shared = epoch["shared"]
    for each in epoch["throws"]:
        each["game"] += 40
        place = RollPlace(each["game"], each["number"])
        each["dice"] = list(shared_roll(epoch["seed"], shared["id"], shared["mix"], place))


def other_dice(certificate: Certificate) -> None:
    certificate["epochs"][0]["shared"]["id"] = "00000000-0000-4000-8000-000000000000"


def commitment(certificate: Certificate) -> None:
    certificate["epochs"][0]["commitment"] = "0" * 64


FORGED: list[Callable[[Certificate], Any]] = [
    mix, nonce_of_another, own_nonces_left_out, roll, roll_skipped, games_skipped, other_dice,
    commitment,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forged_certificate_is_refused(
    tmp_path: Path, forge: Callable[[Certificate], Any]
) -> None:
    data = json.loads(both()[0])
    forge(data)
    code, text = run(data, tmp_path)
    assert code == 1, text


def test_boards_whose_rolls_differ_are_named_even_while_the_seed_is_secret(tmp_path: Path) -> None:
    first, second = map(json.loads, both())
    for certificate in (first, second):
        certificate["epochs"][0]["seed"] = None
    assert run(first, tmp_path, second)[0] == 2
    roll(second)
    each = second["epochs"][0]["throws"][2]
    code, text = run(first, tmp_path, second)
    assert code == 1
    assert f"WRONG: roll {each['number']} of game {each['game']} differs" in text
