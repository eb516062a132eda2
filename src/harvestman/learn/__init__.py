"""Learn: the workshop. Judges what the rooms read against data with known answers, and builds the files they ship.

In: a file or folder of the shared shape. Out: numbers, or a data file beside its room. Nothing imports it but the command line.
"""
