"""Pages of events and their people."""

from django.urls import URLPattern, path

from tournaments.event.views import events, files, people

urlpatterns: list[URLPattern] = [
    path("events/", events.event_list, name="event-list"),
    path("events/new/", events.choose, name="event-choose"),
    path("events/new/<slug:key>/", events.new, name="event-new"),
    path("events/<slug:slug>/", events.event, name="event"),
    path("events/<slug:slug>/rules/", files.rules, name="event-rules"),
    path("events/<slug:slug>/calendar.ics", files.calendar, name="event-calendar"),
    path("events/<slug:slug>/picture.png", files.picture, name="event-picture"),
    path("events/<slug:slug>/files/<slug:kind>/", files.file, name="event-file"),
    path("events/<slug:slug>/manage/pictures/", files.manage_files, name="event-pictures"),
    path("events/<slug:slug>/manage/clone/", events.clone, name="event-clone"),
    path("events/<slug:slug>/manage/people/", people.event_people, name="event-people"),
    path(
        "tournaments/<slug:slug>/manage/people/", people.tournament_people, name="tournament-people"
    ),
    path("invitations/<slug:token>/", people.invitation, name="invitation"),
]
