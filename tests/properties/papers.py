"""Papers as Hypothesis draws them: some as the world has them, some made to break whatever writes or reads them."""

from __future__ import annotations

import string

from hypothesis import strategies as st

from harvestman.model import Author, Kind, Paper

_FRAGMENTS = [
    *'{}"\\%$&#_^~@,;:=-\n\r\t\x00\x0b\x1f\x85\u2028\u2029\u00a0\ufffe',
    *[
        "{}",
        "}}",
        "{{",
        "\\{",
        '"}',
        "\\",
        "\\\\",
        "\\textbraceleft{}",
        "\\'e",
        "``",
        "''",
        "--",
        "–",
    ],
    *[
        "@article{x,",
        "@comment",
        "}\n\n@book{y,",
        " and ",
        " AND ",
        "and",
        " # jan",
        "% comment",
        "$x$",
    ],
    *[
        "\r\nER  - \r\n",
        "\nTY  - JOUR\n",
        "TI  - ",
        '"}]',
        "</script>",
        "null",
        "\\u0000",
        "[",
        "]",
    ],
    *[
        "Ёлка",
        "Щука й",
        "ñandú",
        "e\u0301",
        "\u202eright to left",
        "שלום",
        "漢字",
        "👩‍👩‍👧",
        "ﬁ",
        "İ",
        "ß",
    ],
    *["van der", "Jr.", "Dr. ", "University", "IEEE", "A. B.", "O'Neil", "Jean-Pierre"],
]

nasty_texts = st.lists(
    st.one_of(
        st.sampled_from(_FRAGMENTS),
        st.text(max_size=4),
        st.text(string.ascii_letters + " ", max_size=8),
    ),
    max_size=6,
).map("".join)

_addresses = st.builds(
    "https://example.org/{}".format, st.text(string.printable, max_size=10)
) | st.just("")
_authors = st.builds(Author, nasty_texts, affiliations=st.lists(nasty_texts, max_size=2).map(tuple))
_dates = st.one_of(
    st.just(""),
    st.dates().map(str),
    st.dates().map(lambda date: str(date)[:7]),
    st.sampled_from(["June 2018", "2018-13-45", "2018-02-30", "2018", "0000-00-00"]),
)

papers = st.builds(
    Paper,
    title=nasty_texts,
    id=st.text(string.ascii_lowercase, max_size=4),
    authors=st.lists(_authors, max_size=3).map(tuple),
    year=st.none() | st.integers(0, 9999) | st.just(2018),
    date=_dates,
    doi=st.just("") | st.builds("10.1000/{}".format, nasty_texts),
    arxiv=st.sampled_from(["", "1706.03762", "hep-th/9901001"]),
    isbn=st.sampled_from(["", "978-3-16-148410-0", "3161484100"]),
    issn=st.sampled_from(["", "1234-567X", "12345678"]),
    pdf=_addresses,
    url=_addresses,
    venue=nasty_texts,
    volume=st.sampled_from(["", "12", "XII", "5 & 6"]),
    issue=st.sampled_from(["", "3", "1-2"]),
    pages=st.sampled_from(
        ["", "7", "12-34", "12–34", "12 -- 34", "e1", "1-2, 5-6", "A-1-A-9", "-", "5-"]
    ),
    publisher=nasty_texts,
    abstract=nasty_texts,
    keywords=st.lists(nasty_texts, max_size=3).map(tuple),
    language=st.sampled_from(["", "en", "es", "ru"]),
    kind=st.sampled_from(["", "unheard-of", *(str(kind) for kind in Kind)]),
    session=nasty_texts,
)
