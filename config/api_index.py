"""/api/v1/: where everything public begins. Addresses only; it reads nothing that is stored."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from web.etag import ConditionalGet

NAMES = {
    "schema": "api-schema",
    "docs": "api-docs",
    "events": "api-events",
    "tournaments": "api-tournaments",
    "matches": "api-matches",
    "players": "api-players",
    "formats": "api-formats",
}


class IndexOut(serializers.Serializer[dict[str, Any]]):
    """Addresses: the description of the API, its page, and the lists that everybody may read."""

    schema = serializers.URLField()
    docs = serializers.URLField()
    events = serializers.URLField()
    tournaments = serializers.URLField()
    matches = serializers.URLField()
    players = serializers.URLField()
    formats = serializers.URLField()


class Index(ConditionalGet, APIView):
    """Where to begin: the schema, the page that explains it, and the public collections."""

    permission_classes = [AllowAny]

    @extend_schema(responses=IndexOut)
    def get(self, request: Request) -> Response:
        addresses = {key: reverse(name, request=request) for key, name in NAMES.items()}
        return Response(IndexOut(addresses).data)
