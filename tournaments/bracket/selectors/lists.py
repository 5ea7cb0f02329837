"""Tournaments in lists, and a tournament by its address. Drafts are seen only by those who direct them."""

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import Player, User
from tournaments.bracket.selectors.agreement import stage_card
from tournaments.bracket.selectors.rows import PlayerRef, TournamentRow
from tournaments.core import format_texts
from tournaments.core.permissions import Viewer
from tournaments.models import (
    Announcement,
    Entry,
    EntryMember,
    Event,
    PairingMatch,
    Role,
    Slip,
    TableUse,
    Tournament,
)
from tournaments.models.tournament import NOT_PUBLIC
from web.errors import NotFound


def player_ref(player: Player) -> PlayerRef:
    return PlayerRef(
        player.pk, player.name, str(player.country or ""), player.is_bot, player.is_house_bot
    )


def entrant_ref(entry: Entry) -> PlayerRef:
    """The same for an entry: the name of its team or pair, with a number when somebody entered again."""
    player = entry.player
    return PlayerRef(
        player.pk, entry.title, str(player.country or ""), player.is_bot, player.is_house_bot
    )


def played_by(viewer: Viewer) -> Q:
    """Entries that a viewer plays for: their own, and those they are a partner or team-mate in."""
    user_id = viewer.pk or 0
    members = EntryMember.objects.filter(player__user=user_id)
    return Q(player__user=user_id) | Q(pk__in=members.values("entry_id"))


def visible(viewer: Viewer) -> QuerySet[Tournament]:
    """Tournaments that the viewer sees in lists; a rehearsal is in none."""
    return reachable(viewer).filter(is_rehearsal=False)


def reachable(viewer: Viewer) -> QuerySet[Tournament]:
    """What the viewer may see by its address: a draft and a rehearsal if they direct it."""
    if isinstance(viewer, User) and viewer.is_staff:
        return Tournament.objects.all()
    if not viewer.is_authenticated:
        return Tournament.objects.filter(~NOT_PUBLIC)
    return Tournament.objects.filter(~NOT_PUBLIC | has_role_in(viewer))


def concerning(user: User) -> QuerySet[Tournament]:
    """Tournaments that the user plays in, stands by for or has a role in, with `is_standing_by`; no rehearsals."""
    own = Entry.objects.filter(played_by(user))
    waits = own.filter(tournament=OuterRef("pk"), status=Entry.Status.WAITING_LIST)
    inside = own.filter(status__in=[Entry.Status.ACTIVE, Entry.Status.WAITING_LIST])
    mine = Q(pk__in=inside.order_by().values("tournament_id")) | has_role_in(user)
    return visible(user).filter(mine).annotate(is_standing_by=Exists(waits))


def counted(
    tournaments: QuerySet[Tournament], viewer: Viewer, *, live: bool = True
) -> QuerySet[Tournament]:
    """The same with `entry_count`, `is_entered`, `is_directed` and the champion, in one query; and `live_count`."""
    rows = _counted(tournaments, viewer)
    if not live:
        return rows
    on = PairingMatch.objects.filter(
        pairing__stage__tournament=OuterRef("pk"),
        pairing__decided_at=None,  # this has an index, unlike the matches that are not recorded yet
        pairing__voided_at=None,
        recorded_at=None,
        voided_at=None,
        match__finished_at=None,
    )
    at_tables = Slip.objects.filter(
        on_the_board(), pairing__stage__tournament=OuterRef("pk"), pairing__voided_at=None
    )
    online = _count(on, "pairing__stage__tournament")
    return rows.annotate(live_count=online + _count(at_tables, "pairing__stage__tournament"))


def on_the_board() -> Q:
    """Slips whose players are at a table or play, as a match online is on once it is called."""
    at_table = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None)
    started = Q(begun_at__isnull=False) | Q(assumed_at__isnull=False) | Q(Exists(at_table))
    return Q(closed_at=None, voided_at=None) & started


def list_version(viewer: Viewer) -> str:
    """Changes whenever the list of tournaments does: with each of them, and with how many of their matches go on. Two
    queries, whose cost does not grow with what was played."""
    which = Sum(F("pk") * F("version"))  # one hidden and another shown must not add up to the same
    totals = visible(viewer).aggregate(
        n=Count("pk"), changes=Sum("version"), ids=Sum("pk"), which=which
    )
    on = PairingMatch.objects.filter(recorded_at=None, voided_at=None).count()
    return ".".join(str(value or 0) for value in (*totals.values(), on))


def _counted(tournaments: QuerySet[Tournament], viewer: Viewer) -> QuerySet[Tournament]:
    active = Entry.objects.filter(tournament=OuterRef("pk"), status=Entry.Status.ACTIVE)
    return (
        tournaments.select_related("champion__player", "organizer__player", "venue", "event")
        .annotate(
            entry_count=_count(active, "tournament"),
            is_entered=_is_entered(viewer),
            is_directed=Exists(
                Tournament.objects.filter(has_role_in(viewer), pk=OuterRef("pk"))
                if viewer.is_authenticated
                else Tournament.objects.none()
            ),
        )
        .order_by("-created_at", "-id")
    )


def tournament_rows(
    viewer: Viewer, *, status: str | None = None, limit: int = 200
) -> list[TournamentRow]:
    """One query."""
    tournaments = visible(viewer)
    if status:
        tournaments = tournaments.filter(status=status)
    return [tournament_row(t) for t in counted(tournaments, viewer)[:limit]]


def tournament_row(tournament: Tournament) -> TournamentRow:
    """The row of a tournament that `counted` has annotated."""
    champion = tournament.champion
    return TournamentRow(
        slug=tournament.slug,
        name=tournament.name,
        terms=_terms(tournament),
        status=tournament.status,
        status_label=tournament.get_status_display(),
        starts_at=tournament.starts_at,
        time_zone=tournament.time_zone,
        entries=tournament.entry_count,  # type: ignore[attr-defined]  # annotated by counted
        entry_limit=tournament.entry_limit,
        live=tournament.live_count,  # type: ignore[attr-defined]  # see above
        champion=entrant_ref(champion) if champion else None,
        is_entered=tournament.is_entered,  # type: ignore[attr-defined]  # see above
        is_directed=tournament.is_directed,  # type: ignore[attr-defined]  # see above
        is_standing_by=getattr(tournament, "is_standing_by", False),
    )


def _terms(tournament: Tournament) -> tuple[str, ...]:
    """The format of each stage, and the length of its matches unless they are sessions: "Groups", "Knockout", "to 5–9"."""
    later = tournament.agreed.get("later_stages") or []
    stages = [stage_card(tournament, number) for number in range(1, len(later) + 2)]
    names = [format_texts.format_name(stage["format"]) for stage in stages]
    lengths = {n for stage in stages for n in stage["lengths"]}
    if any(stage["options"].get("session_games") for stage in stages):
        return tuple(names)
    span = "–".join(str(n) for n in sorted({min(lengths), max(lengths)}))
    return (*names, _("to %(n)s") % {"n": span})


def get_tournament(slug: str, viewer: Viewer, *, live: bool = False) -> Tournament:
    """One query; NotFound also for a draft of somebody else. `live` adds `live_count`; `has_said`: something was ever
    announced in it."""
    here = Q(tournament=OuterRef("pk")) | Q(event=OuterRef("event_id"))
    announcements = Exists(Announcement.objects.filter(here).order_by())
    asked = counted(reachable(viewer), viewer, live=live).annotate(has_said=announcements)
    tournament = asked.filter(slug=slug).first()
    if tournament is None:
        raise NotFound("no_such_tournament", _("Tournament not found."))
    return tournament


def matches_of(tournament: Tournament) -> QuerySet[PairingMatch]:
    """Every match made for this tournament, voided ones too. Three queries: ten tables in one are more than PostgreSQL
    orders well while it has not counted them yet."""
    entrants = Entry.objects.select_related("player")
    return (
        PairingMatch.objects.filter(pairing__stage__tournament=tournament)
        .select_related("match", "pairing__round", "pairing__stage")
        .prefetch_related(Prefetch("entry_a", entrants), Prefetch("entry_b", entrants))
        .defer("match__state")
        .order_by("id")
    )


def has_role_in(viewer: Viewer) -> Q:
    """Tournaments in which the viewer has any role: named on it, given in it, or in its event."""
    named = Tournament.directors.through.objects.filter(user_id=viewer.pk or 0)
    roles = Role.objects.filter(user_id=viewer.pk or 0).order_by()
    here, whole = roles.filter(event=None), roles.filter(tournament=None)
    organized = Event.objects.filter(organizer_id=viewer.pk or 0).order_by()
    return (
        Q(organizer_id=viewer.pk)
        | Q(pk__in=named.values("tournament_id"))
        | Q(pk__in=here.values("tournament_id"))
        | Q(event_id__in=whole.values("event_id"))
        | Q(event_id__in=organized.values("pk"))
    )


def _is_entered(viewer: Viewer) -> Q:
    """From the viewer to their few entries, never through all that a tournament has."""
    if not viewer.is_authenticated:
        return Q(Exists(Entry.objects.none()))
    here = Entry.objects.filter(tournament=OuterRef("pk"), status=Entry.Status.ACTIVE)
    as_member = EntryMember.objects.filter(
        player__user=viewer.pk, entry__tournament=OuterRef("pk"), entry__status=Entry.Status.ACTIVE
    )
    return Q(Exists(here.filter(player__user=viewer.pk))) | Q(Exists(as_member))


def _count(rows: QuerySet[Entry] | QuerySet[PairingMatch] | QuerySet[Slip], by: str) -> Coalesce:
    counts = rows.order_by().values(by).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts), 0)
