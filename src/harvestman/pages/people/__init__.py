"""People: the persons and organisations that a page names, with roles and e-mail addresses in every disguise.

In: a parsed page. Out: sightings, each a few claims that share a subject. It reads what the page shows and what its scripts would
write; no script is run, and all of it takes time in proportion to the page. Telephone numbers and rooms are left alone.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.pages.people.names import (
        is_heading,
        is_known_name,
        organisation_in,
        plain_organisation,
        says_organisation,
    )
    from harvestman.pages.people.reading import read_people
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "names": "is_heading is_known_name organisation_in plain_organisation says_organisation",
            "reading": "read_people",
        },
    )
