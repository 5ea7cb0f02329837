"""Auditing the dice of matches that are over: what was changed afterwards is found, and nothing else."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games.models import Action, Match, MatchSeed
from games.services import dice_audit, rulings
from games.services.dice_audit import audit
from games.services.verify import verify
from tests.games.services.tables import START, Sitting, playing, sit

pytestmark = pytest.mark.django_db


def finished(nonces: tuple[str, str] | None = ("left", "right")) -> Sitting:
    sitting = sit(length=1)
    sitting.join(*(nonces or ()))
    while sitting.fresh().finished_at is None:
        sitting.step()
    return sitting


def rewrite(sitting: Sitting, kind: str, payload: dict[str, object]) -> None:
    """What the append-only log refuses: somebody with the database at hand."""
    row = Action.objects.filter(match=sitting.match, kind=kind).order_by("seq").last()
    super(type(Action.objects.all()), Action.objects.filter(pk=row.pk)).update(payload=payload)


def leave_out(sitting: Sitting) -> None:
    row = Action.objects.filter(match=sitting.match, kind="roll").order_by("seq")[1]
    super(type(Action.objects.all()), Action.objects.filter(pk=row.pk)).delete()


def test_matches_that_are_in_order_have_no_fault() -> None:
    finished()
    finished(None)
    reopened = playing(length=5)
    reopened.act("A", "concede")
    rulings.reopen(reopened.match.pk, by=None, reason="", now=reopened.tick(1))
    playing()
    result = list(audit())
    assert [item.faults for item in result] == [[], [], []]
    assert sorted(item.epochs for item in result) == [1, 1, 1]


@pytest.mark.slow
def test_every_forgery_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    seed, promise, roll, nonce, gone, epoch, hidden = (finished() for _ in range(7))
    right = finished()
    MatchSeed.objects.filter(match=seed.match).update(seed="ab" * 32)
    MatchSeed.objects.filter(match=promise.match).update(commitment="ab" * 32)
    rewrite(roll, "roll", {"dice": [6, 6]})
    rewrite(roll, "opening_roll", {"dice": [6, 1]})
    rewrite(nonce, "nonce", {"nonce": "lucky"})
    leave_out(gone)
    rewrite(epoch, "epoch", {"epoch": 1, "commitment": "cd" * 32})
    MatchSeed.objects.filter(match=hidden.match).update(epoch=2)
    wrong = {item.match_id for item in audit() if item.faults}
    forged = {item.match.pk for item in (seed, promise, roll, nonce, gone, epoch, hidden)}
    assert wrong == forged
    with pytest.raises(CommandError, match="7 of 8"):
        call_command("dice_audit")
    text = capsys.readouterr()
    assert all(f"{pk}: " in text.err for pk in forged)
    assert str(right.match.pk) not in text.err
    assert "does not fit its commitment" in text.err
    assert "roll" in text.err
    assert not any(item.seed in text.err + text.out for item in MatchSeed.objects.all())


def test_the_command_counts_what_it_checked(capsys: pytest.CaptureFixture[str]) -> None:
    finished()
    call_command("dice_audit")
    out = capsys.readouterr().out
    assert "1 matches, 1 seeds" in out
    assert "matches a second" in out
    assert "Every roll follows" in out


def test_one_match_or_only_the_late_ones(capsys: pytest.CaptureFixture[str]) -> None:
    item, _other = finished(), finished()
    call_command("dice_audit", "--match", str(item.match.pk))
    assert "1 matches" in capsys.readouterr().out
    call_command("dice_audit", "--since", (START + timedelta(days=1)).isoformat())
    assert "0 matches" in capsys.readouterr().out
    call_command("dice_audit", "--since", "2026-07-01")
    assert "2 matches" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--since", "yesterday"], ["--match", "x"]])
def test_nonsense_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("dice_audit", *arguments)


def test_a_match_still_on_cannot_be_audited_but_verified() -> None:
    sitting = playing()
    with pytest.raises(CommandError, match="none of its seeds"):
        call_command("dice_audit", "--match", str(sitting.match.pk))
    assert verify(sitting.match.pk) == []
    MatchSeed.objects.filter(match=sitting.match).update(seed="ab" * 32)
    assert any("does not fit its commitment" in text for text in verify(sitting.match.pk))


def test_a_seed_shown_too_early_or_not_at_all_is_a_fault() -> None:
    early, late = playing(), finished()
    MatchSeed.objects.filter(match=early.match).update(revealed_at=START)
    MatchSeed.objects.filter(match=late.match).update(revealed_at=None)
    assert "the seed of epoch 1 is shown" in verify(early.match.pk)
    assert "the seed of epoch 1 is hidden" in verify(late.match.pk)


def test_an_audit_takes_a_fixed_number_of_queries(django_assert_num_queries) -> None:
    for _ in range(3):
        finished()
    with django_assert_num_queries(4):
        assert len(list(audit())) == 3


def test_matches_are_read_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_audit, "AT_ONCE", 2)
    made = {finished().match.pk for _ in range(5)}
    assert {item.match_id for item in audit()} == made


def test_an_imported_match_has_no_dice_of_ours() -> None:
    sitting = finished()
    Match.objects.filter(pk=sitting.match.pk).update(kind="imported")
    assert list(audit()) == []
