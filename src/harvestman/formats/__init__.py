"""Formats: how papers are written out and read in (BibTeX, CSL-JSON, RIS, JSON Lines, dblp's XML and BHT, Dublin Core, MODS), and documents written out (TEI, JATS). No I/O.

In: papers, pieces of text, or a document that was read. Out: text in the same order, or papers. It opens no file and no connection, keeps
nothing between two calls, and never changes what a paper says beyond what its format cannot hold (docs/formats.md).
"""

from harvestman.formats.bht import Bht
from harvestman.formats.bibtex import BibTeX
from harvestman.formats.candidates import (
    as_cell,
    candidate_paper,
    candidate_terms,
    write_candidates,
)
from harvestman.formats.csl_json import CSLJSON
from harvestman.formats.dblp_volumes import DblpVolume, dblp_volume
from harvestman.formats.dblp_xml import DblpXml
from harvestman.formats.documents import (
    write_bibtex_header,
    write_bibtex_references,
    write_document,
)
from harvestman.formats.dublin_core import DublinCore, dublin_core_of, oai_dc
from harvestman.formats.entries import FaultyEntry, FileEntry
from harvestman.formats.exporters import (
    Exporter,
    exporter_names,
    format_of_file,
    get_exporter,
    load_exporters,
)
from harvestman.formats.importing import (
    IMPORTERS,
    Importer,
    entry_mention,
    importer_of,
    paper_mention,
    read_file,
)
from harvestman.formats.jats import write_jats
from harvestman.formats.jsonl import JSONLines
from harvestman.formats.mods import Mods, mods_of
from harvestman.formats.oai_records import (
    RepositoryAnswer,
    SourceRecord,
    granularity,
    read_feed,
    read_repository,
)
from harvestman.formats.ris import RIS
from harvestman.formats.saf import safe_name, write_saf
from harvestman.formats.tei import (
    TeiManner,
    file_md5,
    write_tei,
    write_tei_citation,
    write_tei_header,
    write_tei_references,
)
from harvestman.formats.tei_fragments import (
    write_tei_affiliations,
    write_tei_date,
    write_tei_names,
)
from harvestman.formats.xml_reading import read_tree
from harvestman.formats.xml_text import xml_text

__all__ = [
    "CSLJSON",
    "IMPORTERS",
    "RIS",
    "Bht",
    "BibTeX",
    "DblpVolume",
    "DblpXml",
    "DublinCore",
    "Exporter",
    "FaultyEntry",
    "FileEntry",
    "Importer",
    "JSONLines",
    "Mods",
    "RepositoryAnswer",
    "SourceRecord",
    "TeiManner",
    "as_cell",
    "candidate_paper",
    "candidate_terms",
    "dblp_volume",
    "dublin_core_of",
    "entry_mention",
    "exporter_names",
    "file_md5",
    "format_of_file",
    "get_exporter",
    "granularity",
    "importer_of",
    "load_exporters",
    "mods_of",
    "oai_dc",
    "paper_mention",
    "read_feed",
    "read_file",
    "read_repository",
    "read_tree",
    "safe_name",
    "write_bibtex_header",
    "write_bibtex_references",
    "write_candidates",
    "write_document",
    "write_jats",
    "write_saf",
    "write_tei",
    "write_tei_affiliations",
    "write_tei_citation",
    "write_tei_date",
    "write_tei_header",
    "write_tei_names",
    "write_tei_references",
    "xml_text",
]
