"""When the database fails: nothing half-written, a clear answer, and the key finds what was stored."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection, connections

from games.models import Action
from games.services import bulk_sql
from games.services.play import act_many
from games.services.submissions import Accepted, Refused
from games.services.verify import verify
from tests.games.services.tables import Sitting, playing

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_connection_lost_before_the_commit_is_unavailable_and_the_repeat_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting, seat = _on_roll()
    item = sitting.submission(seat, "roll", key="k")
    with monkeypatch.context() as patch:
        _cut(patch, "save_snapshots")
        (lost,), _grown = act_many([item], sitting.now)
    assert isinstance(lost, Refused)
    assert (lost.code, lost.status) == ("unavailable", 503)
    assert not Action.objects.filter(match=sitting.match, key="k").exists()
    (again,), _grown = act_many([item], sitting.now)
    assert isinstance(again, Accepted)
    assert not again.repeated
    assert verify(sitting.match.pk) == []


def test_what_the_database_refuses_does_not_take_its_batch_along() -> None:
    (good, seat), (bad, bad_seat) = _on_roll(), _on_roll()
    batch = [
        bad.submission(bad_seat, "roll", key="no\x00text"),
        good.submission(seat, "roll", key="k"),
    ]
    (failed, accepted), _grown = act_many(batch, good.now)
    assert isinstance(failed, Refused)
    assert failed.code == "failed"
    assert isinstance(accepted, Accepted)


def _on_roll() -> tuple[Sitting, str]:
    sitting = playing(length=5)
    return sitting, sitting.until("roll")


def _cut(patch: pytest.MonkeyPatch, statement: str) -> None:
    """Have the server drop our connection just before this statement."""
    original: Any = getattr(bulk_sql, statement)

    def cut(rows: Sequence[Any]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        other = connections["default"].copy()
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
        other.close()
        original(rows)

    patch.setattr(bulk_sql, statement, cut)
