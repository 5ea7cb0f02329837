"""Tournaments on the staff's pages. Directing happens on the director's pages, where every change is a ruling."""

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from accounts.admin_base import ReadOnlyAdmin, ReadOnlyInline
from tournaments.core.round_names import full_round_name, pairing_name
from tournaments.formats.registry import FORMATS
from tournaments.models import (
    Entry,
    Notice,
    Override,
    Pairing,
    PairingMatch,
    Result,
    Ruling,
    Tournament,
)
from tournaments.ruling.selectors.verbs import verb_name
from tournaments.setup.selectors.rule_card import rule_card
from tournaments.staff.admin import HandOverAct


class EntryInline(ReadOnlyInline):
    """The entries of a tournament."""

    model = Entry
    fields = ["player", "seed", "status", "entered_at"]


PLAIN = frozenset({"name", "description", "organizer"})
"""The fields of a tournament that may be changed; its directors are rows of their own."""


@admin.register(Tournament)
class TournamentAdmin(HandOverAct):
    """Texts and people may be changed here; rules, draw and state are changed on the director's pages."""

    list_display = ["name", "status", "organizer", "entry_count", "starts_at", "created_at"]
    list_filter = ["status", "format", "draw_method", "entry_kind", "is_demo", "created_at"]
    list_select_related = ["organizer"]
    search_fields = ["name", "slug", "organizer__username"]
    autocomplete_fields = ["organizer", "directors"]
    date_hierarchy = "created_at"
    inlines = [EntryInline]
    fields = [
        "name", "description", "organizer", "directors", "desk", "slug", "status", "starts_at", "time_zone",
        "entry_limit", "entry_kind", "boards", "terms", "started_at", "finished_at", "version",
    ]  # fmt: skip
    readonly_fields = fields[4:]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        tournaments = super().get_queryset(request).filter(is_rehearsal=False)
        active = Q(entries__status=Entry.Status.ACTIVE)  # as everywhere on the site
        return tournaments.annotate(entry_count=Count("entries", filter=active))

    @admin.display(description="desk")
    def desk(self, tournament: Tournament) -> str:
        """A link to where all but these texts and people is changed."""
        address = reverse("tournament-manage", args=[tournament.slug])
        return format_html('<a href="{}">Open desk</a>', address)

    @admin.display(description="rule card")
    def terms(self, tournament: Tournament) -> str:
        """Format, rules, clock and prizes, as the public page says them."""
        lines = ((line.label, line.text) for line in rule_card(tournament))
        return format_html_join(mark_safe("<br>"), "{}: {}", lines)

    @admin.display(description="entries", ordering="entry_count")
    def entry_count(self, tournament: Tournament) -> int:
        return getattr(tournament, "entry_count", 0)

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: "ModelForm[Tournament]", change: bool
    ) -> None:
        """Only what was changed here: the rest may have moved on since the form was read."""
        stored = Tournament.objects.select_for_update().get(pk=obj.pk)
        obj.version = stored.version + 1
        obj.save(update_fields=[*(set(form.changed_data) & PLAIN), "version", "updated_at"])

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        return False


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Entries of all tournaments."""

    list_display = ["player", "tournament", "seed", "status", "entered_at"]
    list_filter = ["status", "tournament__status", "entered_at"]
    list_select_related = ["player", "tournament"]
    search_fields = ["player__name", "tournament__name"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).filter(tournament__is_rehearsal=False)


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """Pairings of the draws."""

    list_display = ["name", "tournament", "round_name", "winner", "loser", "outcome", "decided_at"]
    list_filter = ["outcome", "decided_at"]
    list_select_related = ["stage__tournament", "round", "winner__player", "loser__player"]
    search_fields = ["key", "stage__tournament__name", "slots__entry__player__name"]

    @admin.display(description="pairing", ordering="key")
    def name(self, pairing: Pairing) -> str:
        return _name_of(pairing)

    @admin.display(description="round", ordering="round__number")
    def round_name(self, pairing: Pairing) -> str:
        row = pairing.round
        return full_round_name(row.name_key, row.section, FORMATS[pairing.stage.format].sections)

    @admin.display(description="tournament")
    def tournament(self, pairing: Pairing) -> str:
        return pairing.stage.tournament.name


@admin.register(PairingMatch)
class PairingMatchAdmin(ReadOnlyAdmin):
    """Matches with the pairings they were made for."""

    list_display = ["pairing", "board", "match", "created_at", "recorded_at", "voided_at"]
    list_filter = ["recorded_at", "voided_at", "match__finished_at"]
    list_select_related = ["pairing", "match"]
    search_fields = ["match__id", "pairing__stage__tournament__name"]


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """Decisions, superseded ones included."""

    list_display = ["pairing", "winner", "loser", "kind", "source", "created_at", "superseded_by"]
    list_filter = ["kind", "source", "created_at"]
    list_select_related = ["pairing", "winner__player", "loser__player", "superseded_by"]
    search_fields = ["winner__player__name", "loser__player__name"]


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """The audit trail of rulings: who, when, what, why."""

    list_display = ["at", "tournament", "called", "place", "by", "reason"]
    list_filter = ["verb", "at"]
    list_select_related = ["tournament", "pairing__round", "pairing__stage", "by"]
    search_fields = ["tournament__name", "by__username", "reason"]
    date_hierarchy = "at"

    @admin.display(description="ruling", ordering="verb")
    def called(self, ruling: Ruling) -> str:
        return verb_name(ruling.verb)

    @admin.display(description="pairing", ordering="pairing__key")
    def place(self, ruling: Ruling) -> str:
        return "–" if ruling.pairing is None else _name_of(ruling.pairing)


@admin.register(Override)
class OverrideAdmin(ReadOnlyAdmin):
    """Slots set by hand."""

    list_display = ["pairing", "side", "entry", "created_at", "revoked_at"]
    list_select_related = ["pairing", "entry__player"]


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """Emails owed and sent."""

    list_display = ["player", "pairing_match", "created_at", "sent_at"]
    list_filter = ["sent_at", "created_at"]
    list_select_related = ["player", "pairing_match"]
    search_fields = ["player__name"]


def _name_of(pairing: Pairing) -> str:
    """The pairing's name as on the site's pages: QF 1, W2 3."""
    row = pairing.round
    beside = FORMATS[pairing.stage.format].sections
    return pairing_name(pairing.key, row.name_key, row.section, pairing.number, beside)
