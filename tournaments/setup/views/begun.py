"""A new tournament as its organizer has begun it: a template, and what was changed since. For the short and the full form."""

import secrets
from dataclasses import dataclass
from functools import cached_property

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.requests import me
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.formats.setup_templates import USUAL_TEMPLATE
from tournaments.models import Tournament
from tournaments.setup.forms.patterns import SetupPattern, pattern_of
from tournaments.setup.forms.refill import query_of, refilled, setup_values, with_rule_book
from tournaments.setup.forms.tournament import TournamentSetup
from tournaments.setup.services import lifecycle
from tournaments.setup.services.copied_rows import copy_rows
from tournaments.setup.services.creation_limits import require_room
from tournaments.setup.services.where_played import set_venue_mode

TEMPLATE, FILLED, SHOW = "template", "filled", "show"


@dataclass
class BegunSetup:
    """`is_sent`: the page was sent to be saved. `is_refilled`: another template was chosen than the one the page was filled
    from, so that its organizer has not seen the settings yet."""

    pattern: SetupPattern
    setup: TournamentSetup
    is_sent: bool
    is_refilled: bool

    @cached_property
    def is_valid(self) -> bool:
        return self.setup.is_valid()

    @property
    def may_be_saved(self) -> bool:
        """Valid, and everything that is saved was on the page."""
        return self.is_valid and not self.is_refilled and self.setup.how.is_shown

    def forget_empty_name(self) -> None:
        """No error about a name that nobody had the time to type."""
        if not self.is_sent and not self.setup.form["name"].value():
            self.setup.form.errors.pop("name", None)


def begun_setup(request: HttpRequest) -> BegunSetup:
    """The forms, bound: to what was sent, or to the settings of the template. Three queries at most."""
    user, now = me(request), timezone.now()
    sent = request.POST
    key = sent.get(TEMPLATE) or request.GET.get(TEMPLATE) or USUAL_TEMPLATE
    pattern = pattern_of(key, user, now)
    if request.method != "POST":
        data = query_of(setup_values(pattern.setup(None, secrets.token_urlsafe(16))))
        return BegunSetup(pattern, pattern.setup(data, ""), is_sent=False, is_refilled=False)
    before = sent.get(FILLED, pattern.key)
    is_refilled = before != pattern.key
    if is_refilled:
        old = pattern_of(before, user, now)
        data = refilled(
            sent, old.setup(None, ""), pattern.setup(None, ""), keeps_where=pattern.where is None
        )
    else:
        data = with_rule_book(sent)
    is_sent = SHOW not in sent and not request.path.endswith("/part/")
    return BegunSetup(pattern, pattern.setup(data, ""), is_sent, is_refilled)


def create_draft(request: HttpRequest, begun: BegunSetup) -> Tournament:
    """Create the tournament of a valid setup. Refused as `require_room` and `lifecycle.create` say."""
    made = create_from(request, begun.setup)
    if begun.pattern.is_past:
        copy_rows(begun.pattern.settings, made)
    place(request, made, begun.setup)
    if is_online(made):
        messages.success(request, _("Draft saved. Check it, then open entry."))
    else:
        messages.success(request, _("Draft saved. Type or paste the players, or open entry."))
    return made


def create_from(request: HttpRequest, setup: TournamentSetup) -> Tournament:
    """The draft of these forms, without its venue."""
    require_room(me(request), timezone.now())
    return lifecycle.create(
        organizer=me(request),
        name=setup.form.cleaned_data["name"],
        preset=setup.rules.cleaned_data["preset"],
        rules=setup.rules.options(),
        once=setup.form.cleaned_data["token"],
        **setup.settings(),
    )


def place(request: HttpRequest, tournament: Tournament, setup: TournamentSetup) -> None:
    """Set where it is played, if the form has that field."""
    where = setup.form.cleaned_data.get("where")
    if where:
        set_venue_mode(tournament.pk, where, by=me(request))
