"""Kinds: which category a document is of, and keywords for it when it prints none.

In: a layout, or a text. Out: a category with its probability, phrases. Pure and offline: the models and word lists are
files of this package, and nothing is ever fetched.
"""

from harvestman.documents.kinds.category import read_category
from harvestman.documents.kinds.keywords import score_keywords

__all__ = ["read_category", "score_keywords"]
