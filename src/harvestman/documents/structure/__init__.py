"""Structure: a `Layout` in; front lines, body sections, single reference strings, other matter and the full text out.

Reference lists are found by their headings in many languages and cut by their numbers or by a taught chain over their lines.
It never looks into a reference string, and never reads files: it works on what the layout says.
"""

from harvestman.documents.structure.parts import ReferenceList, ReferenceString, Structure
from harvestman.documents.structure.reading import read_structure

__all__ = ["ReferenceList", "ReferenceString", "Structure", "read_structure"]
