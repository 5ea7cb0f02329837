"""An event: several tournaments at one place and time under one desk; and its announcements."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament

ONE_SUBJECT = Q(event=None, tournament__isnull=False) | Q(event__isnull=False, tournament=None)


class Event(models.Model):
    """A weekend, a club night, a league (T1.1). Its tournaments stand in `Tournament.event_order`.

    Days are days of its own time zone. `version` rises with every change of the event itself that a reader could see;
    those of its tournaments count beside it. The facts from `address` on are for its page, and each may be empty.

    `schedule` and `thanks` are lines of text as they were typed; selectors/facts.py of the room reads them. `previous`
    is the event before it in a series: the page shows who won those.
    """

    class Colour(models.TextChoices):
        FELT = "", pgettext_lazy("colour", "Felt green")
        BLUE = "blue", pgettext_lazy("colour", "Night blue")
        WINE = "wine", pgettext_lazy("colour", "Wine red")
        PLUM = "plum", pgettext_lazy("colour", "Plum")
        WOOD = "wood", pgettext_lazy("colour", "Walnut")
        SLATE = "slate", pgettext_lazy("colour", "Slate")

    slug = models.SlugField("address", max_length=80, unique=True)
    name = models.CharField("name", max_length=120)
    description = models.TextField("description", blank=True)
    place = models.CharField("venue", max_length=160, blank=True)
    time_zone = models.CharField("time zone", max_length=64, default="UTC")
    starts_on = models.DateField("first day")
    ends_on = models.DateField("last day")
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="organized_events",
    )
    currency = models.CharField("currency", max_length=3, default="EUR")
    is_public = models.BooleanField("public", default=False)
    address = models.CharField(_("Address"), max_length=200, blank=True, default="", db_default="")
    map_url = models.URLField(_("Map link"), max_length=500, blank=True, default="", db_default="")
    website = models.URLField(_("Website"), max_length=500, blank=True, default="", db_default="")
    contact_name = models.CharField(
        _("Contact person"), max_length=120, blank=True, default="", db_default=""
    )
    contact_email = models.EmailField(_("Contact email"), blank=True, default="", db_default="")
    contact_phone = models.CharField(
        _("Contact phone"), max_length=40, blank=True, default="", db_default=""
    )
    hotel = models.TextField(_("Hotel"), max_length=400, blank=True, default="", db_default="")
    hotel_url = models.URLField(
        _("Hotel website"), max_length=500, blank=True, default="", db_default=""
    )
    schedule = models.TextField(
        _("Timetable"), max_length=4000, blank=True, default="", db_default=""
    )
    thanks = models.TextField(
        _("Sponsors and thanks"), max_length=1500, blank=True, default="", db_default=""
    )
    payment_text = models.TextField(
        _("How to pay"), max_length=1000, blank=True, default="", db_default=""
    )
    payment_url = models.URLField(
        _("Payment link"), max_length=500, blank=True, default="", db_default=""
    )
    payment_reference = models.CharField(
        _("Payment reference"), max_length=12, blank=True, default="", db_default=""
    )
    colour = models.CharField(
        _("Poster colour"),
        max_length=8,
        choices=Colour.choices,
        blank=True,
        default="",
        db_default="",
    )
    rules = models.TextField(_("Rules"), max_length=20000, blank=True, default="", db_default="")
    previous = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="following",
        verbose_name=_("Earlier edition"),
    )
    version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "-id"]
        verbose_name = "event"
        verbose_name_plural = "events"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=models.F("starts_on")), name="event_ends_after_it_starts"
            )
        ]
        indexes = [models.Index(fields=["is_public", "-ends_on"], name="event_by_day")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])


class Announcement(models.Model):
    """A message to everybody in an event or in one tournament of it; shown until `until`, pinned ones first. With `counts_down`
    big screens show how long it is until then."""

    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="announcements"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.CharField("announcement", max_length=280)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    until = models.DateTimeField("shown until", null=True, blank=True)
    pinned = models.BooleanField("pinned to the top", default=False)
    counts_down = models.BooleanField("countdown", default=False, db_default=False)

    class Meta:
        ordering = ["-pinned", "-at", "-id"]
        verbose_name = "announcement"
        verbose_name_plural = "announcements"
        constraints = [
            models.CheckConstraint(condition=ONE_SUBJECT, name="announcement_of_one_subject")
        ]

    def __str__(self) -> str:
        return self.text


class EventFile(models.Model):
    """A file on the page of an event: its image, its logo, or its rules as PDF. It lies in the database, so it belongs to
    every backup and goes with its event.

    Images are stored as the site wrote them anew (services/image_files.py of the room). `width` and `height` are pixels,
    0 for a PDF. `digest` is the SHA-256 of `data`, in hexadecimal digits.
    """

    class Kind(models.TextChoices):
        IMAGE = "image", pgettext_lazy("file of an event", "Image")
        LOGO = "logo", pgettext_lazy("file of an event", "Logo")
        RULES = "rules", pgettext_lazy("file of an event", "Rules")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="files")
    kind = models.CharField("kind", max_length=8, choices=Kind.choices)
    data = models.BinaryField()
    content_type = models.CharField("content type", max_length=40)
    width = models.PositiveIntegerField("width", default=0)
    height = models.PositiveIntegerField("height", default=0)
    digest = models.CharField("SHA-256", max_length=64)
    added_at = models.DateTimeField("added at")

    class Meta:
        ordering = ["event", "kind"]
        verbose_name = "file of an event"
        verbose_name_plural = "files of events"
        constraints = [
            models.UniqueConstraint(fields=["event", "kind"], name="event_file_once_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"
