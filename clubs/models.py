"""Club: people who play together. ClubMember: a player of it. ClubHosting: an event or a tournament that the club runs."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_countries.fields import CountryField

from accounts.models import FoldedName, Player
from ratings.models import RatingList
from tournaments.models import Event, Tournament

LONGEST_NAME = 80
ONE_SUBJECT = Q(event=None, tournament__isnull=False) | Q(event__isnull=False, tournament=None)


class Joining(models.TextChoices):
    """What happens when somebody presses Join."""

    AT_ONCE = "at_once", pgettext_lazy("joining a club", "Anybody can join at once")
    ON_APPROVAL = "on_approval", pgettext_lazy("joining a club", "An officer approves each request")


class Club(models.Model):
    """A club. It always has an officer (services/membership.py). While `hidden_at` is set, only its officers and staff see it.

    `founder` is who started it here, for the bound on clubs a user starts; it gives no rights.
    """

    slug = models.SlugField("address", max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    search_name = FoldedName(editable=False, default="", db_default="")
    place = models.CharField(_("Town"), max_length=80, blank=True)
    country = CountryField(_("Country"), blank=True)
    about = models.TextField(_("About the club"), max_length=2000, blank=True)
    website = models.URLField(_("Website"), max_length=300, blank=True)
    contact = models.CharField(_("Contact"), max_length=160, blank=True)
    joining = models.CharField(
        _("Who can join"), max_length=12, choices=Joining.choices, default=Joining.AT_ONCE
    )
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField()
    hidden_at = models.DateTimeField("hidden", null=True, blank=True)

    class Meta:
        verbose_name = "club"
        verbose_name_plural = "clubs"
        ordering = ["search_name", "id"]
        indexes = [models.Index("search_name", "id", name="club_by_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class ClubMember(models.Model):
    """What a player is to a club. `at` is when they became that.

    The row of a removed player, or of one whose request was declined, stays: they can ask again, but never join at once.
    `removed_at` says so until an officer accepts them. `asked_at` is when officers were last notified of a request, also
    after it was withdrawn.
    """

    class Status(models.TextChoices):
        REQUESTED = "requested", pgettext_lazy("club", "Asked to join")
        MEMBER = "member", pgettext_lazy("club", "Member")
        OFFICER = "officer", pgettext_lazy("club", "Officer")
        REMOVED = "removed", pgettext_lazy("club", "Removed")
        WITHDRAWN = "withdrawn", "Withdrawn"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_memberships")
    status = models.CharField(max_length=10, choices=Status.choices)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "club member"
        verbose_name_plural = "club members"
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="club_member_once")]
        indexes = [models.Index("club", "status", name="club_member_by_status")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.player_id} {self.status}"


class ClubHosting(models.Model):
    """The event or the tournament is run by the club. Each has one club at most."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="hostings")
    event = models.OneToOneField(
        Event, null=True, on_delete=models.CASCADE, related_name="club_hosting"
    )
    tournament = models.OneToOneField(
        Tournament, null=True, on_delete=models.CASCADE, related_name="club_hosting"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = "hosted by a club"
        verbose_name_plural = "hosted by clubs"
        constraints = [
            models.CheckConstraint(condition=ONE_SUBJECT, name="club_hosting_of_one_subject")
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.event_id or self.tournament_id}"


class ClubRatingList(RatingList):
    """The rating list that the club keeps of its own tournaments."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rating_list")

    class Meta:
        verbose_name = "rating list of a club"
        verbose_name_plural = "rating lists of clubs"

    def __str__(self) -> str:
        return f"{self.club_id}: {self.pool}"


JOINED = (ClubMember.Status.MEMBER, ClubMember.Status.OFFICER)
GONE = (ClubMember.Status.REMOVED, ClubMember.Status.WITHDRAWN)
