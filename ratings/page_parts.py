"""What ratings add to pages below: a card for a player, with figures, graph and latest changes; a line for a tournament; the
top of the rating list of an event."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from ratings.formulas.fibs import is_provisional
from ratings.models import RatingList
from ratings.selectors.current import LeaderFilter, leaders
from ratings.selectors.external import external_ratings
from ratings.selectors.field import rated_field
from ratings.selectors.history import rating_card
from tournaments.event.page_parts import EventPart
from tournaments.models import Event, Tournament

TOP = 5


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card, in the pool of `?rating=`, with the external ratings; nothing for players who have neither."""
    card = rating_card(player, request.GET.get("rating", "")[:16])
    external = external_ratings(player)
    shown = {"card": card, "shown": player, "external": external}
    if card is not None:
        return [render_to_string("ratings/card.html", shown, request)]
    return [render_to_string("ratings/external_card.html", shown, request)] if external else []


def field_line(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """One line: the average rating, the favourite and the biggest upset; nothing where nobody is rated."""
    field = rated_field(tournament)
    return (
        [] if field is None else [render_to_string("ratings/field.html", {"field": field}, request)]
    )


def event_list(event: Event) -> list[EventPart]:
    """The top of the list that the event keeps. One query, and one to draw it."""
    rating_list = RatingList.objects.filter(event=event).first()
    if rating_list is None:
        return []

    def draw(request: HttpRequest) -> SafeString:
        top = leaders(LeaderFilter(rating_list.pool))[:TOP]
        rows = [(place, row, is_provisional(row.experience)) for place, row in enumerate(top, 1)]
        context = {"event": event, "rating_list": rating_list, "rows": rows}
        return render_to_string("ratings/event_part.html", context, request)

    return [EventPart(f"{rating_list.pk}.{rating_list.changed_at.timestamp()}", draw)]
