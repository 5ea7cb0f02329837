"""What needs a decision about a match: disputed scores, late players, long matches, missing tables (for
attention.py)."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.core.permissions import Right
from tournaments.desk.selectors.attention_items import (
    MOST,
    AttentionItem,
    DeskSnapshot,
    ItemAction,
    Severity,
)
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.models import Pairing, Result, Slip, Slot
from tournaments.timing.selectors.pace import DEFAULT, paces_for
from tournaments.timing.selectors.timing import Need, needs_among
from tournaments.venue.selectors.claims import claims_of
from tournaments.venue.selectors.venue import SlipReport, SlipRow, rows_among


def disputes(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """The two players report different scores. Five queries where there are any."""
    disputed = {row.slip or 0: row for row in snapshot.rows if row.disputed_at is not None}
    if not disputed:
        return
    drawn = [(at.tournament, at.parts.names) for at in snapshot]
    for slip in rows_among(Slip.objects.filter(pk__in=disputed), drawn):
        row = disputed[slip.id]
        at = snapshot.at(row)
        claims = [_reported(slip, report) for report in slip.reports]
        yield AttentionItem(
            row.tournament, "dispute", "danger", _("Score disputed"),
            " · ".join([at.place(row), *(claims or [" – ".join(slip.names)])]),
            row.disputed_at,
            tuple(_ways_to_decide(slip, at.link("tournament-slip", slip.id))),
            row.pairing,
        )  # fmt: skip


def confirmed_by_slip(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Both sides report the same score, but with the match slip: one person may have sent both reports. Five queries
    where there are any."""
    agreed = {row.slip or 0: row for row in snapshot.rows if row.is_agreed}
    if not agreed:
        return
    drawn = [(at.tournament, at.parts.names) for at in snapshot]
    for slip in rows_among(Slip.objects.filter(pk__in=agreed), drawn):
        row = agreed[slip.id]
        at, is_one_network = snapshot.at(row), _from_one_network(slip)
        claims = claims_of(slip)
        values = {"place": at.place(row), "score": " · ".join(claim.text for claim in claims)}
        title = _("Confirmed with match slip")
        # Translators: place: Table 9, Round 2; who: Anna – Bob
        text = _("%(place)s, %(who)s: %(score)s. Confirmed only with the match slip.")
        if is_one_network:
            title = _("Both reports from one network")
            # Translators: place: Table 9, Round 2; who: Anna – Bob
            text = _("%(place)s, %(who)s: %(score)s. Both reports came from one network address.")
        record = at.link("tournament-slip", slip.id)
        acts = [
            ItemAction(claim.text, record, Right.SCORE, "a", send=("report", str(claim.report)))
            for claim in claims
        ]
        yield AttentionItem(
            row.tournament, "by-slip", "warn" if is_one_network else "plain",
            title, text, slip.reports[-1].at,
            (*acts, ItemAction(_("Other result"), record, Right.SCORE, "d")),
            row.pairing, until=slip.stands_at, values=values,
        )  # fmt: skip


def _from_one_network(slip: SlipRow) -> bool:
    """Were two reports made with the slip from the same address?"""
    networks = [report.network for report in slip.reports if report.with_slip and report.network]
    return len(networks) != len(set(networks))


def _ways_to_decide(slip: SlipRow, page: str) -> Iterator[ItemAction]:
    """Each of the two reported scores, and any other score."""
    for key, claim in zip("ab", claims_of(slip), strict=False):
        yield ItemAction(claim.text, page, key=key, send=("report", str(claim.report)))
    yield ItemAction(_("Other result"), page, Right.SCORE, "d")


def _reported(slip: SlipRow, report: SlipReport) -> str:
    """One report in a sentence: Ferreira says 5–3."""
    speaker = dict(zip(slip.entries, slip.names, strict=True)).get(report.side or 0) or _(
        "The desk"
    )
    if report.winner is None:
        return _("%(name)s disputes the result") % {"name": speaker}
    if report.score is None:
        winner = dict(zip(slip.entries, slip.names, strict=True)).get(report.winner, "?")
        return _("%(name)s reports the winner: %(winner)s") % {"name": speaker, "winner": winner}
    values = {"name": speaker, "one": report.score[0], "two": report.score[1]}
    return _("%(name)s reports %(one)s–%(two)s") % values


def about_time(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Late players and proposed penalties, rounds past their deadline, matches that are long or paused. See
    timing.py."""
    for need in needs_among({at.tournament.pk: at.parts.names for at in snapshot}, snapshot.now):
        title, severity, icon = _of_time(need.kind)
        who = " – ".join(need.who)
        text = f"{need.name}: {who}. {need.text}" if who else f"{need.name}. {need.text}"
        acts = tuple(_acts_on_time(snapshot.scope[need.tournament], need))
        yield AttentionItem(
            need.tournament, need.kind, severity, title, text, need.since, acts, need.pairing,
            icon=icon, ref=str(need.penalty or need.pairing or need.round or ""),
        )  # fmt: skip


def _of_time(kind: str) -> tuple[str, Severity, str]:
    labels: dict[str, tuple[str, Severity, str]] = {
        "late": (_("Not at the table"), "warn", "user"),
        "penalty": (_("Penalty proposed"), "warn", "clock"),
        "deadline": (_("Deadline passed"), "warn", "clock"),
        "long": (_("Long match"), "warn", "clock"),
        "paused": (pgettext("match", "Paused"), "warn", "pause"),
    }
    return labels.get(kind, (kind, "plain", "alert"))


def long_at_tables(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Over the board: a match that has taken longer than usual. One query where one may have."""
    on = [row for row in snapshot.rows if row.slip is not None and row.state == "playing"]
    started = [(row.tournament, row.since, row.head.row.length) for row in on if row.since]
    paces = paces_for(started, snapshot.now)
    for row in on:
        pace = paces.get(row.tournament, DEFAULT)
        if row.since is None or not pace.is_slow(row.since, row.head.row.length, snapshot.now):
            continue
        at = snapshot.at(row)
        yield AttentionItem(
            row.tournament, "long", "warn", _("Long match"),
            # Translators: place: Table 9, Round 2; who: Anna – Bob
            _("%(place)s, %(who)s: longer than usual."),
            row.since,
            (
                ItemAction(_("Enter result"), at.link("tournament-slip", row.slip), Right.SCORE, "r"),
                ItemAction(pgettext("button", "Open"), at.link("tournament-pairing", row.pairing), key="o"),
            ),
            row.pairing, icon="clock", values={"place": at.place(row)},
        )  # fmt: skip


def _acts_on_time(at: DeskTournament, need: Need) -> Iterator[ItemAction]:
    if need.pairing is None:
        if need.round is not None:
            yield ItemAction(_("Deadline"), at.link("tournament-deadline", need.round), key="o")
        return
    if need.penalty is not None:
        proposal = at.link("tournament-penalty", need.penalty)
        yield ItemAction(_("Give penalty"), proposal, key="a", send=("do", "accept"))
        yield ItemAction(_("Waive penalty"), proposal, key="b", send=("do", "decline"))
    if need.kind == "paused":
        yield ItemAction(_("Resume match"), at.action_link(need.pairing, "resume"), key="p")
    if need.absence is not None:
        there = at.link("tournament-arrived", need.absence)
        yield ItemAction(_("Mark as arrived"), there, key="a", send=("do", "arrived"))
    if need.kind == "late":
        yield ItemAction(_("Record forfeit"), at.action_link(need.pairing, "forfeit"), key="f")
    yield ItemAction(
        pgettext("button", "Open"), at.link("tournament-pairing", need.pairing), key="o"
    )


FLAG_SHOWN = timedelta(minutes=15)


def orphaned_results(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """A result that counts for nobody: after a correction other players sit in its pairing. One query."""
    results = Result.objects.filter(
        pairing__stage__tournament__in=snapshot.tournaments,
        pairing__voided_at=None, pairing__decided_at=None,
        superseded_by=None, revoked_at=None, source=Result.Source.RULING,
    ).exclude(kind=Result.Kind.VOID)  # fmt: skip
    loser_slot = Slot.objects.filter(pairing=OuterRef("pairing"), entry=OuterRef("loser"))
    for pk, pairing, round_id, of, since in results.exclude(Exists(loser_slot)).values_list(
        "pk", "pairing_id", "pairing__round_id", "pairing__stage__tournament_id", "created_at"
    )[:MOST]:
        at = snapshot.scope[of]
        values = {"place": _round_name(at, round_id)}
        yield AttentionItem(
            of, "orphan", "warn", _("Result for other players"),
            _("%(place)s: the recorded result belongs to other players and does not count.") % values,
            since,
            (ItemAction(pgettext("button", "Open"), at.link("tournament-pairing", pairing), key="o"),),
            pairing, ref=str(pk),
        )  # fmt: skip


def _round_name(at: DeskTournament, round_id: int) -> str:
    row = at.parts.names.rounds.get(round_id)
    return at.parts.names.full_round(row) if row else ""


def without_table(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Over the board: pairings that could be played and have no table."""
    for of, at in snapshot.scope.items():
        waiting = [
            row
            for row in snapshot.rows
            if row.tournament == of and row.state == "ready" and row.slip is not None
        ]
        if not waiting:
            continue
        text = ngettext(
            "%(n)d pairing has no table.", "%(n)d pairings have no table.", len(waiting)
        )
        since = min((row.since for row in waiting if row.since), default=None)
        yield AttentionItem(
            of, "table", "plain", _("No table yet"), text % {"n": len(waiting)}, since,
            (ItemAction(pgettext("furniture", "Tables"), at.link("tournament-tables"), Right.SCORE, opens=False),),
            icon="table", ref="all",
        )  # fmt: skip


def without_lineups(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Matches of teams that have no boards because a line-up is missing."""
    counts = Counter(row.tournament for row in snapshot.rows if row.state == "lineups")
    for of, n in counts.items():
        text = ngettext("%(n)d match has no boards yet.", "%(n)d matches have no boards yet.", n)
        page = snapshot.scope[of].link("tournament-manage-lineups")
        yield AttentionItem(
            of, "lineups", "plain", _("Waiting for line-ups"), text % {"n": n}, None,
            (ItemAction(_("Line-ups"), page, opens=False),), icon="user", ref="all",
        )  # fmt: skip


def flags_fallen(snapshot: DeskSnapshot) -> Iterator[AttentionItem]:
    """Matches that were just lost on time. One query."""
    lost = Pairing.objects.filter(
        stage__tournament__in=snapshot.tournaments, voided_at=None,
        outcome=Pairing.Outcome.TIME, decided_at__gt=snapshot.now - FLAG_SHOWN,
    )  # fmt: skip
    pairings = lost.order_by("-decided_at").annotate(
        who=F("loser__player__name"), team=F("loser__name"), of=F("stage__tournament_id")
    )
    for pairing in pairings[:5]:
        at = snapshot.scope[pairing.of]
        values = {
            "name": pairing.team or pairing.who,
            "place": _round_name(at, pairing.round_id),
        }
        yield AttentionItem(
            pairing.of, "flag", "plain", _("Time forfeit"),
            _("%(place)s. %(name)s loses on time. The draw is up to date.") % values,
            pairing.decided_at,
            (ItemAction(pgettext("button", "Open"), at.link("tournament-pairing", pairing.pk), key="o"),),
            pairing.pk, icon="flag",
        )  # fmt: skip
