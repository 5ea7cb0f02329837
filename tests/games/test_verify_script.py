"""The script that anybody can run: it says the same as the site on a real certificate, and no to a forged one."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.services import rulings
from tests.games.services.sweeps import settle_next
from tests.games.services.tables import Sitting, sit

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify.py"
Certificate = dict[str, Any]


def finished() -> Sitting:
    sitting = sit(length=1)
    sitting.join("left", "right")
    while sitting.fresh().finished_at is None:
        sitting.step()
    return sitting


def certificate_of(sitting: Sitting) -> Certificate:
    return Client().get(reverse("dice-file", args=[sitting.match.pk])).json()


@cache
def played() -> str:
    """The certificate of one whole match, played once for all forgeries."""
    return json.dumps(certificate_of(finished()))


def run(certificate: Certificate, folder: Path, *more: Certificate) -> tuple[int, str]:
    files = [folder / f"certificate{n}.json" for n in range(1 + len(more))]
    for file, data in zip(files, (certificate, *more), strict=True):
        file.write_text(json.dumps(data), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *map(str, files)], capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def test_a_real_certificate_is_verified_roll_by_roll(tmp_path: Path) -> None:
    data = json.loads(played())
    code, text = run(data, tmp_path)
    assert code == 0, text
    assert text.rstrip().endswith("VERIFIED")
    assert "WRONG" not in text
    for each in data["epochs"][0]["throws"]:
        dice = "{}-{}".format(*each["dice"])
        assert f"roll {each['n']}: {dice}, computed {dice}" in text


def test_a_reopened_match_is_verified_over_both_epochs(tmp_path: Path) -> None:
    sitting = finished()
    rulings.reopen(sitting.match.pk, by=None, reason="", now=sitting.tick(1), replay_game=True)
    assert run(certificate_of(sitting), tmp_path)[0] == 2
    sitting.join("again")
    sitting.step()
    sitting.act("A", "concede")
    text = certificate_of(sitting)
    assert [len(epoch["throws"]) > 0 for epoch in text["epochs"]] == [True, True]
    assert run(text, tmp_path)[0] == 0


@pytest.mark.parametrize("how", ["wrong", "missing", "none", "awaited"])
def test_parts_that_did_not_come_are_not_a_forgery(tmp_path: Path, how: str) -> None:
    sitting = sit(length=1)
    for seat in "AB":
        sitting.act(seat, "ready", {"nonce_hash": None if how == "none" else "0" * 64})
    if how == "wrong":
        sitting.act("A", "nonce", {"nonce": "a"})
        sitting.act("B", "nonce", {"nonce": ""})
    if how == "missing":
        assert settle_next(sitting.match.pk, sitting.tick(11))
    rulings.void(sitting.match.pk, by=None, reason="", now=sitting.tick(1))
    text = certificate_of(sitting)
    assert text["epochs"][0]["nonces"]["A"]["status"] == how
    assert run(text, tmp_path)[0] == 0


def test_there_is_nothing_to_verify_while_a_match_is_on(tmp_path: Path) -> None:
    sitting = sit(length=3)
    sitting.join()
    code, text = run(certificate_of(sitting), tmp_path)
    assert code == 2
    assert "NOTHING TO VERIFY" in text


def seed(certificate: Certificate) -> None:
    certificate["epochs"][0]["seed"] = "ab" * 32


def nonce_and_its_use(certificate: Certificate) -> None:
    certificate["epochs"][0]["nonces"]["A"] |= {"shown": "lucky", "used": "lucky"}


def nonce_used(certificate: Certificate) -> None:
    certificate["epochs"][0]["nonces"]["B"]["used"] = ""


def nonce_disowned(certificate: Certificate) -> None:
    certificate["epochs"][0]["nonces"]["B"] |= {"used": "", "status": "missing"}


def roll(certificate: Certificate) -> None:
    dice = certificate["epochs"][0]["throws"][2]["dice"]
    dice[0] = dice[0] % 6 + 1


def roll_left_out(certificate: Certificate) -> None:
    del certificate["epochs"][0]["throws"][1]


def roll_left_out_and_renumbered(certificate: Certificate) -> None:
    rolls = certificate["epochs"][0]["throws"]
    del rolls[1]
    for n, each in enumerate(rolls, start=1):
        each["n"] = n
    certificate["throws"] = len(rolls)


def last_roll_left_out(certificate: Certificate) -> None:
    certificate["epochs"][0]["throws"].pop()


def commitment(certificate: Certificate) -> None:
    certificate["epochs"][0]["commitment"] = "0" * 64


def order(certificate: Certificate) -> None:
    certificate["epochs"][0]["nonces"]["A"]["hash_seq"] = 99


def other_match(certificate: Certificate) -> None:
    certificate["match"] = "00000000-0000-4000-8000-000000000000"


FORGED: list[Callable[[Certificate], None]] = [
    seed, nonce_and_its_use, nonce_used, nonce_disowned, roll, roll_left_out,
    roll_left_out_and_renumbered, last_roll_left_out, commitment, order, other_match,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forged_certificate_is_refused(
    tmp_path: Path, forge: Callable[[Certificate], None]
) -> None:
    data = json.loads(played())
    forge(data)
    code, text = run(data, tmp_path)
    assert code == 1, text
    assert "WRONG" in text


def test_the_forged_roll_is_named(tmp_path: Path) -> None:
    data = json.loads(played())
    true = "{}-{}".format(*data["epochs"][0]["throws"][2]["dice"])
    roll(data)
    forged = "{}-{}".format(*data["epochs"][0]["throws"][2]["dice"])
    assert f"WRONG: roll 3: {forged}, computed {true}" in run(data, tmp_path)[1]


def test_the_script_is_short_and_runs_on_python_3_8() -> None:
    text = SCRIPT.read_text()
    assert len(text.splitlines()) <= 60
    tree = ast.parse(text, feature_version=(3, 8))
    imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    assert imported == {"hashlib", "hmac", "json", "sys"}
