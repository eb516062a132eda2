"""Listing: a page in; everything on it that may be one entry of a list of publications out.

In: a saved page, and a function that tells how likely a text is a bibliographic reference. Out: the page's records in its order, each
with its text, its looks, its links and the heading above; and, of an entry's links, the one to its file. It reads no fields: what
is the title and who are the authors is for the caller, who has a reference parser.
"""

from harvestman.pages.listing.pairing import entry_file
from harvestman.pages.listing.reading import read_records
from harvestman.pages.listing.records import Chance, ListRecord

__all__ = ["Chance", "ListRecord", "entry_file", "read_records"]
