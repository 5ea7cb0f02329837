"""The process that sweeps notifications beside a site that is one process. It reads the database and the site writes for it."""

import sys

from web.side_worker import serve, set_up


def main() -> None:
    """The arguments are the descriptors of its lines, in the order of JOBS."""
    set_up()
    from notifications.sweeps import JOBS

    serve(JOBS, [int(descriptor) for descriptor in sys.argv[1:]])


if __name__ == "__main__":
    main()
