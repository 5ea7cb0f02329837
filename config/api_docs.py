"""How drf-spectacular describes the API: names of enumerations, the offline documentation page."""

from typing import Any

API_DOCS: dict[str, Any] = {
    "TITLE": "Barpoint",
    "DESCRIPTION": "Tournaments, brackets, standings and matches; actions for bots and scripts.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "TournamentStatus": "tournaments.models.Tournament.Status",
        "DrawMethod": "tournaments.models.Tournament.DrawMethod",
        "MatchStatus": "games.models.MatchStatus",
        "MatchKind": "games.models.MatchKind",
        "Seat": "games.models.SeatName",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.with_refusals",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
