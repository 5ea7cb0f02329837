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
from tournaments.models import Event, Tournament
from web.errors import DomainError, NotAllowed
from web.requests import number_in, posted
from webhooks.forms import WebhookForm
from webhooks.models import WebhookEndpoint
from webhooks.selectors.endpoints import (
    deliveries_of,
    directs,
    endpoint_of,
    endpoints_of,
    secrets_of,
    subject_named,
)
from webhooks.services import endpoints

PER_PAGE = 25
Subject = Tournament | Event | None


@login_required
@never_cache
@require_safe
def webhooks(request: HttpRequest) -> HttpResponse:
    """One's own. `tournament` or `event`: the subject that a new one would be about."""
    user = me(request)
    subject = _subject(request, user)
    context = {
        "endpoints": list(endpoints_of(user)),
        "subject": subject,
        "query": _query(subject),
        "most": endpoints.MOST_ENDPOINTS,
    }
    return render(request, "webhooks/list.html", context)


def _subject(request: HttpRequest, user: User) -> Subject:
    for kind in ("tournament", "event"):
        slug = request.GET.get(kind, "")[:80]
        if slug:
            subject = subject_named(user, kind, slug)
            if not directs(user, subject):
                raise NotAllowed("not_a_director", _("Only a director can add a webhook here."))
            return subject
    return None


def _query(subject: Subject) -> str:
    if subject is None:
        return ""
    return f"?{'event' if isinstance(subject, Event) else 'tournament'}={subject.slug}"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A webhook about the subject in the query, or about everything that one directs."""
    user = me(request)
    subject = _subject(request, user)
    form = WebhookForm.of(None, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            endpoint = endpoints.add(user, subject, form.terms, timezone.now())
        except DomainError as refused:
            form.add_error(_field(refused), refused.detail)
        else:
            messages.success(request, _("Webhook added."))
            return redirect(endpoint)
    context = {"form": form, "subject": subject, "query": _query(subject)}
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


def _page(request: HttpRequest, endpoint: WebhookEndpoint, form: WebhookForm) -> HttpResponse:
    now = timezone.now()
    context = {
        "endpoint": endpoint,
        "form": form,
        "secret": next(iter(secrets_of(endpoint, now)), ""),
        "has_old_secret": len(secrets_of(endpoint, now)) > 1,
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
        messages.success(request, _("Webhook removed."))
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
        return _("Webhook switched on.") if verb == "on" else _("Webhook switched off.")
    if verb == "remove":
        return ""
    text = _("This page is out of date. Reload it and try again.")
    raise DomainError("bad_verb", text, status=400)
