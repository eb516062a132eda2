"""Learn: the workshop. Judges what the rooms do against data with known answers, and builds the files that they ship.

In: a file or folder of the shared shape. Out: honest figures, or a small data file beside its room. Nothing imports this
room but the command line, and nothing in it is needed to run Harvestman.
"""

__all__: list[str] = []
