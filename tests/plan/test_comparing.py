"""Which papers an imported dump has, and how a volume differs from it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman.engine import InlineGuard
from harvestman.model import Author, Paper, SetClock, SystemClock, UsageError
from harvestman.plan import (
    InBibliography,
    compare_volume,
    listed_papers,
    take_in,
    volumes_of,
)
from harvestman.store import Plan, open_library

Import = Callable[..., Plan]

DUMP = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<proceedings mdate="2026-01-02" key="conf/lime/2025"><title>Proceedings of the 4th Conference on Libraries and Metadata, LIME 2025, Bern, Switzerland, June 3-5, 2025</title><booktitle>LIME</booktitle><year>2025</year></proceedings>
<inproceedings mdate="2026-01-02" key="conf/lime/RuizS25"><author>Ana Ruiz 0001</author><author>Bob Smith</author><title>On Spiders: A <i>Very</i> Short Introduction.</title><pages>1-10</pages><year>2025</year><booktitle>LIME</booktitle><ee>https://doi.org/10.1000/ABC</ee><crossref>conf/lime/2025</crossref></inproceedings>
<inproceedings mdate="2026-01-02" key="conf/lime/Kovac25"><author>Hana Kov&aacute;&#269;</author><title>M&uuml;ller's Webs &amp; Silk.</title><pages>11-20</pages><year>2025</year><booktitle>LIME</booktitle><crossref>conf/lime/2025</crossref></inproceedings>
<inproceedings mdate="2026-01-02" key="conf/lime/Doe25"><author>Jane Doe</author><title>Of threads without a volume.</title><year>2025</year><booktitle>LIME</booktitle></inproceedings>
<inproceedings mdate="2026-01-02" key="conf/other/Doe25"><author>Jane Doe</author><title>Elsewhere.</title><year>2025</year><booktitle>OTHER</booktitle><crossref>conf/other/2025</crossref></inproceedings>
<article mdate="2026-01-02" key="journals/corr/abs-2501-1"><author>Eve Moss</author><title>Only a Preprint.</title><year>2025</year><ee>https://doi.org/10.48550/arXiv.2501.1</ee></article>
<article mdate="2026-01-02" key="journals/pweb/Moss25"><author>Eve Moss</author><title>In a Journal.</title><year>2025</year></article>
<www mdate="2026-01-02" key="homepages/1/1"><author>Eve Moss</author><title>Home Page</title></www>
</dblp>
"""


@pytest.fixture
def take(tmp_path: Path) -> Import:
    clock = SetClock(datetime(2026, 3, 1, tzinfo=UTC))

    def take_(text: str = DUMP, *, name: str = "dblp.xml") -> Plan:
        path = tmp_path / name
        path.write_text(text, "latin-1")
        library = open_library(str(tmp_path / "l.db"), clock=clock)
        for intake in take_in(path, InlineGuard):
            library.plan.keep(intake.brought)
        return library.plan

    return take_


def paper(title: str, *names: str, year: int | None = 2025, **more: str) -> Paper:
    return Paper(title, authors=tuple(map(Author, names)), year=year, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "is_in"),
    [
        (paper("On spiders - a very short introduction", "Ana Ruiz", "Bob Smith"), True),
        (paper("On Spiders: A Very Short Introduction", "A. Ruiz", year=2026), True),
        (paper("On Spiders: A Very Short Introduction", "Ruiz Ana", year=None), True),
        (paper("On Spiders: A Very Short Introduction", "Bob Smith", "Ana Ruiz"), True),
        (paper("On Spiders: A Very Short Introduction", "Ana Ruiz", year=2020), False),
        (paper("On Spiders: A Very Short Introduction", "Eve Moss"), False),
        (paper("Quite another title", "Eve Moss", doi="10.1000/abc"), True),
        (paper("Müller’s webs & silk", "Hana Kovac"), True),
        (paper("Of threads without a volume", "Jane Doe"), True),
        (paper("Only a preprint", "Eve Moss", doi="10.48550/arxiv.2501.1"), False),
        (paper("In a journal", "Eve Moss"), True),
        (paper("Home Page", "Eve Moss", year=None), False),
        (paper("Something new", "Ana Ruiz"), False),
    ],
)
def test_what_the_dump_has(take: Import, wanted: Paper, is_in: bool) -> None:
    assert (wanted in InBibliography(take())) is is_in


def test_without_a_dump_nothing_can_be_said(tmp_path: Path) -> None:
    with (
        open_library(str(tmp_path / "l.db"), clock=SystemClock()) as library,
        pytest.raises(UsageError, match="plan import"),
    ):
        InBibliography(library.plan)


def test_the_newest_dump_alone_counts(take: Import) -> None:
    take()
    plan = take(DUMP.replace("On Spiders", "On Ants").replace("2026-01-02", "2026-02-02"))
    known = InBibliography(plan)
    assert paper("On Ants: A Very Short Introduction", "Ana Ruiz") in known
    assert paper("On Spiders: A Very Short Introduction", "Ana Ruiz") not in known
    plan = take(DUMP.replace("2026-01-02", "2025-02-02"), name="older.xml")
    assert paper("On Ants: A Very Short Introduction", "Ana Ruiz") in InBibliography(plan)
    assert len(listed_papers(plan, "conf/lime/2025")) == 3


def test_a_volume_is_listed_with_papers_that_do_not_name_it(take: Import) -> None:
    plan = take()
    listed = {one.key: one for one in listed_papers(plan, "conf/lime/2025")}
    assert set(listed) == {"conf/lime/RuizS25", "conf/lime/Kovac25", "conf/lime/Doe25"}
    spiders = listed["conf/lime/RuizS25"]
    assert (spiders.title, spiders.authors, spiders.pages, spiders.ee) == (
        "On Spiders: A Very Short Introduction",
        ("Ana Ruiz", "Bob Smith"),
        "1-10",
        "https://doi.org/10.1000/ABC",
    )
    assert listed["conf/lime/Kovac25"].authors == ("Hana Kováč",)
    assert listed_papers(plan, "conf/nothing/2025") == []


def test_a_volume_is_found_by_acronym_and_year(take: Import) -> None:
    plan = take()
    assert [v.key for v in volumes_of(plan, acronym="lime", year=2025)] == ["conf/lime/2025"]
    assert volumes_of(plan, acronym="LIME", year=2024) == []
    assert volumes_of(plan, acronym="", year=2025) == []


def test_a_volume_is_compared_paper_by_paper(take: Import) -> None:
    plan = take()
    found = compare_volume(
        [
            paper("On Spiders, a Very Short Introduction", "A. Ruiz", "B. Smith", pages="1–10"),
            paper("Müller's Webs and Silk", "Hana Kovac", "Eve Moss", pages="11–21"),
            paper("Something New", "Ana Ruiz"),
        ],
        listed_papers(plan, "conf/lime/2025"),
        volumes=["conf/lime/2025"],
    )
    assert [one.title for one in found.missing] == ["Something New"]
    assert [one.key for one in found.extra] == ["conf/lime/Doe25"]
    (differing,) = found.differing
    assert (differing.listed.key, differing.fields) == (
        "conf/lime/Kovac25",
        ("title", "authors", "pages"),
    )
    assert (found.same, found.is_equal) == (1, False)
    assert compare_volume([], []).is_equal


def test_equal_dois_join_what_has_different_titles(take: Import) -> None:
    one = paper("The Title of the Preprint", "Ana Ruiz", "Bob Smith", doi="10.1000/abc")
    found = compare_volume([one], listed_papers(take(), "conf/lime/2025"))
    assert [(d.listed.key, d.fields) for d in found.differing] == [
        ("conf/lime/RuizS25", ("title",))
    ]
