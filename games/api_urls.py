"""Routes of games under /api/v1/."""

from django.urls import path

from games.api import chat, friendly, lobby, matches, rematch
from games.api.dice import CertificateView
from games.api.files import MatchFile
from games.api.importing import ImportedMatch, MatchImport
from games.api.shared_dice import SharedDiceView
from games.api.vacation import VacationView

urlpatterns = [
    path("matches", friendly.MatchesView.as_view(), name="api-matches"),
    path("matches/import", MatchImport.as_view(), name="api-match-import"),
    path("matches/import/<uuid:match_id>", ImportedMatch.as_view(), name="api-imported-match"),
    path("lobby", lobby.LobbyView.as_view(), name="api-lobby"),
    path("lobby/<uuid:match_id>", lobby.LobbyChallenge.as_view(), name="api-lobby-challenge"),
    path("vacation", VacationView.as_view(), name="api-vacation"),
    path("matches/<uuid:match_id>", matches.MatchDetail.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/actions", matches.ActionList.as_view(), name="api-actions"),
    path("matches/<uuid:match_id>/decline", friendly.DeclineView.as_view(), name="api-decline"),
    path("invitations/<str:token>", friendly.InvitationView.as_view(), name="api-invitation"),
    path("matches/<uuid:match_id>/rematch", rematch.RematchView.as_view(), name="api-rematch"),
    path("matches/<uuid:match_id>/chat", chat.ChatLinesView.as_view(), name="api-chat"),
    path("chat/lines/<int:line_id>/report", chat.ReportView.as_view(), name="api-chat-report"),
    path("chat/lines/<int:line_id>/hide", chat.HideView.as_view(), name="api-chat-hide"),
    path("chat/mutes/<int:player_id>", chat.MuteView.as_view(), name="api-chat-mute"),
    path("matches/<uuid:match_id>/dice", CertificateView.as_view(), name="api-dice"),
    path("matches/<uuid:match_id>/shared-dice", SharedDiceView.as_view(), name="api-shared-dice"),
    path("matches/<uuid:match_id>/files/<slug:kind>", MatchFile.as_view(), name="api-match-file"),
]
