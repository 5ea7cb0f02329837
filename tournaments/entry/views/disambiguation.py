"""A typed name is ambiguous: the form comes back as a question, with all typed values."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.models import Tournament

CHOICE = "choice"
MEND = "mend"  # show the form again with the typed values instead of answering


def which_player(
    request: HttpRequest, tournament: Tournament, asked: WhichPlayer, back: str
) -> HttpResponse:
    """The question who is meant. The answer is sent to the form's address; `back` leads away without entering anybody. A
    form with several names can be corrected instead: it is sent with MEND and shown again."""
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
    """The chosen players, by the index of their names in a team."""
    start = f"{CHOICE}_"
    chosen = {name.removeprefix(start): str(value) for name, value in request.POST.items()}
    return {int(at): chosen[at] for at in chosen if at.isascii() and at.isdigit() and len(at) < 4}
