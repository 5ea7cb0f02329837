"""How drf-spectacular describes the API: names of enumerations, the offline documentation page."""

from typing import Any

DESCRIPTION = """Tournaments, brackets, standings and matches to read; everything a player or a director does, for scripts and bots. [Back to the site](/)

- **Tokens** are made [in your profile](/profile/tokens/) and sent with each request: `Authorization: Bearer bp_…`. What is public needs none.
- **Refusals** are `{code, detail}`; `code` is stable. `invalid` (400) has `fields`. After 429 and 503 wait `Retry-After` seconds.
- **Lists in pages** are `{count, next, previous, results}`: `page`, and `page_size` up to 200.
- **Asking again**: send the `ETag` back as `If-None-Match`; what has not changed is answered 304.
- **A match is played** at the live table: listen to `/live/matches/{match_id}/stream`, send actions, go by the `view`.
- New fields and values may come; pass over what you do not know.

`docs/api.md` of the source tells more, `docs/bots.md` how a bot plays, `docs/bot.py` is one."""

API_DOCS: dict[str, Any] = {
    "TITLE": "Barpoint",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "TournamentStatus": "tournaments.models.Tournament.Status",
        "DrawMethod": "tournaments.models.Tournament.DrawMethod",
        "MatchStatus": "games.models.MatchStatus",
        "MatchKind": "games.models.MatchKind",
        "FairPlayStatus": "fairplay.models.FairPlayStatus",
        "ClubJoining": "clubs.models.Joining",
        "WebhookKind": "webhooks.channel_kinds.CHOICES",
        "LadderConsequence": "ladders.models.Consequence",
        "RatingListScope": "ratings.models.RatingList.ListScope",
        "Seat": "games.models.SeatName",
        "PairingRequestKind": "tournaments.models.PairingRequest.Kind",
        "PrizeAgreementKind": "tournaments.models.PrizeAgreement.Kind",
        "PrizeAgreementState": "tournaments.money.api.agreements.STATES",
        "PlayingTableState": "tournaments.models.PlayingTable.State",
        "SlotOutStateEnum": ["pending", "bye", "entry"],
        "ClockLinkPurpose": "tableclock.models.LinkPurpose",
        "SidePoolSection": "tournaments.money.forms.SECTIONS",
        "RatingRangeWidth": "games.api.lobby.WIDTH_CHOICES",
        "NewCardsADay": "analysis.training_api.NEW_A_DAY_CHOICES",
        "PositionPlayer": "analysis.position_api.PLAYERS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.live_schema.with_live_table",
        "config.schema.with_refusals",
        "config.schema_words.with_words",
    ],
    "PREPROCESSING_HOOKS": ["config.schema_words.without_root"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "LICENSE": {"name": "MIT", "url": "https://opensource.org/license/mit"},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
