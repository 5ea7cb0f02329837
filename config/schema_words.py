"""What the schema says for people and linters beyond fields: summaries, tags, the headers of changes, types of what may be null.

Functions that drf-spectacular calls before or after it has written the schema.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from accounts.services.idempotency import LONGEST_KEY
from config.schema_summaries import SUMMARIES

Operation = dict[str, Any]
Endpoint = tuple[str, str, str, Any]
ROOT = "/api/v1"
METHODS: Final = ("get", "post", "put", "patch", "delete")
CLAUSE = re.compile(r"[.;:]\s+|,\s+(?=(?:GET|POST|PUT|PATCH|DELETE)\b)|\n\n")
LONGEST_SUMMARY = 110
TAGS: Final[Mapping[str, str]] = {
    "tournaments": "Find, make, open, start and cancel tournaments; what spectators see of them.",
    "entries": "Who plays: entries, seeds, check-in and the waiting list.",
    "draws": "Draws before they are published.",
    "rulings": "The record of rulings, and a director's rulings with their preview.",
    "over the board": "Tables and match slips.",
    "time": "Lateness, deadlines and clocks.",
    "money": "Fees, the ledger and payouts.",
    "events": "Events with their tournaments.",
    "matches": "Matches, their logs, files and dice.",
    "live": "The table of a match while it is played.",
    "players": "Players, their ratings, whom you follow or block.",
    "ratings": "Leaderboards.",
    "clubs": "Clubs and their rankings.",
    "ladders": "Ladders of clubs, with challenges.",
    "leagues": "Leagues with divisions, promotion and relegation.",
    "series": "Series of tournaments with an order of merit.",
    "analysis": "What an engine says of positions and matches.",
    "account": "Your own login: tokens and notifications.",
    "site": "Where the API begins.",
}
OF_PART: Final[Mapping[str, str]] = {
    "entries": "entries", "seeds": "entries", "bots": "entries", "check-in": "entries", "waiting-list": "entries",
    "draw": "draws", "stages": "draws", "rulings": "rulings", "pairing-requests": "rulings",
    "tables": "over the board", "rooms": "over the board", "venue": "over the board", "slips": "over the board",
    "timing": "time", "deadlines": "time", "clocks": "time", "pairings": "time", "penalties": "time", "absences": "time",
    "fees": "money", "accounts": "money", "ledger": "money", "payouts": "money", "side-pools": "money",
    "calcutta": "money", "agreements": "money", "teams": "entries", "own-team": "entries", "imports": "entries", "match-clocks": "over the board",
}  # fmt: skip
"""The tags of the parts of a tournament."""
OF_PLACE: Final[Mapping[str, str]] = {
    "following": "players", "blocks": "players", "fair-play": "players", "chat": "matches", "invitations": "matches",
    "clocks": "over the board", "training": "analysis", "tokens": "account", "me": "account", "notifications": "account",
    "webhooks": "account", "formats": "tournaments", "lobby": "matches", "vacation": "matches",
    "blocked-organizers": "players", "forfeit-notices": "account",
}  # fmt: skip
NULL: Final = "NullEnum"
IDEMPOTENCY_KEY: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A text of your own. The same request with the same key is carried out once, and answered again for a day",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[ -~]+$"},
}
IF_MATCH: Final = {
    "in": "header",
    "name": "If-Match",
    "description": "The `version` of the tournament in quotes; refused (412, version_changed) if it is another by now",
    "schema": {"type": "string"},
}


def without_root(endpoints: list[Endpoint]) -> list[Endpoint]:
    """The first address stands in the schema without its slash."""
    return [endpoint for endpoint in endpoints if endpoint[0] != f"{ROOT}/"]


def with_words(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """A postprocessing hook of drf-spectacular."""
    result["servers"] = [{"url": "/", "description": "This site"}]
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                operation["tags"] = [tag_of(path)]
                own = SUMMARIES.get((method, path))
                operation.setdefault("summary", own or summary_of(method, operation))
                operation.setdefault("parameters", []).extend(_headers(path, method))
    schemas = result["components"]["schemas"]
    schemas.setdefault(NULL, {"enum": [None]})
    for schema in list(_within(schemas)):
        _give_type(schema, schemas)
    return result


def tag_of(path: str) -> str:
    """The subject of an address."""
    if not path.startswith(ROOT):
        return "live"
    parts = path.removeprefix(ROOT).strip("/").split("/")
    if parts[0] == "tournaments" and len(parts) > 2:
        return OF_PART.get(parts[2], "tournaments")
    place = OF_PLACE.get(parts[0], parts[0])
    return place if place in TAGS else "site"


def summary_of(method: str, operation: Operation) -> str:
    """The clause of the description that is about this method: the one that names it, else the first that names none."""
    clauses = [clause.strip() for clause in CLAUSE.split(operation.get("description", ""))]
    clauses = [" ".join(clause.split()) for clause in clauses if clause]
    named = [clause for clause in clauses if clause.startswith(f"{method.upper()} ")]
    others = [
        clause for clause in clauses if not clause.startswith(tuple(m.upper() for m in METHODS))
    ]
    text = (named or others or [operation["operationId"].replace("_", " ")])[0]
    text = text.removeprefix(f"{method.upper()} ").rstrip(".,;:")
    if len(text) > LONGEST_SUMMARY:
        text = text[:LONGEST_SUMMARY].rsplit(" ", 1)[0] + " …"
    return text[:1].upper() + text[1:]


def _headers(path: str, method: str) -> Iterator[dict[str, Any]]:
    if method == "post" and path.startswith(ROOT):
        yield dict(IDEMPOTENCY_KEY)
    if method != "get" and path.startswith(f"{ROOT}/tournaments/{{slug}}"):
        yield dict(IF_MATCH)


def _within(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a part of the schema."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _within(part)
    elif isinstance(value, list):
        for part in value:
            yield from _within(part)


def _give_type(schema: dict[str, Any], schemas: Mapping[str, Any]) -> None:
    """OpenAPI 3.0 lets only what has a type be null. What has no type at all may be anything, null included.

    An object of another schema is null only as a choice of its own: generators pass over `nullable` beside a reference.
    """
    if schema.get("nullable") is not True or "type" in schema:
        return
    parts = schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf") or []
    if len(parts) == 1 and "$ref" in parts[0] and _type_of(parts[0], schemas) == "object":
        schema.pop("allOf", None)
        schema["oneOf"] = [*parts, {"$ref": f"#/components/schemas/{NULL}"}]
        del schema["nullable"]
        return
    types = {_type_of(part, schemas) for part in parts} - {None}
    if len(types) == 1:
        schema["type"] = types.pop()
    elif not parts:
        del schema["nullable"]


def _type_of(part: Mapping[str, Any], schemas: Mapping[str, Any]) -> str | None:
    name = str(part.get("$ref", "")).rpartition("/")[2]
    kind = (schemas[name] if name else part).get("type")
    return None if kind is None else str(kind)
