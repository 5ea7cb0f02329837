"""Events as plain sentences for channels, several of them in one message."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from accounts.mailing import without_links
from tournaments.core.round_names import full_round_name
from tournaments.models import Entry, Round
from webhooks import event_types as types
from webhooks.models import WebhookEvent

LINE = "– "
STATUSES = {
    types.TOURNAMENT_OPENED: gettext_lazy("The tournament is open for entry."),
    types.TOURNAMENT_STARTED: gettext_lazy("The tournament has started."),
    types.TOURNAMENT_FINISHED: gettext_lazy("The tournament is finished."),
    types.TOURNAMENT_CANCELLED: gettext_lazy("The tournament is cancelled."),
}


def digest(events: Sequence[WebhookEvent], language: str, longest: int) -> str:
    """The events in one message of at most so many bytes, those of a tournament together under its name. What does not fit is
    counted. Two queries."""
    with translation.override(language or settings.LANGUAGE_CODE):
        blocks = [_block(rows) for rows in _by_tournament(events)]
        text, left = "", 0
        for block in blocks:
            for number, line in enumerate(block):
                separator = "" if not text else "\n" if number else "\n\n"
                if len((text + separator + line).encode()) + 120 > longest:
                    left += 1
                else:
                    text += separator + line
        if left:
            more = ngettext("and %(number)d more", "and %(number)d more", left)
            text += "\n" + more % {"number": left}
        return text


def _by_tournament(events: Sequence[WebhookEvent]) -> list[list[WebhookEvent]]:
    groups: dict[int | None, list[WebhookEvent]] = {}
    for event in events:
        groups.setdefault(event.tournament_id, []).append(event)
    return list(groups.values())


def _block(rows: Sequence[WebhookEvent]) -> list[str]:
    if rows[0].tournament is None:
        site = settings.SITE_NAME
        return [_("Test message from %(site)s. This channel works.") % {"site": site}]
    names = _names(rows)
    subject = rows[0].data["tournament"]
    lines = [LINE + line for row in rows if (line := _sentence(row, names))]
    if not lines:
        lines = [LINE + _("The standings have changed.")]
    return [without_links(subject["name"]), *lines, subject["url"]]


def _names(rows: Iterable[WebhookEvent]) -> Mapping[int, str]:
    ids: set[int] = set()
    for row in rows:
        ids.update(each["id"] for each in row.data.get("match", {}).get("entries", ()))
        if "entry" in row.data:
            ids.add(row.data["entry"]["id"])
    entries = Entry.objects.select_related("player").filter(pk__in=ids)
    return {entry.pk: entry.title for entry in entries}


def _sentence(row: WebhookEvent, names: Mapping[int, str]) -> str:
    """Empty where the standings change: they do with every result, so a line about them says nothing more."""
    data = row.data
    match row.type.partition(".")[0]:
        case "match" if row.type == types.MATCH_FINISHED:
            return _result(data["match"], names)
        case "match":
            return _corrected(data["match"], names)
        case "round":
            return _("Round published: %(round)s") % {"round": _round(data["round"])}
        case "entry":
            name = {"name": _name(data["entry"], names)}
            is_new = row.type == types.ENTRY_ADDED
            return (_("New entry: %(name)s") if is_new else _("Withdrawn: %(name)s")) % name
    return str(STATUSES.get(row.type, ""))


def _result(match: Mapping[str, Any], names: Mapping[int, str]) -> str:
    text = _players(match, names)
    return _("Result: %(match)s") % {"match": text} if text else _("A match has a result.")


def _corrected(match: Mapping[str, Any], names: Mapping[int, str]) -> str:
    text = _players(match, names)
    if not text or match.get("outcome") is None:
        return _("Result removed: %(match)s") % {"match": text or "?"}
    return _("Corrected result: %(match)s") % {"match": text}


def _players(match: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Anna – Bob 5–3. The winner is named where the points do not say who that is."""
    entries = match.get("entries", [])
    text = " – ".join(_name(each, names) for each in entries)
    points = [each["points"] for each in entries]
    is_counted = len(points) == 2 and None not in points
    if is_counted:
        text = f"{text} {points[0]}–{points[1]}"
    winner = next((each for each in entries if each["is_winner"]), None)
    if winner is None or match.get("outcome") is None:
        return text
    if is_counted and winner["points"] == max(points) > min(points):
        return text
    return _("%(match)s, winner: %(name)s") % {"match": text, "name": _name(winner, names)}


def _name(entry: Mapping[str, Any], names: Mapping[int, str]) -> str:
    name = without_links(names.get(entry["id"], ""))
    return name or pgettext("entry", "deleted")


def _round(data: Mapping[str, Any]) -> str:
    row = Round.objects.filter(pk=data["id"]).first()
    return (
        full_round_name(row.name_key, row.section)
        if row is not None
        else str(data.get("number", ""))
    )
