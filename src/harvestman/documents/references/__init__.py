"""References: one printed reference string in; its authors, title, container and other fields out.

In: a string of a reference list, in any language and style. Out: a `Reference`, or a `ReferenceFound` with confidences. It
never looks anything up, never finds references in running text, and never raises for what a string holds.
"""

from harvestman.documents.references.parsing import (
    ReferenceFound,
    parse_reference,
    parse_references,
    read_fields,
)
from harvestman.documents.references.people import parse_names

__all__ = ["ReferenceFound", "parse_names", "parse_reference", "parse_references", "read_fields"]
