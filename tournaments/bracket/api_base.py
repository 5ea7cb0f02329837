"""What the API views of all rooms share: the tournament of a request, its ETag, the user."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope, User
from tournaments.bracket.selectors import lists
from tournaments.bracket.selectors.venue_mode import sharing
from tournaments.core.locking import lock_together, locked
from tournaments.core.permissions import Right, require
from tournaments.models import Tournament
from web.errors import DomainError
from web.etag import ConditionalGet


class TournamentApiView(ConditionalGet, APIView):
    """A view of one tournament, named by its address."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    counts_live = False
    tournament: Tournament

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if (
            IsAuthenticated in self.permission_classes
        ):  # a visitor logs in before anything is looked up
            self.check_permissions(request)
        self.tournament = lists.get_tournament(kwargs["slug"], request.user, live=self.counts_live)
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS and "If-Match" in request.headers:
            method = (request.method or "").lower()
            if (change := getattr(self, method, None)) is not None:
                setattr(self, method, partial(self._if_unchanged, change))

    def version(self, request: Request) -> object:
        return f"{self.tournament.pk}.{self.tournament.version}"

    def etag_prefix(self) -> str:
        """Names the version for `If-Match`, whatever else the ETag depends on."""
        return f"{self.tournament.pk}.{self.tournament.version}-"

    def _if_unchanged(
        self, change: Callable[..., Response], request: Request, *args: Any, **kwargs: Any
    ) -> Response:
        """Change the tournament if its version is still that of `If-Match`. Refused: version_changed (412)."""
        with transaction.atomic():
            pk = self.tournament.pk
            lock_together({pk, *sharing(pk)})  # a change of a shared table locks them as well
            self.tournament.version = version = locked(pk).version
            sent = {version_in(text) for text in request.headers["If-Match"].split(",")}
            if not sent & {"*", f"{version}", f"{pk}.{version}"}:
                text = _("This has changed in the meantime. Read it again before you change it.")
                raise DomainError("version_changed", text, status=412)
            return change(request, *args, **kwargs)


class DeskApiView(TournamentApiView):
    """What only users with this right in the tournament may read or change."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT
    right = Right.DIRECT

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        require(request.user, self.tournament, self.right)

    def version(self, request: Request) -> object:
        return None


class SharedTournamentApiView(TournamentApiView):
    """A view that is the same for everybody. Its responses name the version they show, for tournaments.public.response_cache."""

    shows_all_alike = True
    is_kept_for_visitors = True

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if hasattr(self, "tournament"):
            answer.shown_version = (self.tournament.pk, self.tournament.version)  # type: ignore[attr-defined]
        return answer


def version_in(etag: str) -> str:
    """What an ETag begins with: the version of its tournament."""
    return etag.strip().removeprefix("W/").strip('"').partition("-")[0]


def login_of(request: Request) -> User:
    """The user behind the request; the permission classes let nobody else come here."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
