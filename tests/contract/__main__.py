"""`python -m tests.contract`: take the present schema as the released one. Only a release does that."""

import os

import django

from tests.contract.schemas import RELEASED, present, written


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    RELEASED.write_text(written(present()))
    print(f"{RELEASED.name} is the schema of now.")


main()
