"""People: the persons and organisations that a page names, with roles and e-mail addresses in every disguise.

In: a parsed page. Out: sightings, each a few claims that share a subject. It reads what the page shows and what its scripts would
write; no script is run, and all of it takes time in proportion to the page. Telephone numbers and rooms are left alone.
"""

from harvestman.pages.people.names import (
    is_heading,
    is_known_name,
    organisation_in,
    plain_organisation,
    says_organisation,
)
from harvestman.pages.people.reading import read_people

__all__ = [
    "is_heading",
    "is_known_name",
    "organisation_in",
    "plain_organisation",
    "read_people",
    "says_organisation",
]
