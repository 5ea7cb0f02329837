"""Forms of the money pages. Amounts are typed as people write them; the cleaned data has them in smallest units."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.currency_form import CurrencyField
from tournaments.formats.base import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.models import FeePlan, LedgerLine, PrizeAgreement, SidePool
from tournaments.payouts.currency import NotAnAmountError, is_currency, plain, read
from tournaments.payouts.tables import TABLES
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.setup.forms.terms import pay_line, pay_prize

Kind = LedgerLine.Kind
SECTIONS = (
    (MAIN, _("Main bracket")),
    (CONSOLATION, _("Consolation")),
    (LAST_CHANCE, _("Last chance")),
)


class AmountField(forms.CharField):
    """An amount of money; the form sets `currency` before it is cleaned."""

    currency = "EUR"

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 20)
        super().__init__(**kwargs)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read(text, self.currency)
        except NotAnAmountError as error:
            message = _("Enter an amount such as 40 or 12.50.")
            raise forms.ValidationError(message, code="bad_amount") from error


class InCurrency(forms.Form):
    """A form whose amounts are of one currency."""

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_currency = currency
        for field in self.fields.values():
            if isinstance(field, AmountField):
                field.currency = currency


class PlanForm(InCurrency):
    """What a tournament costs."""

    currency = CurrencyField()
    entry_fee = AmountField(label=_("Entry fee"), required=False)
    registration_fee = AmountField(
        label=_("Registration fee"), required=False, help_text=_("Not part of the prize pool.")
    )
    reentry_fee = AmountField(
        label=_("Re-entry fee"), required=False, help_text=_("Leave empty to charge the entry fee.")
    )
    early_fee = AmountField(label=_("Early entry fee"), required=False)
    early_until = forms.DateTimeField(
        label=_("Early entry until"), required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Players who enter before then pay the early fee."),
    )  # fmt: skip
    reduced_fee = AmountField(label=_("Reduced entry fee"), required=False)
    reduced_for = forms.CharField(
        label=_("Who pays the reduced fee"), required=False, max_length=120,
        help_text=_("For example: born 2008 or later. Players who enter say so themselves."),
    )  # fmt: skip
    returned = forms.DecimalField(
        label=_("Return to players (%)"),
        min_value=0, max_value=100, decimal_places=2, initial=100,
    )  # fmt: skip
    added = AmountField(
        label=_("Added money"), required=False, help_text=_("From a sponsor or the organizer.")
    )
    pay_unit = AmountField(
        label=_("Rounding unit for prizes"), initial="1",
        help_text=_("Prizes are rounded down to this amount. The winner gets the rest."),
    )  # fmt: skip
    equal_points_share = forms.BooleanField(
        label=_("Split prizes between players level on points"), required=False
    )
    agreements = forms.BooleanField(
        label=_("Players may agree how to divide open prizes"), required=False,
        help_text=_("Chops and saves. Everybody concerned has to confirm."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        data = args[0] if args else None
        chosen = str(data.get("currency", "")) if data is not None else ""
        stored = kwargs["currency"]
        kwargs["currency"] = chosen if is_currency(chosen) else stored
        super().__init__(*args, **kwargs)
        self.fields["currency"].also_offer([stored])  # type: ignore[attr-defined]

    def plan(self) -> dict[str, Any]:
        """Arguments of `fees.set_plan`."""
        data = dict(self.cleaned_data)
        for name in ("entry_fee", "registration_fee", "added"):
            data[name] = data[name] or 0
        return data | {"pay_unit": data["pay_unit"] or 1}

    @staticmethod
    def initial_of(plan: FeePlan | None, currency: str) -> dict[str, Any]:
        if plan is None:
            return {"currency": currency, "returned": 100, "pay_unit": "1", "agreements": True}
        amounts = (
            "entry_fee", "early_fee", "reduced_fee", "registration_fee", "reentry_fee", "added", "pay_unit",
        )  # fmt: skip
        texts = {
            name: "" if getattr(plan, name) is None else plain(getattr(plan, name), plan.currency)
            for name in amounts
        }
        return texts | {
            "currency": plan.currency,
            "early_until": plan.early_until,
            "reduced_for": plan.reduced_for,
            "returned": percent(plan.returned),
            "equal_points_share": plan.equal_points_share,
            "agreements": plan.agreements,
        }


class OwnFeeForm(InCurrency):
    """What one entry pays instead."""

    entry_fee = AmountField(label=_("Entry fee"))
    registration_fee = AmountField(label=_("Registration fee"), required=False)
    note = forms.CharField(label=_("Reason"), max_length=200, required=False)


class LineForm(InCurrency):
    """A line of the ledger as it is typed."""

    kind = forms.ChoiceField(label=pgettext_lazy("money", "Item"))
    amount = AmountField(label=_("Amount"))
    who = forms.CharField(label=_("Payer or recipient"), max_length=120, required=False)
    method = forms.ChoiceField(label=_("Payment method"), choices=LedgerLine.Method.choices)
    note = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(self, *args: Any, kinds: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = [(kind, Kind(kind).label) for kind in kinds]
        self.fields["kind"].choices = chosen  # type: ignore[attr-defined]


class PayTableField(forms.CharField):
    """Lines of place and share, as in the settings of a tournament."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 2000)
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 4}))
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Any:
        lines = [line for line in super().clean(value).splitlines() if line.strip()]
        try:
            return [pay_prize(line) for line in lines]
        except ValueError as error:
            text = _("Each line needs a place, a colon and a percentage, such as 1: 50.")
            raise forms.ValidationError(text, code="bad_pay_table") from error


class PayTableRulingForm(ReasonForm):
    """The pay table of a tournament that has started."""

    pay_table = PayTableField(
        label=_("Payout table"),
        required=False,
        help_text=_(
            "One line per place, such as 1: 50. For a consolation: consolation 1: 25. Leave "
            "empty for no prizes."
        ),
    )


class PoolForm(InCurrency):
    """A side pool."""

    name = forms.CharField(label=_("Name"), max_length=60)
    fee = AmountField(label=pgettext_lazy("money", "Fee"))
    returned = forms.DecimalField(
        label=_("Return to players (%)"), min_value=0, max_value=100, decimal_places=2, initial=100
    )
    section = forms.ChoiceField(label=_("Standings used"), choices=SECTIONS, initial=MAIN)
    shares = forms.CharField(
        label=_("Shares (%)"), max_length=200, initial="100",
        help_text=_("Best-placed player first, such as 70, 30."),
    )  # fmt: skip
    requires = forms.TypedChoiceField(
        label=_("Required side pool"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, others: list[SidePool], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = {pool.pk: pool for pool in others}
        names = [
            ("", pgettext_lazy("side pool", "None")),
            *((pool.pk, pool.name) for pool in others),
        ]
        self.fields["requires"].choices = names  # type: ignore[attr-defined]

    def clean_shares(self) -> list[float]:
        try:
            return [float(part) for part in self.cleaned_data["shares"].replace("%", "").split(",")]
        except ValueError as error:
            raise forms.ValidationError(
                _("Enter numbers separated by commas, such as 70, 30.")
            ) from error

    def pool(self) -> dict[str, Any]:
        """Arguments of `fees.save_pool`."""
        data = self.cleaned_data
        shares = [int(share) if share == int(share) else share for share in data["shares"]]
        table = [
            {"section": data["section"], "place": place, "share": share}
            for place, share in enumerate(shares, start=1)
        ]
        requires = self.others.get(data["requires"]) if data["requires"] else None
        same = {name: data[name] for name in ("name", "fee", "returned", "section")}
        return same | {"pay_table": table, "requires": requires}

    @staticmethod
    def initial_of(pool: SidePool, currency: str) -> dict[str, Any]:
        shares = ", ".join(f"{line['share']:.9g}" for line in pool.pay_table)
        return {
            "name": pool.name, "fee": plain(pool.fee, currency), "section": pool.section,
            "returned": percent(pool.returned), "shares": shares, "requires": pool.requires_id or "",
        }  # fmt: skip


class CalcuttaForm(forms.Form):
    """The terms of an auction."""

    pay_table = PayTableField(
        label=_("Payout table"),
        help_text=_("One line per place, such as 1: 50. For a consolation: consolation 1: 25."),
    )
    returned = forms.DecimalField(
        label=_("Return to players (%)"), min_value=0, max_value=100, decimal_places=2, initial=100
    )
    buy_back = forms.IntegerField(
        label=_("Maximum buy-back (%)"),
        min_value=0, max_value=100, initial=50,
    )  # fmt: skip


class BidForm(InCurrency):
    """The highest bid of a lot."""

    price = AmountField(label=_("Highest bid"))
    owner = forms.CharField(label=_("Buyer"), max_length=80)


class AuctionBidForm(InCurrency):
    """A bid at the auction; its bidder may be named later."""

    price = AmountField(label=_("Bid"))
    owner = forms.CharField(
        label=_("Bidder"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"list": "buyers", "autocomplete": "off"}),
    )


def percent(stored: Decimal) -> str:
    """A percentage as it is typed: 100, 92.5."""
    return f"{stored:f}".rstrip("0").rstrip(".") if stored % 1 else str(int(stored))


class AgreementForm(InCurrency):
    """The terms of an agreement of one kind, between `players`, their ids with their titles."""

    Kind = PrizeAgreement.Kind

    def __init__(
        self, *args: Any, kind: str, players: tuple[tuple[int, str], ...], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        for name, field in self._fields_of(kind):
            if isinstance(field, AmountField):
                field.currency = self.of_currency
            self.fields[name] = field

    def _fields_of(self, kind: str) -> list[tuple[str, forms.Field]]:
        if kind == self.Kind.GIVEN:
            return [(f"amount_{pk}", AmountField(label=title)) for pk, title in self.players]
        if kind == self.Kind.REST:
            return [("each", AmountField(label=_("Amount for each player")))]
        if kind != self.Kind.SAVE:
            return []
        part = forms.IntegerField(
            label=_("Part of the other’s prize (%)"), min_value=1, max_value=100
        )
        return [
            ("first", forms.TypedChoiceField(label=_("Player"), choices=self.players, coerce=int)),
            (
                "second",
                forms.TypedChoiceField(
                    label=_("Other player"), choices=self.players, coerce=int,
                    initial=self.players[1][0] if len(self.players) > 1 else None,
                ),
            ),
            ("percent", part),
        ]  # fmt: skip

    def terms(self) -> dict[str, Any]:
        """Arguments of `AgreementTerms`, without kind and section."""
        data = self.cleaned_data
        amounts = {
            pk: data[f"amount_{pk}"] for pk, _title in self.players if f"amount_{pk}" in data
        }
        return {
            "amounts": amounts,
            "each": data.get("each") or 0,
            "percent": data.get("percent"),
            "two": (data["first"], data["second"]) if "first" in data else (),
        }


def table_text(stored: list[dict[str, Any]]) -> str:
    """A pay table as it is typed."""
    return "\n".join(map(pay_line, stored))


def usual_tables() -> list[tuple[str, str]]:
    """Pay tables to begin with, as text, by their names."""
    names = {
        "winner": _("Winner takes all"), "small": _("Up to 16 players, with a consolation"),
        "large": _("More players, with a consolation and a last chance"), "columbus": _("Four places"),
        "pool": _("Three places, steep"), "wide": _("Six places"), "teams": _("Three places"),
        "round_robin": _("Round robin, five places"), "consolation": _("Consolation only"),
    }  # fmt: skip
    return [(str(names[key]), table_text(stored_table(key))) for key in names]


def stored_table(name: str) -> list[dict[str, Any]]:
    """A usual pay table as a tournament stores it: shares rounded down to six decimals, from which twelfths are recognized."""
    return [
        {
            "section": prize.section,
            "place": prize.place,
            "share": _stored(Decimal(int(prize.share * 10**6)) / 10**6),
        }
        for prize in TABLES[name]
    ]


def _stored(share: Decimal) -> int | float:
    return int(share) if share == int(share) else float(share)
