"""Pairing requests in words."""

from django.utils.translation import gettext as _


def request_text(kind: str, names: tuple[str, str], number: int | None) -> str:
    """What is asked, in one line; `names` are those of both entries, the second empty where there is one."""
    texts = {
        "bye": _("Bye in round %(number)s: %(first)s"),
        "leaves": _("Leaves after round %(number)s: %(first)s"),
        "forbidden": _("Must not meet: %(first)s – %(second)s"),
        "wished": _("Meet in round %(number)s: %(first)s – %(second)s"),
    }
    return texts[kind] % {"number": number, "first": names[0], "second": names[1]}
