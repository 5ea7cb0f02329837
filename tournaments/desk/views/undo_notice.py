"""A message with an Undo button, after something was removed."""

from django.contrib import messages
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

UNDO = "undo"  # the tag of these messages; components/messages.html makes room for the form


def offer_undo(request: HttpRequest, text: str, address: str, **fields: object) -> None:
    """Show what was done, with a button that posts `fields` to this address."""
    sent = {"csrfmiddlewaretoken": get_token(request), **fields}
    hidden = format_html_join(
        "", '<input type="hidden" name="{}" value="{}">', ((k, str(v)) for k, v in sent.items())
    )
    notice = format_html(
        '<span>{}</span> <form class="inline" method="post" action="{}">{}'
        '<button class="btn btn--small">{}</button></form>',
        text, address, hidden, _("Undo"),
    )  # fmt: skip
    messages.success(request, notice, extra_tags=UNDO)
