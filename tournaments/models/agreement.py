"""What players still in have agreed about prizes that are open. Rows are kept when an agreement ends."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Entry, Tournament


class PrizeAgreement(models.Model):
    """A chop or a save in the table `section` of a tournament (docs/directing/money.md).

    A chop divides `total`, what the places of its players are worth, in units of the currency. A save has no total: each of
    its two players gets `percent` of what the other wins. It counts from `agreed_at`, when all have confirmed it, until
    `ended_at`.
    """

    class Kind(models.TextChoices):
        EQUAL = "equal", _("Chop: equal shares")
        GIVEN = "given", _("Chop: agreed amounts")
        REST = "rest", _("Chop: a fixed amount each, the rest to the winner")
        SAVE = "save", _("Save between two players")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="prize_agreements"
    )
    section = models.CharField("table", max_length=16, default="main")
    kind = models.CharField("kind", max_length=8, choices=Kind.choices)
    total = models.PositiveBigIntegerField("sum divided", default=0)
    percent = models.PositiveSmallIntegerField(
        "part of the other’s prize (%)", null=True, blank=True
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    proposed_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField("why it ended", max_length=200, blank=True)

    class Meta:
        verbose_name = "prize agreement"
        verbose_name_plural = "prize agreements"
        ordering = ["-proposed_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "section"],
                condition=Q(ended_at=None) & ~Q(kind="save"),
                name="prizeagreement_one_chop_standing",
            ),
            models.CheckConstraint(
                condition=Q(kind="save", percent__gte=1, percent__lte=100)
                | (~Q(kind="save") & Q(percent=None)),
                name="prizeagreement_percent_of_save",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind}"

    @property
    def is_chop(self) -> bool:
        return self.kind != self.Kind.SAVE


class AgreementShare(models.Model):
    """One entry of an agreement: its amount, 0 in a save, and its confirmation. `note` is a director's who confirmed for it."""

    agreement = models.ForeignKey(PrizeAgreement, on_delete=models.CASCADE, related_name="shares")
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="agreement_shares")
    amount = models.PositiveBigIntegerField("amount", default=0)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField("note", max_length=200, blank=True)

    class Meta:
        verbose_name = "share in an agreement"
        verbose_name_plural = "shares in agreements"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["agreement", "entry"], name="agreementshare_once"),
        ]

    def __str__(self) -> str:
        return f"{self.agreement_id}: {self.entry_id}"
