"""Pages of ladders."""

from django.urls import path

from ladders.views import officers, pages, playing

urlpatterns = [
    path("clubs/<slug:slug>/ladders/new/", officers.new, name="ladder-new"),
    path("ladders/", pages.ladder_list, name="ladder-list"),
    path("ladders/<slug:slug>/", pages.ladder_page, name="ladder"),
    path("ladders/<slug:slug>/log/", pages.ladder_log, name="ladder-log"),
    path("ladders/<slug:slug>/membership/", playing.membership, name="ladder-membership"),
    path("ladders/<slug:slug>/challenges/", playing.challenges, name="ladder-challenges"),
    path("ladders/<slug:slug>/settings/", officers.settings, name="ladder-settings"),
    path("ladders/<slug:slug>/players/", officers.players, name="ladder-players"),
    path("ladders/<slug:slug>/decide/", officers.decide, name="ladder-decide"),
    path("ladders/<slug:slug>/delete/", officers.delete, name="ladder-delete"),
]
