"""Requests that a process of its own sends: answered, bounded where receivers are dead, and reported when the process dies."""

import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep

import pytest

from tests.notifications.push_service import LOOPBACK, PushService, listening
from web import post_pool, post_process
from web.pacer import CATCHES_UP_S
from web.post_pool import UNENCRYPTABLE, Attempt, BrowserKeys, PostPool, PostRequest
from web.post_process import PostProcess
from web.post_worker import PER_SECOND

ROOT = Path(__file__).resolve().parents[2]
Done = SimpleQueue[Attempt]


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with listening(tmp_path, monkeypatch) as service:
        text = LOOPBACK.format(port=service.port, pem=str(next(tmp_path.glob("*.pem"))))
        (tmp_path / "sitecustomize.py").write_text(text)
        monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
        yield service


def request(origin: str, path: str = "hook") -> PostRequest:
    return PostRequest(f"{origin}/{path}", "é".encode(), {"X-Name": "value"})


def test_a_process_of_its_own_posts_and_says_what_was_answered(receiver: PushService) -> None:
    process, done = PostProcess(), Done()
    receiver.status["/gone"] = 410
    for path in ("hook", "gone"):
        process.post_all([(request(receiver.origin, path), done.put)], 2, 5)
    statuses = {done.get(timeout=20).status for _ in range(2)}
    assert statuses == {201, 410}
    assert {body for _path, _headers, body in receiver.received} == {"é".encode()}
    assert {headers["X-Name"] for _path, headers, _body in receiver.received} == {"value"}


def test_only_public_addresses_are_connected_to() -> None:
    process, done = PostProcess(), Done()
    process.post_all([(request("https://localhost"), done.put)], 2, 5)
    attempt = done.get(timeout=20)
    assert (attempt.status, attempt.error) == (None, "private_address")


def test_what_a_process_that_dies_was_to_send_is_reported_and_the_next_one_sends(
    receiver: PushService,
) -> None:
    process, done = PostProcess(), Done()
    process.post_all([(request(receiver.origin, "first"), done.put)], 2, 5)
    assert done.get(timeout=20).status == 201
    assert process._child is not None
    os.kill(process._child.pid, signal.SIGSTOP)
    process.post_all([(request(receiver.origin, "second"), done.put)], 2, 5)
    os.kill(process._child.pid, signal.SIGKILL)
    lost = done.get(timeout=20)
    assert (lost.status, lost.error) == (None, "not_sent")
    process.post_all([(request(receiver.origin, "third"), done.put)], 2, 5)
    assert done.get(timeout=20).status == 201


def test_a_process_without_work_ends(
    receiver: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post_process, "IDLE_S", 0.1)
    process, done = PostProcess(), Done()
    process.post_all([(request(receiver.origin), done.put)], 2, 5)
    child = process._child
    assert child is not None
    assert done.get(timeout=20).status == 201
    until = monotonic() + 20
    while child.poll() is None and monotonic() < until:
        sleep(0.02)
    assert child.poll() is not None
    process.post_all([(request(receiver.origin), done.put)], 2, 5)
    assert done.get(timeout=20).status == 201


def test_receivers_that_never_answer_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, done = threading.Event(), Done()

    def answer(_poster: object, sent: PostRequest) -> Attempt:
        if sent.url.endswith("dead"):
            go_on.wait(20)
        return Attempt(None, sent.url, 0)

    monkeypatch.setattr(post_pool, "attempt", answer)
    pool = PostPool(2, 5)
    for path in (*["dead"] * 6, *["alive"] * 4):
        pool.post(request("", path), done.put)
    assert {done.get(timeout=5).error for _ in range(4)} == {"/alive"}
    go_on.set()
    assert {done.get(timeout=5).error for _ in range(6)} == {"/dead"}
    pool.close()
    assert pool.waiting == 0


def test_a_process_of_its_own_encrypts_for_a_browser_and_gets_no_secret_of_the_site(
    receiver: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAPID_PRIVATE_KEY", "secret")
    process, done = PostProcess(), Done()
    browser = receiver.browser("phone")
    keys = BrowserKeys(browser.keys["p256dh"], browser.keys["auth"])
    text = json.dumps({"body": "Your turn, Zoë"}).encode()
    process.post_all([(PostRequest(browser.endpoint, text, {}, browser=keys), done.put)], 2, 5)
    assert done.get(timeout=20).status == 201
    ((_path, _headers, body),) = receiver.received
    assert browser.read(body) == {"body": "Your turn, Zoë"}
    assert process._child is not None
    environment = Path(f"/proc/{process._child.pid}/environ").read_text().split("\0")
    names = {line.partition("=")[0] for line in environment if line}
    assert names <= {*post_process.PASSED_ON, "LC_CTYPE"}


def test_what_cannot_be_encrypted_is_not_sent_and_has_its_own_word(receiver: PushService) -> None:
    process, done = PostProcess(), Done()
    wrong = PostRequest(f"{receiver.origin}/x", b"text", {}, browser=BrowserKeys("AAAA", ""))
    process.post_all([(wrong, done.put)], 2, 5)
    attempt = done.get(timeout=20)
    assert (attempt.status, attempt.error) == (None, UNENCRYPTABLE)
    assert receiver.received == []


def test_requests_are_begun_at_an_even_pace(receiver: PushService) -> None:
    """What is behind catches up by a fifth of a second, so many more come at once at most."""
    process, done = PostProcess(), Done()
    process.post_all([(request(receiver.origin), done.put)], 8, 5)
    assert done.get(timeout=20).status == 201
    many = 500
    began = monotonic()
    process.post_all([(request(receiver.origin), done.put) for _ in range(many)], 8, 5)
    assert {done.get(timeout=20).status for _ in range(many)} == {201}
    assert monotonic() - began > many / PER_SECOND - CATCHES_UP_S
