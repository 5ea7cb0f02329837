"""Whose site this is, for pages (`site_identity` in every template with a request) and emails (the tag `site_identity`).

The values are settings (config/identity.py); nothing here asks the database or reads a file.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

register = template.Library()
SOFTWARE = "Barpoint"


@dataclass(frozen=True, slots=True)
class SiteIdentity:
    """Empty texts are not shown."""

    name: str
    operator: str
    contact_url: str
    imprint_url: str
    house_rules_url: str
    logo_url: str
    has_png_logo: bool
    theme_url: str

    @property
    def contact(self) -> str:
        """How the contact is written in a sentence: an email address, or a web address."""
        return self.contact_url.removeprefix("mailto:")

    @property
    def domain(self) -> str:
        """Host and port of SITE_URL."""
        return urlsplit(settings.SITE_URL).netloc

    @property
    def software(self) -> str:
        """The program, where the site has a name of its own."""
        return SOFTWARE if self.name != SOFTWARE else ""


def site_identity() -> SiteIdentity:
    """What the settings say."""
    logo = settings.SITE_LOGO
    return SiteIdentity(
        name=settings.SITE_NAME,
        operator=settings.OPERATOR,
        contact_url=settings.CONTACT,
        imprint_url=reverse("imprint") if settings.IMPRINT else "",
        house_rules_url=reverse("house-rules") if settings.HOUSE_RULES else "",
        logo_url=f"{reverse('site-logo')}?v={_digest(logo.data)}" if logo else "",
        has_png_logo=logo is not None and logo.content_type == "image/png",
        theme_url=f"{reverse('site-theme')}?v={_digest(settings.SITE_THEME.encode())}"
        if settings.SITE_THEME
        else "",
    )


def context(request: HttpRequest) -> dict[str, Any]:
    """The context processor."""
    return {"site_identity": site_identity()}


register.simple_tag(site_identity)


@register.simple_tag
def site_name() -> str:
    """For the page that is shown where anything else may fail."""
    return str(settings.SITE_NAME)


@lru_cache(maxsize=8)
def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
