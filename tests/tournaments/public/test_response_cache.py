"""Standings kept in memory are never older than the request, and the same for nobody who should see something else."""

import gzip
import threading
from collections.abc import Collection
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpResponse
from django.test import Client

from accounts.services.logins import delete_account
from accounts.services.profile import update_profile
from tests.tournaments.making import NOW, director, entered
from tests.tournaments.public.drawing_made import begun, decide
from tournaments.entry.services.entries import withdraw
from tournaments.models import Tournament
from tournaments.public.response_cache import CachedResponse, Environ, RawResponse, ResponseCache
from tournaments.public.selectors.request_coalescing import CoalescedVersions

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("connection_stays_open"),
    pytest.mark.both_databases,  # reads versions while others write
]


@pytest.fixture
def made() -> Tournament:
    return begun(8, format="swiss", options={"rounds": 2})


class Process:
    """A process of the site as its server calls it; what it counted is in `counted`."""

    def __init__(self) -> None:
        self.counted: list[tuple[str, int]] = []
        self.site = ResponseCache(
            WSGIHandler(), lambda view, status, took: self.counted.append((view, status))
        )

    def __call__(self, environ: Environ) -> HttpResponse:
        """What a test's client takes for its handler."""
        started: list[Any] = []
        body = self.site(environ, lambda *line: started.extend(line))
        status, headers = started
        response = HttpResponse(b"".join(body), status=int(status[:3]), headers=dict(headers))
        response.wsgi_request = WSGIRequest(environ)  # type: ignore[attr-defined]  # as its own handler does
        return response


def visitor(process: Process | None = None) -> Client:
    client = Client()
    client.handler = process or Process()  # type: ignore[assignment]  # one of its own, which goes through WSGI
    return client


def address(made: Tournament) -> str:
    return f"/api/v1/tournaments/{made.slug}/standings"


def test_a_kept_answer_costs_one_query(made: Tournament, django_assert_num_queries) -> None:
    client = visitor()
    first = client.get(address(made))
    with django_assert_num_queries(1):
        again = client.get(address(made))
    assert again.json() == first.json()
    assert len(again.json()) == 8


def test_entries_are_kept_too_until_somebody_comes_or_goes(
    django_assert_num_queries: Any,
) -> None:
    made = entered(2)
    client, entries = visitor(), f"/api/v1/tournaments/{made.slug}/entries"
    first = client.get(entries)
    with django_assert_num_queries(1):
        assert client.get(entries).content == first.content
    gone = made.entries.latest("pk")
    withdraw(made.pk, gone.player)
    assert [row["id"] for row in client.get(entries).json()] == [made.entries.first().pk]


def test_the_next_get_shows_a_result_in_every_process(made: Tournament) -> None:
    two = [visitor(), visitor()]
    etags = [process.get(address(made)).headers["ETag"] for process in two]
    decide(made)
    for process, etag in zip(two, etags, strict=True):
        answer = process.get(address(made), headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert answer.json()[0]["won"] == 1
        assert answer.headers["ETag"] != etag


def test_304_is_said_only_to_who_has_it(made: Tournament) -> None:
    client = visitor()
    unknown = client.get(address(made), headers={"If-None-Match": 'W/"another"'})
    assert unknown.status_code == 200
    etag = unknown.headers["ETag"]
    unchanged = client.get(address(made), headers={"If-None-Match": f'"x", {etag}'})
    assert (unchanged.status_code, unchanged.content, unchanged.headers["ETag"]) == (304, b"", etag)
    new = visitor().get(address(made), headers={"If-None-Match": etag})
    assert new.status_code == 304


def test_another_table_has_another_etag(made: Tournament) -> None:
    client = visitor()
    whole = client.get(address(made)).headers["ETag"]
    assert client.get(f"{address(made)}?stage=1").headers["ETag"] != whole


def test_what_is_the_same_in_every_language_has_one_etag(made: Tournament) -> None:
    client = visitor()
    answers = [client.get(address(made), headers={"Accept-Language": la}) for la in ("en", "de")]
    assert answers[0].content == answers[1].content
    assert answers[0].headers["ETag"] == answers[1].headers["ETag"]


def test_packed_and_plain_hold_the_same(made: Tournament) -> None:
    client = visitor()
    plain = client.get(address(made))
    packed = client.get(address(made), headers={"Accept-Encoding": "br, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_head_says_how_long_it_is_and_sends_nothing(made: Tournament) -> None:
    client = visitor()
    body = client.get(address(made)).content
    head = client.head(address(made))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == str(len(body))


def test_a_kept_answer_carries_every_header_of_safety(made: Tournament) -> None:
    client = visitor()
    client.get(address(made))
    kept = client.get(address(made))
    other = client.get("/api/v1/formats")
    names = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
             "X-Frame-Options", "Cross-Origin-Opener-Policy")  # fmt: skip
    assert {kept.headers[name] for name in names} == {other.headers[name] for name in names}
    assert "no-cache" in kept.headers["Cache-Control"]


def test_304_carries_them_too_and_each_answer_its_own_number(made: Tournament) -> None:
    client = visitor()
    whole = client.get(address(made))
    unchanged = [
        client.get(address(made), headers={"If-None-Match": whole.headers["ETag"]})
        for _ in range(2)
    ]
    left_out = {"Content-Type", "Content-Length", "Allow", "X-Request-ID"}
    for each in unchanged:
        assert each.status_code == 304
        assert each.headers.keys() - {"Content-Type"} >= whole.headers.keys() - left_out
        assert not each.headers.keys() & {"Content-Length", "Set-Cookie"}
    assert len({each.headers["X-Request-ID"] for each in (whole, *unchanged)}) == 3
    named = client.get(address(made), headers={"X-Request-ID": "given-by-the-proxy"})
    assert named.headers["X-Request-ID"] == "given-by-the-proxy"


def test_what_is_answered_from_memory_is_counted(made: Tournament) -> None:
    process = Process()
    client = visitor(process)
    client.get(address(made))
    assert process.counted == []  # Django's own middleware did
    client.get(address(made))
    assert process.counted == [("api-standings", 200)]


def test_a_name_that_is_not_ours_is_refused_although_the_answer_is_kept(
    made: Tournament, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    client = visitor()
    assert client.get(address(made)).status_code == 200
    assert client.get(address(made), headers={"Host": "evil.example"}).status_code == 400


def test_what_is_kept_for_a_safe_line_is_not_given_to_an_open_one(
    made: Tournament, settings: Any
) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    client = visitor()
    safe = client.get(address(made), secure=True)
    opened = client.get(address(made))
    assert "Strict-Transport-Security" in safe.headers
    assert "Strict-Transport-Security" not in opened.headers


def test_a_draft_is_kept_for_nobody(made: Tournament) -> None:
    client = visitor()
    assert client.get(address(made)).status_code == 200
    Tournament.objects.filter(pk=made.pk).update(status="draft")
    assert client.get(address(made)).status_code == 404


def test_who_is_signed_in_or_sends_a_token_goes_the_whole_way(made: Tournament) -> None:
    client = visitor()
    client.get(address(made))
    bad = client.get(address(made), headers={"Authorization": "Token wrong"})
    assert (bad.status_code, bad.json()["code"]) == (401, "token_refused")
    client.force_login(director())
    assert client.get(address(made)).json() == Client().get(address(made)).json()


def test_a_wrong_question_is_refused_each_time(made: Tournament) -> None:
    client = visitor()
    for _ in range(2):
        assert client.get(f"{address(made)}?stage=x").status_code == 400
        assert client.get(f"{address(made)}?bracket=nowhere").status_code == 404


def test_a_new_name_shows_at_once_and_a_former_player_has_none(made: Tournament) -> None:
    client, user = visitor(), made.entries.latest("pk").player.user
    client.get(address(made))
    facts = {"country": "", "time_zone": "UTC", "language": "", "mail_match_ready": True}
    update_profile(user, name="Wanda Neu", **facts)
    assert "Wanda Neu" in names(client, made)
    delete_account(user, NOW)
    assert "Wanda Neu" not in names(client, made)


def names(client: Client, made: Tournament) -> list[str]:
    return [row["player"]["name"] for row in client.get(address(made)).json()]


def test_an_answer_holds_for_its_version_and_those_before_of_its_tournament() -> None:
    plain, empty = RawResponse("200 OK", [], b"x" * 100), RawResponse("200 OK", [], b"")
    kept = CachedResponse((1, 2), "", "", plain, empty, empty)
    current = [version for version in ((1, 1), (1, 2), (1, 3), (2, 1)) if kept.is_current(version)]
    assert current == [(1, 1), (1, 2)]


def test_who_comes_while_a_query_runs_shares_the_next_and_never_that_one() -> None:
    """Forced: the first query stands still while three more come; one query answers those, begun after they came."""
    standing, go_on = threading.Event(), threading.Event()
    asked: list[set[str]] = []
    truth = {"a": (1, 1)}

    def ask(slugs: Collection[str]) -> dict[str, tuple[int, int]]:
        asked.append(set(slugs))
        versions = dict(truth)
        if len(asked) == 1:
            standing.set()
            go_on.wait(5)
        return versions

    versions, seen = CoalescedVersions(ask), []
    first = threading.Thread(target=lambda: seen.append(("first", versions.of("a"))))
    first.start()
    assert standing.wait(5)
    truth["a"] = (1, 2)
    later = [
        threading.Thread(target=lambda: seen.append(("later", versions.of("a")))) for _ in range(3)
    ]
    for thread in later:
        thread.start()
    while versions.waiting() < 3:
        threading.Event().wait(0.001)
    go_on.set()
    for thread in (first, *later):
        thread.join(5)
    assert sorted(seen) == [("first", (1, 1)), *[("later", (1, 2))] * 3]
    assert len(asked) == 2
