"""The page on which directors of an event keep its rating list; clubs use the same form for theirs."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ratings.models import RatingList
from ratings.services import lists
from ratings.services.lists import LEAST_START, MOST_CHOSEN, MOST_START, ListSettings
from tournaments.event.views.scope import event_to_direct
from tournaments.models import Tournament
from web.errors import DomainError
from web.requests import posted

Scope = RatingList.ListScope


class RatingListForm(forms.Form):
    """What counts in a list, and its first rating."""

    counted = forms.ChoiceField(
        label=gettext_lazy("Which tournaments count"),
        choices=Scope.choices,
        widget=forms.RadioSelect,
        initial=Scope.ALL,
    )
    chosen = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("rating list", "Chosen tournaments"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    start = forms.IntegerField(
        label=gettext_lazy("First rating"),
        min_value=LEAST_START,
        max_value=MOST_START,
        initial=1500,
        help_text=gettext_lazy("Every player starts with this rating. The site’s own is 1500."),
    )

    def __init__(
        self, data: Any, *, kept: RatingList | None, offered: QuerySet[Tournament]
    ) -> None:
        initial = {}
        if kept is not None:
            chosen = list(kept.chosen.values_list("pk", flat=True))
            initial = {"counted": kept.counted, "start": kept.start, "chosen": chosen}
        super().__init__(data, initial=initial)
        rows = offered.values_list("pk", "name", "starts_at")[:MOST_CHOSEN]
        self.fields["chosen"].choices = [(pk, name) for pk, name, _at in rows]  # type: ignore[attr-defined]

    def settings(self) -> ListSettings:
        """Of a valid form."""
        typed = self.cleaned_data
        return ListSettings(typed["start"], typed["counted"], typed["chosen"])


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def event_list_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the settings; a POST saves them, and one with do=delete deletes the list."""
    event = event_to_direct(request, slug)
    here = reverse("event-list-settings", args=[event.slug])
    if request.POST.get("do") == "delete":
        lists.delete_event_list(event.pk, by=request.user)
        messages.success(request, _("Rating list deleted."))
        return redirect(here)
    kept = RatingList.objects.filter(event=event).first()
    form = RatingListForm(posted(request), kept=kept, offered=lists.of_event(event))
    now = timezone.now()
    if is_list_saved(
        request,
        form,
        lambda: lists.save_event_list(event.pk, form.settings(), by=request.user, now=now),
    ):
        return redirect("event-ratings", event.slug)
    owner = {
        "name": event.name,
        "back": reverse("event-manage", args=[event.slug]),
        "list": reverse("event-ratings", args=[event.slug]),
        "here": here,
    }
    return list_settings_page(request, form, kept, owner)


def is_list_saved(request: HttpRequest, form: RatingListForm, save: Callable[[], object]) -> bool:
    """Saves a list that was sent. False where nothing was sent or the settings are refused: the form then says why."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        save()
    except DomainError as refused:
        if refused.status != 400:
            raise
        form.add_error(None, refused.detail)
        return False
    messages.success(request, _("Rating list saved."))
    return True


def list_settings_page(
    request: HttpRequest, form: RatingListForm, kept: RatingList | None, owner: dict[str, str]
) -> HttpResponse:
    """The form. `owner`: the name, and the addresses to go back to, of the list and of this page."""
    context = {"form": form, "kept": kept, "owner": owner}
    status = 422 if form.errors else 200
    return render(request, "ratings/list_settings.html", context, status=status)
