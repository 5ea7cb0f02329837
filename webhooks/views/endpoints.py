"""An organizer's webhooks: the list, a new one, and one with its log."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.requests import me
from web.errors import DomainError
from web.requests import number_in, posted
from webhooks.channel_kinds import CHANNELS, NAMES
from webhooks.forms import ChannelForm, WebhookForm
from webhooks.models import WebhookEndpoint
from webhooks.selectors.endpoints import (
    deliveries_of,
    endpoint_of,
    endpoints_of,
    secrets_of,
)
from webhooks.services import endpoints
from webhooks.views.channels import add_refusal
from webhooks.views.subjects import query_of, subject_in

PER_PAGE = 25


@login_required
@never_cache
@require_safe
def webhooks(request: HttpRequest) -> HttpResponse:
    """One's own. `tournament` or `event`: the subject that a new one would be about."""
    user = me(request)
    subject = subject_in(request, user)
    context = {
        "endpoints": list(endpoints_of(user)),
        "subject": subject,
        "query": query_of(subject),
        "most": endpoints.MOST_ENDPOINTS,
        "channels": [(kind, NAMES[kind]) for kind in CHANNELS],
    }
    return render(request, "webhooks/list.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A webhook about the subject in the query, or about everything that one directs."""
    user = me(request)
    subject = subject_in(request, user)
    form = WebhookForm.of(None, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            endpoint = endpoints.add(user, subject, form.terms, timezone.now())
        except DomainError as refused:
            form.add_error(_field(refused), refused.detail)
        else:
            messages.success(request, _("Webhook added."))
            return redirect(endpoint)
    context = {"form": form, "subject": subject, "query": query_of(subject)}
    return render(request, "webhooks/new.html", context, status=422 if form.errors else 200)


def _field(refused: DomainError) -> str | None:
    return "url" if refused.code in {"bad_webhook_address", "private_address"} else None


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    """One of one's own with its secret and its log; a POST changes it."""
    user = me(request)
    endpoint = endpoint_of(user, endpoint_id)
    if endpoint.is_channel:
        return _channel(request, user, endpoint)
    form = WebhookForm.of(endpoint, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            endpoints.change(user, endpoint.pk, form.cleaned_data)
        except DomainError as refused:
            form.add_error(_field(refused), refused.detail)
        else:
            messages.success(request, _("Webhook saved."))
            return redirect(endpoint)
    return _page(request, endpoint, form)


def _channel(request: HttpRequest, user: User, endpoint: WebhookEndpoint) -> HttpResponse:
    form = ChannelForm(endpoint.kind, user, posted(request), endpoint)
    if request.method == "POST" and form.is_valid():
        try:
            endpoints.change_channel(user, endpoint.pk, form.terms)
        except DomainError as refused:
            add_refusal(form, refused)
        else:
            messages.success(request, _("Channel saved."))
            return redirect(endpoint)
    return _page(request, endpoint, form)


def _page(
    request: HttpRequest, endpoint: WebhookEndpoint, form: WebhookForm | ChannelForm
) -> HttpResponse:
    """A channel's secrets are shown to nobody."""
    secrets = [] if endpoint.is_channel else secrets_of(endpoint, timezone.now())
    context = {
        "endpoint": endpoint,
        "form": form,
        "secret": next(iter(secrets), ""),
        "has_old_secret": len(secrets) > 1,
        "page": Paginator(deliveries_of(endpoint), PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "webhooks/webhook.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def act(request: HttpRequest, endpoint_id: int) -> HttpResponseRedirect:
    """The button in `do`: ping, resend, rotate, on, off, remove."""
    user = me(request)
    endpoint = endpoint_of(user, endpoint_id)
    try:
        text = _act(request, user, endpoint)
    except DomainError as refused:
        if refused.status == 400:
            raise
        messages.error(request, refused.detail)
        return redirect(endpoint)
    if not text:
        endpoints.remove(user, endpoint.pk)
        is_channel = endpoint.is_channel
        messages.success(request, _("Channel removed.") if is_channel else _("Webhook removed."))
        return redirect("webhooks")
    messages.success(request, text)
    return redirect(endpoint)


def _act(request: HttpRequest, user: User, endpoint: WebhookEndpoint) -> str:
    """Says what was done; nothing where it is to be removed. Refused: bad_verb (400)."""
    now, verb = timezone.now(), request.POST.get("do", "")
    if verb == "ping":
        endpoints.send_ping(user, endpoint.pk, now)
        return _("Test message on its way. Reload the page to see the answer.")
    if verb == "resend":
        number = number_in(request.POST.get("delivery", "")) or 0
        endpoints.resend(user, endpoint.pk, number, now)
        return _("Message on its way. Reload the page to see the answer.")
    if verb == "rotate":
        endpoints.rotate_secret(user, endpoint.pk, now)
        return _("Secret replaced. The old one is valid for another day.")
    if verb in {"on", "off"}:
        endpoints.switch(user, endpoint.pk, on=verb == "on", now=now)
        if endpoint.is_channel:
            return _("Channel switched on.") if verb == "on" else _("Channel switched off.")
        return _("Webhook switched on.") if verb == "on" else _("Webhook switched off.")
    if verb == "remove":
        return ""
    text = _("This page is out of date. Reload it and try again.")
    raise DomainError("bad_verb", text, status=400)
