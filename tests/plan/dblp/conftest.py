"""A small hand-written dump with every kind of record, and ways to write and read such files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from harvestman.engine import InlineGuard
from harvestman.plan.dblp import DblpTables, read_dblp

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n'
TAIL = "</dblp>\n"

RECORDS = """\
<article mdate="2017-05-28" key="journals/acta/Saxena96">
<author>Sanjeev Saxena</author>
<author orcid="0000-0002-1825-0097">J&uuml;rgen M&#252;ller 0001</author>
<title>Parallel Integer Sorting and Simulation Amongst CRCW Models.</title>
<year>1996</year>
<journal>Acta Inf.</journal>
</article><inproceedings mdate="2018-06-04" key="conf/jcdl/NeumannMSS18">
<author>Mandy Neumann</author>
<author>Philipp Schaer</author>
<title>Prioritizing H<sub>2</sub>O &amp; <i>Scheduling</i> Conferences.</title>
<year>2018</year>
<booktitle>JCDL</booktitle>
<crossref>conf/jcdl/2018</crossref>
</inproceedings>
<inproceedings mdate="2018-05-25" key="conf/jcdl/Saxena18">
<author>Sanjeev Saxena</author>
<author>Mandy Neumann</author>
<title>Another one.</title>
<year>2018</year>
<crossref>conf/jcdl/2018</crossref>
<booktitle>JCDL</booktitle>
</inproceedings>
<proceedings mdate="2018-11-06" key="conf/jcdl/2018">
<editor>Jiangping Chen</editor>
<editor>Marcos Andr&eacute; Gon&ccedil;alves</editor>
<title>Proceedings of the 18th ACM/IEEE on Joint Conference on Digital Libraries, JCDL 2018, Fort Worth, TX, USA, June 03-07, 2018</title>
<booktitle>JCDL</booktitle>
<publisher>ACM</publisher>
<year>2018</year>
<isbn>978-1-4503-5178-2</isbn>
<ee>https://doi.org/10.1145/3197026</ee>
<ee type="oa">https://mirror.example.org/jcdl18.html</ee>
</proceedings>
<inproceedings mdate="1999-03-03" key="conf/jcdl/Old95">
<author>Ann Old</author>
<title>Without crossref.</title>
<year>1995</year>
<booktitle>DL</booktitle>
</inproceedings>
<book mdate="2019-01-01" key="books/aw/Knuth73"><author>Donald E. Knuth</author><title>TAOCP</title><year>1973</year></book>
<incollection mdate="2019-01-01" key="books/x/Y"><author>Ann Old</author><title>T</title><year>1996</year><crossref>books/x</crossref></incollection>
<phdthesis mdate="2019-01-01" key="phd/X"><author>Ann Old</author><title>T</title><year>1994</year></phdthesis>
<mastersthesis mdate="2019-01-01" key="ms/X"><author>Ann Old</author><title>T</title><year>1990</year></mastersthesis>
<data mdate="2024-01-01" key="data/X"><author>Ann Old</author><title>T</title><year>2023</year></data>
<www mdate="2020-01-01" key="homepages/n/MN"><author>Mandy Neumann</author><title>Home Page</title></www>
"""

Writer = Callable[..., Path]
Reader = Callable[..., DblpTables]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes a dump of the given records (or of all kinds) and returns its path."""

    def write_dump(
        records: str = RECORDS, *, head: str = HEAD, tail: str = TAIL, name: str = "dblp.xml"
    ) -> Path:
        path = tmp_path / name
        path.write_bytes((head + records + tail).encode("utf-8"))
        return path

    return write_dump


@pytest.fixture
def read() -> Reader:
    """Reads a dump in this process."""

    def read_dump(path: Path, *, block_bytes: int = 1 << 20) -> DblpTables:
        return read_dblp(path, InlineGuard(), block_bytes=block_bytes)

    return read_dump


@pytest.fixture
def all_kinds() -> str:
    """One record of every kind, two of some."""
    return RECORDS
