"""An upload handler that truncates: of each file little more than the largest accepted size is stored.

Needed by: both shapes. The proxy limits whole requests (10 MB in docker/Caddyfile), not the files in them; `make run` has
no other limit.
"""

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from games.records.reading import MOST_BYTES
from tournaments.event.services.image_files import MOST_FILE_BYTES

KEPT = max(MOST_BYTES, MOST_FILE_BYTES) + 1


class TruncatingUploadHandler(FileUploadHandler):
    """Comes before the handlers that store: what is beyond is read and dropped, so its reader sees that it is too long."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        return raw_data[: KEPT - start] if start < KEPT else None

    def file_complete(self, file_size: int) -> UploadedFile | None:
        return None
