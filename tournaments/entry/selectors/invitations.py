"""Invited entries: the invitations a player has not answered, and the entries of a tournament without an answer."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, EntryInvitation, OrganizerBlock, Tournament

Standing = Entry.Status
IN = (Standing.INVITED, Standing.ACTIVE, Standing.WAITING_LIST)
SEEN = (Tournament.Status.OPEN, Tournament.Status.RUNNING)
MOST = 20


@dataclass(frozen=True, slots=True)
class WaitingInvitation:
    """An invitation without an answer. `plays_after_yes`: the player has a place only after accepting; otherwise they
    were entered over the board, and this only informs them."""

    id: int
    title: str
    slug: str
    by: str
    plays_after_yes: bool
    starts_at: datetime | None
    time_zone: str


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An invited entry, by its name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Answers:
    """Entries by the answers of their players, before the draw."""

    unanswered: list[Unanswered]
    declined: list[Unanswered]


def waiting_for(viewer: Viewer) -> list[WaitingInvitation]:
    """The viewer's unanswered invitations, the oldest first. One query, none for a visitor."""
    if not isinstance(viewer, User):
        return []
    return [_row(row) for row in _open(viewer).order_by("pk")[:MOST]]


def waiting_in(tournament: Tournament, viewer: Viewer) -> WaitingInvitation | None:
    """The viewer's unanswered invitation to this tournament. One query, none for a visitor."""
    if not isinstance(viewer, User):
        return None
    row = _open(viewer).filter(tournament=tournament).order_by("pk").first()
    return _row(row) if row else None


def waiting_invitation(viewer: User, pk: int) -> WaitingInvitation | None:
    """One of the viewer's invitations; None if it is answered, over or somebody else's. One query."""
    row = _open(viewer).filter(pk=pk).first()
    return _row(row) if row else None


def unanswered_before_start(tournament: Tournament) -> list[Unanswered]:
    """Entries that the draw would leave out, in the order of entry; none once it is drawn. One query."""
    return answers_before_start(tournament).unanswered


def answers_before_start(tournament: Tournament) -> Answers:
    """Entries without an answer, and entries withdrawn because a player declined; none once it is drawn. One query."""
    if tournament.status not in (Tournament.Status.DRAFT, Tournament.Status.OPEN):
        return Answers([], [])
    no = EntryInvitation.objects.filter(
        entry=OuterRef("pk"), answer=EntryInvitation.Answer.DECLINED
    )
    declined = Q(Exists(no), status=Standing.WITHDRAWN)
    entries = tournament.entries.filter(Q(status=Standing.INVITED) | declined)
    answers = Answers([], [])
    for entry in entries.select_related("player").order_by("entered_at", "pk"):
        rows = answers.unanswered if entry.status == Standing.INVITED else answers.declined
        rows.append(Unanswered(entry.pk, entry.title))
    return answers


def blocks_of(viewer: User) -> QuerySet[OrganizerBlock]:
    """Organizers whom the viewer blocked, the latest first."""
    blocks = OrganizerBlock.objects.filter(player__user=viewer)
    return blocks.select_related("organizer__player").order_by("-at", "-pk")


def _open(viewer: User) -> QuerySet[EntryInvitation]:
    plays = Q(player=F("entry__player")) | Q(entry__members__player=F("player"))
    rows = EntryInvitation.objects.filter(
        plays,
        player__user=viewer,
        answer=EntryInvitation.Answer.OPEN,
        entry__status__in=IN,
        tournament__status__in=SEEN,
        tournament__is_rehearsal=False,
    )
    return rows.select_related("tournament", "entry", "by__player").distinct()


def _row(row: EntryInvitation) -> WaitingInvitation:
    organizer = getattr(row.by, "player", None)
    return WaitingInvitation(
        id=row.pk,
        title=row.tournament.name,
        slug=row.tournament.slug,
        by=organizer.name if organizer else "",
        plays_after_yes=row.entry.status == Standing.INVITED,
        starts_at=row.tournament.starts_at,
        time_zone=row.tournament.time_zone,
    )
