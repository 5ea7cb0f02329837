"""…/imports of tournaments and events: a table is uploaded, shown as a dry run, and applied when its digest is confirmed."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.core.permissions import Right, require
from tournaments.event.selectors.events import get_event
from tournaments.exchange.services import import_event_flow, import_flow
from tournaments.exchange.services.import_flow import Confirmation, ImportNotConfirmed
from tournaments.exchange.services.import_preview import DryRun
from tournaments.models import Event, ImportFile
from web.csv_reading import MOST_BYTES
from web.errors import NotFound

KINDS: Final = [kind for kind in ImportFile.Kind.choices if kind[0] != ImportFile.Kind.PLAYERS]
MOST_ENTRIES: Final = 100_000


class TableIn(KnownFields):
    """A table as text: CSV with the column names in its first line."""

    text = serializers.CharField(max_length=MOST_BYTES, trim_whitespace=False)
    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=120, help_text="Of the file"
    )

    def data_given(self) -> bytes:
        return str(self.validated_data["text"]).encode("utf-8", "replace")


class ImportIn(TableIn):
    """A table of entries or results, or a plain list of names (pasted)."""

    kind = serializers.ChoiceField(choices=KINDS)


class ImportLineOut(serializers.Serializer[Any]):
    """What a row of the table would do: `state` and `detail` say what. With `choose`, `options` are the players it may mean."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    title = serializers.CharField()
    detail = serializers.CharField()
    column = serializers.CharField()
    options = serializers.SerializerMethodField(help_text="Ids of players with descriptions")
    chosen = serializers.CharField()

    def get_options(self, line: Any) -> dict[str, str]:
        return dict(line.options)


class DryRunOut(serializers.Serializer[Any]):
    """What a table would do. `digest` confirms exactly that. `limit` is the new maximum of entries, if it must rise."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    digest = serializers.CharField()
    is_ready = serializers.BooleanField(help_text="No row has an error or needs a choice")
    contacts = serializers.IntegerField(help_text="Rows with contacts. They are left out here")
    limit = serializers.IntegerField(allow_null=True)
    unread = serializers.ListField(child=serializers.CharField(), help_text="Columns not read")
    lines = ImportLineOut(many=True)


class DryRunRefusalOut(serializers.Serializer[Any]):
    """Nothing was written: the table would now do something else, or is not ready. `run` says what it would do."""

    code = serializers.CharField()
    detail = serializers.CharField()
    run = DryRunOut()


class ConfirmationIn(KnownFields):
    """Apply the table as its dry run shows it. Contacts of players are left out: only the page keeps them."""

    digest = serializers.CharField(max_length=64)
    choices = serializers.DictField(
        child=serializers.CharField(max_length=20),
        required=False,
        help_text='By the number of the row: the id of a player, or "new"',
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_ENTRIES, help_text="The `limit` of the dry run"
    )

    def validate_choices(self, choices: dict[str, str]) -> dict[int, str]:
        if not all(row.isascii() and row.isdigit() and len(row) < 7 for row in choices):
            raise serializers.ValidationError("The keys are numbers of rows.")
        return {int(row): who for row, who in choices.items()}


SHOWN = {201: DryRunOut}
APPLIED = {204: None, 409: OpenApiResponse(DryRunRefusalOut)}


class TournamentImports(DeskApiView):
    """POST uploads a table of entries or results and shows what it would do. Nothing is written yet."""

    right = Right.SCORE

    @extend_schema(request=ImportIn, responses=SHOWN)
    def post(self, request: Request, slug: str) -> Response:
        sent = ImportIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by, now = sent.validated_data, login_of(request), timezone.now()
        file = import_flow.upload(
            self.tournament.pk, by=by, kind=data["kind"], name=data["name"],
            data=sent.data_given(), now=now,
        )  # fmt: skip
        run = import_flow.dry_run(self.tournament.pk, file.pk, by=by, now=now)
        return Response(_shown(file, run), status=201)


class TournamentImport(DeskApiView):
    """What an uploaded table would do now; POST applies it."""

    right = Right.SCORE

    @extend_schema(responses=DryRunOut)
    def get(self, request: Request, slug: str, file_id: int) -> Response:
        file, now = self._file(request, file_id), timezone.now()
        run = import_flow.dry_run(self.tournament.pk, file_id, by=login_of(request), now=now)
        return Response(_shown(file, run))

    @extend_schema(
        operation_id="tournaments_imports_apply", request=ConfirmationIn, responses=APPLIED
    )
    def post(self, request: Request, slug: str, file_id: int) -> Response:
        file, by, now = self._file(request, file_id), login_of(request), timezone.now()
        data = _confirmed(request)
        confirmation = Confirmation(
            data["digest"], data.get("choices", {}), limit=data.get("limit")
        )
        try:
            import_flow.apply_file(
                self.tournament.pk, file_id, by=by, now=now, confirmation=confirmation
            )
        except ImportNotConfirmed as refused:
            return _refused(file, refused)
        return Response(status=204)

    def _file(self, request: Request, file_id: int) -> ImportFile:
        """Refused: no_such_file (404), not_your_role (403)."""
        file = self.tournament.import_files.filter(pk=file_id).first()
        if file is None:
            raise _gone()
        require(request.user, self.tournament, import_flow.right_for(file.kind))
        return file


class EventImports(APIView):
    """POST uploads a table of players for the tournaments of an event and shows what it would do."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(request=TableIn, responses=SHOWN)
    def post(self, request: Request, slug: str) -> Response:
        event, by, now = _directed(request, slug), login_of(request), timezone.now()
        sent = TableIn(data=request.data)
        sent.is_valid(raise_exception=True)
        file = import_event_flow.upload_players(
            event, by=by, name=sent.validated_data["name"], data=sent.data_given(), now=now
        )
        run = import_event_flow.dry_run_players(event, file.pk, by=by)
        return Response(_shown(file, run), status=201)


class EventImport(APIView):
    """What an uploaded table of players would do now; POST applies it in all tournaments, or in none."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT

    @extend_schema(responses=DryRunOut)
    def get(self, request: Request, slug: str, file_id: int) -> Response:
        event = _directed(request, slug)
        file = _file_of(event, file_id)
        run = import_event_flow.dry_run_players(event, file_id, by=login_of(request))
        return Response(_shown(file, run))

    @extend_schema(operation_id="events_imports_apply", request=ConfirmationIn, responses=APPLIED)
    def post(self, request: Request, slug: str, file_id: int) -> Response:
        event = _directed(request, slug)
        file, data = _file_of(event, file_id), _confirmed(request)
        confirmation = Confirmation(data["digest"], data.get("choices", {}))
        try:
            import_event_flow.apply_players(
                event, file_id, by=login_of(request), now=timezone.now(), confirmation=confirmation
            )
        except ImportNotConfirmed as refused:
            return _refused(file, refused)
        return Response(status=204)


def _directed(request: Request, slug: str) -> Event:
    event = get_event(slug, request.user)
    require(login_of(request), event, Right.DIRECT)
    return event


def _file_of(event: Event, file_id: int) -> ImportFile:
    file = event.import_files.filter(pk=file_id).first()
    if file is None:
        raise _gone()
    return file


def _gone() -> NotFound:
    return NotFound("no_such_file", _("This no longer exists. Reload the page."))


def _confirmed(request: Request) -> dict[str, Any]:
    sent = ConfirmationIn(data=request.data)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


def _shown(file: ImportFile, run: DryRun) -> dict[str, Any]:
    shown = {
        "id": file.pk,
        "kind": file.kind,
        "digest": run.digest,
        "is_ready": not run.is_bad and not run.must_choose,
        "contacts": run.contacts,
        "limit": run.limit,
        "unread": list(run.unread),
        "lines": run.lines,
    }
    return dict(DryRunOut(shown).data)


def _refused(file: ImportFile, refused: ImportNotConfirmed) -> Response:
    body = {"code": refused.code, "detail": refused.detail, "run": _shown(file, refused.run)}
    return Response(body, status=refused.status)
