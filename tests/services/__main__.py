"""`python -m tests.services …`

quick                  the quick tests (make test)
all                    install what is missing, then the whole suite (make test-all)
messages               collect the visible strings into locale/
check                  the static checks: formatting, types, templates, contracts, migrations, messages
install                only the installing
release                a release of VERSION: commit, tag, and dist/ (make release, docs/releasing.md)
site …                 the production shape without containers, until Ctrl-C (docker/without-containers)
-- COMMAND …           run a command with DATABASE_URL and REDIS_URL of private, throwaway servers
"""

import os
import subprocess
import sys
from collections.abc import Callable

from tests.services import checks, installed, release, site, suite
from tests.services.servers import Postgres, Redis


def with_servers(command: list[str]) -> int:
    with Postgres() as postgres, Redis() as redis:
        environment = {**os.environ, "DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        return subprocess.call(command, env=environment)


def install() -> int:
    installed.install()
    return 0


WITHOUT_ARGUMENTS: dict[str, Callable[[], int]] = {
    "messages": checks.write_messages,
    "install": install,
    "release": lambda: release.run(os.environ.get("VERSION", "")),
}


def main(arguments: list[str]) -> int:
    match arguments:
        case ["quick"]:
            return suite.run(everything=False)
        case ["all"]:
            installed.install()
            return suite.run(everything=True)
        case ["check"]:
            return checks.run()
        case [("messages" | "install" | "release") as word]:
            return WITHOUT_ARGUMENTS[word]()
        case ["site", *rest]:
            return site.run(rest)
        case ["--", *command] if command:
            return with_servers(command)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
