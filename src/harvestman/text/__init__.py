"""Text: strings of the trade and their one comparable form. Pure functions; no I/O, no types of other rooms.

In: names, titles, identifiers, addresses and bytes as the world writes them. Out: their parts, and forms that can be
compared. It never decides what is true; it only says what is alike.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
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
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "charset": "declared_encoding decode_html detect_encoding",
            "dates": "find_date",
            "folding": "fold squeeze unaccent words",
            "identifiers": "find_arxiv find_doi find_isbn find_issn find_orcid find_year is_own_site is_preprint",
            "names": "Name name_key parse_name",
            "romanising": "romanise sound",
            "urls": "canonical_url host_of site_of",
        },
    )
