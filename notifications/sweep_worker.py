"""The process that sweeps notifications beside a site that is one process. It reads the database and the site writes for it."""

import os
import sys

from web.low_priority import give_way
from web.side_process import NICENESS


def main() -> None:
    """The arguments are the descriptors of its lines, in the order of JOBS."""
    give_way(NICENESS)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django
    from django.conf import settings

    settings.CACHES["default"] = {"BACKEND": "web.parent_cache.ParentCache"}
    settings.DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA query_only=ON;"
    django.setup()

    from notifications.sweeps import JOBS
    from web.side_worker import serve

    serve(JOBS, [int(descriptor) for descriptor in sys.argv[1:]])


if __name__ == "__main__":
    main()
