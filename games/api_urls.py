"""Routes of games under /api/v1/."""

from django.urls import path

from games import api, api_chat, api_rematch
from games.views.dice_api import CertificateView
from games.views.files import MatchFile
from games.views.import_api import MatchImport

urlpatterns = [
    path("matches", api.MatchList.as_view(), name="api-matches"),
    path("matches/import", MatchImport.as_view(), name="api-match-import"),
    path("matches/<uuid:match_id>", api.MatchDetail.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/actions", api.ActionList.as_view(), name="api-actions"),
    path("matches/<uuid:match_id>/rematch", api_rematch.Rematch.as_view(), name="api-rematch"),
    path("matches/<uuid:match_id>/chat", api_chat.Lines.as_view(), name="api-chat"),
    path("chat/lines/<int:line_id>/report", api_chat.Report.as_view(), name="api-chat-report"),
    path("chat/lines/<int:line_id>/hide", api_chat.Hide.as_view(), name="api-chat-hide"),
    path("chat/mutes/<int:player_id>", api_chat.Muting.as_view(), name="api-chat-mute"),
    path("matches/<uuid:match_id>/dice", CertificateView.as_view(), name="api-dice"),
    path("matches/<uuid:match_id>/files/<slug:kind>", MatchFile.as_view(), name="api-match-file"),
]
