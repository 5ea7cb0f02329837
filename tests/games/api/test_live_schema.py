"""The schema tells what a program needs to play: the live table, the view, and what docs/ says of both is true."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.engine.actions import PLAYER_KINDS
from games.view_serializers import WAITING
from tests.games.services.tables import playing

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).resolve().parents[3] / "docs"
GUIDES = ("api.md", "bots.md", "chat.md", "dice.md", "match-files.md")
ADDRESS = re.compile(r"(?<!\w)/(?:api/v1|live|tickets)/(?:<[^>]*>|\{[^}]*\}|[\w/-])*")
EXAMPLE_SLUG = "autumn-open"
ALSO = {"/api/v1", "/api/v1/docs", "/api/v1/schema", "/api/v1/chat"}
HOLE = re.compile(r"<[^>]*>|\{[^}]*\}")


@pytest.fixture
def schema(client: Client) -> Any:
    return client.get("/api/v1/schema/?format=json").json()


def test_the_live_table_is_in_the_schema_with_nothing_that_leads_nowhere(schema: Any) -> None:
    for leaf, method in (("stream", "get"), ("view", "get"), ("actions", "post"), ("chat", "post")):
        assert method in schema["paths"][f"/live/matches/{{match_id}}/{leaf}"]
    assert "get" in schema["paths"]["/tickets/{match_id}"]
    for name in re.findall(r"#/components/schemas/(\w+)", str(schema)):
        assert name in schema["components"]["schemas"]


def test_the_schema_describes_every_field_of_a_view_and_no_other(
    schema: Any, client: Client
) -> None:
    sitting = playing()
    view = client.get(f"/api/v1/matches/{sitting.match.pk}").json()["view"]
    described = schema["components"]["schemas"]["ViewOut"]["properties"]
    assert described.keys() == view.keys()
    detail = schema["components"]["schemas"]["MatchDetailOut"]["properties"]["view"]
    assert "ViewOut" in str(detail)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_address_that_the_documentation_names_is_in_the_schema(
    schema: Any, guide: str
) -> None:
    described = {HOLE.sub("*", path).rstrip("/") for path in schema["paths"]} | ALSO
    text = (DOCS / guide).read_text().replace(EXAMPLE_SLUG, "<slug>")
    named = {HOLE.sub("*", address).rstrip("/") for address in ADDRESS.findall(text)}
    assert named
    unknown = {
        path for path in named if not any(re.fullmatch(_any(path), item) for item in described)
    }
    assert not unknown


def _any(path: str) -> str:
    return re.escape(path).replace(r"\*", "[^/]+")


def test_the_guide_for_bots_names_every_action_and_everything_a_match_waits_for() -> None:
    text = (DOCS / "bots.md").read_text()
    assert [kind for kind in (*PLAYER_KINDS, *WAITING) if f"`{kind}`" not in text] == []
