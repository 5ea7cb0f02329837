"""The real proxy: docker/Caddyfile itself in front of a running site, with TLS of its own authority on a free port."""

import os
import re
import shutil
import socket
import ssl
import tempfile
from pathlib import Path

from tests.services import compose
from tests.services.running import Running, free_port

CADDYFILE = compose.ROOT / "docker" / "Caddyfile"
SEVERAL_LIVE = re.compile(r"dynamic a \{\s*name \{\$LIVE_HOST[^}]*\}[^}]*\}[^}]*\}")


def program() -> str | None:
    return shutil.which("caddy")


class Caddy:
    """`url` is https://localhost:…; `trusted` is a context that believes its certificate."""

    def __init__(
        self,
        *,
        web: int,
        live: int | tuple[int, ...],
        streams: int,
        port: int = 0,
        **settings: str,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="barpoint-caddy-"))
        self.port = port or free_port()
        self.url = f"https://localhost:{self.port}"
        self.process = Running(
            "caddy",
            [
                program() or "caddy",
                "run",
                "--config",
                str(self._file(live)),
                "--adapter",
                "caddyfile",
            ],
            log=self.folder / "log",
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder),
                "XDG_DATA_HOME": str(self.folder),
                "XDG_CONFIG_HOME": str(self.folder),
                "SITE_ADDRESS": "localhost",
                "HTTP_PORT": str(free_port()),
                "HTTPS_PORT": str(self.port),
                "ADMIN_ADDRESS": f"localhost:{free_port()}",
                "WEB_HOST": "127.0.0.1",
                "WEB_PORT": str(web),
                "LIVE_HOST": "127.0.0.1",
                "LIVE_PORT": str(live),  # with several, their addresses stand in the file
                "STREAMS_HOST": "127.0.0.1",
                "STREAMS_PORT": str(streams),
                **settings,
            },
            cwd=self.folder,
        )
        self.process.wait_until(self._has_its_certificate)

    def _file(self, live: int | tuple[int, ...]) -> Path:
        """The Caddyfile itself; for several `live` the same with their addresses, since a name on this machine has only one."""
        if isinstance(live, int):
            return CADDYFILE
        addresses = " ".join(f"127.0.0.1:{port}" for port in live)
        text, replaced = SEVERAL_LIVE.subn(f"to {addresses}", CADDYFILE.read_text())
        assert replaced == 1
        file = self.folder / "Caddyfile"
        file.write_text(text)
        return file

    def _has_its_certificate(self) -> bool:
        """It listens before it has made one."""
        if not self.authority.exists():
            return False
        try:
            plain = socket.create_connection(("localhost", self.port), timeout=5)
            self.trusted.wrap_socket(plain, server_hostname="localhost").close()
        except OSError:
            return False
        return True

    @property
    def authority(self) -> Path:
        """The certificate of the authority that Caddy made for itself."""
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    @property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority))

    def stop(self) -> None:
        self.process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
