"""`python -m config.embedded`: the whole site in one process (what `make run` starts).

Takes the port, migrates, makes demo data, then serves pages, API, admin, live table, worker and beat.
"""

import fcntl
import logging
import os
import socket
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.local_addresses import local_addresses

try:
    from config.serving import HOST, PORT
except ImproperlyConfigured as error:
    sys.exit(str(error))

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PLAIN_HTTP = (
    "Other devices in this network open that address. It is http: play, desk and QR codes work.",
    "Push notifications, passkeys, checking dice and keeping a screen on need https: they do not.",
)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # every address of this machine, when HOST says so


def main() -> None:
    os.umask(0o077)  # the database holds sealed seeds and password hashes
    listening = take_port(HOST, PORT)
    try:
        prepare()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    serve(listening)


def take_port(host: str, port: int) -> socket.socket:
    """Bind before anything is touched, so that a taken port costs nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        sys.exit(
            f"Cannot serve on {host} port {port}: {error.strerror}.\n"
            f"Choose another port, for example: make run PORT={port + 1}"
        )
    return listening


def prepare() -> None:
    """Settings, database, demo data. Everything here may be done again at every start."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("EMBEDDED", "1")
    os.environ.setdefault("SITE_URL", address())
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(allowed_hosts()))
    # Its passwords are known to everybody, so elsewhere a demo is only made when asked for.
    os.environ.setdefault("DEMO", "1" if HOST in LOOPBACK else "0")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from web.bundles.build import build_bundles

    make_private(Path(settings.VAR_DIR))
    lock_folder(settings.VAR_DIR)
    if settings.BUNDLES_DIR is not None:
        build_bundles(settings.BUNDLES_DIR)
    call_command("migrate", verbosity=0, interactive=False)
    if settings.DEMO:
        call_command("demo", verbosity=0)


def allowed_hosts() -> list[str]:
    """By which names the site answers: the loopback, SITE_URL, and the address that it listens on."""
    from config.security import LOOPBACK_HOSTS, host_of

    own = local_addresses() if HOST in EVERYWHERE else [HOST]
    hosts = [host_of(os.environ["SITE_URL"]), *LOOPBACK_HOSTS]
    return [*dict.fromkeys([*hosts, *(f"[{name}]" if ":" in name else name for name in own)])]


def make_private(folder: Path) -> None:
    """The data folder and the database in it are for their owner alone, also where an older version made them."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    for path in folder.glob("barpoint.sqlite3*"):
        path.chmod(0o600)


def lock_folder(folder: Path) -> None:
    """One embedded site per data folder: two would run every sweep twice and starve each other."""
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit(f"Barpoint already runs on the data in {folder}: {os.read(handle, 200).decode()}")
    os.ftruncate(handle, 0)
    os.write(handle, f"{address()} (process {os.getpid()})".encode())


def serve(listening: socket.socket) -> None:
    """Until Ctrl-C or SIGTERM."""
    from django.conf import settings

    from config.asgi import application, live, priority
    from config.background import Background
    from config.gc_tuning import collect_less_often
    from config.server import ignore_signals, make_server

    background = Background(priority.wait_for_pages) if settings.EMBEDS_WORKER else None
    if background:
        background.start()
    welcome(demo=settings.DEMO)
    ignore_signals()
    collect_less_often()
    make_server(application, live).run(sockets=[listening])
    if background:
        background.stop()
    end()


def end() -> None:
    """Leave without waiting for pool threads: what a task did not commit is still owed as a row."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def address() -> str:
    """Where people find the site: in the room's network when it listens there, so that QR codes lead to it."""
    host = local_addresses()[0] if HOST in EVERYWHERE else HOST
    return f"http://[{host}]:{PORT}" if ":" in host else f"http://{host}:{PORT}"


def welcome(*, demo: bool) -> None:
    from django.conf import settings

    from accounts.services.first_administrator import (
        first_administrator_link,
        needs_first_administrator,
    )

    lines = ["", f"  Barpoint is at {address()}   (Ctrl-C ends it)"]
    if HOST not in LOOPBACK and not settings.SECURE:
        lines += [f"  {sentence}" for sentence in PLAIN_HTTP]
    if demo:
        lines.append("  Demo logins (user / password):")
        lines += [f"    {name} / {password}" for name, password in settings.DEMO_LOGINS.items()]
    elif needs_first_administrator():
        lines += ["  Nobody can administer it yet. Open this link, once and within 24 hours:"]
        lines += [f"    {first_administrator_link()}"]
    sys.stdout.write("\n".join([*lines, "", ""]))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
