"""The public pages that benchmarks/web_speed.py asks for, and how many queries each takes: runs inside Django."""

import json
from collections.abc import Mapping
from urllib.parse import urljoin

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.keeping import forget


def addresses(made: Mapping[str, str]) -> list[str]:
    """The first page of everything that a visitor can see, of the event with ten thousand players above all."""
    event, api = f"/tournaments/{made['big']}/", f"/api/v1/tournaments/{made['big']}"
    match, api_match = f"/matches/{made['match']}/", f"/api/v1/matches/{made['match']}"
    return [
        "/", "/tournaments/", "/players/", "/players/?q=P99", f"/players/{made['player']}/",
        "/tv/", "/watch/", "/dice/", "/privacy/", "/matches/import/", "/jsi18n/",
        *(event + tab for tab in ("", "rounds/", "standings/", "entries/", "live/", "rules/")),
        event + "tv/", event + "boards/", event + f"standings/?why={made['entry']}",
        event + "rounds/?find=P99", event + "standings/?find=P99", event + "standings/?page=60",
        f"/tournaments/{made['open']}/", f"/tournaments/{made['knockout']}/",
        f"/tournaments/{made['knockout']}/standings/", f"/tournaments/{made['knockout']}/rounds/",
        match, match + "dice/", match + "dice.json", match + "review/", match + "review.json",
        "/accounts/login/", "/accounts/signup/", "/api/v1/docs/", "/api/v1/schema/",
        "/api/v1/tournaments", "/api/v1/players", "/api/v1/formats", "/api/v1/matches",
        f"/api/v1/players/{made['player']}", api, api + "/entries", api + "/bracket",
        api + "/standings", api + "/matches", api_match, api_match + "/actions",
        api_match + "/dice", api_match + "/chat", "/healthz",
    ]  # fmt: skip


def queries(made: Mapping[str, str]) -> None:
    """Prints the number of each, the first time in this process; others have drawn nothing for it."""
    print(json.dumps({address: first_visit(address) for address in addresses(made)}))


def first_visit(address: str) -> int:
    """Queries of a visit, with nothing at hand; of the page that it leads to if that asks more."""
    forget()
    with CaptureQueriesContext(connection) as asked:
        answer = Client(headers={"host": "127.0.0.1"}).get(address)
    if answer.status_code == 302:
        return max(len(asked), first_visit(urljoin(address, answer["Location"])))
    if answer.status_code != 200:
        raise RuntimeError(f"{address} is answered {answer.status_code}")
    return len(asked)
