"""Titles: what the title of a proceedings volume says about its event. Pure functions of a string and our own word lists.

In: "Tools and Algorithms ..., ETAPS 2014, Grenoble, France, April 5-13, 2014. Proceedings". Out: month, year, country, city,
days, whether it was virtual or a workshop and with which event, and the words that say so. It never guesses what a title
does not say, never fails on any string, and reads nothing but the files beside it.
"""

from harvestman.plan.titles.parsing import parse_title
from harvestman.plan.titles.parts import Quote, TitleParts

__all__ = ["Quote", "TitleParts", "parse_title"]
