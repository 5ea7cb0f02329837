"""/api/v1/tournaments/<slug>/entries/…: one entry changed or taken out, many at once, and the seeds."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.entries import entry_rows
from tournaments.bracket.selectors.rows import EntryRow
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, Viewer
from tournaments.desk.services.entry_batches import MOST, apply_batch
from tournaments.desk.services.entry_fields import FIELDS, FieldChange, set_field
from tournaments.entry.api.entries import EntryIn, WhichPlayerOut, player_asked_for, question_of
from tournaments.entry.services import bots, entries, late_entries
from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.models import Entry, Tournament
from tournaments.money.services.ledger import Payment
from tournaments.ruling.serializers import BIG, UnconfirmedOut, unconfirmed
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.setup.serializers import MOST_ENTRIES, EntryOut
from web.errors import DomainError, NotFound

ACTS: Final = ("here", "admit", "wait", "seed", "remove")
MOST_AT_ONCE = 200
TEXTS: Final = tuple(field for field in FIELDS if field != "rating")


class EntryPatchIn(KnownFields):
    """Fields to change. Fields left out stay as they are. `seed` null: no seed."""

    seed = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_ENTRIES
    )
    club = serializers.CharField(required=False, allow_blank=True, max_length=80)
    family = serializers.CharField(required=False, allow_blank=True, max_length=40)
    rating = serializers.FloatField(required=False, allow_null=True, min_value=0, max_value=10_000)
    country = serializers.CharField(
        required=False, allow_blank=True, max_length=2, help_text="ISO 3166-1 alpha-2"
    )
    member_number = serializers.CharField(required=False, allow_blank=True, max_length=32)
    consent = serializers.BooleanField(
        required=False,
        default=False,
        help_text="With a first member number: the player agreed that contact data is kept",
    )


class SeedIn(KnownFields):
    """The seed of one entry; null for none."""

    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    seed = serializers.IntegerField(allow_null=True, min_value=1, max_value=MOST_ENTRIES)


class SeedsIn(KnownFields):
    """The seeds of entries. Entries that are not named keep theirs, unless `keep_others` is false."""

    seeds = serializers.ListField(child=SeedIn(), max_length=MOST_ENTRIES)
    keep_others = serializers.BooleanField(required=False, default=True)


class NewEntryIn(EntryIn):
    """One of several new entries, by `player` or `name`, with its seed."""

    seed = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ENTRIES)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.keys() & {"player", "name"}:
            raise serializers.ValidationError("Give a player or a name.")
        return super().validate(attrs)


class NewEntriesIn(KnownFields):
    """All of them are entered, or none."""

    entries = serializers.ListField(child=NewEntryIn(), min_length=1, max_length=MOST_AT_ONCE)


class RefusedEntryOut(WhichPlayerOut):
    """Nobody was entered, because of the entry at `index` (from 0); without `index`, because of the seeds."""

    index = serializers.IntegerField(required=False)


class EntryActionIn(KnownFields):
    """One thing for several entries: all of those that it concerns, or none.

    here: checked in. admit: from the waiting list, they get a place. wait: they lose their place and wait. seed: by
    rating, the highest first, and all others lose their seed. remove: taken out before the start.
    """

    do = serializers.ChoiceField(choices=ACTS)
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG), min_length=1, max_length=MOST
    )


class ChangedEntryOut(serializers.Serializer[object]):
    """An entry that an action concerned."""

    id = serializers.IntegerField(source="entry")
    name = serializers.CharField()


class EntryActionOut(serializers.Serializer[object]):
    """Whom the action changed, and whom it left alone because it does not concern them."""

    changed = ChangedEntryOut(many=True, source="rows")
    left_alone = ChangedEntryOut(many=True)


class BotsIn(KnownFields):
    """How many bots are entered; fewer where the tournament is full before."""

    number = serializers.IntegerField(min_value=1, max_value=256)


class ConfirmIn(KnownFields):
    """What a late entry may cost others."""

    confirm = serializers.CharField(
        required=False,
        max_length=64,
        allow_blank=True,
        default="",
        help_text="The digest from needs_confirmation: cancel exactly those called matches",
    )


class DeskEntryDetail(DeskApiView):
    """One entry: PATCH changes its seed and what is known of it, DELETE takes it out before the start."""

    @extend_schema(operation_id="tournaments_entries_retrieve", responses=EntryOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        return Response(EntryOut(shown_entry(self.tournament, request.user, entry_id)).data)

    @extend_schema(request=EntryPatchIn, responses=EntryOut)
    def patch(self, request: Request, slug: str, entry_id: int) -> Response:
        """Change what is sent: all of it or nothing."""
        sent = EntryPatchIn(data=request.data)
        sent.is_valid(raise_exception=True)
        with transaction.atomic():
            locked(self.tournament.pk)
            entry = entry_here(self.tournament, entry_id)
            _change(entry, sent.validated_data, login_of(request))
        return self.get(request, slug, entry_id)

    @extend_schema(operation_id="tournaments_entries_remove", responses={204: None})
    def delete(self, request: Request, slug: str, entry_id: int) -> Response:
        """Take it out before the start; after the start the ruling `withdraw` does that."""
        entry = entry_here(self.tournament, entry_id)
        if entry.status != Entry.Status.WITHDRAWN:
            batch = (entry.pk,)
            pay = Payment(by=login_of(request), now=timezone.now(), key="")
            if entry.status == Entry.Status.WAITING_LIST:
                apply_batch(self.tournament.pk, "remove", batch, owed=0, payment=pay)
            else:
                entries.remove(entry.pk, by=login_of(request))
        return Response(status=204)


class EntryReentry(DeskApiView):
    """POST enters a player who has lost once more."""

    @extend_schema(request=ConfirmIn, responses={201: EntryOut, 409: UnconfirmedOut})
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        entry = entry_here(self.tournament, entry_id)
        sent = ConfirmIn(data=request.data)
        sent.is_valid(raise_exception=True)
        try:
            made = late_entries.reenter(
                self.tournament.pk,
                entry.player,
                by=login_of(request),
                now=timezone.now(),
                confirm=sent.validated_data["confirm"],
            )
        except ConfirmationNeeded as error:
            return Response(UnconfirmedOut(unconfirmed(error)).data, status=error.status)
        return Response(
            EntryOut(shown_entry(self.tournament, request.user, made.pk)).data, status=201
        )


class EntryBulk(DeskApiView):
    """POST enters several players at once: all of them or none."""

    right = Right.SCORE

    @extend_schema(
        request=NewEntriesIn,
        responses={
            201: EntryOut(many=True),
            409: OpenApiResponse(
                RefusedEntryOut, description="Nobody was entered; `index` says because of whom"
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = NewEntriesIn(data=request.data)
        sent.is_valid(raise_exception=True)
        rows = sent.validated_data["entries"]
        where: dict[str, int] = {}
        made: list[Entry] = []
        seeds: dict[int, int | None] = {}
        try:
            with transaction.atomic():
                for index, row in enumerate(rows):
                    where = {"index": index}
                    made.append(self._enter(request, row))
                    seeds |= {made[-1].pk: row["seed"]} if "seed" in row else {}
                if seeds:
                    where = {}
                    entries.set_seeds(self.tournament.pk, by=login_of(request), seeds=seeds)
        except WhichPlayer as question:
            refusal = question_of(question) | where
            return Response(RefusedEntryOut(refusal).data, status=question.status)
        except ConfirmationNeeded as error:
            refusal = unconfirmed(error) | where
            return Response(RefusedEntryOut(refusal).data, status=error.status)
        except DomainError as error:
            refusal = {"code": error.code, "detail": error.detail} | where
            return Response(RefusedEntryOut(refusal).data, status=error.status)
        new = {entry.pk for entry in made}
        shown = [row for row in entry_rows(self.tournament, request.user) if row.id in new]
        return Response(EntryOut(shown, many=True).data, status=201)

    def _enter(self, request: Request, row: dict[str, Any]) -> Entry:
        who = player_asked_for(row) | {"confirm": row["confirm"]}
        return entries.add_walk_in(
            self.tournament.pk, by=login_of(request), now=timezone.now(), **who
        )


class EntryActions(DeskApiView):
    """POST does one thing for several entries."""

    right = Right.SCORE

    @extend_schema(request=EntryActionIn, responses=EntryActionOut)
    def post(self, request: Request, slug: str) -> Response:
        sent = EntryActionIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        pay = Payment(by=login_of(request), now=timezone.now(), key="")
        batch = apply_batch(self.tournament.pk, data["do"], data["entries"], owed=0, payment=pay)
        return Response(EntryActionOut(batch).data)


class SeedList(DeskApiView):
    """PUT sets the seeds of entries before the start."""

    @extend_schema(request=SeedsIn, responses=EntryOut(many=True))
    def put(self, request: Request, slug: str) -> Response:
        sent = SeedsIn(data=request.data)
        sent.is_valid(raise_exception=True)
        rows = sent.validated_data["seeds"]
        seeds: dict[int, int | None] = {row["entry"]: row["seed"] for row in rows}
        if len(seeds) < len(rows):
            raise DomainError("entry_twice", "An entry stands twice in the list.", status=400)
        with transaction.atomic():
            if not sent.validated_data["keep_others"]:
                entered = locked(self.tournament.pk).entries
                seeded = entered.exclude(seed=None).values_list("pk", flat=True)
                seeds = dict.fromkeys(seeded) | seeds
            entries.set_seeds(self.tournament.pk, by=login_of(request), seeds=seeds)
        return Response(EntryOut(entry_rows(self.tournament, request.user), many=True).data)


class BotList(DeskApiView):
    """POST enters bots of the site."""

    @extend_schema(request=BotsIn, responses={201: EntryOut(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        sent = BotsIn(data=request.data)
        sent.is_valid(raise_exception=True)
        number = sent.validated_data["number"]
        made = bots.add_bots(
            self.tournament.pk, by=login_of(request), number=number, now=timezone.now()
        )
        new = {entry.pk for entry in made}
        shown = [row for row in entry_rows(self.tournament, request.user) if row.id in new]
        return Response(EntryOut(shown, many=True).data, status=201)


def entry_here(tournament: Tournament, entry_id: int) -> Entry:
    """The entry of this tournament. Refused: no_such_entry."""
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return entry


def shown_entry(tournament: Tournament, viewer: Viewer, entry_id: int) -> EntryRow:
    """The row of an entry as lists show it. Refused: no_such_entry, also for one that left before the start."""
    row = next((row for row in entry_rows(tournament, viewer) if row.id == entry_id), None)
    if row is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return row


def _change(entry: Entry, data: dict[str, Any], by: Viewer) -> None:
    now = timezone.now()
    if "seed" in data:
        entries.set_seeds(entry.tournament_id, by=by, seeds={entry.pk: data["seed"]})
    if "family" in data:
        entries.set_labels(
            entry.pk, by=by, club=entry.club, family=data["family"], rating=entry.rating
        )
    if "rating" in data:
        typed = "" if data["rating"] is None else f"{data['rating']!r}"
        set_field(entry.pk, FieldChange(field="rating", typed=typed), by=by, now=now)
    for name in TEXTS:
        if name in data:
            change = FieldChange(field=name, typed=data[name], consent=data["consent"])
            set_field(entry.pk, change, by=by, now=now)
