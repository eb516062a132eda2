"""A made-up dump of dblp in the proportions and the writing of the real one, from a fixed seed.

    python bench/dblp_dump.py FILE[.gz] --publications 8000000

Of a hundred records 33 are persons' pages, 31 papers of events, 28 articles, 7 preprints and one a thesis; a volume comes with every sixty
papers of events, one person with every two publications. Words and authors are drawn so that few are frequent, as they are in the world:
what packs and sorts too well would flatter an import.
"""

from __future__ import annotations

import argparse
import gzip
import io
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from harvestman.plan.dblp.cutting import RECORDS
from harvestman.plan.dblp.entities import NAMED

PERSONS = 0.33
"""The share of persons' pages among all records."""
_SHARES = (("www", PERSONS), ("inproceedings", 0.64), ("article", 0.92), ("corr", 0.99), ("phdthesis", 1.0))  # fmt: skip
_GIVEN = "Ana Bo Carl J&uuml;rgen Dmitri Eva Fran&ccedil;ois Gerd Hui Ines Jos&eacute; Karin Li Mar&iacute;a Ngoc Ole Piotr Qing".split()
_SYLLABLES = (
    "smi zhan gar pet kow ngu ros tan sil ols kum dub M&uuml;l haa lind wan che ber mor iva".split()
)
_FREQUENT = "a of for the on towards efficient learning graphs queries distributed robust systems analysis semantic web mining secure networks models data streams evaluation retrieval digital libraries approach using deep neural optimal scheduling".split()
_PLACES = "Fort Worth, TX, USA|Kuala Lumpur, Malaysia|Paris, France|Kyoto, Japan|Porto, Portugal|Z&uuml;rich, Switzerland|Santiago, Chile".split("|")  # fmt: skip
_MONTHS = "January February March April May June July August September October November December".split()  # fmt: skip
_HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n'
_CONSONANTS = "bcdfglmnprstvz"


def _made_up_words(rng: random.Random, count: int) -> list[str]:
    """Words that nobody has seen, of two to four syllables."""
    return [
        "".join(rng.choice(_CONSONANTS) + rng.choice("aeiou") for _ in range(rng.randint(2, 4)))
        for _ in range(count)
    ]


class Dump:
    """Draws the records of a dump of so many persons."""

    def __init__(self, rng: random.Random, persons: int) -> None:
        self._rng = rng
        self._persons = persons
        # A third of all words of a title are of the first few, the others of twenty thousand.
        self._words = _FREQUENT + _made_up_words(rng, 20_000)
        self._volumes: dict[str, int] = {}
        self._volume, self._year, self._left, self._number, self._person = "", 1990, 0, 0, 0

    def records(self) -> Iterator[str]:
        """Endless records."""
        while True:
            self._number += 1
            if self._left == 0:
                yield self._proceedings()
                continue
            drawn = self._rng.random()
            kind = next(name for name, up_to in _SHARES if drawn < up_to)
            yield getattr(self, f"_{kind}")()

    def _name(self, number: int) -> str:
        """A person's name; namesakes have numbers, as in dblp."""
        rest, given = divmod(number, len(_GIVEN))
        rest, initial = divmod(rest, 26)
        rest, one = divmod(rest, len(_SYLLABLES))
        rest, two = divmod(rest, len(_SYLLABLES))
        rest, three = divmod(rest, len(_SYLLABLES))
        family = f"{_SYLLABLES[one]}{_SYLLABLES[two]}{_SYLLABLES[three]}".capitalize()
        return f"{_GIVEN[given]} {chr(65 + initial)}. {family}{f' {rest:04d}' if rest else ''}"

    def _title(self, low: int, high: int) -> str:
        rng, words = self._rng, self._words
        return " ".join(
            words[int(rng.random() ** 6 * len(words))] for _ in range(rng.randint(low, high))
        ).capitalize()

    def _mdate(self) -> str:
        rng = self._rng
        return f"{rng.randint(2017, 2025)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"

    def _authors(self) -> str:
        """One to six; some persons write much more than others."""
        rng = self._rng
        some = [
            self._name(int(rng.random() ** 2 * self._persons)) for _ in range(rng.randint(1, 6))
        ]
        mark = f' orcid="0000-0002-{rng.randint(1000, 9999)}-{rng.randint(1000, 9999)}"'
        return "".join(f"<author{mark if rng.random() < 0.1 else ''}>{n}</author>\n" for n in some)

    def _proceedings(self) -> str:
        rng = self._rng
        series = "".join(rng.choices("abcdefghijklmnopqrst", k=3))
        self._year, self._left = rng.randint(1975, 2024), rng.randint(20, 100)
        key = f"conf/{series}/{self._year}"
        again = self._volumes[key] = self._volumes.get(key, 0) + 1
        self._volume = key if again == 1 else f"{key}-{again}"
        year, number = self._year, self._number
        return (
            f'<proceedings mdate="{self._mdate()}" key="{self._volume}">\n<editor>{self._name(number % self._persons)}</editor>\n'
            f"<title>Proceedings of the {rng.randint(2, 40)}th International Conference on {self._title(2, 5)}, {series.upper()} "
            f"{year}, {rng.choice(_PLACES)}, {rng.choice(_MONTHS)} {rng.randint(1, 25)}-{rng.randint(26, 28)}, {year}</title>\n"
            f"<booktitle>{series.upper()}</booktitle>\n<publisher>Springer</publisher>\n<year>{year}</year>\n"
            f"<isbn>978-3-642-{number}</isbn>\n<ee>https://doi.org/10.1007/978-3-{number}</ee>\n"
            f"<url>db/conf/{series}/{series}{year}.html</url>\n</proceedings>"
        )

    def _inproceedings(self) -> str:
        self._left -= 1
        volume, number = self._volume, self._number
        _, series, _ = volume.split("/")
        return (
            f'<inproceedings mdate="{self._mdate()}" key="conf/{series}/P{number}">\n{self._authors()}'
            f"<title>{self._title(5, 14)}.</title>\n<pages>{number % 900}-{number % 900 + 9}</pages>\n<year>{self._year}</year>\n"
            f"<booktitle>{series.upper()}</booktitle>\n<ee>https://doi.org/10.1007/978-3-642-{number}_{self._left}</ee>\n"
            f"<crossref>{volume}</crossref>\n<url>db/{volume}.html#P{number}</url>\n</inproceedings>"
        )

    def _article(self) -> str:
        number = self._number
        return (
            f'<article mdate="{self._mdate()}" key="journals/jxx/P{number}">\n{self._authors()}<title>{self._title(5, 14)}.</title>\n'
            f"<pages>{number % 900}-{number % 900 + 20}</pages>\n<year>{self._rng.randint(1975, 2024)}</year>\n<volume>{number % 90}</volume>\n"
            f"<journal>J. Some Things</journal>\n<number>{number % 12}</number>\n<ee>https://doi.org/10.1016/J.X.{number}</ee>\n"
            f"<url>db/journals/jxx/jxx{number % 90}.html#P{number}</url>\n</article>"
        )

    def _corr(self) -> str:
        number = self._number
        return (
            f'<article publtype="informal" mdate="{self._mdate()}" key="journals/corr/abs-{number}">\n{self._authors()}'
            f"<title>{self._title(5, 14)}.</title>\n<year>{self._rng.randint(2010, 2024)}</year>\n<volume>abs/{number}</volume>\n"
            f'<journal>CoRR</journal>\n<ee type="oa">https://doi.org/10.48550/arXiv.{number}</ee>\n'
            f"<url>db/journals/corr/corr{number % 999}.html#abs-{number}</url>\n</article>"
        )

    def _phdthesis(self) -> str:
        number = self._number
        return (
            f'<phdthesis mdate="{self._mdate()}" key="phd/{number}">\n<author>{self._name(number % self._persons)}</author>\n'
            f"<title>{self._title(4, 12)}.</title>\n<year>{self._rng.randint(1975, 2024)}</year>\n<school>University of Examples</school>\n</phdthesis>"
        )

    def _www(self) -> str:
        number = self._person = (self._person + 1) % self._persons
        other = (
            f"<author>{self._name(number + self._persons)}</author>\n" if number % 40 == 0 else ""
        )
        return (
            f'<www mdate="{self._mdate()}" key="homepages/{self._number % 300}/{self._number}">\n<author>{self._name(number)}</author>\n{other}'
            f"<title>Home Page</title>\n</www>"
        )


def write_dump(path: Path, *, size_bytes: int = 0, publications: int = 0) -> int:
    """Writes a dump of that size or of so many publications, and the DTD beside it; returns the number of records."""
    entities = "".join(
        f'<!ENTITY {name} "&#{ord(sign)};">\n' for name, sign in NAMED.items() if ord(sign) > 127
    )
    (path.parent / "dblp.dtd").write_text(
        f"<!ELEMENT dblp ({'|'.join(RECORDS)})*>\n{entities}", encoding="ascii"
    )
    wanted = publications or size_bytes // 600
    dump = Dump(random.Random(12), persons=max(1_000, wanted // 2))
    written = count = published = 0
    with (
        gzip.open(path, "wb", compresslevel=1) if path.suffix == ".gz" else path.open("wb") as raw,
        io.TextIOWrapper(raw, encoding="ascii") as out,
    ):
        out.write(_HEAD)
        for record in dump.records():
            written += out.write(record)
            count += 1
            published += not record.startswith("<www")
            if published >= publications if publications else written >= size_bytes:
                break
        out.write("\n</dblp>\n")
    return count


def main() -> int:
    """Write a dump."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("file", type=Path)
    options.add_argument("--publications", type=int, default=8_000_000)
    chosen = options.parse_args()
    count = write_dump(chosen.file, publications=chosen.publications)
    print(f"{count:,} records, {chosen.file.stat().st_size / 1e6:,.0f} MB: {chosen.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
