"""The addresses at which other devices in the local network reach this machine.

Needed by: `make run` only, for ALLOWED_HOSTS and the address in QR codes. Behind a proxy SITE_URL names the site.
"""

import socket


def local_addresses() -> list[str]:
    """IP addresses and names of this machine, the likeliest first; at least the loopback's."""
    addresses = [*_outgoing(), *_of_hostname(), "127.0.0.1"]
    return [*dict.fromkeys([*addresses, socket.gethostname(), f"{socket.gethostname()}.local"])]


def _outgoing() -> list[str]:
    """The address that traffic to other networks leaves from. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _of_hostname() -> list[str]:
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, family=socket.AF_INET)
    except OSError:
        return []
    return [str(entry[4][0]) for entry in entries if not str(entry[4][0]).startswith("127.")]
