"""Learn: training and judging of every model. In: folders of data. Out: small model files and honest figures.

Nothing imports this room but the command line; nothing in it is needed to run Harvestman.
"""
