"""docker/Caddyfile in the real Caddy, before two small servers that say what reached them."""

import json
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import UUID

import pytest

from tests.services import caddy
from tests.services.running import free_port

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(caddy.program() is None, reason="Caddy is not installed here"),
]


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers that came; `/live/stream` keeps its second line until it is let go."""

    protocol_version = "HTTP/1.1"
    name = "web"
    go_on = threading.Event()
    over = threading.Event()

    def do_GET(self) -> None:
        if self.path.endswith("/hangs"):
            self.over.wait(30)
            return
        if self.path != "/live/stream":
            self._say(json.dumps({"by": self.name, **self.headers}).encode())
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"data: one\n\n")
        self.go_on.wait(10)
        self.wfile.write(b"data: two\n\n")
        self.close_connection = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def _say(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("X-Request-ID", "the site's own")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        return


class LiveEcho(Echo):
    name = "live"


class StreamsEcho(Echo):
    name = "streams"


@pytest.fixture(scope="module")
def proxy() -> Iterator[caddy.Caddy]:
    servers = [
        ThreadingHTTPServer(("127.0.0.1", 0), kind) for kind in (Echo, LiveEcho, StreamsEcho)
    ]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    names = ("web", "live", "streams")
    ports = {name: server.server_port for name, server in zip(names, servers, strict=True)}
    running = caddy.Caddy(**ports, ANSWERED_WITHIN="1s")
    yield running
    Echo.over.set()
    running.stop()
    for server in servers:
        server.shutdown()


def ask(proxy: caddy.Caddy, path: str, body: bytes | None = None, **headers: str) -> HTTPResponse:
    connection = HTTPSConnection("localhost", proxy.port, context=proxy.trusted, timeout=10)
    values = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET" if body is None else "POST", path, body=body, headers=values)
    return connection.getresponse()


def test_the_file_is_valid_and_formatted() -> None:
    program = shutil.which("caddy") or ""
    done = subprocess.run([program, "fmt", str(caddy.CADDYFILE)], capture_output=True, text=True)
    assert done.stdout.strip() == caddy.CADDYFILE.read_text().strip()


def test_browsers_are_offered_http_2(proxy: caddy.Caddy) -> None:
    context = proxy.trusted
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("localhost", proxy.port)) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as wrapped,
    ):
        assert wrapped.selected_alpn_protocol() == "h2"
        assert wrapped.version() in ("TLSv1.2", "TLSv1.3")
    with pytest.raises(ssl.SSLError), socket.create_connection(("localhost", proxy.port)) as plain:
        ssl.create_default_context().wrap_socket(plain, server_hostname="localhost")


def test_tables_go_to_live_public_streams_to_streams_and_the_rest_to_web(
    proxy: caddy.Caddy,
) -> None:
    assert json.load(ask(proxy, "/live/matches/x/view"))["by"] == "live"
    for path in ("/live/lobby?language=pl", "/live/watch/clock/x", "/live/me", "/live/events/site"):
        assert json.load(ask(proxy, path))["by"] == "streams"
    for path in ("/", "/liveliness/", "/api/v1/matches/"):
        assert json.load(ask(proxy, path))["by"] == "web"


def test_no_client_can_forge_its_address_or_protocol(proxy: caddy.Caddy) -> None:
    text = json.load(
        ask(
            proxy,
            "/",
            X_Forwarded_For="6.6.6.6",
            X_Forwarded_Proto="http",
            X_Request_ID="mine-all-mine",
        )
    )
    assert text["X-Forwarded-For"] in ("127.0.0.1", "::1")
    assert text["X-Forwarded-Proto"] == "https"
    assert text["X-Request-Id"] != "mine-all-mine"


def test_an_answer_has_one_id_and_it_is_that_of_the_log(proxy: caddy.Caddy) -> None:
    answer = ask(proxy, "/")
    assert answer.headers.get_all("X-Request-ID") == [json.load(answer)["X-Request-Id"]]
    assert answer.headers.get_all("Server") is None


@pytest.mark.parametrize(
    "path",
    [
        "/metrics",
        "/%6detrics",
        "/METRICS",
        "/metrics?x=1",
        "/live/metrics",
        "/live/readyz",
        "/readyz",
    ],
)
def test_what_is_for_the_operator_is_not_there_outside(proxy: caddy.Caddy, path: str) -> None:
    assert ask(proxy, path).status == 404


def test_an_event_stream_arrives_as_it_is_written(proxy: caddy.Caddy) -> None:
    stream = ask(proxy, "/live/stream", Accept_Encoding="gzip")
    assert stream.readline() == b"data: one\n"
    assert stream.headers["Content-Encoding"] is None
    Echo.go_on.set()
    assert b"data: two" in stream.read()


def test_an_absurd_body_is_refused_and_a_large_file_is_not(proxy: caddy.Caddy) -> None:
    assert ask(proxy, "/", b"x" * 1_100_000).status == 200
    connection = HTTPSConnection("localhost", proxy.port, context=proxy.trusted, timeout=10)
    connection.putrequest("POST", "/")
    connection.putheader("Content-Length", "50000000")
    connection.endheaders(b"x")
    assert connection.getresponse().status == 413


@pytest.mark.parametrize("path", ["/live/hangs", "/api/v1/hangs"])
def test_who_hangs_is_answered_for_with_when_to_come_again(proxy: caddy.Caddy, path: str) -> None:
    answer = ask(proxy, path)
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert json.load(answer)["code"] == "unavailable"


def test_a_site_that_is_not_there_is_a_page_that_asks_again() -> None:
    running = caddy.Caddy(web=free_port(), live=free_port(), streams=free_port())
    try:
        for path, text in (("/", b"One moment"), ("/live/matches/x/view", b'"unavailable"')):
            answer = ask(running, path)
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            assert text in answer.read()
            assert answer.headers["Server"] is None
    finally:
        running.stop()


def test_no_key_of_an_address_and_no_ticket_is_written_down(proxy: caddy.Caddy) -> None:
    keys = ("/join/", "/accounts/password/reset/key/", "/invitations/", "/t/", "/c/", "/?token=")
    for path in (f"{key}hunter2/" for key in keys):
        ask(proxy, path, Authorization="Token hunter2", Cookie="sessionid=hunter2").read()
    proxy.process.wait_until(lambda: proxy.process.tail(100).count('"uri":"/?') > 0)
    assert "hunter2" not in proxy.process.tail(1000)


class OtherLiveEcho(Echo):
    """Once it is gone, it also hangs up on the lines that the proxy kept."""

    name = "live-2"
    is_gone = threading.Event()

    def do_GET(self) -> None:
        if self.is_gone.is_set():
            self.close_connection = True
        else:
            super().do_GET()


def test_everybody_at_a_match_goes_to_the_same_of_several_live_processes() -> None:
    first, second = (ThreadingHTTPServer(("127.0.0.1", 0), e) for e in (LiveEcho, OtherLiveEcho))
    for server in (first, second):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    lives = (first.server_port, second.server_port)
    running = caddy.Caddy(web=free_port(), live=lives, streams=free_port())

    def served_by(match: UUID, leaf: str) -> str:
        return str(json.load(ask(running, f"/live/matches/{match}/{leaf}"))["by"])

    try:
        matches = [UUID(int=n) for n in range(24)]
        leaves = ("events?after=3", "view", "view?changes=1", "actions")
        by = {match: {served_by(match, leaf) for leaf in leaves} for match in matches}
        assert all(len(processes) == 1 for processes in by.values())
        assert set.union(*by.values()) == {"live", "live-2"}
        second.shutdown()
        second.server_close()
        OtherLiveEcho.is_gone.set()
        assert {served_by(match, "view") for match in matches} == {"live"}
    finally:
        running.stop()
        first.shutdown()
