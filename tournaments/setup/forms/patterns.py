"""What a new tournament can begin with: a template, or one's own tournament again. As initial values of the form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.formats.setup_templates import SETUP_TEMPLATES, USUAL_TEMPLATE, SetupTemplate
from tournaments.models import Tournament, Venue
from tournaments.setup.forms.basics import WALL, initial_for_new, initial_of
from tournaments.setup.forms.terms import BOARDS, USUAL
from tournaments.setup.forms.tournament import Data, TournamentSetup
from tournaments.setup.services.from_template import template_settings
from tournaments.setup.services.lifecycle import rules_with_preset
from tournaments.setup.texts import TEMPLATE_TEXTS

AGAIN = "again:"  # before the slug of a past tournament
MOST_PAST = 4
USUAL_BOARDS = BOARDS[0][0]
LOOKED_AT = 40
"""How many of the latest tournaments are looked through for different names."""


@dataclass(frozen=True, slots=True)
class SetupPattern:
    """`settings` is a template's unsaved tournament, or the past one: it is read, never changed. `starts_at` is the usual
    next start; `where` None leaves the choice as it is."""

    key: str
    settings: Tournament
    starts_at: datetime
    where: str | None
    is_past: bool

    def setup(self, data: Data, token: str) -> TournamentSetup:
        """The forms of a new tournament, which begin with these settings."""
        zone = ZoneInfo(self.settings.time_zone)
        initial = initial_for_new(self.settings.time_zone) | initial_of(self.settings)
        initial |= {"starts_at": self.starts_at.astimezone(zone).strftime(WALL), "token": token}
        terms: dict[str, Any] = {"prize_pool": 0}
        if self.settings.entry_kind != Tournament.EntryKind.TEAM:
            terms["boards"] = USUAL_BOARDS  # stored as one, which is no choice
        if not self.is_past and not self.settings.publishes:
            terms["publishes"] = USUAL
        return TournamentSetup(data, None, initial, like=self.settings, terms=terms)


@dataclass(frozen=True, slots=True)
class PatternChoice:
    """A template in the list on top of the page."""

    key: str
    name: str
    what: str
    is_past: bool
    is_chosen: bool


def pattern_choices(user: User, chosen: str) -> list[PatternChoice]:
    """All templates, then the user's latest tournaments, one of each name, and the chosen one. One query, or two."""
    rows = [
        PatternChoice(key, str(name), str(what), is_past=False, is_chosen=key == chosen)
        for key, (name, what) in TEMPLATE_TEXTS.items()
    ]
    past: dict[str, str] = {}
    for slug, name in _past(user).order_by("-pk").values_list("slug", "name")[:LOOKED_AT]:
        past.setdefault(name, f"{AGAIN}{slug}")
    names = {key: name for name, key in [*past.items()][:MOST_PAST]}
    if chosen.startswith(AGAIN) and chosen not in names:
        names[chosen] = _past(user).get(slug=chosen.removeprefix(AGAIN)).name
    return rows + [
        PatternChoice(key, name, "", is_past=True, is_chosen=key == chosen)
        for key, name in names.items()
    ]


def pattern_of(key: str, user: User, now: datetime) -> SetupPattern:
    """The pattern of that key; the usual template where it does not exist, or is not the user's."""
    if key.startswith(AGAIN):
        past = _past(user).filter(slug=key.removeprefix(AGAIN)).select_related("venue").first()
        if past is not None:
            return _again(key, past, now)
    template = SETUP_TEMPLATES.get(key) or SETUP_TEMPLATES[USUAL_TEMPLATE]
    return _from_template(template, user.time_zone, now)


def _past(user: User) -> Any:
    return Tournament.objects.filter(organizer=user, is_rehearsal=False)


def _from_template(template: SetupTemplate, zone: str, now: datetime) -> SetupPattern:
    where = template.where or Venue.Where.ONLINE.value
    fields: Mapping[str, Any] = template_settings(
        template.tournament, template.plan, template.where or "online"
    ).fields
    made = Tournament(
        **fields,
        time_zone=zone,
        rules=rules_with_preset("tournament", {}),
        draw_method=fields.get("draw_method", Tournament.DrawMethod.RANDOM),
    )
    made.publishes = template.tournament.publishes  # otherwise it depends on what is chosen
    made.venue = Venue(where=where)
    today = now.astimezone(ZoneInfo(zone)).date()
    day = today + timedelta(days=(template.weekday - today.weekday()) % 7 or 7)
    start = _wall_clock(day, template.tournament.hour, template.tournament.minute, zone)
    return SetupPattern(template.key, made, start, template.where, is_past=False)


def _again(key: str, past: Tournament, now: datetime) -> SetupPattern:
    """On the same weekday at the same hour, the next time that this is ahead."""
    zone = ZoneInfo(past.time_zone)
    before = (past.starts_at or past.created_at).astimezone(zone)
    today = now.astimezone(zone).date()
    weeks = max(1, (today - before.date()).days // 7 + 1)
    day = before.date() + timedelta(weeks=weeks)
    start = _wall_clock(day, before.hour, before.minute, past.time_zone)
    venue = venue_of(past)
    where = venue.where if venue else Venue.Where.ONLINE.value
    return SetupPattern(key, past, start, where, is_past=True)


def _wall_clock(day: date, hour: int, minute: int, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(zone))
