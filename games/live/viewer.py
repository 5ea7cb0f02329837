"""Somebody at a table, after authentication."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Viewer:
    """`user_id` None is an anonymous spectator, `seat` None a spectator. `credential` counts their requests.

    `language` is what refusals and the sentences of their view are written in.
    """

    match_id: UUID
    user_id: int | None
    seat: str | None
    access_version: int
    credential: str
    language: str = "en"
    token_id: int | None = None
    may_act: bool = True
    session: str = ""
