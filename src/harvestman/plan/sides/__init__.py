"""Side tables: reads rating lists, citations and usage, as people export them, into typed values.

Every line of a list is accounted for: linked to a series, unknown, or ambiguous. It never guesses an encoding that the bytes
do not speak for, and never takes a class that is on no known scale.
"""

from harvestman.plan.sides.linking import LinkReport, link_ratings
from harvestman.plan.sides.measures import read_citations, read_usage
from harvestman.plan.sides.ratings import SCALES, RatingList, read_rating_list
from harvestman.plan.sides.sheets import Sheet, read_sheet

__all__ = [
    "SCALES",
    "LinkReport",
    "RatingList",
    "Sheet",
    "link_ratings",
    "read_citations",
    "read_rating_list",
    "read_sheet",
    "read_usage",
]
