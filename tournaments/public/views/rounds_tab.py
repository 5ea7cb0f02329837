"""The tab of the rounds: one round at a time, page by page, where a stage is large or pairs round by round."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.bracket.selectors import bracket
from tournaments.bracket.selectors.field_comparison import Comparison, field_comparisons
from tournaments.bracket.selectors.outline import Outline, RoundHead, SectionHead, StageHead
from tournaments.bracket.selectors.rows import PairingRow, RoundRow
from tournaments.bracket.selectors.standings import entries_of
from tournaments.core import pairing_texts
from tournaments.core.tie_break_texts import signed
from tournaments.models import Entry, Pairing, Slot, Tournament
from tournaments.public.views import player_lookup
from tournaments.public.views.player_lookup import small_number_in
from tournaments.standings.row import whole

PER_PAGE = 100
SMALL_FIELD = 64  # entries up to which all rounds of a knockout are shown at once
NAMED = 6  # the most matches that the text on the next round names


def context(
    request: HttpRequest, shown: Tournament, parts: Outline, _mine: Entry | None
) -> dict[str, Any]:
    """Rounds with their pairings, and the links to other rounds of the stage."""
    stage = parts.stage(small_number_in(request.GET.get("stage")))
    if stage is None:
        return {}
    section = _section(request, stage)
    heads = section.rounds if section else stage.rounds
    values: dict[str, Any] = {"stage": stage, "section": section, "next_round": _next(shown, stage)}
    values |= {"how": bool(request.GET.get("how"))}
    values |= {"order_text": pairing_texts.order_sentence(stage.options.get("method"))}
    if _all_at_once(shown, stage, section):
        rows = [head.row for head in heads]
        rounds = bracket.view_of(shown, request.user, parts.names, rows)
        return values | {"rounds": _round_context(rounds, shown, stage.counts)}
    head = _head(request, heads)
    people = player_lookup.asked_among(request, shown)
    looked = player_lookup.looked_up(request, people, partial(_places, request, heads, head))
    if "to" in looked:
        return looked
    page = _page(request, head)
    pairings = (
        [] if looked["find"] else list(page)
    )  # several players are listed instead, or nobody was found
    rounds = bracket.pairings_view(shown, request.user, parts.names, pairings)
    place = heads.index(head)
    values |= looked
    return values | {
        "rounds": _round_context(rounds, shown, stage.counts),
        "head": head,
        "heads": heads,
        "earlier": heads[place - 1] if place else None,
        "after": heads[place + 1] if place + 1 < len(heads) else None,
        "page": page,
    }


def _section(request: HttpRequest, stage: StageHead) -> SectionHead | None:
    """The group that is shown; rounds of the other groups lie between its own."""
    return stage.section(request.GET.get("section")) if stage.is_grouped else None


def _all_at_once(shown: Tournament, stage: StageHead, section: SectionHead | None) -> bool:
    """A small knockout or a group is shown whole."""
    entries = shown.entry_count  # type: ignore[attr-defined]  # annotated by lists.counted
    return section is not None or (stage.is_tree and entries <= SMALL_FIELD)


def _head(request: HttpRequest, heads: tuple[RoundHead, ...]) -> RoundHead:
    """The round asked for, otherwise the first that is not over, otherwise the last."""
    asked = small_number_in(request.GET.get("round"))
    chosen = next((head for head in heads if head.number == asked), None)
    return chosen or next((head for head in heads if head.undecided), heads[-1])


def _page(request: HttpRequest, head: RoundHead) -> Page[int]:
    """A page of ids: reading all ids costs less than counting first."""
    pairings = Pairing.objects.filter(round=head.row, voided_at=None).order_by("number")
    pages = Paginator(list(pairings.values_list("pk", flat=True)), PER_PAGE)
    return pages.get_page(request.GET.get("page"))


def _places(
    request: HttpRequest, heads: Sequence[RoundHead], head: RoundHead, entries: list[int]
) -> dict[int, str]:
    """The place of each entry: in the round shown, otherwise in the entry's last round. One query."""
    rounds = {other.row.pk: other.number for other in heads}
    slots = Slot.objects.filter(
        entry__in=entries, pairing__round__in=rounds, pairing__voided_at=None
    ).values_list("entry", "pairing__round", "pairing__number", "pairing")
    last_slots: dict[int, tuple[bool, int, int, int]] = {}
    for entry, pk, number, pairing in slots:
        place = (pk == head.row.pk, rounds[pk], number, pairing)
        last_slots[entry] = max(place, last_slots.get(entry, place))
    return {
        entry: player_lookup.place(
            request, entry, f"pair-{pairing}", round=of, page=(number - 1) // PER_PAGE + 1
        )
        for entry, (_here, of, number, pairing) in last_slots.items()
    }


def _round_context(
    rounds: Sequence[RoundRow], shown: Tournament, counts: str
) -> list[dict[str, Any]]:
    """Rounds with the notes on how each pairing was made."""
    rows = [pairing for row in rounds for pairing in row.pairings]
    others = {entry for row in rows for entry in pairing_texts.mentioned(row.notes)}
    mentioned = entries_of(shown, others) if others else {}
    compared = field_comparisons(shown, rounds[0].stage) if rounds else ()
    names = {pk: entry.title for pk, entry in mentioned.items()}
    return [
        {
            "row": row,
            "pairings": [_pairing(pairing, counts, names) for pairing in row.pairings],
            "has_how": any(pairing.notes for pairing in row.pairings),
            "fields": _fields(row, compared),
        }
        for row in rounds
    ]


def _fields(row: RoundRow, compared: Sequence[Comparison]) -> list[dict[str, Any]]:
    """What was compared of the pairings that are shown: the best of the first sides comes first."""
    tables = []
    for comparison in compared:
        rows = [pairing for pairing in row.pairings if pairing.key in comparison.boards]
        rows.sort(key=lambda pairing: -comparison.boards[pairing.key][0])
        if rows:
            lines = [_field_line(pairing, *comparison.boards[pairing.key]) for pairing in rows]
            count = len(comparison.boards)
            tables.append(
                {"average": signed(whole(comparison.average)), "n": count, "lines": lines}
            )
    return tables


def _field_line(row: PairingRow, net: int, score: Fraction) -> dict[str, Any]:
    """A pairing in the comparison: both sides with their field scores, and the net of the first."""
    scores = (signed(whole(score)), signed(whole(-score)))
    return {"sides": list(zip(row.slots, scores, strict=True)), "net": signed(net)}


def _pairing(row: PairingRow, counts: str, names: dict[int, str]) -> dict[str, Any]:
    sides = [slot.player.name if slot.player else "" for slot in row.slots]
    scores = pairing_texts.scores_before(row.notes, counts)
    return {
        "row": row,
        "sides": [
            (slot, scores[place] if place < len(scores) else "")
            for place, slot in enumerate(row.slots)
        ],
        "is_float": len({*row.notes.get("scores", ())}) > 1,
        "how": pairing_texts.sentences(row.notes, counts, sides, names),
    }


def _next(shown: Tournament, stage: StageHead) -> str:
    """When the next round comes, as text; empty where none is to come."""
    if shown.status != Tournament.Status.RUNNING or stage.grow_after is None:
        is_due = shown.status == Tournament.Status.RUNNING and stage.next_stage_due
        return _("The director publishes the draw of the next stage.") if is_due else ""
    planned = stage.options.get("rounds")
    if isinstance(planned, int) and 0 < planned < _coming(stage):
        return ""  # the last planned round is drawn
    number = {"number": _coming(stage)}
    if stage.due_at is not None:
        return _("Round %(number)s is drawn. The director publishes it next.") % number
    if not stage.grow_after:
        return _("New pairings are made as results come in.")
    left = [head for head in stage.rounds if head.number in stage.grow_after and head.undecided]
    count = sum(head.undecided for head in left)
    if not count:
        return ""
    words = number | {"n": count}
    if count > NAMED:
        text = ngettext(
            "Round %(number)s is drawn after %(n)s more match.",
            "Round %(number)s is drawn after %(n)s more matches.",
            count,
        )
        return text % words
    names = _waited_for([head.row.pk for head in left])
    return ngettext(
        "Round %(number)s is drawn after %(n)s more match: %(names)s.",
        "Round %(number)s is drawn after %(n)s more matches: %(names)s.",
        count,
    ) % (words | {"names": "; ".join(names)})


def _coming(stage: StageHead) -> int:
    return 1 + len({head.row.name_key for head in stage.rounds})


def _waited_for(rounds: list[int]) -> list[str]:
    """The undecided pairings of these rounds, by their players."""
    slots = Slot.objects.filter(
        pairing__round__in=rounds, pairing__decided_at=None, pairing__voided_at=None
    )
    names: dict[int, list[str]] = {}
    for slot in slots.select_related("entry__player").order_by("pairing_id", "side"):
        names.setdefault(slot.pairing_id, []).append(slot.entry.title if slot.entry else "?")
    return [" – ".join(names) for names in names.values()]
