"""The live table in the schema: it is no part of Django (games/live), so drf-spectacular does not find it."""

from typing import Any

MATCH: dict[str, Any] = {
    "in": "path",
    "name": "match_id",
    "required": True,
    "schema": {"type": "string", "format": "uuid"},
}
AFTER: dict[str, Any] = {
    "in": "query",
    "name": "after",
    "description": "The last action you have: the stream begins with the one after it",
    "schema": {"type": "integer", "default": 0},
}
LAST_EVENT_ID: dict[str, Any] = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "The same, as browsers send it; it comes first",
    "schema": {"type": "integer"},
}
CHANGES: dict[str, Any] = {
    "in": "query",
    "name": "changes",
    "description": "1: what changed since the last view comes in place of whole views, where it can",
    "schema": {"type": "string", "enum": ["1"]},
}
STREAM = """A stream of server-sent events (`text/event-stream`) that lasts until you hang up or the server ends it; then
open it again after the last action you have. A comment comes every 15 s when there is nothing else: who hears
nothing for longer has lost the connection.

| event | data |
|---|---|
| `action`, with its `seq` as id | a row of the log, each once and in order |
| `view` | the table after the rows so far, as you may see it (`ViewOut`); the first thing on every stream |
| `changes`, only with `changes=1` | in place of a view: the fields that differ from the view at the seq `from` |
| `presence` | `{"A", "B", "spectators"}`: who is at the table |
| `chat` | `{"on", "room", "rooms", "may_write", "steward", "muted", "lines"}` first, then `{"lines", "hidden"}` |
| `rematch` | `{"match", "by", "state"}`: a wish to play a friendly match again; state is open, on or off |
| `announced` | `{"starts_at", "ends_at", "text", "is_on"}`: a maintenance; `{}` when there is none |

Ignore event names and fields that you do not know."""
EVENT: dict[str, Any] = {
    "type": "object",
    "description": "One event of the stream",
    "required": ["event", "data"],
    "properties": {
        "id": {"type": "string", "description": "Of an action: its seq"},
        "event": {"type": "string", "description": "A name from the table above"},
        "data": {"type": "string", "description": "JSON text"},
    },
}
"""OpenAPI 3.0 has no word for streams: as usual before 3.2, the schema describes each event."""
WATCH = """A stream of server-sent events that says when a tournament has changed. Each event `version` has the tournament's
version as its data; the first comes at once. Read what you need anew. Open to everybody, without a token."""
OWN = """A stream of server-sent events about the login of the token. It begins with `state`, or after the event in
`Last-Event-ID`; `reset` says that this event is too old, and a `state` follows.

| event | data |
|---|---|
| `state` | `player`, `matches`, `results`, `unread` |
| `challenge` | a match, and how the challenge stands: `state` |
| `match_ready`, `match_begun`, `turn` | a match |
| `result` | a match that is over |
| `unread` | `{"count"}` |

Ignore event names and fields that you do not know."""
EVENT_ID: dict[str, Any] = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "The id of the last event you have",
    "schema": {"type": "string"},
}
PUBLIC = """A stream of server-sent events about %s: the same types and the same JSON as webhooks send. Each has
a rising number as its id. It begins with `position`, or after the event in `Last-Event-ID`; `reset` says that this is too long
ago. Open to everybody, without a token."""
SLUG: dict[str, Any] = {
    "name": "slug",
    "in": "path",
    "required": True,
    "description": "The tournament",
    "schema": {"type": "string"},
}
SENT = (
    "An action. The same as under /api/v1, by the short way; the answer comes after it is on disk."
)
SEEN = "The table as you may see it now."
TICKET = """A ticket to the live table for `Authorization: Ticket …`, where a token must not be shown, such as in a page.
Programs need none: their token is taken at the live table as it is. Everybody gets one; without a login, a
spectator's."""


def _json(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "200": {"description": description, "content": {"application/json": {"schema": schema}}}
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _body(name: str) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": _ref(name)}}}


def _operation(name: str, description: str, responses: dict[str, Any], **more: Any) -> Any:
    return {
        "operationId": name,
        "description": description,
        "tags": ["live"],
        "parameters": [MATCH, *more.pop("parameters", [])],
        "security": [{"token": []}, {"ticket": []}],
        "responses": responses,
        **more,
    }


def _event_streams(events: dict[str, Any]) -> dict[str, Any]:
    """The three streams of what happens in tournaments."""
    paths = {}
    for name, path, subject in (
        ("tournament", "/live/events/tournament/{slug}", "a tournament"),
        ("event", "/live/events/event/{slug}", "the tournaments of an event"),
        ("site", "/live/events/site", "all public tournaments"),
    ):
        responses = {"200": {"description": "Events", "content": events}}
        operation = _operation(f"live_{name}_events", PUBLIC % subject, responses)
        slug = [SLUG | {"description": f"The {name}"}] if "{slug}" in path else []
        operation |= {"parameters": [*slug, EVENT_ID], "security": [{}]}
        paths[path] = {"get": operation}
    return paths


def _paths() -> dict[str, Any]:
    events = {"text/event-stream": {"schema": EVENT}}
    ticket = {
        "type": "object",
        "properties": {
            "ticket": {"type": "string"},
            "seat": {"type": "string", "nullable": True},
            "expires_at": {"type": "integer", "description": "Milliseconds since 1970"},
        },
    }
    table = "/live/matches/{match_id}"
    return {
        f"{table}/stream": {
            "get": _operation(
                "live_stream",
                STREAM,
                {"200": {"description": "Events", "content": events}},
                parameters=[AFTER, LAST_EVENT_ID, CHANGES],
            )
        },
        f"{table}/actions": {
            "post": _operation(
                "live_act",
                SENT,
                _json("What it did", _ref("AcceptedOut")),
                requestBody=_body("ActionInRequest"),
            )
        },
        f"{table}/view": {
            "get": _operation("live_view", SEEN, _json("The table", _ref("ViewOut")))
        },
        f"{table}/chat": {
            "post": _operation(
                "live_say",
                "Say something in your own room. The same as under /api/v1.",
                _json("The line", _ref("SpokenOut")),
                requestBody=_body("ChatInRequest"),
            )
        },
        **_event_streams(events),
        "/live/me": {
            "get": {
                **_operation(
                    "live_own_stream", OWN, {"200": {"description": "Events", "content": events}}
                ),
                "parameters": [EVENT_ID],
                "security": [{"token": []}],
            }
        },
        "/live/watch/tournament/{slug}": {
            "get": {
                **_operation(
                    "live_watch_tournament",
                    WATCH,
                    {"200": {"description": "Events", "content": events}},
                ),
                "parameters": [SLUG],
                "security": [{}],
            }
        },
        "/tickets/{match_id}": {
            "get": {
                **_operation("ticket", TICKET, _json("A ticket for ten minutes", ticket)),
                "security": [{"token": []}, {"cookieAuth": []}, {}],
            }
        },
    }


def with_live_table(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """A postprocessing hook of drf-spectacular."""
    result["paths"].update(_paths())
    result["components"]["securitySchemes"]["ticket"] = {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "Ticket …, from /tickets/{match_id}",
    }
    return result
