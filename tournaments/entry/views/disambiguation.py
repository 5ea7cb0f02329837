"""A name was typed that somebody bears already: the form comes back as a question, with all that was typed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.models import Tournament

CHOICE = "choice"
MEND = "mend"  # the form again, with what was typed, in place of an answer


def which_player(
    request: HttpRequest, tournament: Tournament, asked: WhichPlayer, back: str
) -> HttpResponse:
    """Who is meant? The answer goes where the form went; `back` leaves it all as it is. A form of several names can be mended
    instead: it is sent with MEND, and drawn again."""
    field = CHOICE if asked.at is None else f"{CHOICE}_{asked.at}"
    left_out = {field, "csrfmiddlewaretoken", MEND}
    context = {
        "tournament": tournament,
        "asked": asked,
        "field": field,
        "typed": [
            (name, value)
            for name, values in request.POST.lists()
            if name not in left_out
            for value in values
        ],
        "here": request.path,
        "back": back,
        "mend": MEND if asked.at is not None else "",
    }
    return render(request, "tournaments/entry/which_player.html", context, status=asked.status)


def choices_of(request: HttpRequest) -> dict[int, str]:
    """Who was chosen, by the place of his name among those of a team."""
    start = f"{CHOICE}_"
    told = {name.removeprefix(start): str(value) for name, value in request.POST.items()}
    return {int(at): told[at] for at in told if at.isascii() and at.isdigit() and len(at) < 4}
