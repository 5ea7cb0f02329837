"""The process of side_jobs.py."""

import sys

from tests.web.side_jobs import JOBS
from web.side_worker import serve

if __name__ == "__main__":
    serve(JOBS, [int(descriptor) for descriptor in sys.argv[1:]])
