"""A push service on the loopback: checks who sends, decrypts as a browser does, and answers as it was told to."""

import hashlib
import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from web import public_post

# For a file sitecustomize.py, which every process of a site reads first: the loopback counts as public.
LOOPBACK = """
import ssl
from web import public_post
public_post.PORT = {port}
public_post.is_public = lambda address: address in ("127.0.0.1", "::1")
trusting = ssl.create_default_context(cafile={pem!r})
public_post.tls_context = lambda: trusting
"""


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class FakeBrowser:
    """The keys of one subscription, and what the browser does with a message (RFC 8291, the receiver's half)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = hashlib.sha256(endpoint.encode()).digest()[:16]
        self.point = self.key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    @property
    def keys(self) -> dict[str, str]:
        return {
            "endpoint": self.endpoint,
            "p256dh": text_of(self.point),
            "auth": text_of(self.secret),
        }

    def read(self, body: bytes) -> dict[str, Any]:
        salt, size = body[:16], body[20]
        sender = body[21 : 21 + size]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\x00" + self.point + sender
        start = HKDF(SHA256(), 32, salt=self.secret, info=info).derive(shared)
        key = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\x00").derive(start)
        nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\x00").derive(start)
        text = AESGCM(key).decrypt(nonce, body[21 + size :], None)
        assert text.endswith(b"\x02")
        message: dict[str, Any] = json.loads(text[:-1])
        return message


@dataclass
class PushService:
    """What came in, and what is answered: `status` to each path, 201 unless it says otherwise, after a delay."""

    port: int = 0
    status: dict[str, int] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0
    received: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"https://localhost:{self.port}"

    def browser(self, name: str) -> FakeBrowser:
        return FakeBrowser(f"{self.origin}/{name}")


def claims_of(authorization: str) -> dict[str, Any]:
    """The claims of a VAPID header whose signature is that of the key beside it."""
    kind, _space, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    text, _dot, signature = parts["t"].rpartition(".")
    raw = bytes_of(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
    key.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(bytes_of(part)) for part in text.split("."))
    assert (kind, head) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    return {**claims, "key": parts["k"]}


def certificate(folder: Path) -> Path:
    """Of localhost, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    path = folder / "localhost.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    return path


@contextmanager
def listening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A service that the site may reach: of its checks, the address and the port are changed, nothing else."""
    service = PushService()

    class _Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append((self.path, dict(self.headers), body))
            time.sleep(service.delay_s)
            self.send_response(service.status.get(self.path, 201))
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_PUT(self) -> None:
            self.do_POST()

        def log_message(self, *_args: object) -> None:
            return

    pem = certificate(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(pem)
    server.socket = inside.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    service.port = server.server_address[1]
    trusting = ssl.create_default_context(cafile=str(pem))
    monkeypatch.setattr(public_post, "PORT", service.port)
    monkeypatch.setattr(public_post, "is_public", lambda address: address in ("127.0.0.1", "::1"))
    monkeypatch.setattr(public_post, "tls_context", lambda: trusting)
    yield service
    server.shutdown()
    server.server_close()


@contextmanager
def listening_to_a_site(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """The same for processes with this folder in their PYTHONPATH."""
    with listening(folder, monkeypatch) as service:
        text = LOOPBACK.format(port=service.port, pem=str(next(folder.glob("*.pem"))))
        (folder / "sitecustomize.py").write_text(text)
        yield service
