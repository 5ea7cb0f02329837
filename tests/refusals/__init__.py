"""docs/refusals.md lists the code of every refusal. It is made from the source: `python -m tests.refusals` writes it."""
