"""Formats: how papers are written out and read in (BibTeX, CSL-JSON, RIS, JSON Lines, dblp's XML and BHT, Dublin Core, MODS), and documents written out (TEI, JATS). No I/O.

In: papers, pieces of text, or a document that was read. Out: text in the same order, or papers. It opens no file and no connection, keeps
nothing between two calls, and never changes what a paper says beyond what its format cannot hold (docs/formats.md).
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
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
    from harvestman.formats.xml_escaping import xml_text
    from harvestman.formats.xml_reading import read_tree
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "bht": "Bht",
            "bibtex": "BibTeX",
            "candidates": "as_cell candidate_paper candidate_terms write_candidates",
            "csl_json": "CSLJSON",
            "dblp_volumes": "DblpVolume dblp_volume",
            "dblp_xml": "DblpXml",
            "documents": "write_bibtex_header write_bibtex_references write_document",
            "dublin_core": "DublinCore dublin_core_of oai_dc",
            "entries": "FaultyEntry FileEntry",
            "exporters": "Exporter exporter_names format_of_file get_exporter load_exporters",
            "importing": "IMPORTERS Importer entry_mention importer_of paper_mention read_file",
            "jats": "write_jats",
            "jsonl": "JSONLines",
            "mods": "Mods mods_of",
            "oai_records": "RepositoryAnswer SourceRecord granularity read_feed read_repository",
            "ris": "RIS",
            "saf": "safe_name write_saf",
            "tei": "TeiManner file_md5 write_tei write_tei_citation write_tei_header write_tei_references",
            "tei_fragments": "write_tei_affiliations write_tei_date write_tei_names",
            "xml_reading": "read_tree",
            "xml_escaping": "xml_text",
        },
    )
