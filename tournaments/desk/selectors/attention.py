"""What needs a decision first, at the top of the desk.

Each kind is a reader: it looks at what `Sight` has read already, or asks one query more, and gives `Item`s. A reader looks
at all tournaments of its desk at once, so an event costs as many queries as one tournament. A new kind is a function here,
in attention_play.py or in the selector of its subject, and its name in READERS.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.bracket.selectors.fresh_brackets import wrong_among
from tournaments.bracket.selectors.outdated_stages import outdated_among
from tournaments.core.permissions import Right
from tournaments.desk.selectors.attention_consent import not_accepted
from tournaments.desk.selectors.attention_items import WHO, Act, Item, Sight
from tournaments.desk.selectors.attention_play import (
    about_time,
    confirmed_by_slip,
    disputes,
    long_at_tables,
)
from tournaments.desk.selectors.desk_scope import Tended
from tournaments.desk.selectors.open_matches import two_of
from tournaments.models import Entry, Pairing, Result, Slot, Tournament

RANK: Mapping[str, int] = {"danger": 0, "warn": 1, "plain": 2}

FLAG_SHOWN = timedelta(minutes=15)
MOST = 40


Reader = Callable[[Sight], Iterable[Item]]


def items(sight: Sight) -> tuple[list[Item], int]:
    """The gravest first and of these the oldest, as many as are shown; and how many wait. Two queries of its own."""
    found = [item for reader in READERS for item in reader(sight)]
    found.sort(key=lambda item: (RANK[item.severity], item.since or sight.now))
    waiting, found = len(found), found[:MOST]
    asked = {item.pairing for item in found if item.pairing is not None and WHO in item.text}
    names = two_of(asked) if asked else {}
    at = {**sight.drawn, **sight.tended}
    return [_told(item, names, at[item.of]) for item in found], waiting


def _told(item: Item, names: Mapping[int, tuple[str, str]], at: Tended) -> Item:
    acts = tuple(act for act in item.acts if act.right in at.rights)
    text = item.text
    if item.pairing is not None:
        text = text.replace(WHO, " – ".join(names.get(item.pairing, ("?", "?"))))
    return replace(item, text=text, acts=acts, short=at.short)


def orphaned_results(sight: Sight) -> Iterator[Item]:
    """A result that counts for nobody: after a correction others sit in its pairing. One query."""
    told = Result.objects.filter(
        pairing__stage__tournament__in=sight.tournaments,
        pairing__voided_at=None, pairing__decided_at=None,
        superseded_by=None, revoked_at=None, source=Result.Source.RULING,
    ).exclude(kind=Result.Kind.VOID)  # fmt: skip
    seat = Slot.objects.filter(pairing=OuterRef("pairing"), entry=OuterRef("loser"))
    for pk, pairing, round_id, of, since in told.exclude(Exists(seat)).values_list(
        "pk", "pairing_id", "pairing__round_id", "pairing__stage__tournament_id", "created_at"
    )[:MOST]:
        at = sight.tended[of]
        said = {"place": _round_name(at, round_id)}
        yield Item(
            of, "orphan", "warn", _("Result without its players"),
            _("%(place)s. A result stands there for others than %%(who)s; it does not count.") % said,
            since,
            (Act(_("Open"), at.link("tournament-pairing", pairing), key="o"),),
            pairing, ref=str(pk),
        )  # fmt: skip


def _round_name(at: Tended, round_id: int) -> str:
    row = at.parts.names.rounds.get(round_id)
    return at.parts.names.full_round(row) if row else ""


def ready_to_start(sight: Sight) -> Iterator[Item]:
    """At a desk of several: one that is full, or whose hour has come. At its own desk the next step says so."""
    for at in sight:
        one = at.tournament
        entered = int(getattr(one, "entry_count", 0))
        full = one.entry_limit is not None and entered >= one.entry_limit
        due = one.starts_at is not None and one.starts_at <= sight.now
        if not at.short or one.status != Tournament.Status.OPEN or entered < 2 or not (full or due):
            continue
        text = ngettext("%(n)d player is entered.", "%(n)d players are entered.", entered)
        yield Item(
            one.pk, "start", "plain", _("It can start"), text % {"n": entered},
            one.starts_at if due else None,
            (Act(_("To its desk"), at.link("tournament-manage"), opens=False),),
            icon="flag", ref="all",
        )  # fmt: skip


def waiting_draws(sight: Sight) -> Iterator[Item]:
    """A round that waits for the director to publish it."""
    for at, wait in ((one, wait) for one in sight for wait in one.waiting):
        if not wait.due:
            continue
        yield Item(
            at.tournament.pk, "publish", "plain", _("Ready to publish"),
            _("%(draw)s: all results for the next draw are in. A director publishes it.")
            % {"draw": wait.bracket or wait.stage.title},
            wait.stage.due_at,
            (Act(_("Look at it"), at.link("tournament-next-round", wait.stage.number), key="p"),),
            icon="table", ref=str(wait.stage.number),
        )  # fmt: skip


def wrong_brackets(sight: Sight) -> Iterator[Item]:
    """A consolation that has begun although others belong to it, in a tournament that is over as well. One query where
    there is such a bracket, and one more where one is wrong."""
    drawn = [at for at in sight.drawn.values() if at.parts.stages]
    for one in wrong_among([(at.tournament, at.parts) for at in drawn]):
        at, said = sight.drawn[one.tournament], {"bracket": one.bracket}
        yield Item(
            one.tournament, "redraw", "warn", _("%(bracket)s: others belong there") % said,
            _("%(sentences)s It has begun and stays so until you draw it anew or seat them by hand.")
            % {"sentences": one.text}, None,
            (Act(_("Draw anew: %(bracket)s") % said, at.link("tournament-stage-redraw", one.stage)),),
            ref=f"{one.stage}-{one.section}",
        )  # fmt: skip


def outdated_stages(sight: Sight) -> Iterator[Item]:
    """A later stage that has begun although others would go on to it by now, in a tournament that is over as well. Two
    queries where there is one."""
    drawn = [at for at in sight.drawn.values() if at.parts.stages]
    for one in outdated_among([(at.tournament, at.parts) for at in drawn]):
        at, said = sight.drawn[one.tournament], {"number": one.stage}
        yield Item(
            one.tournament, "stage", "warn", _("Stage %(number)d: others would go on to it") % said,
            _("%(sentences)s It has begun and keeps its players until you draw it anew.")
            % {"sentences": one.text}, None,
            (Act(_("Draw stage %(number)d anew") % said, at.link("tournament-stage-redraw", one.stage)),),
            ref=str(one.stage),
        )  # fmt: skip


def held_back(sight: Sight) -> Iterator[Item]:
    """Rounds in which two could play if they were let."""
    held: dict[int, int] = {}
    for row in sight.rows:
        if row.state == "held":
            held[row.head.row.pk] = held.get(row.head.row.pk, 0) + 1
    heads = {row.head.row.pk: row.head for row in sight.rows if row.state == "held"}
    for pk, count in held.items():
        at = sight.tended[heads[pk].row.stage.tournament_id]
        text = ngettext(
            "%(round)s: %(n)d pairing could be played.",
            "%(round)s: %(n)d pairings could be played.",
            count,
        )
        yield Item(
            at.tournament.pk, "held", "plain", _("Round held back"),
            text % {"round": heads[pk].full_name, "n": count}, None,
            (Act(_("Let it go on"), at.link("tournament-round", pk)),), icon="pause", ref=str(pk),
        )  # fmt: skip


def without_table(sight: Sight) -> Iterator[Item]:
    """Over the board: two who could play, and no table for them."""
    for of, at in sight.tended.items():
        waiting = [
            row
            for row in sight.rows
            if row.tournament == of and row.state == "ready" and row.slip is not None
        ]
        if not waiting:
            continue
        text = ngettext(
            "%(n)d pairing has no table.", "%(n)d pairings have no table.", len(waiting)
        )
        since = min((row.since for row in waiting if row.since), default=None)
        yield Item(
            of, "table", "plain", _("No table yet"), text % {"n": len(waiting)}, since,
            (Act(_("Tables"), at.link("tournament-tables"), Right.SCORE, opens=False),),
            icon="table", ref="all",
        )  # fmt: skip


def standing_by(sight: Sight) -> Iterator[Item]:
    """Somebody waits for a seat, and there is one. One query."""
    status = Entry.Status
    counted = (
        Entry.objects.filter(tournament__in=sight.tournaments)
        .order_by()
        .values("tournament")
        .annotate(
            waiting=Count("pk", filter=Q(status=status.STANDBY)),
            entered=Count("pk", filter=Q(status=status.ACTIVE)),
        )
    )
    for counts in counted:
        at = sight.tended[counts["tournament"]]
        limit = at.tournament.entry_limit
        if not counts["waiting"] or (limit is not None and counts["entered"] >= limit):
            continue
        text = ngettext(
            "%(n)d player stands by, and a seat is free.",
            "%(n)d players stand by, and a seat is free.",
            counts["waiting"],
        )
        yield Item(
            at.tournament.pk, "standby", "plain", _("Stand-by list"),
            text % {"n": counts["waiting"]}, None,
            (Act(_("Check-in"), at.link("tournament-check-in"), Right.SCORE, opens=False),),
            icon="user", ref="all",
        )  # fmt: skip


def flags_fallen(sight: Sight) -> Iterator[Item]:
    """Matches that were just lost on time. One query."""
    lost = Pairing.objects.filter(
        stage__tournament__in=sight.tournaments, voided_at=None,
        outcome=Pairing.Outcome.TIME, decided_at__gt=sight.now - FLAG_SHOWN,
    )  # fmt: skip
    told = lost.order_by("-decided_at").annotate(
        who=F("loser__player__name"), team=F("loser__name"), of=F("stage__tournament_id")
    )
    for pairing in told[:5]:
        at = sight.tended[pairing.of]
        said = {
            "name": pairing.team or pairing.who,
            "place": _round_name(at, pairing.round_id),
        }
        yield Item(
            pairing.of, "flag", "plain", _("Flag fell"),
            _("%(place)s. %(name)s lost on time; the draw has moved.") % said,
            pairing.decided_at,
            (Act(_("Open"), at.link("tournament-pairing", pairing.pk), key="o"),),
            pairing.pk, icon="flag",
        )  # fmt: skip


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
    standing_by,
    not_accepted,
    flags_fallen,
]
