"""Typed helpers that views use to read a request."""

import ipaddress

from django.http import HttpRequest, QueryDict

LONGEST_NUMBER = 19  # any shorter fits where databases keep keys


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is given: the data of a POST, an empty one included, or nothing."""
    return request.POST if request.method == "POST" else None


def typed_in(request: HttpRequest, name: str, most: int = 500) -> str:
    """What somebody typed where no form cleans it: one line of what can be printed, no longer than is kept."""
    line = " ".join(request.POST.get(name, "").split())
    return "".join(sign for sign in line if sign.isprintable())[:most]


def number_in(text: str) -> int | None:
    """The number that somebody names a row by; None for whatever cannot be one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else None


def by_htmx(request: HttpRequest) -> bool:
    """Does a page ask for a part of itself?"""
    return bool(getattr(request, "htmx", False))


def network_of(address: str) -> str:
    """Where a request comes from: an IPv4 address, or the /64 that one IPv6 customer has for themselves."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network(f"{ip}/64", strict=False)) if ip.version == 6 else str(ip)
