"""Formats: how papers are written out and read in, as BibTeX, CSL-JSON, RIS and JSON Lines. No I/O.

In: papers, or pieces of text. Out: pieces of text in the same order, or papers. It opens no file and no connection, keeps
nothing between two calls, and never changes what a paper says beyond what its format cannot hold (docs/formats.md).
"""

from harvestman.formats.bibtex import BibTeX
from harvestman.formats.csl_json import CSLJSON
from harvestman.formats.exporters import Exporter, exporter_names, get_exporter, load_exporters
from harvestman.formats.jsonl import JSONLines
from harvestman.formats.ris import RIS

__all__ = [
    "CSLJSON",
    "RIS",
    "BibTeX",
    "Exporter",
    "JSONLines",
    "exporter_names",
    "get_exporter",
    "load_exporters",
]
