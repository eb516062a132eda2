"""The scanner and the parser behind it read the same; entities are ours."""

from __future__ import annotations

import html.entities

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harvestman.plan.dblp.cutting import Block
from harvestman.plan.dblp.entities import NAMED, plain_text, resolve
from harvestman.plan.dblp.gathering import gather, gather_named
from harvestman.plan.dblp.hosts import source_host
from harvestman.plan.dblp.records import Unscannable, flatten, read_records, scan


def block(text: str, encoding: str = "utf-8") -> Block:
    return Block(0, 0, encoding, text.encode(encoding))


def test_our_table_is_that_of_latin_1() -> None:
    latin = {n: chr(c) for n, c in html.entities.name2codepoint.items() if 0xA0 <= c <= 0xFF}
    xml = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
    assert latin | xml == NAMED


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Andr&eacute; &amp; Zo&#235; &#x160;&#X160;", "André & Zoë ŠŠ"),
        ("&amp;lt; stays", "&lt; stays"),
        (
            "&unknown; &; & &#; &#x; &#0; &#xD800; &#9999999;",
            "&unknown; &; & &#; &#x; \ufffd \ufffd \ufffd",
        ),
    ],
)
def test_references(written: str, read: str) -> None:
    assert resolve(written) == read


def test_markup_in_a_field_is_dropped_and_its_text_kept() -> None:
    assert (
        plain_text(b" O(n<sup>2</sup>)\n <i>x</i> &lt;b&gt; 1 < 2", "utf-8") == "O(n2) x <b> 1 < 2"
    )


ODD = [
    "<article mdate='2020-01-01' key='journals/x/1'><author>A B</author><year>2000</year></article>",
    '<article key="journals/x/1" title="a&gt;b>c" mdate="2020-01-01"><author>A B</author><year>2000</year></article >',
    '<article mdate="2020-01-01" key="journals/x/1"><author>A <i>B</i></author><year>2000</year></article>',
    '<article mdate="2020-01-01" key="journals/x/1"><author x="a>b">A B</author><year>2000</year></article>',
    '<article mdate="2020-01-01" key="journals/x/1"><author>A B</author><note/><year>2000</year></article>',
    '<article mdate="2020-01-01" key="journals/x/1"><author>A B</author><authority>C</authority><year>2000</year></article>',
    '<future key="f/1"><author>X</author></future><article mdate="2020-01-01" key="journals/x/1"><author>A&#32;B</author><year>2000</year></article>',
    '<article mdate="2020-01-01" key="journals/x/1"><author\n>A\nB</author\n><year a="b">2000</year></article>',
]


@pytest.mark.parametrize("text", ODD)
def test_what_is_written_otherwise_is_read_as_well(text: str) -> None:
    usual = gather(
        block(
            '<article mdate="2020-01-01" key="journals/x/1"><author>A B</author><year>2000</year></article>'
        )
    )
    odd = gather(block(text))
    for column in ("keys", "days", "years", "events", "author_counts", "authors"):
        assert getattr(odd, column) == getattr(usual, column)


def test_the_scanner_knows_its_limits() -> None:
    for text in ODD[:-1]:
        with pytest.raises(Unscannable):
            scan(text.encode())


def test_letters_are_the_same_in_either_encoding() -> None:
    text = '<article mdate="2020-01-01" key="journals/x/1"><author>Jürgen Müller</author></article>'
    named = text.replace("ü", "&uuml;")
    same = (block(text), block(text, "iso-8859-1"), block(named))
    assert len({gather(each).authors for each in same}) == 1


_names = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Cn", "Zl", "Zp"]), min_size=1, max_size=12
).filter(lambda name: name.strip() == name)
_records = st.lists(
    st.tuples(
        st.sampled_from(["article", "inproceedings", "book", "proceedings"]),
        st.lists(_names, max_size=3),
        st.integers(1900, 2030),
    ),
    min_size=1,
    max_size=5,
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # a machine may have much else to do
@given(_records)
def test_scanner_and_parser_agree(records: list[tuple[str, list[str], int]]) -> None:
    def escape(text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    text = "".join(
        f'<{kind} mdate="2020-01-0{n % 9 + 1}" key="conf/x/{n}">'
        + "".join(f"<author>{escape(name)}</author>" for name in names)
        + f"<title>x</title><year>{year}</year></{kind}>\n"
        for n, (kind, names, year) in enumerate(records)
    )
    whole = block(text)
    fast = gather(whole)
    slow = gather(Block(0, 0, "utf-8", flatten(whole, name="x")))
    assert len(read_records(whole, name="x").keys) == len(records)
    for column in (
        "keys",
        "days",
        "years",
        "events",
        "author_counts",
        "authors",
        "kinds",
        "volumes",
    ):
        assert getattr(fast, column) == getattr(slow, column)


@given(st.binary(max_size=300))
def test_noise_is_read_or_refused(noise: bytes) -> None:
    answer = gather_named(("x", Block(0, 0, "iso-8859-1", b"<article>" + noise + b"</article>")))
    assert not isinstance(answer, str) or "near byte" in answer


@pytest.mark.parametrize(
    ("editions", "host"),
    [
        (["https://doi.org/10.1007/978-3-642-1"], "link.springer.com"),
        (["https://doi.org/10.99999/x"], "doi.org"),
        (["db/conf/x.html", "http://CEUR-WS.org/Vol-1"], "ceur-ws.org"),
        (["http://[broken"], ""),
        ([], ""),
    ],
)
def test_hosts(editions: list[str], host: str) -> None:
    assert source_host(editions) == host
