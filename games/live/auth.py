"""Who sends a request, by the `Authorization` header alone: a ticket or an API token. No cookie is ever read here.

A ticket costs no query; a token is looked up and cached for three seconds.
"""

from collections import OrderedDict
from time import monotonic, time
from uuid import UUID

from django.utils.translation import gettext as _

from games import tickets
from games.live.access import Access, living_tokens
from games.live.http import HttpError, Scope, header
from games.live.threads import DatabaseThreads
from games.live.tokens import token_viewer
from games.live.viewer import Viewer

TOKEN_CACHED_S = 3.0
TOKENS_CACHED = 10_000


def unauthorized(code: str, detail: str) -> HttpError:
    return HttpError(401, code, detail, headers=[(b"www-authenticate", b"Ticket")])


def _token_refused() -> HttpError:
    return unauthorized("token_refused", "This token is unknown, expired or revoked.")


class Authenticator:
    """Turns a request into a Viewer of one match, or refuses it: 401 renew, 403 not yours."""

    def __init__(self, threads: DatabaseThreads, access: Access) -> None:
        self._threads, self._access = threads, access
        self._tokens: OrderedDict[tuple[str, UUID], tuple[Viewer, float]] = OrderedDict()
        self._alive: OrderedDict[int, float] = OrderedDict()

    async def viewer(self, scope: Scope, match_id: UUID) -> Viewer:
        kind, _space, text = header(scope, b"authorization").partition(" ")
        match kind.lower():
            case "ticket":
                viewer = self._by_ticket(text.strip(), match_id)
                if viewer.token_id is not None:
                    await self._require_alive(viewer.token_id)
            case "token" | "bearer":
                viewer = await self._by_token(text.strip(), match_id)
            case _:
                raise unauthorized("ticket_needed", "Send a ticket or a token.")
        if not await self._access.admits(viewer):
            raise unauthorized("access_ended", _("Your access has ended. Log in again."))
        return viewer

    def _by_ticket(self, text: str, match_id: UUID) -> Viewer:
        ticket = tickets.read(text, int(time() * 1000))
        if ticket is None:
            raise unauthorized("ticket_refused", "This ticket has expired.")
        if ticket.match_id != match_id:
            raise HttpError(403, "wrong_match", "This ticket is for another match.")
        credential = text if ticket.user_id is None else f"{ticket.user_id} {match_id}"
        return Viewer(
            match_id,
            ticket.user_id,
            ticket.seat,
            ticket.access_version,
            credential,
            ticket.language,
            ticket.token_id,
            session=ticket.session,
        )

    async def _require_alive(self, token_id: int) -> None:
        """The token a ticket was asked for with; cached as long as a token that is sent itself."""
        if self._alive.get(token_id, 0.0) > monotonic():
            return
        if not await self._threads.read(living_tokens, {token_id}):
            raise _token_refused()
        self._alive[token_id] = monotonic() + TOKEN_CACHED_S
        if len(self._alive) > TOKENS_CACHED:
            self._alive.popitem(last=False)

    async def _by_token(self, text: str, match_id: UUID) -> Viewer:
        entry = self._tokens.get((text, match_id))
        if entry is not None and entry[1] > monotonic():
            return entry[0]
        viewer = await self._threads.read(token_viewer, text, match_id)
        if viewer is None:
            raise _token_refused()
        self._tokens[(text, match_id)] = (viewer, monotonic() + TOKEN_CACHED_S)
        if len(self._tokens) > TOKENS_CACHED:
            self._tokens.popitem(last=False)
        return viewer
