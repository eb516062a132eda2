"""Header: the first pages of a laid-out document in; title, authors, abstract and the rest of its header out.

In: a `Layout`. Out: a `HeaderFound`, each value with its confidence, page and quote; authors come with their own
affiliations and e-mails. It reads what is printed and never looks anything up; the file's own properties only break ties.
"""

from harvestman.documents.header.found import HeaderFound
from harvestman.documents.header.names import parse_header_names
from harvestman.documents.header.reader import read_header

__all__ = ["HeaderFound", "parse_header_names", "read_header"]
