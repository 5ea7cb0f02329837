"""The record of rulings in words: who ruled what and when, the state before and after, and whether it was undone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.lot_text import lots_in_words
from tournaments.bracket.selectors.names import Names as Places
from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.prize_text import prize_lines
from tournaments.bracket.selectors.rows import TableState
from tournaments.core.pairing_request_texts import request_text
from tournaments.core.round_names import section_name
from tournaments.models import Entry, Pairing, Round, Ruling, Tournament
from tournaments.ruling.selectors.verbs import verb_name
from web.bidi import isolate

CHANGES = 1  # a ruling with fewer changes has nothing to undo
Names = dict[int, str]


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling in the record. `about` is the pairing or the entry, `summary` the ruling in words: before → after."""

    id: int
    at: datetime
    by: str
    verb: str
    verb_label: str
    about: str
    pairing_id: int | None
    summary: str
    reason: str
    undoes: str
    undone: bool
    can_undo: bool


def table_state(match_id: UUID) -> TableState:
    """Whether a match is paused, has a clock, and shares its dice with other tables. One query."""
    columns = Match.objects.values_list("paused", "clock", "shared_board__is_open")
    paused, clock, shares = columns.get(pk=match_id)
    return TableState(paused=paused, timed=clock is not None, shares_dice=bool(shares))


def rulings_of(tournament: Tournament) -> QuerySet[Ruling]:
    """Rulings, newest first, with the relations that rows need."""
    return tournament.rulings.select_related(
        "by__player", "pairing__round", "undoes__pairing__round", "undone_by"
    )


def public_rulings(tournament: Tournament) -> QuerySet[Ruling]:
    """Rulings that everybody may read: all but those on pairing requests, and their undoing, which are for directors."""
    on_requests = Q(before__has_key="request") | Q(after__has_key="request")
    return rulings_of(tournament).exclude(on_requests)


def ruling_rows(
    tournament: Tournament, rulings: QuerySet[Ruling] | list[Ruling] | None = None
) -> list[RulingRow]:
    """All rulings, or these, newest first. Three queries, one where there is none."""
    listed = list(rulings_of(tournament) if rulings is None else rulings)
    if not listed:
        return []
    names = titles_of(tournament)
    places = places_of(tournament)
    return [_row(ruling, names, places) for ruling in listed]


def places_of(tournament: Tournament) -> Places:
    """The names of pairings, also of rounds that were set aside. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    return Places(rounds.defer("stage__seed_order", "stage__field").order_by("pk"))


def brief_text(ruling: Ruling, places: Places | None = None) -> str:
    """A ruling in a few words: Result set · QF 2 · 14:05 · Anna."""
    about = _about(ruling, places or places_of(ruling.tournament))
    at = time_format(localtime(ruling.at), "TIME_FORMAT")
    parts = (verb_name(ruling.verb), about, at, _by(ruling.by) if ruling.by else "")
    return " · ".join(part for part in parts if part)


def result_text(result: dict[str, Any], names: Names) -> str:
    """A result in words: Anna 7–4, or Anna (forfeit). It says when the bracket does not follow it."""
    text = _outcome_text(result, names)
    if result.get("advanced") is None:
        return text
    return _("%(result)s (corrected for the record; the bracket stands)") % {"result": text}


def _outcome_text(result: dict[str, Any], names: Names) -> str:
    outcome = result.get("outcome")
    if not outcome:
        return _("No result yet")
    winner, score = result.get("winner"), result.get("score")
    label = str(Pairing.Outcome(outcome).label)
    if winner is None:
        return label
    name = isolate(names.get(winner, ""))
    if not score or not any(score.values()):
        return f"{name} ({label})" if outcome != Pairing.Outcome.PLAYED else name
    return f"{name} {score.get(str(winner), 0)}–{score.get(str(result.get('loser')), 0)}"


@dataclass(frozen=True, slots=True)
class StaleRow:
    """What changed since a form was shown: the ruling that changed it, if any, and the state before and now."""

    ruling: RulingRow | None
    before: str
    now: str


def stale_row(tournament: Tournament, error: Stale) -> StaleRow:
    """For the page that shows a form again, with the typed values."""
    names = titles_of(tournament)
    rows = ruling_rows(tournament, [error.ruling]) if error.ruling else []
    before, now = (_version_text(data, names) for data in (error.before, error.now.plain))
    return StaleRow(rows[0] if rows else None, before, now)


def _version_text(data: dict[str, Any], names: Names) -> str:
    """Of a pairing its entries and its result, of an entry its status."""
    if "outcome" in data:
        return f"{_two(data, names)}: {result_text(data, names)}"
    return str(Entry.Status(data["status"]).label) if "status" in data else ""


def _row(ruling: Ruling, names: Names, places: Places) -> RulingRow:
    undone = getattr(ruling, "undone_by", None) is not None
    return RulingRow(
        id=ruling.pk,
        at=ruling.at,
        by=_by(ruling.by) if ruling.by else "",
        verb=ruling.verb,
        verb_label=verb_name(ruling.verb),
        about=_about(ruling, places),
        pairing_id=ruling.pairing_id,
        summary=_summary(ruling, names),
        reason=ruling.reason,
        undoes=brief_text(ruling.undoes, places) if ruling.undoes else "",
        undone=undone,
        can_undo=not undone and len(ruling.changes) >= CHANGES,
    )


def _by(user: User) -> str:
    """The director's name as players see it."""
    player = getattr(user, "player", None)
    return player.name if player else user.get_username()


def _about(ruling: Ruling, places: Places) -> str:
    if ruling.pairing is not None:
        return places.pairing(ruling.pairing)
    number = ruling.after.get("round")
    if number is not None:
        name = places.placed_round(number, ruling.after.get("stage", 1))
        return name or _("Round %(number)s") % {"number": number}
    return str(ruling.after.get("player") or ruling.before.get("player") or "")


def _summary(ruling: Ruling, names: Names) -> str:
    """The state before the ruling, if there was any, and after it."""
    before, after = ruling.before, ruling.after
    if ruling.verb == "rename":
        return f"{before['name']} → {after['name']}"
    if "pay_table" in after:
        return f"{_prizes(before['pay_table'])} → {_prizes(after['pay_table'])}"
    if of_draws := _of_draws(after, names):
        return of_draws
    if "request" in before | after:
        return _asked(before | after, names)
    if ruling.pairing is None or "outcome" not in after:
        return ""
    if "table" in after:
        return f"{_points(before['table'], names)} → {_points(after['table'], names)}"
    if before.get("slots") != after.get("slots"):
        return f"{_two(before, names)} → {_two(after, names)}"
    now = result_text(after, names)
    return f"{result_text(before, names)} → {now}" if before.get("outcome") else now


def _asked(data: dict[str, Any], names: Names) -> str:
    """A pairing request that was added or removed."""
    both = [isolate(names.get(pk, "")) if pk else "" for pk in (data["entry"], data["other"])]
    return request_text(data["request"], (both[0], both[1]), data["number"])


def _left(kept: dict[str, Any], names: Names) -> str:
    """The stage or the bracket, and the players it concerned."""
    concerned = ", ".join(names.get(pk, "") for pk in (*kept["missing"], *kept["strangers"]))
    stage = _("Stage %(number)d") % {"number": kept["stage"]}
    about = section_name(kept["section"]) if kept["section"] else stage
    return f"{about} ({concerned})" if concerned else about


def _of_draws(after: dict[str, Any], names: Names) -> str:
    """What was kept, drawn by lot or published, or whose line-up was named; empty of any other ruling."""
    if "lineup" in after:
        return isolate(names.get(after["lineup"], ""))
    if "kept" in after:
        return _left(after["kept"], names)
    if "lots" in after:
        return lots_in_words(after["stage"], after["lots"], names)
    return _draw(after, names) if "draws" in after else ""


def _draw(after: dict[str, Any], names: Names) -> str:
    """Which of the draws that directors looked at was published, and what they swapped in it."""
    text = _("Draw %(draw)d of %(draws)d, %(code)s") % after
    swaps = [" – ".join(isolate(names.get(pk, "")) for pk in swap) for swap in after["swaps"]]
    return f"{text} · {_('Swapped: %(pairs)s') % {'pairs': ', '.join(swaps)}}" if swaps else text


def _prizes(pay_table: list[dict[str, Any]]) -> str:
    return " · ".join(prize_lines(pay_table)) or _("No prizes")


def _points(score: dict[str, int], names: Names) -> str:
    return " · ".join(f"{names.get(int(entry), '')} {points}" for entry, points in score.items())


def _two(data: dict[str, Any], names: Names) -> str:
    return " – ".join(names.get(entry, _("No player")) for entry in data.get("slots", []))
