"""What CI checks of the dependencies: known vulnerabilities (`uv audit`), and that their bill of materials can be written.

uv exports the bill in CycloneDX itself, from the lock that it installs from, so no further package is needed for it.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
UV = Path(sys.executable).parent.parent / "tools" / "bin" / "uv"  # bootstrap.py puts it there
UNREACHABLE = 2


def passes(environment: Mapping[str, str]) -> bool:
    """Both checks, each with a line of output."""
    return all([_audit(environment), _bill_of_materials(environment)])


def _audit(environment: Mapping[str, str]) -> bool:
    """False for a known vulnerability in uv.lock. Where the advisory database does not answer, it says so and passes."""
    audit = _uv("audit", "--frozen", environment=environment)
    if audit.returncode == UNREACHABLE and "error sending request" in audit.stderr:
        print("skip audit: the advisory database (api.osv.dev) cannot be reached", flush=True)
        return True
    good = audit.returncode == 0
    print(f"{'ok  ' if good else 'FAIL'} audit", flush=True)
    if not good:
        print((audit.stdout + audit.stderr).strip(), flush=True)
    return good


def _bill_of_materials(environment: Mapping[str, str]) -> bool:
    """Can it be written, and does it name Django?"""
    fault, components = "", []
    try:
        components = bill_of_materials(ROOT, environment)["components"]
    except RuntimeError as error:
        fault = str(error)
    good = "django" in {part["name"] for part in components}
    print(
        f"{'ok  ' if good else 'FAIL'} bill of materials ({len(components)} components)", flush=True
    )
    if fault:
        print(fault, flush=True)
    return good


def bill_of_materials(root: Path, environment: Mapping[str, str]) -> dict[str, Any]:
    """A CycloneDX document of the packages that a site runs, as uv.lock in `root` has them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sbom.cdx.json"
        options = ("--format", "cyclonedx1.5", "--frozen", "--no-dev", "--output-file", str(file))
        export = _uv("export", *options, environment=environment, root=root)
        if export.returncode:
            raise RuntimeError(f"uv export failed: {export.stderr.strip()}")
        return json.loads(file.read_text())


def _uv(
    *arguments: str, environment: Mapping[str, str], root: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Runs uv with the machine's certificates, without its notes on preview features."""
    return subprocess.run(
        [str(UV), *arguments],
        cwd=root,
        env={**environment, "UV_SYSTEM_CERTS": "1", "UV_PREVIEW": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
