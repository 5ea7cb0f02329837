"""What `make run` starts: serves at once, keeps its data, ends quickly, refuses what cannot work."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from config import embedded as starting
from config.local_addresses import local_addresses
from config.security import host_of
from tests.services.running import answers
from tests.services.topology import ROOT, Embedded, Site

pytestmark = pytest.mark.e2e


@pytest.fixture
def embedded(topology: Callable[..., Site]) -> Iterator[Site]:
    return topology("embedded", SECRET_KEY="")


def read(site: Site, path: str) -> str:
    with urlopen(site.url + path, timeout=10) as answer:
        return answer.read().decode(errors="replace")  # pictures too


def test_one_process_serves_pages_static_files_admin_and_schema(embedded: Site) -> None:
    page = read(embedded, "/accounts/login/")
    assert "csrfmiddlewaretoken" in page
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        assert read(embedded, address)
    assert "csrfmiddlewaretoken" in read(embedded, "/admin/login/")
    assert "/api/v1/" in read(embedded, "/api/v1/schema/")


def test_no_page_asks_another_host_for_anything(embedded: Site) -> None:
    for path in ("/accounts/login/", "/admin/login/", "/api/v1/docs/"):
        assert (
            re.findall(
                r'(?:src|href)="(?:https?:)?//[^"]+\.(?:js|css|woff2?)', read(embedded, path)
            )
            == []
        )


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_by_itself_and_leaves_nothing(
    embedded: Embedded, sig: signal.Signals
) -> None:
    process = embedded.processes["site"]
    time.sleep(1.5)  # let worker and beat be in the middle of their work
    process.stop(sig, within=60)
    assert process.child.returncode == 0, process.tail()
    assert not answers(embedded.port)
    assert "Traceback" not in process.tail(400)


def test_the_first_start_makes_its_database() -> None:
    site = Embedded(begins_empty=True)
    try:
        assert "csrfmiddlewaretoken" in read(site, "/accounts/login/")
        assert "No planned migration operations" in site.manage("migrate", "--plan")
    finally:
        site.stop()


def test_its_data_and_its_secret_survive_a_restart(embedded: Site) -> None:
    embedded.shell(
        "from accounts.models import User; User.objects.create_user('kept', password='x')"
    )
    key = Path(embedded.env["VAR_DIR"]) / "secret_key"
    first = key.read_text()
    assert len(first) > 50
    assert key.stat().st_mode & 0o077 == 0
    embedded.restart("site")
    assert key.read_text() == first
    users = embedded.shell("from accounts.models import User; print(User.objects.get().username)")
    assert users.strip() == "kept"


def test_nobody_else_on_the_machine_can_read_its_data(embedded: Embedded) -> None:
    folder = Path(embedded.env["VAR_DIR"])
    read(embedded, "/accounts/login/")
    files = [folder, *folder.glob("barpoint.sqlite3*")]
    assert len(files) > 1
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []


@pytest.mark.parametrize(
    ("host", "allowed"),
    [("127.0.0.2", ["127.0.0.2"]), ("::", local_addresses()), ("fe80::1", ["[fe80::1]"])],
)
def test_it_answers_by_the_addresses_it_listens_on(
    monkeypatch: pytest.MonkeyPatch, host: str, allowed: list[str]
) -> None:
    monkeypatch.setattr(starting, "HOST", host)
    monkeypatch.setenv("SITE_URL", starting.address())
    hosts = starting.allowed_hosts()
    assert set(allowed) <= set(hosts)
    assert host_of(starting.address()) in hosts


def test_a_site_without_an_administrator_prints_a_link_that_makes_one(embedded: Embedded) -> None:
    link = re.search(r"(/first-administrator/key/\S+)", embedded.logs())
    assert link is not None
    assert "Create administrator" in read(embedded, link[1])


def test_a_request_for_another_host_is_refused(embedded: Embedded) -> None:
    request = Request(f"{embedded.url}/accounts/login/", headers={"Host": "evil.example"})
    with pytest.raises(HTTPError) as caught:
        urlopen(request, timeout=10)
    assert caught.value.code == 400


@pytest.mark.parametrize(("host", "says"), [("127.0.0.1", False), ("127.0.0.2", True)])
def test_off_the_loopback_it_says_what_needs_https(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: Any,
    host: str,
    says: bool,
) -> None:
    settings.SECURE = False
    monkeypatch.setattr(starting, "HOST", host)
    starting.welcome(demo=True)
    assert ("need https" in capsys.readouterr().out) is says


def start_another(site: Site, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "config.embedded"],
        cwd=ROOT,
        env={**site.env, **settings},
        capture_output=True,
        text=True,
        timeout=30,
    )


def test_a_taken_port_is_an_error_that_names_the_way_out(
    embedded: Embedded, tmp_path: Path
) -> None:
    second = start_another(embedded, VAR_DIR=str(tmp_path))
    assert second.returncode == 1
    assert f"port {embedded.port}" in second.stderr
    assert "make run PORT=" in second.stderr
    assert list(tmp_path.iterdir()) == []


def test_two_sites_never_share_one_data_folder(embedded: Embedded) -> None:
    second = start_another(embedded, PORT="0")
    assert second.returncode == 1
    assert "already runs" in second.stderr
    assert embedded.url in second.stderr
