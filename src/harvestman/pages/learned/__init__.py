"""The learned reader: regions (`regions.py`), what models are told of them (`features.py`, `consistency.py`,
`token_features.py`), the models at work (`tagging.py`), and papers made of labels (`bundling.py`, `people.py`).

What is mere mechanics is also there compiled, with the same answers: the markup cut into regions, labels out of weights.
What tells a paper from anything else is in Python alone.
"""

COMPILED = ("_decoding", "_scanning")
"""The modules that are there only where the package was built with a C compiler (`hatch_build.py`)."""
