"""Text: strings of the trade and their one comparable form. Pure functions; no I/O, no types of other rooms.

In: names, titles, identifiers, addresses and bytes as the world writes them. Out: their parts, and forms that can be
compared. It never decides what is true; it only says what is alike.
"""

from harvestman.text.charset import declared_encoding, decode_html, detect_encoding
from harvestman.text.dates import find_date
from harvestman.text.folding import fold, squeeze, unaccent, words
from harvestman.text.identifiers import (
    find_arxiv,
    find_doi,
    find_isbn,
    find_issn,
    find_orcid,
    find_year,
    is_own_site,
    is_preprint,
)
from harvestman.text.names import Name, name_key, parse_name
from harvestman.text.romanising import romanise, sound
from harvestman.text.urls import canonical_url, host_of, site_of

__all__ = [
    "Name",
    "canonical_url",
    "declared_encoding",
    "decode_html",
    "detect_encoding",
    "find_arxiv",
    "find_date",
    "find_doi",
    "find_isbn",
    "find_issn",
    "find_orcid",
    "find_year",
    "fold",
    "host_of",
    "is_own_site",
    "is_preprint",
    "name_key",
    "parse_name",
    "romanise",
    "site_of",
    "sound",
    "squeeze",
    "unaccent",
    "words",
]
