"""/api/v1/matches/import: a match file in, an imported match or the line that is wrong out; and deleting it."""

from typing import IO, Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiRequest, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from games.records.reading import MOST_BYTES
from games.serializers import MatchOut, RefusalOut
from games.services.importing import ImportRefused, delete_import, import_match
from web.errors import DomainError

UPLOAD = inline_serializer("MatchFile", {"file": serializers.FileField()})


class TextParser(BaseParser):
    """The body as it is, up to a byte more than is allowed."""

    media_type = "text/plain"

    def parse(
        self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None
    ) -> dict[str, bytes]:
        return {"file": stream.read(MOST_BYTES + 1)}


class SgfParser(TextParser):
    media_type = "application/x-go-sgf"


class BinaryParser(TextParser):
    media_type = "application/octet-stream"


class JsonParser(TextParser):
    media_type = "application/json"


class FileRefusalOut(RefusalOut):
    """Why a file was refused. `line` and `column` count from 1; null where it is the file as a whole."""

    line = serializers.IntegerField(allow_null=True, required=False)
    column = serializers.IntegerField(allow_null=True, required=False)
    byte = serializers.IntegerField(
        allow_null=True, required=False, help_text="In .xg and .bgf files, which have no lines"
    )
    game = serializers.IntegerField(allow_null=True, required=False)
    move = serializers.IntegerField(
        allow_null=True, required=False, help_text="The number before the bracket in a .mat row"
    )


class MatchImport(APIView):
    """Import a .mat, .sgf, .xg, .bgf or JSON file: in a form's field `file`, or as the body. Every play is checked."""

    permission_classes = [IsAuthenticated]
    parser_classes = [MultiPartParser, TextParser, SgfParser, JsonParser, BinaryParser]

    @extend_schema(
        request={
            "multipart/form-data": OpenApiRequest(UPLOAD),
            "text/plain": OpenApiTypes.STR,
            "application/octet-stream": OpenApiTypes.BINARY,
        },
        responses={
            201: MatchOut,
            **dict.fromkeys((400, 401, 403, 409, 415, 429), RefusalOut),
            **dict.fromkeys((413, 422), FileRefusalOut),
        },
    )
    def post(self, request: Request) -> Response:
        try:
            match = import_match(me(request), _given(request), timezone.now())
        except ImportRefused as refused:
            return _refused(refused)
        return Response(MatchOut(match, context={"request": request}).data, 201)


class ImportedMatch(APIView):
    """DELETE deletes an imported match. Whoever imported it may, and the staff."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="matches_import_delete",
        responses={204: None, **dict.fromkeys((401, 403, 404), RefusalOut)},
    )
    def delete(self, request: Request, match_id: UUID) -> Response:
        delete_import(me(request), match_id)
        return Response(status=204)


def _given(request: Request) -> bytes:
    given: Any = request.data
    file = given.get("file")
    if isinstance(file, bytes):
        return file
    if isinstance(file, str):
        return file.encode("utf-8", "replace")
    if file is None:
        raise DomainError(
            "no_file", "Send the file in the field “file” or as the request body.", 400
        )
    return bytes(file.read(MOST_BYTES + 1))


def _refused(refused: ImportRefused) -> Response:
    place = refused.place
    body = {
        "code": refused.code,
        "detail": refused.detail,
        "line": place.line or None,
        "column": place.column or None,
        "byte": place.byte or None,
        "game": place.game or None,
        "move": place.row or None,
    }
    return Response(body, refused.status)
