"""The receipt of one entry: a page for the desk, and the paper."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.money_texts import amount_text
from tournaments.printing.selectors.receipts import Receipt, receipt_of
from tournaments.printing.sheets.tables import PaperColumn, PaperTable, table_sheets
from tournaments.printing.views.paper_request import PaperRequest, Sheets, size_in
from tournaments.printing.views.papers import PaperFile, head_of, pdf_response
from web.date_texts import day_time_text


@login_required
@never_cache
@require_safe
def receipt_page(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """What the entry paid, to show and to print. For who may write down payments."""
    tournament = tournament_with_right(request, slug)
    context = {
        "tournament": tournament,
        "receipt": receipt_of(tournament, entry_id),
        "size": size_in(request),
    }
    return render(request, "tournaments/printing/receipt.html", context)


@login_required
@require_safe
def receipt_paper(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The same as a PDF."""
    tournament = tournament_with_right(request, slug)
    receipt = receipt_of(tournament, entry_id)
    asked = PaperRequest(request, tournament)
    file = PaperFile(_("Receipt"), f"{slug}-receipt-{receipt.number}", tournament.time_zone)
    return pdf_response(request, _sheets(asked, receipt), head_of(asked, "receipt"), file)


def _sheets(asked: PaperRequest, receipt: Receipt) -> Sheets:
    code = receipt.currency
    fees = PaperTable(
        receipt.entry.title,
        (
            PaperColumn(pgettext("money", "Item"), grows=1),
            PaperColumn(pgettext("money", "Due"), "right", least=80),
        ),
        [(label, amount_text(amount, code)) for label, amount in receipt.fees],
        (pgettext("sum", "Total"), amount_text(sum(due for _label, due in receipt.fees), code)),
        note=receipt.note,
    )
    left = _("Outstanding: %(amount)s") % {"amount": amount_text(receipt.owes, code)}
    paid = PaperTable(
        _("Payments"),
        (
            PaperColumn(_("Date"), least=120),
            PaperColumn(pgettext("money", "Item"), grows=1),
            PaperColumn(_("Payment method"), least=90),
            PaperColumn(pgettext("money", "Paid"), "right", least=80),
        ),
        [
            (day_time_text(line.at), line.label, line.method, amount_text(line.amount, code))
            for line in receipt.payments
        ],
        (pgettext("sum", "Total"), "", "", amount_text(receipt.paid, code)),
        note=left if receipt.owes > 0 else "",
    )
    signed = PaperTable("", (PaperColumn(_("Received (signature)"), grows=1),), [("",)], pitch=36)
    title = _("Receipt %(number)s") % {"number": receipt.number}
    return table_sheets(asked.paper, title, [fees, paid, signed])
