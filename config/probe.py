"""`python -m config.probe PORT PATH`: exit 0 if the answer is 200. The health checks of docker/compose.yaml.

Needed by: the containers; the image has no curl. `make run` has no supervisor.
"""

import sys
from http.client import HTTPConnection, HTTPException


def main(port: str, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", int(port), timeout=4)
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        return 0 if connection.getresponse().status == 200 else 1
    except (OSError, HTTPException):
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
