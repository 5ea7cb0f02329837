"""Papers of the desk: match slips, sheets for matches, players and payments, prizes and pools."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.core.money_texts import amount_text, percent_text
from tournaments.desk.selectors.room_plan import PlanTable
from tournaments.desk.selectors.room_scope import plan_at_desk
from tournaments.models import Calcutta
from tournaments.money.selectors.accounts import Account, accounts
from tournaments.money.selectors.payouts import SheetLine, SheetPart, payout_sheet
from tournaments.money.selectors.pool_sheets import (
    CalcuttaSheet,
    PoolRow,
    calcutta_sheet,
    pool_rows,
)
from tournaments.printing.selectors import paper_content
from tournaments.printing.sheets.match_sheets import MatchText, monitor_sheets, score_sheets
from tournaments.printing.sheets.room_plans import PlanBox, room_sheets
from tournaments.printing.sheets.slips import SlipText, slip_sheets
from tournaments.printing.sheets.tables import PaperColumn, PaperTable, table_sheets
from tournaments.printing.views.paper_request import PaperRequest, Sheets
from tournaments.venue.selectors.venue import slip_address, slips_of

TO_WRITE = 24.0  # points of a line to write on


def slips(asked: PaperRequest) -> Sheets:
    """Slips of all undecided matches over the board; or of one round."""
    texts = [
        SlipText(
            tournament=asked.tournament.name,
            match=row.name if row.teams is None else f"{row.name} / {row.board}",
            round=row.round_name,
            length=row.length,
            table=str(row.table or ""),
            names=row.names,
            teams=row.teams,
            address=slip_address(row.code),
            code=row.code,
            is_session=row.is_session,
        )
        for row in slips_of(asked.tournament, names=asked.parts.names)
        if asked.round in (None, row.round)
    ]
    return slip_sheets(asked.paper, texts, on_sheet=asked.on_sheet)


def room(asked: PaperRequest) -> Sheets:
    """The plan of every room."""
    viewer = asked.request.user
    now = timezone.now()
    rooms = plan_at_desk(asked.tournament, viewer, now).rooms
    return room_sheets(
        asked.paper, [(grid.room, [[_box(c) for c in row] for row in grid.rows]) for grid in rooms]
    )


def _box(table: PlanTable | None) -> PlanBox | None:
    if table is None:
        return None
    reserved = table.word if table.state in ("reserved", "out") else ""
    stream = _("Stream table") if table.stream else ""
    note = " · ".join(part for part in (reserved, stream, table.note) if part)
    return PlanBox(table.number, note, table.state == "out")


def scores(asked: PaperRequest) -> Sheets:
    """A score sheet for each open match."""
    matches = list(_matches(asked))
    crawford = any(has for _match, has in matches)
    return score_sheets(asked.paper, [match for match, _has in matches], crawford=crawford)


def monitors(asked: PaperRequest) -> Sheets:
    """A monitor sheet for each open match."""
    return monitor_sheets(asked.paper, [match for match, _crawford in _matches(asked)])


def _matches(asked: PaperRequest) -> Iterator[tuple[MatchText, bool]]:
    rounds = bracket_view(asked.tournament, asked.request.user)
    shown = paper_content.open_pairings(rounds, asked.round)
    at_tables = paper_content.at_tables(asked.tournament, shown)
    for row, pairings in shown:
        clock, crawford = paper_content.match_terms(asked.tournament, asked.parts.names, row.id)
        for pairing in pairings:
            first, second = (slot.player for slot in pairing.slots)
            if first is None or second is None or pairing.outcome:
                continue
            title = f"{row.full_name or row.name} · {pairing.name}"
            table = str(pairing.table or "") if pairing.id in at_tables else None
            names = (first.name, second.name)
            yield MatchText(title, names, row.length, table, clock, row.is_session), crawford


def players(asked: PaperRequest) -> Sheets:
    """All entered players with their payments; without fees a list to tick."""
    plan = plan_of(asked.tournament)
    if plan is None:
        return _without_fees(asked)
    columns = (
        PaperColumn("", "right"),
        PaperColumn(_("Player"), grows=2, bold=True, of_names=True),
        PaperColumn(pgettext("money", "Item"), grows=1),
        PaperColumn(pgettext("money", "Due"), "right", least=46),
        PaperColumn(pgettext("money", "Paid"), "right", least=46),
        PaperColumn(pgettext("money", "Outstanding"), "right", least=46, bold=True),
        PaperColumn(_("Checked in"), "center", least=34),
    )
    listed = [account for account in accounts(asked.tournament, plan) if account.plays]
    rows = [_account(n, account, plan.currency) for n, account in enumerate(listed, start=1)]
    total = (
        "", pgettext("sum", "Total"), "", amount_text(sum(account.due for account in listed), plan.currency),
        amount_text(sum(account.paid for account in listed), plan.currency),
        amount_text(sum(max(account.owes, 0) for account in listed), plan.currency), "",
    )  # fmt: skip
    return table_sheets(asked.paper, _players_title(asked), [PaperTable("", columns, rows, total)])


def _account(number: int, account: Account, currency: str) -> tuple[str, ...]:
    items = " · ".join(capfirst(item.label) for item in account.items)
    left = amount_text(account.owes, currency) if account.owes else "–"
    return (
        str(number), account.name, items, amount_text(account.due, currency), amount_text(account.paid, currency), left,
        "",
    )  # fmt: skip


def _without_fees(asked: PaperRequest) -> Sheets:
    active = asked.tournament.entries.filter(status="active").select_related("player")
    entries = sorted(active, key=lambda entry: (entry.title.casefold(), entry.pk))
    columns = (
        PaperColumn("", "right"),
        PaperColumn(_("Player"), grows=2, bold=True, of_names=True),
        PaperColumn(_("Country")),
        PaperColumn(pgettext("player’s club", "Club"), grows=1),
        PaperColumn(pgettext("ranking in the draw", "Seed"), "right", least=34),
        PaperColumn(pgettext("money", "Paid"), least=70),
        PaperColumn(_("Checked in"), "center", least=40),
    )
    rows = [
        (
            str(n), entry.title, str(entry.player.country or ""), entry.club,
            str(entry.seed or ""), "", "",
        )
        for n, entry in enumerate(entries, start=1)
    ]  # fmt: skip
    if not rows:
        return []
    return table_sheets(asked.paper, _players_title(asked), [PaperTable("", columns, rows)])


def _players_title(asked: PaperRequest) -> str:
    division = asked.tournament.division
    return _("Players · %(division)s") % {"division": division} if division else _("Players")


def payouts(asked: PaperRequest) -> Sheets:
    """The prizes due, each with a line to sign."""
    sheet = payout_sheet(asked.tournament)
    tables = [_payout(part, sheet.currency) for part in sheet.parts if part.lines]
    return table_sheets(asked.paper.turned, _("Payouts"), tables) if tables else []


def _payout(part: SheetPart, currency: str) -> PaperTable:
    columns = (
        PaperColumn(pgettext("rank", "Place"), "right"),
        PaperColumn(_("Bracket")),
        PaperColumn(_("Paid to"), grows=1, bold=True, least=120, of_names=True),
        PaperColumn(pgettext("money", "Due"), "right", least=60),
        PaperColumn(pgettext("money", "Paid"), "right", least=60),
        PaperColumn(pgettext("money", "Outstanding"), "right", least=60, bold=True),
        PaperColumn(_("Date"), least=60),
        PaperColumn(_("Received (signature)"), least=190),
    )
    total = (
        "", "", pgettext("sum", "Total"), amount_text(sum(line.due for line in part.lines), currency),
        amount_text(sum(line.paid for line in part.lines), currency),
        amount_text(sum(max(line.open, 0) for line in part.lines), currency), "", "",
    )  # fmt: skip
    rows = [_line(line, currency) for line in part.lines]
    pot = _("Pot: %(amount)s") % {"amount": amount_text(part.pot, currency)} if part.pot else ""
    return PaperTable(part.title, columns, rows, total, pitch=TO_WRITE, note=pot)


def _line(line: SheetLine, currency: str) -> tuple[str, ...]:
    place = "" if line.place_from is None else str(line.place_from)
    if line.place_to not in (None, line.place_from):
        place += f"–{line.place_to}"
    return (
        place, line.table, line.who, amount_text(line.due, currency), amount_text(line.paid, currency),
        amount_text(line.open, currency), "", "",
    )  # fmt: skip


def pools(asked: PaperRequest) -> Sheets:
    """Side pools with their players, and the lots of the calcutta."""
    plan = plan_of(asked.tournament)
    currency = plan.currency if plan else ""
    tables = [_pool(pool, currency) for pool in pool_rows(asked.tournament)]
    calcutta = Calcutta.objects.filter(tournament=asked.tournament).first()
    sheet = calcutta_sheet(asked.tournament, calcutta)
    if sheet is not None:
        tables.append(_calcutta(sheet, currency))
    return table_sheets(asked.paper, _("Side pools and Calcutta"), tables) if tables else []


def _pool(pool: PoolRow, currency: str) -> PaperTable:
    columns = (
        PaperColumn("", "right"),
        PaperColumn(_("Player"), grows=1, bold=True, of_names=True),
        PaperColumn(pgettext("money", "Fee"), "right", least=60),
        PaperColumn(pgettext("money", "Paid"), least=90),
    )
    inside = [member for member in pool.members if member.inside]
    fee = amount_text(pool.pool.fee, currency)
    rows = [(str(n), member.name, fee, "") for n, member in enumerate(inside, start=1)]
    rows += [("", "", "", "")] * 4  # for players who join at the desk
    values = {"pot": amount_text(pool.pot, currency), "shares": pool.shares}
    title = _("Side pool: %(name)s") % {"name": pool.pool.name}
    return PaperTable(title, columns, rows, note=_("Pot: %(pot)s · Shares: %(shares)s") % values)


def _calcutta(sheet: CalcuttaSheet, currency: str) -> PaperTable:
    columns = (
        PaperColumn(pgettext("calcutta", "Lot"), "right"),
        PaperColumn(_("Players"), grows=1, bold=True),
        PaperColumn(_("Price"), "right", least=60),
        PaperColumn(_("Owner"), grows=1, least=110),
        PaperColumn(_("Buy-back"), least=70),
        PaperColumn(pgettext("money", "Outstanding"), "right", least=60),
    )
    rows = []
    for row in sheet.lots:
        sold = row.lot.price is not None
        back = " · ".join(percent_text(share) for _pk, _name, share in row.entries if share)
        rows.append(
            (
                str(row.lot.number), " · ".join(name for _pk, name, _back in row.entries),
                amount_text(row.lot.price or 0, currency) if sold else "", row.lot.owner, back,
                amount_text(row.open, currency) if sold else "",
            )
        )  # fmt: skip
    values = {"bids": amount_text(sheet.bids, currency), "pot": amount_text(sheet.pot, currency)}
    note = _("Bids: %(bids)s · Pot: %(pot)s") % values
    return PaperTable(_("Calcutta"), columns, rows, note=note, pitch=20)
