"""What satellites add to pages below: links on desks, a sentence on the page of a tournament, a player's own tickets."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.impersonated_request import acting_user
from accounts.models import Player
from satellites.selectors.satellites import BEFORE, is_last, is_small_knockout, place_of
from satellites.selectors.tickets import tickets_for, tickets_of
from tournaments.bracket.selectors.lists import visible
from tournaments.models import Tournament


def setup_link(tournament: Tournament) -> list[tuple[str, str]]:
    """On the step "Set up" of a knockout that can repeat, or does."""
    if not is_small_knockout(tournament):
        return []
    if tournament.status not in BEFORE and place_of(tournament) is None:
        return []
    return [(_("Repeat when full"), reverse("tournament-satellite", args=[tournament.slug]))]


def tickets_link(tournament: Tournament) -> list[tuple[str, str]]:
    """On the step "Entries" of a tournament for which there are tickets: who has one that is not used."""
    tickets = tickets_for(tournament)
    if not tickets:
        return []
    names = [ticket.player.name for ticket in tickets if not ticket.is_used]
    text = _("Tickets: %(names)s") % {"names": ", ".join(names)} if names else _("Tickets")
    return [(text, reverse("tournament-tickets", args=[tournament.slug]))]


def tournament_line(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """What happens when it is full, and what the winner gets. One query where the tournament could be a
    satellite, none elsewhere; of a satellite up to three."""
    place = place_of(tournament) if is_small_knockout(tournament) else None
    if place is None:
        return []
    is_next = place.satellite.ended_at is None and tournament.status in BEFORE and is_last(place)
    target = place.satellite.target
    if target is not None and not visible(request.user).filter(pk=target.pk).exists():
        target = None
    if not is_next and target is None:
        return []
    context = {"is_next": is_next, "target": target}
    return [render_to_string("satellites/line.html", context, request)]


def own_tickets(player: Player, request: HttpRequest) -> list[SafeString]:
    """A card on one's own page. One query there, none on the pages of others."""
    user = acting_user(request)
    if user is None or user.pk != player.user_id:
        return []
    tickets = tickets_of(player)
    return [render_to_string("satellites/card.html", {"tickets": tickets})] if tickets else []
