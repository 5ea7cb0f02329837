"""The process that sends webhooks beside a site that is one process. It reads the database and the site writes for it."""

import math
import sys

from web.side_worker import serve, set_up


def main() -> None:
    """The arguments are the descriptors of its lines, in the order of JOBS. It runs as long as the site wants it."""
    set_up()
    from django.urls import reverse

    from web.post_senders import keep_warm
    from webhooks.sweeps import JOBS

    keep_warm()
    reverse("api-standings", args=["any"])  # the addresses of all pages take a second to read
    serve(JOBS, [int(descriptor) for descriptor in sys.argv[1:]], math.inf)


if __name__ == "__main__":
    main()
