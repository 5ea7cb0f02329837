"""Routes of accounts under /api/v1/."""

from django.urls import path

from accounts import api

urlpatterns = [
    path("players", api.PlayerList.as_view(), name="api-players"),
    path("players/<int:pk>", api.PlayerDetail.as_view(), name="api-player"),
    path("me", api.Me.as_view(), name="api-me"),
    path("apps", api.AppList.as_view(), name="api-apps"),
    path("apps/<int:access_id>", api.AppDetail.as_view(), name="api-app"),
    path("me/bot", api.BotAccount.as_view(), name="api-bot-account"),
    path("sessions", api.SessionList.as_view(), name="api-sessions"),
    path("sessions/<int:session_id>", api.SessionDetail.as_view(), name="api-session"),
    path("tokens", api.TokenList.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>", api.TokenDetail.as_view(), name="api-token"),
]
