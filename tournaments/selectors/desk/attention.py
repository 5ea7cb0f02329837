"""What needs a decision first, at the top of the desk.

Each kind is a reader: it looks at what `Sight` has read already, or asks one query more, and gives `Item`s. A new kind
is a function here or in the selector of its subject, and its name in READERS.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Pairing, Result, Slip, Slot
from tournaments.permissions import Right
from tournaments.selectors.desk.attention_items import Act, Item, Severity, Sight
from tournaments.selectors.desk.open_matches import two_of
from tournaments.selectors.timing.timing import Need, needs
from tournaments.selectors.venue.venue import SlipRow, Told
from tournaments.selectors.venue.venue import rows as slip_rows

RANK: Mapping[str, int] = {"danger": 0, "warn": 1, "plain": 2}

FLAG_SHOWN = timedelta(minutes=15)
MOST = 40


Reader = Callable[[Sight], Iterable[Item]]


def items(sight: Sight) -> list[Item]:
    """All of them, the gravest first and of these the oldest. Two queries of its own."""
    found = [item for reader in READERS for item in reader(sight)]
    found.sort(key=lambda item: (RANK[item.severity], item.since or sight.now))
    found = found[:MOST]
    names = two_of({item.pairing for item in found if item.pairing is not None})
    return [_told(item, names, sight.rights) for item in found]


def _told(item: Item, names: Mapping[int, tuple[str, str]], rights: frozenset[Right]) -> Item:
    acts = tuple(act for act in item.acts if act.right in rights)
    text = item.text
    if item.pairing is not None:
        who = " – ".join(names.get(item.pairing, ("?", "?")))
        text = text.replace("%(who)s", who)
    return replace(item, text=text, acts=acts)


def disputes(sight: Sight) -> Iterator[Item]:
    """Two players report different scores. Five queries where there are any."""
    disputed = {row.slip or 0: row for row in sight.rows if row.disputed_at is not None}
    if not disputed:
        return
    found = slip_rows(Slip.objects.filter(pk__in=disputed), sight.tournament, sight.parts.names)
    for slip in found:
        row = disputed[slip.id]
        said = "; ".join(_reported(slip, told) for told in slip.told)
        yield Item(
            "dispute", "danger", _("Score disputed"),
            f"{sight.place(row)}. {said or ' – '.join(slip.names)}.",
            row.disputed_at,
            (Act(_("Decide"), sight.link("tournament-slip", slip.id), Right.SCORE, "d"),),
            row.pairing,
        )  # fmt: skip


def _reported(slip: SlipRow, told: Told) -> str:
    """Ferreira says 5–3."""
    speaker = dict(zip(slip.entries, slip.names, strict=True)).get(told.side or 0) or _("The desk")
    if told.winner is None:
        return _("%(name)s says it is not right") % {"name": speaker}
    if told.score is None:
        winner = dict(zip(slip.entries, slip.names, strict=True)).get(told.winner, "?")
        return _("%(name)s says %(winner)s won") % {"name": speaker, "winner": winner}
    said = {"name": speaker, "one": told.score[0], "two": told.score[1]}
    return _("%(name)s says %(one)s–%(two)s") % said


def about_time(sight: Sight) -> Iterator[Item]:
    """Who is late, what is proposed for it, rounds past their end, matches that are long or paused. See timing.py."""
    for need in needs(sight.tournament, sight.now):
        title, severity, icon = _of_time(need.kind)
        who = " – ".join(need.who)
        text = f"{need.name}: {who}. {need.said}" if who else f"{need.name}. {need.said}"
        yield Item(
            need.kind, severity, title, text, need.since, tuple(_acts_on_time(sight, need)),
            icon=icon, ref=str(need.penalty or need.pairing or need.round or ""),
        )  # fmt: skip


def _of_time(kind: str) -> tuple[str, Severity, str]:
    told: dict[str, tuple[str, Severity, str]] = {
        "late": (_("Not at the table"), "warn", "user"),
        "penalty": (_("Penalty proposed"), "warn", "clock"),
        "deadline": (_("Deadline passed"), "warn", "clock"),
        "long": (_("Long match"), "warn", "clock"),
        "paused": (_("Paused"), "warn", "pause"),
    }
    return told.get(kind, (kind, "plain", "alert"))


def _acts_on_time(sight: Sight, need: Need) -> Iterator[Act]:
    if need.pairing is None:
        if need.round is not None:
            yield Act(_("Deadline"), sight.link("tournament-deadline", need.round), key="o")
        return
    if need.penalty is not None:
        yield Act(_("Decide"), sight.link("tournament-penalty", need.penalty), key="d")
    if need.kind == "paused":
        yield Act(_("Let play go on"), sight.act_on(need.pairing, "resume"), key="p")
    if need.kind == "late":
        yield Act(_("Forfeit"), sight.act_on(need.pairing, "forfeit"), key="f")
    yield Act(_("Open"), sight.link("tournament-pairing", need.pairing), key="o")


def orphaned_results(sight: Sight) -> Iterator[Item]:
    """A result that counts for nobody: after a correction others sit in its pairing. One query."""
    told = Result.objects.filter(
        pairing__stage__tournament=sight.tournament,
        pairing__voided_at=None, pairing__decided_at=None,
        superseded_by=None, revoked_at=None, source=Result.Source.RULING,
    ).exclude(kind=Result.Kind.VOID)  # fmt: skip
    seat = Slot.objects.filter(pairing=OuterRef("pairing"), entry=OuterRef("loser"))
    for pk, pairing, round_id, at in told.exclude(Exists(seat)).values_list(
        "pk", "pairing_id", "pairing__round_id", "created_at"
    )[:MOST]:
        name = sight.parts.names.rounds.get(round_id)
        said = {"place": sight.parts.names.full_round(name) if name else ""}
        yield Item(
            "orphan", "warn", _("Result without its players"),
            _("%(place)s. A result stands there for others than %%(who)s; it does not count.") % said,
            at,
            (Act(_("Open"), sight.link("tournament-pairing", pairing), key="o"),),
            pairing, ref=str(pk),
        )  # fmt: skip


def waiting_draws(sight: Sight) -> Iterator[Item]:
    """A round that waits for the director to publish it."""
    for wait in sight.waiting:
        if not wait.due:
            continue
        yield Item(
            "publish", "plain", _("Ready to publish"),
            _("%(stage)s: all is decided that the next round waited for.")
            % {"stage": wait.stage.title},
            wait.stage.due_at,
            (Act(_("Look at it"), sight.link("tournament-next-round", wait.stage.number), key="p"),),
            icon="table", ref=str(wait.stage.number),
        )  # fmt: skip


def held_back(sight: Sight) -> Iterator[Item]:
    """Rounds in which two could play if they were let."""
    held: dict[int, int] = {}
    for row in sight.rows:
        if row.state == "held":
            held[row.head.row.pk] = held.get(row.head.row.pk, 0) + 1
    heads = {row.head.row.pk: row.head for row in sight.rows if row.state == "held"}
    for pk, count in held.items():
        text = ngettext(
            "%(round)s: %(n)d pairing could be played.",
            "%(round)s: %(n)d pairings could be played.",
            count,
        )
        yield Item(
            "held", "plain", _("Round held back"),
            text % {"round": heads[pk].full_name, "n": count}, None,
            (Act(_("Let it go on"), sight.link("tournament-round", pk)),), icon="pause", ref=str(pk),
        )  # fmt: skip


def without_table(sight: Sight) -> Iterator[Item]:
    """Over the board: two who could play, and no table for them."""
    waiting = [row for row in sight.rows if row.state == "ready" and row.slip is not None]
    if waiting:
        text = ngettext(
            "%(n)d pairing has no table.", "%(n)d pairings have no table.", len(waiting)
        )
        since = min((row.since for row in waiting if row.since), default=None)
        yield Item(
            "table", "plain", _("No table yet"), text % {"n": len(waiting)}, since,
            (Act(_("Tables"), sight.link("tournament-tables"), Right.SCORE, opens=False),),
            icon="table", ref="all",
        )  # fmt: skip


def standing_by(sight: Sight) -> Iterator[Item]:
    """Somebody waits for a seat, and there is one. One query."""
    status = Entry.Status
    counts = sight.tournament.entries.aggregate(
        waiting=Count("pk", filter=Q(status=status.STANDBY)),
        entered=Count("pk", filter=Q(status=status.ACTIVE)),
    )
    limit = sight.tournament.entry_limit
    if counts["waiting"] and (limit is None or counts["entered"] < limit):
        text = ngettext(
            "%(n)d player stands by, and a seat is free.",
            "%(n)d players stand by, and a seat is free.",
            counts["waiting"],
        )
        yield Item(
            "standby", "plain", _("Stand-by list"), text % {"n": counts["waiting"]}, None,
            (Act(_("Check-in"), sight.link("tournament-check-in"), Right.SCORE, opens=False),),
            icon="user", ref="all",
        )  # fmt: skip


def flags_fallen(sight: Sight) -> Iterator[Item]:
    """Matches that were just lost on time. One query."""
    lost = Pairing.objects.filter(
        stage__tournament=sight.tournament, voided_at=None,
        outcome=Pairing.Outcome.TIME, decided_at__gt=sight.now - FLAG_SHOWN,
    )  # fmt: skip
    told = lost.order_by("-decided_at").annotate(
        who=F("loser__player__name"), team=F("loser__name")
    )
    for pairing in told[:5]:
        row = sight.parts.names.rounds.get(pairing.round_id)
        said = {
            "name": pairing.team or pairing.who,
            "place": sight.parts.names.full_round(row) if row else "",
        }
        yield Item(
            "flag", "plain", _("Flag fell"),
            _("%(place)s. %(name)s lost on time; the draw has moved.") % said,
            pairing.decided_at,
            (Act(_("Open"), sight.link("tournament-pairing", pairing.pk), key="o"),),
            pairing.pk, icon="flag",
        )  # fmt: skip


READERS: list[Reader] = [
    disputes,
    about_time,
    orphaned_results,
    waiting_draws,
    held_back,
    without_table,
    standing_by,
    flags_fallen,
]
