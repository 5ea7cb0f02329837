"""The page behind the link that a new site prints: it makes the first administrator and logs them in."""

from allauth.account.utils import perform_login
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.audit_trail import address
from accounts.first_administrator_form import FirstAdministratorForm
from accounts.services.first_administrator import create_first_administrator, require_usable
from web.requests import posted
from web.security_log import note


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def first_administrator(request: HttpRequest, key: str) -> HttpResponse:
    """The form; a right one makes a superuser and logs them in. NotFound for a key that was used or has expired."""
    require_usable(key)
    form = FirstAdministratorForm(posted(request))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "accounts/first_administrator.html", {"form": form}, status=status)
    typed = form.cleaned_data
    user = create_first_administrator(
        key,
        typed["username"],
        typed["email"],
        typed["password1"],
        timezone.now(),
        ip=address(request),
    )
    note("administrator.created", request, user_id=user.pk)
    messages.success(request, _("You are the administrator of this site."))
    answer: HttpResponse = perform_login(request, user, email_verification="none")
    return answer
