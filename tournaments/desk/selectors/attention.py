"""The queue of the desk: what needs a decision, the most serious first.

Each kind of item has a reader: a function that looks at the rows which `DeskSnapshot` holds, or asks one query more,
and yields `AttentionItem`s. A reader looks at all tournaments of the desk at once, so an event costs as many queries
as one tournament. A new kind is a function here or in attention_matches.py, and an entry in READERS.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.bracket.selectors.fresh_brackets import find_wrong_brackets
from tournaments.bracket.selectors.outdated_stages import find_outdated_stages
from tournaments.core.permissions import Right
from tournaments.desk.selectors.attention_items import (
    MOST,
    AttentionItem,
    DeskSnapshot,
    ItemAction,
)
from tournaments.desk.selectors.attention_matches import (
    about_time,
    confirmed_by_slip,
    disputes,
    flags_fallen,
    long_at_tables,
    orphaned_results,
    without_lineups,
    without_table,
)
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.open_matches import player_names
from tournaments.models import (
    Entry,
    EntryInvitation,
    Pairing,
    PairingMatch,
    Slip,
    Slot,
    Tournament,
)

RANK: Mapping[str, int] = {"danger": 0, "warn": 1, "plain": 2}


Reader = Callable[[DeskSnapshot], Iterable[AttentionItem]]


def items(snapshot: DeskSnapshot) -> tuple[list[AttentionItem], int]:
    """The items that are shown, the most serious first and among equals the oldest; and how many wait in all. Two
    queries besides those of the readers."""
    listed = [item for reader in READERS for item in reader(snapshot)]
    listed.sort(key=lambda item: (RANK[item.severity], item.since or snapshot.now))
    waiting, listed = len(listed), listed[:MOST]
    wanted = {
        item.pairing for item in listed if item.pairing is not None and item.values is not None
    }
    names = player_names(wanted) if wanted else {}
    at = {**snapshot.drawn, **snapshot.scope}
    return [_filled_in(item, names, at[item.of]) for item in listed], waiting


def _filled_in(
    item: AttentionItem, names: Mapping[int, tuple[str, str]], at: DeskTournament
) -> AttentionItem:
    """The item with its whole text, and only those actions that the viewer may use."""
    acts = tuple(act for act in item.acts if act.right in at.rights)
    text = item.text
    if item.values is not None:
        text %= {**item.values, "who": " – ".join(names.get(item.pairing or 0, ("?", "?")))}
    return replace(item, text=text, acts=acts, short=at.short, values=None)


def ready_to_start(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """At a desk of several tournaments: a tournament that is full, or whose start time has come. At its own desk the
    next step shows this."""
    for at in snapshot:
        tournament = at.tournament
        entered = int(getattr(tournament, "entry_count", 0))
        full = tournament.entry_limit is not None and entered >= tournament.entry_limit
        due = tournament.starts_at is not None and tournament.starts_at <= snapshot.now
        if (
            not at.short
            or tournament.status != Tournament.Status.OPEN
            or entered < 2
            or not (full or due)
        ):
            continue
        text = ngettext("%(n)d player is entered.", "%(n)d players are entered.", entered)
        yield AttentionItem(
            tournament.pk, "start", "plain", _("Ready to start"), text % {"n": entered},
            tournament.starts_at if due else None,
            (ItemAction(_("Go to desk"), at.link("tournament-manage"), opens=False),),
            icon="flag", ref="all",
        )  # fmt: skip


def waiting_draws(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """A round that waits for a director to publish it."""
    for at, wait in ((desk, wait) for desk in snapshot for wait in desk.waiting):
        if not wait.due:
            continue
        yield AttentionItem(
            at.tournament.pk, "publish", "plain", _("Ready to publish"),
            _("%(draw)s: all results are in. A director publishes the next draw.")
            % {"draw": wait.bracket or wait.stage.title},
            wait.stage.due_at,
            (ItemAction(_("Check pairings"), at.link("tournament-next-round", wait.number), key="p", opens=False),),
            icon="table", ref=str(wait.number),
        )  # fmt: skip


def wrong_brackets(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """A consolation that has begun with players who no longer belong in it, also in a tournament that is over. One
    query where there is such a bracket, and one more where one is wrong."""
    drawn = [at for at in snapshot.drawn.values() if at.parts.stages]
    begun = _("The bracket has started and stays as it is. Redraw it or change its slots by hand.")
    for wrong in find_wrong_brackets([(at.tournament, at.parts) for at in drawn]):
        at, values = snapshot.drawn[wrong.tournament], {"bracket": wrong.bracket}
        yield AttentionItem(
            wrong.tournament, "redraw", "warn", _("%(bracket)s: wrong players") % values,
            f"{wrong.text} {begun}", None,
            (ItemAction(_("Redraw: %(bracket)s") % values, at.link("tournament-stage-redraw", wrong.stage)),),
            ref=f"{wrong.stage}-{wrong.section}",
        )  # fmt: skip


def outdated_stages(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """A later stage that has begun although other players would qualify for it now, also in a tournament that is
    over. Two queries where there is one."""
    drawn = [at for at in snapshot.drawn.values() if at.parts.stages]
    begun = _("The stage has started and keeps its players until you redraw it.")
    for outdated in find_outdated_stages([(at.tournament, at.parts) for at in drawn]):
        at, values = snapshot.drawn[outdated.tournament], {"number": outdated.stage}
        yield AttentionItem(
            outdated.tournament, "stage", "warn", _("Stage %(number)d: other players qualify now") % values,
            f"{outdated.text} {begun}", None,
            (ItemAction(_("Redraw stage %(number)d") % values, at.link("tournament-stage-redraw", outdated.stage)),),
            ref=str(outdated.stage),
        )  # fmt: skip


def held_back(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Rounds that are held back and have a pairing which could be played."""
    counts: dict[int, int] = {}
    for row in snapshot.rows:
        if row.state == "held":
            counts[row.head.row.pk] = counts.get(row.head.row.pk, 0) + 1
    heads = {row.head.row.pk: row.head for row in snapshot.rows if row.state == "held"}
    for pk, count in counts.items():
        at = snapshot.scope[heads[pk].row.stage.tournament_id]
        text = ngettext(
            "%(round)s: %(n)d pairing is ready to play.",
            "%(round)s: %(n)d pairings are ready to play.",
            count,
        )
        yield AttentionItem(
            at.tournament.pk, "held", "plain", _("Round on hold"),
            text % {"round": heads[pk].full_name, "n": count}, None,
            (ItemAction(_("Resume round"), at.link("tournament-round", pk)),), icon="pause", ref=str(pk),
        )  # fmt: skip


def about_entries(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """The waiting list, and entries that their player has not accepted. One query, and one more where an answer is missing."""
    status = Entry.Status
    active = Q(status=status.ACTIVE)
    counted = list(
        Entry.objects.filter(tournament__in=snapshot.tournaments)
        .order_by()
        .values("tournament")
        .annotate(
            waiting=Count("pk", filter=Q(status=status.WAITING_LIST)),
            entered=Count("pk", filter=active),
            unanswered=Count("pk", filter=active & Q(awaits_consent=True)),
        )
    )
    yield from _standing_by(snapshot, counted)
    if any(counts["unanswered"] for counts in counted):
        yield from _not_accepted(snapshot)


def _standing_by(
    snapshot: DeskSnapshot, counted: Iterable[Mapping[str, Any]]
) -> Iterator[AttentionItem]:
    """Players wait for a place, and one is free."""
    for counts in counted:
        at = snapshot.scope[counts["tournament"]]
        limit = at.tournament.entry_limit
        if not counts["waiting"] or (limit is not None and counts["entered"] >= limit):
            continue
        text = ngettext(
            "%(n)d player is on the waiting list, and a place is free.",
            "%(n)d players are on the waiting list, and a place is free.",
            counts["waiting"],
        )
        yield AttentionItem(
            at.tournament.pk, "standby", "plain", _("Waiting list"),
            text % {"n": counts["waiting"]}, None,
            (ItemAction(_("Check-in"), at.link("tournament-check-in"), Right.SCORE, opens=False),),
            icon="user", ref="all",
        )  # fmt: skip


def _not_accepted(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """An entry in the draw whose player says that they did not enter, or has not accepted and so has no online match.
    One query."""
    declined = EntryInvitation.objects.filter(
        entry=OuterRef("pk"), answer=EntryInvitation.Answer.DECLINED
    )
    entries = Entry.objects.filter(
        tournament__in=snapshot.tournaments,
        tournament__started_at__isnull=False,
        status=Entry.Status.ACTIVE,
        awaits_consent=True,
    ).annotate(declined=Exists(declined), waits=Exists(_without_a_match()))
    for entry in entries.select_related("player").order_by("pk")[:MOST]:
        at, values = snapshot.scope[entry.tournament_id], {"name": entry.title}
        act = ItemAction(pgettext("button", "Open"), at.link("tournament-entry", entry.pk), key="o")
        if entry.declined:
            title = _("Entry declined")
            text = _("%(name)s says this entry is not theirs. Correct or withdraw the entry.")
        elif entry.waits:
            title = _("Waiting for an answer")
            text = _(
                "%(name)s has not accepted the entry. The online match starts after they accept."
            )
        else:
            continue
        yield AttentionItem(
            entry.tournament_id, "consent", "warn", title, text % values, None, (act,),
            icon="user", ref=str(entry.pk),
        )  # fmt: skip


def _without_a_match() -> QuerySet[Pairing]:
    """Open pairings of an entry that have two players and neither a match nor a slip."""
    slips = Slip.objects.filter(pairing=OuterRef("pk"), voided_at=None)
    matches = PairingMatch.objects.filter(pairing=OuterRef("pk"), voided_at=None)
    pending = Slot.objects.filter(pairing=OuterRef("pk"), entry=None)
    mine = Pairing.objects.filter(
        slots__entry=OuterRef("pk"), decided_at=None, voided_at=None, round__open=True
    )
    return mine.exclude(Exists(slips)).exclude(Exists(matches)).exclude(Exists(pending))


READERS: list[Reader] = [
    disputes,
    confirmed_by_slip,
    about_time,
    long_at_tables,
    orphaned_results,
    ready_to_start,
    waiting_draws,
    wrong_brackets,
    outdated_stages,
    held_back,
    without_table,
    without_lineups,
    about_entries,
    flags_fallen,
]
