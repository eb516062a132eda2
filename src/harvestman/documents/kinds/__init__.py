"""Kinds: which category a document is of, which language it is in, and keywords for it when it prints none.

In: a layout, or a text. Out: a category with its probability, a language's code, phrases. Pure and offline: the models and
word lists are files of this package and of its dependency, and nothing is ever fetched.
"""

from harvestman.documents.kinds.category import read_category
from harvestman.documents.kinds.keywords import score_keywords
from harvestman.documents.kinds.language import read_language

__all__ = ["read_category", "read_language", "score_keywords"]
