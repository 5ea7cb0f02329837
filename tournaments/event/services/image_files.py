"""Uploaded images and PDFs, checked by what they are and not by their names.

An image is decoded and written anew, so nothing but its pixels is kept: no place where it was taken, no script, no second
file behind it. A PDF is kept as it is and only ever served as a download.
"""

import io
import re
import struct
from dataclasses import dataclass
from hashlib import sha256
from threading import BoundedSemaphore

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from tournaments.models import EventFile
from web.errors import DomainError

MOST_FILE_BYTES = 6 * 2**20
MOST_PIXELS = 24_000_000
FORMATS = ("PNG", "JPEG", "WEBP")
SIZES = {EventFile.Kind.IMAGE: (1640, 1200), EventFile.Kind.LOGO: (480, 480)}
"""The most pixels in width and height that are kept."""
LEAST_SIDE = 32
PATIENCE_S = 10
PDF_HEAD = re.compile(rb"%PDF-[12]\.\d[\s\r\n]")
PDF_END = b"%%EOF"
NOT_READABLE = (
    OSError, SyntaxError, ValueError, TypeError, EOFError, IndexError, KeyError, OverflowError, ZeroDivisionError,
    struct.error, Image.DecompressionBombError,
)  # fmt: skip
"""What Pillow raises of broken files."""
_one_at_a_time = BoundedSemaphore(1)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file as it is kept. `width` and `height` are pixels, 0 for a PDF."""

    data: bytes
    content_type: str
    width: int = 0
    height: int = 0

    @property
    def digest(self) -> str:
        return sha256(self.data).hexdigest()


def checked(kind: str, data: bytes) -> CheckedFile:
    """The file as it is to be kept. Refused (400): file_too_large, no_image, image_too_large, image_too_small, no_pdf;
    and busy (503) while too many images are read."""
    if len(data) > MOST_FILE_BYTES:
        text = _("The file is too large. It can have up to %(n)d MB.") % {
            "n": MOST_FILE_BYTES // 2**20
        }
        raise DomainError("file_too_large", text, status=400)
    return _pdf(data) if kind == EventFile.Kind.RULES else _image(kind, data)


def _pdf(data: bytes) -> CheckedFile:
    if PDF_HEAD.match(data) is None or PDF_END not in data[-1024:]:
        raise DomainError("no_pdf", _("This is not a PDF. Choose a PDF file."), status=400)
    return CheckedFile(data, "application/pdf")


def _image(kind: str, data: bytes) -> CheckedFile:
    if not _one_at_a_time.acquire(timeout=PATIENCE_S):
        raise DomainError("busy", _("The site is busy. Try again in a minute."), status=503)
    try:
        return _rewritten(kind, data)
    except NOT_READABLE as error:
        text = _("This image cannot be read. Choose a PNG, JPEG or WebP file.")
        raise DomainError("no_image", text, status=400) from error
    finally:
        _one_at_a_time.release()


def _rewritten(kind: str, data: bytes) -> CheckedFile:
    most = SIZES[EventFile.Kind(kind)]
    with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
        _require_size(opened.size)
        opened.draft("RGB", most)
        whole = ImageOps.exif_transpose(opened)
        has_alpha = "A" in whole.getbands() or "transparency" in whole.info
        image = whole.convert("RGBA" if kind == EventFile.Kind.LOGO and has_alpha else "RGB")
    image.info.clear()  # comments, which Pillow would write again
    image.thumbnail(most, Image.Resampling.LANCZOS)
    written = io.BytesIO()
    if kind == EventFile.Kind.LOGO:
        image.save(written, "PNG", optimize=True)
        return CheckedFile(written.getvalue(), "image/png", *image.size)
    image.save(written, "JPEG", quality=82, optimize=True, progressive=True)
    return CheckedFile(written.getvalue(), "image/jpeg", *image.size)


def _require_size(size: tuple[int, int]) -> None:
    """By what the head of the file says, before anything is decoded."""
    width, height = size
    if width * height > MOST_PIXELS:
        text = _("The image has too many pixels. Make it smaller and try again.")
        raise DomainError("image_too_large", text, status=400)
    if min(size) < LEAST_SIDE:
        text = _("The image is too small. Minimum width and height in pixels: %(n)d.")
        raise DomainError("image_too_small", text % {"n": LEAST_SIDE}, status=400)
