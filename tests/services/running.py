"""One child process: started with its log in a file, waited for, and ended by its own id."""

import math
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

# Above 32768 a port may at any moment be taken by somebody's outgoing connection.
PORTS = range(20_000, 32_000)
# As of a container for which nothing is set.
DEFAULT_CPU_SHARES = 1024
# A step of nice changes the weight of a group by so much.
NICE_STEP = 1.25


def free_port() -> int:
    for port in random.sample(PORTS, 50):
        with closing(socket.socket()) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no free port")


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


class Running:
    """A child in its own process group, so that its workers end with it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        user: str | None = None,
        cwd: Path | None = None,
        orphaned: str = "TERM",
        cpu_shares: int = DEFAULT_CPU_SHARES,
    ) -> None:
        """`orphaned` is the signal it gets when we are killed and cannot stop it ourselves."""
        tied = [shutil.which("setpriv") or "", "--pdeathsig", orphaned, "--"]
        self.name, self.log = name, log
        self.command = [*(tied if tied[0] else []), *command]
        self.env, self.user, self.cwd = env, user, cwd
        self.cpu_shares = cpu_shares
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.child = subprocess.Popen(
                self.command,
                env=self.env,
                user=self.user,
                cwd=self.cwd,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        set_cpu_shares(self.child.pid, self.cpu_shares)

    @property
    def alive(self) -> bool:
        return self.child.poll() is None

    def wait_until(self, ready: Callable[[], bool], *, within: float = 40) -> None:
        """Poll `ready`; a child that died or never came up is an error with the end of its log."""
        end = time.monotonic() + within
        while not ready():
            if not self.alive or time.monotonic() > end:
                state = "is not ready" if self.alive else f"ended with {self.child.returncode}"
                self.kill()
                raise RuntimeError(f"{self.name} {state}:\n{self.tail()}")
            time.sleep(0.05)

    def tail(self, lines: int = 40) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def stop(self, sig: signal.Signals = signal.SIGTERM, *, within: float = 10) -> float:
        """Ask it to end and reap it; returns the seconds it took. Too slow: killed."""
        began = time.monotonic()
        self.ask_to_end(sig)
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(within)
        self.kill()
        return time.monotonic() - began

    def ask_to_end(self, sig: signal.Signals = signal.SIGTERM) -> None:
        if self.alive:
            self.child.send_signal(sig)

    def kill(self) -> None:
        """As a power cut would: the whole group at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait(10)


def set_cpu_shares(pid: int, shares: int) -> None:
    """Weigh the session of this process as `cpu_shares` weigh a container, where Linux groups tasks by session (autogroup).

    Without such groups nothing is set: then the `nice` of the processes counts.
    """
    nice = round(math.log(DEFAULT_CPU_SHARES / shares, NICE_STEP))
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(max(-20, min(19, nice))))


def kill_with_children(parent: int) -> None:
    """kill -9 of a process and of all it started, whatever groups they made themselves."""
    family = [parent, *_descendants(parent)]
    for pid in family:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _descendants(parent: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    result, waiting = [], [parent]
    while waiting:
        born = children.get(waiting.pop(), [])
        result += born
        waiting += born
    return result
