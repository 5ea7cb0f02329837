"""The page where a match file is handed in, with what one has handed in before."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import me
from games.models import Match
from games.records.reading import MOST_BYTES
from games.selectors.imported import imports_of
from games.services.importing import ImportRefused, delete_import, import_match
from web.errors import DomainError
from web.file_form import FileOrText

A_PAGE = 50


class ImportForm(FileOrText):
    """A file, or its text."""

    most_bytes = MOST_BYTES

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        max_length=255,
        widget=forms.FileInput(attrs={"accept": ".mat,.sgf,.xg,.bgf,.json,.txt"}),
        help_text=gettext_lazy(
            ".mat, .sgf, .xg from eXtreme Gammon, .bgf from BGBlitz, or JSON from Barpoint. Up to "
            "2 MiB."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Paste the text instead"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
    )


@login_required
@require_http_methods(["GET", "POST"])
def match_import(request: HttpRequest) -> HttpResponse:
    """Hand a file in; a bad one is shown with the line that is wrong."""
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    refused: DomainError | None = None
    status = 422 if posted else 200
    if posted and form.is_valid():
        try:
            match = import_match(me(request), form.data_given(), timezone.now())
        except DomainError as error:
            refused, status = error, error.status
        else:
            messages.success(request, _message(match))
            return redirect("match-review", match_id=match.pk)
    context = {
        "form": form,
        "refused": refused,
        "in_file": refused if isinstance(refused, ImportRefused) else None,
        "page": Paginator(imports_of(me(request)), A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "games/import.html", context, status=status)


@login_required
@require_POST
def import_delete(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Take an imported match away."""
    delete_import(me(request), match_id)
    messages.success(request, _("Match deleted."))
    return redirect("match-import")


def _message(match: Match) -> str:
    if match.reason == "unfinished":
        return _("Match imported. All plays are legal. The file ends before the match does.")
    return _("Match imported. All plays are legal.")
