"""`python -m tests.refusals` writes docs/refusals.md anew."""

import os

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.refusals.page import PAGE, page  # needs Django
    from tests.refusals.reading import Reading

    PAGE.write_text(page(Reading()))
    print(f"{PAGE.name} has every code of now.")


main()
