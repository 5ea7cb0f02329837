"""A site with thousands of connections has descriptors that `select.select` refuses."""

import os
import resource

from web.readable import is_readable

HIGH = 1500


def test_a_high_descriptor_is_read() -> None:
    reader, writer = os.pipe()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, HIGH + 1), hard))
    os.dup2(reader, HIGH)
    try:
        assert not is_readable(HIGH, 0.0)
        os.write(writer, b"x")
        assert is_readable(HIGH, 10.0)
        os.read(HIGH, 1)
        os.close(writer)
        assert is_readable(HIGH, 10.0), "the other end is closed"
    finally:
        os.close(HIGH)
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
