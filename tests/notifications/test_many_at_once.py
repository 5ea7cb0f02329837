"""Many notifications owed at once to a site that is one process: a process beside it hands out all of them, each once."""

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from benchmarks.crash_notifications import received
from notifications.services import push_deliveries
from notifications.services.emails import AT_ONCE
from tests.notifications.push_service import PushService, listening_to_a_site
from tests.services.beside_the_site import beside, wait_until
from tests.services.topology import ROOT, Embedded
from web.web_push import new_private_key

pytestmark = pytest.mark.e2e
OWED = 200
WITHIN_S = 60
WORKER = "notifications.sweep_worker"
PREPARE = "from benchmarks.notifications_inside import *; prepare({number}, {origin!r})"
OWE = "from benchmarks.notifications_inside import *; owe({number}, 0, {within})"
LEFT = """
from django.db.models import Q
from notifications.models import *
owed = Q(email_at__isnull=False) | Q(push_at__isnull=False) | Q(claimed_at__isnull=False)
print(Notification.objects.filter(owed).count() + PushDelivery.objects.count() + NotificationBatch.objects.count())
"""
LAPSE = """
from datetime import UTC, datetime
from django.db.models import F
from notifications.models import *
from notifications.services.emails import CLAIM_LAPSES
killed_at = datetime.fromtimestamp({killed_at}, tz=UTC)
for model in Notification, PushDelivery:
    model.objects.filter(claimed_at__lt=killed_at).update(claimed_at=F("claimed_at") - 2 * CLAIM_LAPSES)
"""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with listening_to_a_site(tmp_path, monkeypatch) as service:
        yield service


@pytest.fixture
def site(tmp_path: Path, service: PushService) -> Iterator[Embedded]:
    (tmp_path / "mails").mkdir()
    site = Embedded(
        EMAIL_URL=f"filemail:///{tmp_path / 'mails'}",
        VAPID_PRIVATE_KEY=new_private_key(),
        VAPID_CONTACT="mailto:desk@example.org",
        PYTHONPATH=f"{tmp_path}:{ROOT}",
    )
    yield site
    site.stop()


def test_each_is_handed_out_once_by_a_process_beside_the_site(
    site: Embedded, service: PushService, tmp_path: Path
) -> None:
    site.shell(PREPARE.format(number=OWED, origin=service.origin))
    owed = json.loads(site.shell(OWE.format(number=OWED, within=WITHIN_S)).splitlines()[-1])
    assert beside(site, WORKER)
    assert owed[3:] == [OWED, OWED]
    assert site.shell(LEFT).strip() == "0"
    assert received(tmp_path / "mails") == Counter(f"reader{n}@example.org" for n in range(OWED))
    assert set(Counter(path for path, _headers, _body in service.received).values()) == {1}
    assert len(service.received) == OWED
    assert "Traceback" not in site.processes["site"].tail(400)


def test_nothing_is_lost_and_few_come_again_where_that_process_is_killed(
    site: Embedded, service: PushService, tmp_path: Path
) -> None:
    mails = tmp_path / "mails"
    site.shell(PREPARE.format(number=2 * OWED, origin=service.origin))
    site.shell(OWE.format(number=2 * OWED, within=0))
    wait_until(
        lambda: received(mails).total() > AT_ONCE and len(service.received) > AT_ONCE, WITHIN_S
    )
    (process,) = beside(site, WORKER)
    killed_at = time()
    os.kill(process, signal.SIGKILL)
    site.shell(LAPSE.format(killed_at=killed_at))
    wait_until(lambda: site.shell(LEFT).strip() == "0", 2 * WITHIN_S)
    assert set(received(mails)) == {f"reader{n}@example.org" for n in range(2 * OWED)}
    assert received(mails).total() <= 2 * OWED + AT_ONCE
    topics = Counter(path for path, _headers, _body in service.received)
    assert len(topics) == 2 * OWED
    assert topics.total() <= 2 * OWED + push_deliveries.AT_ONCE
