"""Reads settings from the environment; a wrong or missing value stops the start and is named."""

import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def secret_env(name: str) -> str:
    """The value as it stands: Env would take one that begins with a dollar for the name of another, and tell it."""
    return os.environ.get(name, "")


def secret_key(folder: Path, *, create: bool) -> str:
    """SECRET_KEY, else the one kept in `folder`, made on first use where `create` allows it."""
    given = secret_env("SECRET_KEY")
    if given:
        return given
    kept = folder / "secret_key"
    if create and not kept.exists():
        _keep(kept, secrets.token_urlsafe(50))
    if not kept.exists():
        message = "SECRET_KEY is not set: give every process the same long random value."
        raise ImproperlyConfigured(message)
    return kept.read_text().strip()


def _keep(path: Path, value: str) -> None:
    """Write once, readable by the owner alone; the first of several starters wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(value)
    draft.chmod(0o600)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
