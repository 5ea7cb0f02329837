"""GET and PUT /profile/table/: how users like the table, on whatever device they log in."""

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import me
from accounts.services.profile import save_table_prefs
from accounts.table_prefs import usable_prefs
from web.json_parser import StrictJsonParser

LARGEST = 2048
FRESH = {"Cache-Control": "no-store"}


@extend_schema(exclude=True)
class TablePrefs(APIView):
    """For pages of the site only: a session and its CSRF token."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]
    parser_classes = [StrictJsonParser]

    def get(self, request: Request) -> Response:
        return Response(usable_prefs(me(request).table_prefs), headers=FRESH)

    def put(self, request: Request) -> Response:
        if len(request.body) > LARGEST:
            raise ParseError("That is too much for preferences.")
        return Response(save_table_prefs(me(request), request.data), headers=FRESH)
