"""Matches, their log and their seals on the staff's pages. Everything here is for reading.

A seed is shown when it is revealed and not a moment earlier, to nobody (design: dice anyone can check);
it can be neither listed, filtered by nor searched for before.
"""

from django.contrib import admin, messages
from django.db.models import Case, CharField, F, QuerySet, Value, When
from django.http import HttpRequest

from accounts.admin_base import ReadOnlyAdmin, ReadOnlyInline
from accounts.requests import me
from games import chat_admin, operations_admin  # noqa: F401  # they register themselves
from games.engine.seats import SEATS
from games.models import Action, Game, Heartbeat, Match, MatchKind, MatchSeat, MatchSeed, Outage
from games.services.importing import delete_import


class SeatInline(ReadOnlyInline):
    """Who plays."""

    model = MatchSeat
    fields = ["seat", "player"]


class GameInline(ReadOnlyInline):
    """What was played."""

    model = Game
    fields = ["number", "winner", "kind", "points", "cube", "crawford", "finished_at"]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """One row a match; the snapshot is shown as it is stored."""

    list_display = ["players", "title", "status", "score", "paused", "created_at", "reason", "id"]
    list_filter = ["status", "kind", "paused", "reason", "created_at"]
    search_fields = ["id", "seats__player__name"]
    date_hierarchy = "created_at"
    inlines = [SeatInline, GameInline]
    exclude = ["state"]
    actions = ["delete_imported"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("state").prefetch_related("seats__player")

    @admin.display(description="title")
    def title(self, match: Match) -> str:
        return match.context.get("title") or match.get_kind_display()

    @admin.display(description="players")
    def players(self, match: Match) -> str:
        if match.kind == MatchKind.IMPORTED:
            return " – ".join(match.context.get("names", {}).values())
        seats = match.seats.all()
        sides = [
            [str(seat_row.player) for seat_row in seats if seat_row.seat == seat] for seat in SEATS
        ]
        return " – ".join(" / ".join(names) for names in sides if names)

    @admin.action(description="Delete imported matches")
    def delete_imported(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Of those chosen only the ones that came out of files; what was played here stays."""
        chosen = list(queryset.filter(kind=MatchKind.IMPORTED).values_list("pk", flat=True))
        for match_id in chosen:
            self.acted(request, Match(pk=match_id), "imported match deleted")
            delete_import(me(request), match_id)
        message = (
            "1 imported match deleted."
            if len(chosen) == 1
            else f"{len(chosen)} imported matches deleted."
        )
        self.message_user(request, message, messages.SUCCESS)

    @admin.display(description="score")
    def score(self, match: Match) -> str:
        return f"{match.score_a} – {match.score_b}"


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    """The log, append-only."""

    list_display = ["match_id", "seq", "game", "seat", "kind", "payload", "at"]
    list_filter = ["kind", "seat", "at"]
    search_fields = ["match__id"]
    ordering = ["-at", "-seq"]
    show_full_result_count = False


@admin.register(MatchSeed)
class MatchSeedAdmin(ReadOnlyAdmin):
    """The seals of the dice: the commitment always, the seed once it is revealed."""

    list_display = ["match_id", "epoch", "commitment", "revealed_at", "revealed_seed"]
    list_filter = ["revealed_at", "created_at"]
    search_fields = ["match__id", "commitment"]
    fields = ["match", "epoch", "commitment", "created_at", "revealed_at", "revealed_seed"]
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[MatchSeed]:
        revealed = Case(
            When(revealed_at__isnull=False, then=F("seed")),
            default=Value(""),
            output_field=CharField(),
        )
        return super().get_queryset(request).defer("seed").annotate(shown=revealed)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """`?seed__startswith=…` would spell a sealed seed out letter by letter."""
        return not lookup.startswith("seed") and super().lookup_allowed(lookup, value, request)

    @admin.display(description="seed")
    def revealed_seed(self, seed: MatchSeed) -> str:
        return str(getattr(seed, "shown", "") or "sealed")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """When each process that accepts actions was last alive."""

    list_display = ["process", "at"]


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """Times that no clock was charged for."""

    list_display = ["started_at", "ended_at"]
