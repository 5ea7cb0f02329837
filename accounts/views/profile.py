"""The pages of one's own account: profile, tokens, data download, logging out everywhere, farewell."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.browser_zone import zone_settings
from accounts.forms import DeleteForm, ProfileForm, TokenForm
from accounts.language_choice import use_from_now_on
from accounts.requests import me
from accounts.second_factor import has_factor
from accounts.selectors import is_verified, personal_data
from accounts.services.access import raise_access
from accounts.services.logins import delete_account
from accounts.services.players import ensure_player
from accounts.services.profile import update_profile
from accounts.services.tokens import create_token, lasts, revoke_token
from web.requests import posted


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change the profile and the settings of the user."""
    user = me(request)
    player = ensure_player(user)
    form = ProfileForm(posted(request), initial=ProfileForm.initial_of(user, player))
    if request.method == "POST" and form.is_valid():
        chosen = dict(form.cleaned_data)
        zone = zone_settings(request, user, chosen.pop("time_zone"))
        update_profile(user, **chosen, **zone)
        use_from_now_on(request, user)
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {
        "form": form,
        "player": player,
        "verified": is_verified(user),
        "factors": has_factor(user),
    }
    return render(request, "accounts/profile.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens; a new one's text is shown on the answer to its creation and never again."""
    form, plaintext = TokenForm(posted(request)), None
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        _token, plaintext = create_token(
            me(request), values["name"], form.scopes(), lasts(values["days"] or 90)
        )
        form = TokenForm()
    context = {
        "form": form,
        "tokens": me(request).api_tokens.filter(access=None),
        "plaintext": plaintext,
        "now": timezone.now(),
    }
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponseRedirect:
    """Revoke one token."""
    revoke_token(me(request), token_id)
    messages.success(request, _("Token revoked."))
    return redirect("tokens")


@login_required
@require_safe
@never_cache
def data(request: HttpRequest) -> JsonResponse:
    """Everything stored about the user, as a file."""
    answer = JsonResponse(
        personal_data(me(request)), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    answer["Content-Disposition"] = 'attachment; filename="barpoint-my-data.json"'
    return answer


@login_required
def elsewhere(request: HttpRequest) -> HttpResponse:
    """End every other session, open table and API token of this login; this browser stays."""
    if request.method == "POST":
        raise_access(me(request))
        update_session_auth_hash(request, me(request))
        messages.success(request, _("Logged out on all other devices."))
        return redirect("profile")
    return render(request, "accounts/elsewhere.html")


@login_required
@reauthentication_required(allow_get=True)
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account after the user name was typed once more."""
    form = DeleteForm(posted(request), user=me(request))
    if request.method == "POST" and form.is_valid():
        delete_account(me(request), timezone.now())
        logout(request)
        messages.success(request, _("Account deleted."))
        return redirect("home")
    context = {"form": form}
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, why, and for how long."""
    return render(request, "accounts/privacy.html")
