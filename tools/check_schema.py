"""Are the documents that `extract --format tei|jats --out DIR` wrote valid?  python tools/check_schema.py SCHEMA DIR

SCHEMA is a RELAX NG schema (`tei_all.rng` of the Text Encoding Initiative) or a DTD (JATS); neither is carried here. Three things are
taken out of a TEI document before it is looked at, which GROBID's own schema adds to TEI and its clients need: the moment of
reading on `application`, identifiers as children of `biblStruct`, and sections inside an abstract.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from lxml import etree

_TEI = "{http://www.tei-c.org/ns/1.0}"
_MOST_SHOWN = 20


def main(schema_file: str, folder: str) -> int:
    """Print how many are not valid, and why, the commonest reason first."""
    schema: Any
    if schema_file.endswith(".dtd"):
        schema = etree.DTD(schema_file)
    else:
        schema = etree.RelaxNG(etree.parse(schema_file))
    files = sorted(Path(folder).rglob("*.xml"))
    reasons: Counter[str] = Counter()
    bad = 0
    for path in files:
        document = etree.parse(str(path))
        _take_out_grobids_own(document)
        if not schema.validate(document):
            bad += 1
            reasons.update({entry.message for entry in schema.error_log})
    print(f"{len(files) - bad} of {len(files)} documents are valid.")
    for reason, count in reasons.most_common(_MOST_SHOWN):
        print(f"{count:6}  {reason}")
    return 1 if bad or not files else 0


def _take_out_grobids_own(document: Any) -> None:
    for application in document.iter(f"{_TEI}application"):
        application.attrib.pop("when", None)
    for source in document.iter(f"{_TEI}sourceDesc"):
        for identifier in source.findall(f"{_TEI}biblStruct/{_TEI}idno"):
            identifier.getparent().remove(identifier)
    for abstract in list(document.iter(f"{_TEI}abstract")):
        if not len(abstract):
            abstract.getparent().remove(abstract)
        for section in abstract.findall(f"{_TEI}div"):
            place = abstract.index(section)
            abstract[place : place + 1] = list(section)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
