"""Pages of games."""

from django.urls import URLPattern, URLResolver, path
from django.views.i18n import JavaScriptCatalog

from games.views import correspondence, dice, files, importing, pages, play, review, share
from games.views.side_channel import rematch
from games.views.tickets import TicketView

urlpatterns: list[URLPattern | URLResolver] = [
    path("play/", play.play, name="play"),
    path("play/quick/", play.play_quick, name="play-quick"),
    path("play/friend/", play.play_friend, name="play-friend"),
    path("play/correspondence/", correspondence.play_correspondence, name="play-correspondence"),
    path("play/bot/<slug:kind>/", play.play_bot, name="play-bot"),
    path("play/challenges/<uuid:match_id>/", play.play_accept, name="play-accept"),
    path("matches/next/", correspondence.next_turn, name="match-next"),
    path("profile/vacation/", correspondence.vacation, name="vacation"),
    path("matches/new/", pages.match_new, name="match-new"),
    path("matches/new/players/", pages.player_names, name="player-names"),
    path("matches/challenges/decline/", pages.decline_all, name="challenges-decline"),
    path("matches/import/", importing.match_import, name="match-import"),
    path("matches/import/<uuid:match_id>/delete/", importing.import_delete, name="import-delete"),
    path("matches/<uuid:match_id>/", pages.match, name="match"),
    path("matches/<uuid:match_id>/decline/", pages.decline, name="match-decline"),
    path("matches/<uuid:match_id>/rematch/", rematch, name="match-rematch"),
    path("matches/<uuid:match_id>/dice/", dice.certificate_page, name="dice-certificate"),
    path("matches/<uuid:match_id>/dice.json", dice.certificate_file, name="dice-file"),
    path("dice/", dice.counts, name="dice"),
    path("dice/verify.py", dice.verify_script, name="dice-script"),
    path("matches/<uuid:match_id>/review/", review.review, name="match-review"),
    path("matches/<uuid:match_id>/review.json", review.data, name="match-review-data"),
    path("matches/<uuid:match_id>/summary.json", review.summary, name="match-summary"),
    path("matches/<uuid:match_id>/image/<int:seq>.<slug:kind>", share.image, name="match-image"),
    path("matches/<uuid:match_id>/files/match.<slug:kind>", files.match_file, name="match-file"),
    path("join/<str:token>/", pages.join, name="join"),
    path("watch/", pages.watch, name="watch"),
    path("tickets/<uuid:match_id>", TicketView.as_view(), name="ticket"),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="javascript-catalog"),
]
