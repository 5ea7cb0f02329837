"""An organizer's channels: a new one, and the form of one on its page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import me
from web.errors import DomainError, NotFound
from web.requests import posted
from webhooks.channel_kinds import CHANNELS, NAMES
from webhooks.forms import ChannelForm
from webhooks.services import endpoints
from webhooks.views.subjects import query_of, subject_in


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_channel(request: HttpRequest, kind: str) -> HttpResponse:
    """A channel of this kind about the subject in the query, or about everything that one directs."""
    if kind not in CHANNELS:
        raise NotFound("no_such_channel", _("This kind of channel does not exist."))
    user = me(request)
    subject = subject_in(request, user)
    form = ChannelForm(kind, user, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            endpoint = endpoints.add_channel(user, subject, form.terms, timezone.now())
        except DomainError as refused:
            add_refusal(form, refused)
        else:
            messages.success(request, _("Channel added. Send a test message."))
            return redirect(endpoint)
    context = {
        "form": form,
        "subject": subject,
        "query": query_of(subject),
        "kind": kind,
        "name": NAMES[kind],
    }
    return render(request, "webhooks/new_channel.html", context, status=422 if form.errors else 200)


def add_refusal(form: ChannelForm, refused: DomainError) -> None:
    """Beside the field that it is about."""
    field: str | None = None
    if isinstance(refused, endpoints.BadChannel):
        field = refused.field
    elif refused.code in {"private_address", "bad_webhook_address", "not_your_address"}:
        field = "address"
    form.add_error(field if field in form.fields else None, refused.detail)
