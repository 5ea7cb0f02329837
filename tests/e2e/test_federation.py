"""A federation's site that knows only the documents: it embeds a live event, keeps a ranking, lets members log in with their
account at Barpoint, and enters results from a desk of its own. Real HTTP on the loopback, with a browser.

Of the site's own checks one is changed: it takes the loopback for a public address, and the receiver's port for 443.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import ApiPlayer, make_logins, sign_in
from tests.federation.site import FederationSite
from tests.notifications.push_service import LOOPBACK, certificate
from tests.services.running import free_port
from tests.services.topology import Embedded, Site

NAMES = ["dora", "anna", "bert", "carl", "eve"]
SLUG = "federation-cup"
ROOT = Path(__file__).parents[2]
WEBHOOK_S = 30
"""Within which a webhook comes here, on a busy machine."""
# No such address is accepted from a person.
TO_THE_LOOPBACK = """
from webhooks.models import WebhookEndpoint
WebhookEndpoint.objects.update(url="https://localhost/barpoint")
"""


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def receiver_port(pem: Path) -> int:
    port = free_port()
    text = LOOPBACK.format(port=port, pem=str(pem))
    (pem.parent / "sitecustomize.py").write_text(text)
    return port


@pytest.fixture(scope="module")
def house(chromium: str, pem: Path, receiver_port: int) -> Iterator[Site]:
    site = Embedded(DEMO="0", PYTHONPATH=f"{pem.parent}:{ROOT}")
    yield site
    site.stop()


@pytest.fixture(scope="module")
def players(house: Site) -> dict[str, ApiPlayer]:
    """Dora directs a knockout of four that has begun."""
    tokens = make_logins(house, NAMES)
    players = {name: ApiPlayer(house, token) for name, token in tokens.items()}
    dora = players["dora"]
    terms = {"name": "Federation Cup", "lengths": [3], "clock": None}
    assert dora.send("POST", "/api/v1/tournaments", terms)[0] == 201
    dora.send("POST", f"/api/v1/tournaments/{SLUG}/open")
    for name in NAMES[1:]:
        assert players[name].send("POST", f"/api/v1/tournaments/{SLUG}/entries", {})[0] == 201
    assert dora.send("POST", f"/api/v1/tournaments/{SLUG}/start", {})[0] == 200
    return players


@pytest.fixture(scope="module")
def federation(
    house: Site,
    players: dict[str, ApiPlayer],
    pem: Path,
    receiver_port: int,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[FederationSite]:
    ports = (free_port(), receiver_port)
    site = FederationSite(house.url, tmp_path_factory.mktemp("federation"), ports)
    site.tournament = SLUG
    given = ["openid_client", "Federation", "--redirect", f"{site.address}/back"]
    out = house.manage(*given, "--scopes", "openid profile direct")
    client = dict(line.split(": ", 1) for line in out.splitlines() if ": " in line)
    site.connect(client["client_id"], client["client_secret"])
    hook = {
        "url": "https://hooks.example.org/barpoint",
        "event_types": ["match.finished", "match.corrected", "tournament.finished"],
        "tournament": SLUG,
    }
    status, answer = players["dora"].send("POST", "/api/v1/webhooks", hook)
    assert status == 201, answer
    house.shell(TO_THE_LOOPBACK)
    site.secret = answer["secret"]
    site.receive_webhooks(pem)
    yield site
    site.stop()


@pytest.fixture(scope="module")
def director(browser: Browser, house: Site, federation: FederationSite) -> Page:
    """Dora's browser, after she has allowed the federation to use her account."""
    page = sign_in(browser, house, "dora")
    page.goto(f"{federation.address}/")
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_role("heading", name="Allow Federation?")).to_be_visible()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(f"{federation.address}/")
    return page


@pytest.fixture(scope="module")
def semifinals(house: Site, players: dict[str, ApiPlayer]) -> list[list[str]]:
    """Who plays whom, as it was drawn. The first is played live, the second is decided at the desk."""
    return [
        [slot["player"]["name"].lower() for slot in pairing["slots"]]
        for pairing in house.get_json(f"/api/v1/tournaments/{SLUG}/bracket")[0]["pairings"]
    ]


def test_a_member_logs_in_with_their_account(director: Page, federation: FederationSite) -> None:
    expect(director.get_by_text("Welcome, Dora.")).to_be_visible()
    ((claims, _token),) = federation.members.values()
    assert claims["sub"]
    assert claims["name"] == "Dora"


def test_the_page_shows_the_event_while_it_is_played(
    director: Page, players: dict[str, ApiPlayer], semifinals: list[list[str]]
) -> None:
    first, second = (players[name] for name in semifinals[0])
    play_some(first, second, 4)
    director.reload()
    standings = director.frame_locator('iframe[title="standings"]')
    expect(standings.get_by_role("link", name="Anna", exact=True).first).to_be_visible()
    bracket = director.frame_locator('iframe[title="bracket"]')
    expect(bracket.get_by_role("link", name="Bert", exact=True).first).to_be_visible()
    board = director.frame_locator('iframe[title="live"]').get_by_role("img").first
    expect(board).to_be_visible()
    before = board.inner_html()
    play_some(first, second, 4)
    deadline = time.monotonic() + 15
    while board.inner_html() == before:
        assert time.monotonic() < deadline, "the board in the frame did not move"
        director.wait_for_timeout(500)


def test_a_result_from_the_federations_own_desk_reaches_bracket_and_ranking(
    director: Page, federation: FederationSite, house: Site, semifinals: list[list[str]]
) -> None:
    winner = semifinals[1][0].capitalize()
    assert federation.ranking.catch_up() == 1
    assert (winner, 0) in federation.ranking.rows()
    director.goto(f"{federation.address}/desk")
    director.get_by_role("button", name=f"{winner} won").click()
    expect(director.get_by_role("alert")).to_have_text("The result is entered.")
    slots = house.get_json(f"/api/v1/tournaments/{SLUG}/bracket")[0]["pairings"][1]["slots"]
    assert [slot["player"]["name"] for slot in slots if slot["is_winner"]] == [winner]
    wait_for_rank(federation, (winner, 1))
    director.goto(f"{federation.address}/")
    expect(director.locator("#ranking tr").first).to_have_text(f"{winner}1")


def test_a_result_decided_on_an_old_state_is_refused_in_words(
    director: Page,
    federation: FederationSite,
    players: dict[str, ApiPlayer],
    semifinals: list[list[str]],
) -> None:
    director.goto(f"{federation.address}/desk")
    change = {"description": "The final begins at noon."}
    assert players["dora"].send("PATCH", f"/api/v1/tournaments/{SLUG}", change)[0] == 200
    won = director.get_by_role("button", name=f"{semifinals[0][0].capitalize()} won")
    won.click()
    alert = director.get_by_role("alert")
    expect(alert).to_contain_text("changed")
    won.click()  # the page has read the new state
    expect(alert).to_have_text("The result is entered.")


def test_a_result_that_is_sent_twice_counts_once(
    director: Page, federation: FederationSite, house: Site
) -> None:
    version = house.get_json(f"/api/v1/tournaments/{SLUG}")["version"]
    final = house.get_json(f"/api/v1/tournaments/{SLUG}/bracket")[1]["pairings"][0]
    form = {
        "pairing": str(final["id"]),
        "winner": str(final["slots"][0]["entry"]),
        "version": str(version),
        "key": "the-final-1",
    }
    token = next(iter(federation.members.values()))[1]
    wait_for_wins(federation, 2)
    federation.stop_receiving()  # for the next test: what happens now is missed
    assert federation.enter_result(form, token) == ""
    assert federation.enter_result(form, token) == ""
    rulings = federation.barpoint.ask("GET", f"/tournaments/{SLUG}/rulings", token=token)[1]
    assert sum(row["verb"] == "correct_result" for row in rulings) == 3


def test_after_time_away_the_ranking_catches_up(federation: FederationSite, pem: Path) -> None:
    before = dict(federation.ranking.rows())
    assert federation.ranking.catch_up() == 1
    after = dict(federation.ranking.rows())
    assert (sum(before.values()), sum(after.values())) == (2, 3)
    federation.receive_webhooks(pem)


def test_a_message_with_a_wrong_signature_is_refused(federation: FederationSite, pem: Path) -> None:
    headers = {
        "webhook-id": "msg_forged",
        "webhook-timestamp": str(int(time.time())),
        "webhook-signature": "v1,AAAA",
    }
    assert not federation.is_genuine(headers, b"{}")
    old = headers | {"webhook-timestamp": str(int(time.time()) - 3600)}
    assert not federation.is_genuine(old, b"{}")


def play_some(first: ApiPlayer, second: ApiPlayer, actions: int) -> None:
    (match,) = set(first.open_matches()) & set(second.open_matches())
    done = 0
    for _ in range(20 * actions):
        done += first.do_what_is_owed(match) + second.do_what_is_owed(match)
        if done >= actions:
            return
    raise AssertionError("the match did not go on")


def wait_for_rank(federation: FederationSite, row: tuple[str, int]) -> None:
    deadline = time.monotonic() + WEBHOOK_S
    while row not in federation.ranking.rows():
        assert time.monotonic() < deadline, "no webhook changed the ranking"
        time.sleep(0.1)


def wait_for_wins(federation: FederationSite, number: int) -> None:
    deadline = time.monotonic() + WEBHOOK_S
    while sum(won for _name, won in federation.ranking.rows()) != number:
        assert time.monotonic() < deadline, "no webhook changed the ranking"
        time.sleep(0.1)
