"""What a page loads, packed into few files with hashed names (docs/adr/0017-bundles-made-in-python.md).

Templates name their files by `{% styles %}` and `{% scripts %}`; there is no other list. With bundles each tag is one file,
without them (DEBUG, tests) each file is loaded by itself, as it stands in static/.
"""
