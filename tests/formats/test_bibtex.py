"""BibTeX: what is written, judged by an independent parser; and what other people's files look like when read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import LatexDecodingMiddleware, SeparateCoAuthors, SplitNameParts

from formats.sample import PAPER, faults_of, papers_of
from harvestman.formats import BibTeX, FaultyEntry, FileEntry, bibtex_reading
from harvestman.formats.bibtex import protect_capitals
from harvestman.formats.bibtex_reading import Entry, read_entries
from harvestman.formats.latex import from_latex
from harvestman.model import Kind, Paper


def test_an_entry_as_it_stands() -> None:
    assert "".join(BibTeX().write([PAPER])) == (
        "@inproceedings{ruiz2018automatic,\n"
        "  author = {Ruiz, Ana María and van Beethoven, Ludwig and King, Jr., Martin Luther"
        " and {World Health Organization} and {Anderson and Sons} and Ершов, А. П. and {IEEE} and Plato},\n"
        "  title = {Automatic search for the {DNA} of 50\\% of papers: a study of {Kairos} \\& co.},\n"
        "  booktitle = {JCDL \\& Friends},\n"
        "  year = {2018},\n"
        "  month = jun,\n"
        "  day = {3},\n"
        "  volume = {12},\n"
        "  number = {3},\n"
        "  pages = {12--34},\n"
        "  publisher = {ACM},\n"
        "  isbn = {978-3-16-148410-0},\n"
        "  issn = {1234-567X},\n"
        "  doi = {10.1145/3197026.3197069},\n"
        "  eprint = {1706.03762},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://example.org/papers/%7B1%7D},\n"
        "  pdf = {https://example.org/a_b%20c.pdf},\n"
        "  language = {en},\n"
        "  keywords = {libraries, {search, automatic}},\n"
        "  abstract = {First line. Second line.},\n"
        "}\n\n"
    )


def test_an_independent_parser_understands_names_and_text() -> None:
    text = "".join(BibTeX().write([PAPER]))
    (entry,) = parse_string(text, append_middleware=[LatexDecodingMiddleware()]).entries
    assert entry.fields_dict["title"].value == PAPER.title
    assert entry.fields_dict["booktitle"].value == PAPER.venue
    (entry,) = parse_string(text, append_middleware=[SeparateCoAuthors(), SplitNameParts()]).entries
    names = [(n.first, n.von, n.last, n.jr) for n in entry.fields_dict["author"].value]
    assert names[:3] == [
        (["Ana", "María"], [], ["Ruiz"], []),
        (["Ludwig"], ["van"], ["Beethoven"], []),
        (["Martin", "Luther"], [], ["King"], ["Jr."]),
    ]
    assert len(names) == len(PAPER.authors)
    assert names[5] == (["А.", "П."], [], ["Ершов"], [])


@pytest.mark.parametrize(
    ("kind", "entry", "field"),
    [
        ("conference-paper", "inproceedings", "booktitle"),
        ("journal-article", "article", "journal"),
        ("book", "book", "series"),
        ("chapter", "incollection", "booktitle"),
        ("thesis", "thesis", "series"),
        ("report", "techreport", "series"),
        ("preprint", "misc", "howpublished"),
        ("other", "misc", "howpublished"),
    ],
)
def test_each_kind_has_its_entry_type(kind: str, entry: str, field: str) -> None:
    assert kind in {str(known) for known in Kind}
    text = "".join(BibTeX().write([Paper("T", kind=kind, venue="V")]))
    assert text.startswith(f"@{entry}{{anont,")
    assert f"{field} = {{V}}" in text


@pytest.mark.parametrize(
    ("paper", "entry"),
    [
        (Paper("T", venue="V", volume="1"), "article"),
        (Paper("T", venue="V"), "inproceedings"),
        (Paper("T", arxiv="1706.03762"), "misc"),
        (Paper("T", kind="never heard of"), "misc"),
    ],
)
def test_an_unknown_kind_is_guessed_from_the_other_fields(paper: Paper, entry: str) -> None:
    assert "".join(BibTeX().write([paper])).startswith(f"@{entry}{{")


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("The structure of DNA in Greenland", "The structure of {DNA} in {Greenland}"),
        ("Deep Learning With iPhones", "Deep Learning With {iPhones}"),
        ("DEEP LEARNING", "DEEP LEARNING"),
        ("Kairos: proactive harvesting", "Kairos: proactive harvesting"),
        ("COVID-19, again", "{COVID-19}, again"),
        ("О языке Альфа", "О языке {Альфа}"),
        ("", ""),
    ],
)
def test_braces_protect_the_capitals_that_matter(title: str, written: str) -> None:
    assert protect_capitals(title) == written


def test_one_brace_does_not_swallow_the_rest_of_the_file() -> None:
    text = "".join(BibTeX().write([Paper("A } brace {{ or \\"), Paper("Next")]))
    assert [entry.key for entry in parse_string(text).entries] == ["anonbrace", "anonnext"]
    assert [paper.title for paper in papers_of(BibTeX(), [text])] == ["A } brace {{ or \\", "Next"]


def test_a_date_that_contradicts_the_year_is_not_written() -> None:
    text = "".join(BibTeX().write([replace(PAPER, year=2017)]))
    assert "year = {2017}" in text
    assert "month" not in text


FOREIGN = r"""
This is a comment outside of all entries, with an e-mail address: someone@example.org.
@string{ cacm = "Communications of the " # "{ACM}" }
@comment{ @article{not, title={read}} }
@preamble{ "\newcommand{\x}{}" }
@Article(knuth:84,
  Author = "Donald E. Knuth and G{\"o}del, Kurt and {The \TeX{} Users Group}",
  TITLE  = {Literate {P}rogramming in \emph{Mind}, \'{e} \v{c} \ss\ and {\'\i}},
  journal = cacm, year = 1984, month = "May", pages = {97--111},
  keywords = {one; two},
  url = {http://example.org/~knuth/a_b%20c},
)
@phdthesis{x, title = "A {"} quote", school = {ETH}, date = {2001-02-03}}
@misc{y, title = {Z}, eprint = {hep-th/9901001}, archivePrefix = {arXiv}, year = "in press 2020"}
"""


def test_other_peoples_files_are_read() -> None:
    knuth, thesis, preprint = papers_of(BibTeX(), [FOREIGN])
    assert [author.name for author in knuth.authors] == [
        "Donald E. Knuth",
        "Kurt Gödel",
        "The \\TeX Users Group",
    ]
    assert knuth.title == "Literate Programming in Mind, é č ß and í"
    assert knuth.venue == "Communications of the ACM"
    assert (knuth.year, knuth.date, knuth.pages) == (1984, "1984-05", "97-111")
    assert knuth.keywords == ("one", "two")
    assert knuth.url == "http://example.org/~knuth/a_b%20c"
    assert knuth.kind == "journal-article"
    assert (thesis.title, thesis.publisher, thesis.date) == ('A " quote', "ETH", "2001-02-03")
    assert (thesis.kind, preprint.kind) == ("thesis", "preprint")
    assert (preprint.arxiv, preprint.year) == ("hep-th/9901001", 2020)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@article{a, title = {never closed", "Line 1 .* } that ends"),
        ("\n\n@article{a, title {x}}", "Line 3 .* a field or the end"),
        ("@article{a,\n title = }", "Line 2 .* a value"),
        ("@article{{a}}", "a citation key"),
        ('@article{a, title = "x}"}', "that ends"),
        ("@comment{", "that ends"),
    ],
)
def test_what_is_no_bibtex_is_refused_by_line(text: str, message: str) -> None:
    (fault,) = faults_of(BibTeX(), [text])
    assert re.search(message, fault)


@pytest.mark.parametrize(
    "broken",
    ["@article{bad, title = {never closed,", "@article{bad,\n title {x}}", "@article{{bad}}"],
)
def test_what_follows_a_broken_entry_is_read(broken: str) -> None:
    text = f"@misc{{a, title={{First}}}}\n{broken}\n\n  @misc{{b, title={{Second}}}}\n"
    first, fault, second = BibTeX().parse([text])
    assert isinstance(first, FileEntry)
    assert isinstance(second, FileEntry)
    assert isinstance(fault, FaultyEntry)
    assert (first.name, first.place, first.paper.title) == ("a", "line 1", "First")
    assert fault.place == "line 2"
    assert (second.name, second.paper.title) == ("b", "Second")


def test_commands_that_are_not_known_stay() -> None:
    assert from_latex(r"\alpha-helix and \textit{in vitro}") == r"\alpha-helix and in vitro"


def test_abbreviations_that_double_each_time_are_a_fault() -> None:
    doubling = "".join(f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 60))
    text = '@string{a0 = "xxxxxxxxxx"}\n' + doubling + "@article{k, title = a59}\n"
    told = [said for _, said in read_entries(text)]
    assert "does not grow without end" in str(told[0])
    assert sum(len(str(one)) for one in told) < 30_000


def test_many_entries_without_their_end_are_told_in_linear_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = 0

    class Counting:
        def finditer(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
            nonlocal looked
            for match in re.compile(r'[{}"]').finditer(text, start, end):
                looked += 1
                yield match

    monkeypatch.setattr(bibtex_reading, "_BRACES", Counting())
    found = list(read_entries("@a{k, t={\n" * 3_000))
    assert len(found) == 3_000
    assert looked < 200_000  # each to the end of the file: nine millions
    after = list(read_entries("@a{k, t={\n" * 100 + "@article{z, title = {Legs}}\n"))
    assert after[-1] == (101, Entry("article", "z", {"title": "Legs"}))
