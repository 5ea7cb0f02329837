"""Pictures to be drawn are shared out: one address leaves some to others."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.views import share
from tests.games.views.test_review import START, address, finished, steps

pytestmark = pytest.mark.django_db


@time_machine.travel(START + timedelta(days=1), tick=False)
def test_one_address_leaves_pictures_to_others(monkeypatch: Any) -> None:
    monkeypatch.setattr(share, "DRAWN_FOR_ONE", 1)
    sitting = finished()
    frames = steps(sitting)["frames"][:2]
    first, second = (address(sitting, f"image/{frame['seq']}.png") for frame in frames)
    assert [Client().get(path).status_code for path in (first, second)] == [200, 503]
    assert Client().get(second, REMOTE_ADDR="198.51.100.7").status_code == 200
