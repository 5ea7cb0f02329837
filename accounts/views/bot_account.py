"""The page on which users say that a program plays their account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.forms import BotForm
from accounts.models import marked_as_bot
from accounts.requests import me
from accounts.services import bot_accounts
from accounts.services.guests import require_account
from accounts.services.players import ensure_player
from web.errors import DomainError
from web.requests import posted


@login_required
def bot_account(request: HttpRequest) -> HttpResponse:
    """What a bot account is, with the button that makes this one a bot; or the owner of a bot."""
    user = me(request)
    require_account(user)
    initial = {"owner": user.bot_owner, "shows_owner": user.shows_bot_owner}
    form = BotForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            bot_accounts.declare_bot(user, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.detail)
        else:
            messages.success(request, _("Saved."))
            return redirect("bot-account")
    player = ensure_player(user)
    context = {
        "form": form,
        "player": player,
        "may_change": bot_accounts.may_change(player),
        "marked_name": marked_as_bot(player.name),
    }
    return render(request, "accounts/bot.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def withdraw(request: HttpRequest) -> HttpResponseRedirect:
    """Make a bot that has not played a person's account again."""
    bot_accounts.withdraw_bot(me(request))
    messages.success(request, _("This is no longer a bot account."))
    return redirect("bot-account")
