"""The page on which staff import ratings of other lists: a form, the dry run, and the confirmation of exactly that."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.audit_trail import doer
from ratings.selectors.external import external_lists
from ratings.selectors.external_rows import LONGEST_LIST, OLDEST
from ratings.services.external_import import (
    BAD,
    ListDefaults,
    RatingDryRun,
    dry_run,
    import_ratings,
    state_names,
)
from web.csv_reading import MOST_BYTES, decode
from web.errors import DomainError
from web.file_form import FileOrText
from web.requests import posted

RIGHT = "ratings.import_externalrating"
MOST_SHOWN = 500


class ExternalRatingsForm(FileOrText):
    """A file or its text, and what counts for rows that do not say it."""

    most_bytes = MOST_BYTES

    list_name = forms.CharField(
        label=_("List"), required=False, max_length=LONGEST_LIST,
        help_text=_("For rows without a list, for example USBGF."),
    )  # fmt: skip
    as_of = forms.DateField(
        label=_("Date of the list"), required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("For rows without a date. Leave empty for today."),
    )  # fmt: skip
    file = forms.FileField(
        label=_("File"), required=False, allow_empty_file=True, max_length=255,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json"}),
        help_text=_("CSV or JSON, up to 5,000 rows and 1 MiB."),
    )  # fmt: skip
    text = forms.CharField(
        label=_("Paste the text instead"), required=False, strip=False, max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
        help_text=_("Copy it from a spreadsheet. The first line must contain the column names."),
    )  # fmt: skip
    source = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    def clean_as_of(self) -> Any:
        day = self.cleaned_data["as_of"]
        if day is not None and not OLDEST <= day <= timezone.localdate():
            raise forms.ValidationError(_("The date must be between 1980 and today."))
        return day

    def defaults(self) -> ListDefaults:
        """What the form says for all rows; the source is the name of the file."""
        file, typed = self.cleaned_data["file"], self.cleaned_data
        source = file.name if file is not None else typed["source"] or _("Pasted text")
        return ListDefaults(typed["list_name"], typed["as_of"], str(source)[:120])


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def import_page(request: HttpRequest) -> HttpResponse:
    """The form; a POST shows the dry run, and one with its `digest` writes it. For staff with the right to import."""
    if not request.user.is_staff or not request.user.has_perm(RIGHT):
        raise PermissionDenied
    form = ExternalRatingsForm(posted(request), request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, form)
    try:
        text, defaults = decode(form.data_given()), form.defaults()
        run = dry_run(text, defaults, timezone.now().date())
    except DomainError as refused:
        form.add_error("file", refused.detail)
        return _page(request, form)
    again = ExternalRatingsForm(
        initial={**form.cleaned_data, "text": text, "file": None, "source": defaults.source}
    )
    digest = request.POST.get("digest", "")
    if not digest or "preview" in request.POST:
        return _page(request, again, run)
    try:
        run = import_ratings(text, defaults, digest, doer=doer(request))
    except DomainError as refused:
        messages.error(request, refused.detail)
        return _page(request, again, run, status=409)
    n = len(run.writes)
    messages.success(request, ngettext("%(n)d rating imported.", "%(n)d ratings imported.", n) % {"n": n})  # fmt: skip
    return redirect("ratings-import")


def _page(
    request: HttpRequest,
    form: ExternalRatingsForm,
    run: RatingDryRun | None = None,
    status: int = 0,
) -> HttpResponse:
    order = list(state_names())
    lines = sorted(run.lines, key=lambda line: order.index(line.state)) if run else []
    shown = {
        "form": form,
        "run": run,
        "lines": lines[:MOST_SHOWN],
        "left": max(0, len(lines) - MOST_SHOWN),
        "bad": BAD,
        "lists": external_lists(),
    }
    status = status or (422 if form.errors else 200)
    return render(request, "ratings/import.html", shown, status=status)
