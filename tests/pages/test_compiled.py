"""What is compiled gives the answers of its twin in Python, whatever it is given."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable

import pytest

from compiling import needs_compiler
from harvestman.pages.learned import COMPILED
from harvestman.pages.learned.chain import Chain, Column, ToldAt, Weights
from harvestman.pages.learned.decoding import CompiledDecoder, PlainDecoder
from harvestman.pages.learned.regions import WINDOW, Anchor, Regions, windows, windows_plainly

pytestmark = needs_compiler

TAGS = (
    "p li ul ol tr td th table br div h1 a b i sup span font img pre title script select option textarea dd dt dl x-y my:tag o:p "
    "a-name-that-nobody-knows verylongnameofatagthatisnone nav small"
).split()
ATTRIBUTES = (
    "", ' class="x"', " class='a b'", ' href="/x?a=1&amp;b=2"', " href=y.html id=q", ' style="font-weight:bold;color:red"',
    ' alt="pic" src="a/b.png"', ' x="unclosed', " a='<b>'", " /", ":foo bar", ' "', " '",
)  # fmt: skip
TEXTS = (
    "Hello world", "  ", "\n", "1", "*", "¹", "†,2", ", ", "and", ". ", "Ünïcode ñ", "&amp; co", "&nbsp;", "&#60;b", "a < b", "<",
    "<!-- c -- > -->", "<!-- never", "<!---->", "<!-->", "<!doctype html>", "<?xml ?>", "<!", " >", "one\ntwo\n\n  \nthree",
    "x" * 50, "\u2028", "“", "\x00", "Ann Lee", "\ud800",
)  # fmt: skip
LONG = (
    "<b>" * 500 + "x" + "</b>" * 500 + "y",
    *(f'<p a="{"x" * size}">t' for size in (2_999, 3_000, 3_001)),
    *(f"<p {'x' * size}>t" for size in (2_999, 3_001)),
    *(f"<p a='{'x' * size}>t" for size in (2_997, 2_998, 3_001)),
    *(f"<!{'x' * size}>t" for size in (3_000, 3_001)),
    *("<pre>" + "a\n" * size for size in (WINDOW - 1, WINDOW + 100)),
    *("t<br>" * size for size in (WINDOW - 1, WINDOW, 2 * WINDOW)),
    "x" * 30_000 + "<b>y",
    "<pre>" + "x" * 30_000,
)


def test_all_of_them_were_compiled() -> None:
    for name in COMPILED:
        importlib.import_module(f"harvestman.pages.learned.{name}")
    importlib.import_module("harvestman.documents.files._shown_text")


def page(rng: random.Random) -> str:
    """Markup of every kind of disorder."""
    parts = []
    for _ in range(rng.randint(1, 60)):
        kind = rng.random()
        tag = rng.choice(TAGS)
        if kind < 0.35:
            inside = rng.choice(ATTRIBUTES) if rng.random() < 0.6 else ""
            name = tag.upper() if rng.random() < 0.1 else tag
            parts.append(f"<{name}{inside}{'>' if rng.random() < 0.95 else ''}")
        elif kind < 0.6:
            parts.append(f"</{tag}{'>' if rng.random() < 0.95 else ' z>'}")
        else:
            parts.append(rng.choice(TEXTS))
    return "".join(parts)


def laid_open(pages: Iterable[Regions]) -> list[object]:
    """All that is known of the regions of a page, and of its links."""

    def link(anchor: Anchor | None) -> object:
        return anchor and (anchor.href, anchor.first, anchor.text)

    return [
        (
            [
                (
                    *(one.text, one.flags, one.path, one.names, one.colour, one.line, one.container, one.record, one.outer),
                    *(one.separator, link(one.anchor), one.supers, one.glued),
                )
                for one in page.regions
            ],
            list(map(link, page.anchors)),
            *(page.title, page.offset, page.first, page.last),
        )
        for page in pages
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_the_same_regions_of_any_markup(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1_500):
        markup = page(rng)
        assert laid_open(windows(markup)) == laid_open(windows_plainly(markup)), markup


@pytest.mark.parametrize("markup", LONG, ids=range(len(LONG)))
def test_the_same_regions_at_every_limit(markup: str) -> None:
    assert laid_open(windows(markup)) == laid_open(windows_plainly(markup))


def around(rng: random.Random, size: int) -> Column:
    """A column whose values tell of other items than their own, of some that there are not too."""

    def spell(value: str) -> tuple[str, ...]:
        return (f"g{value}", f"c={value}")

    told = [
        ToldAt(rng.randint(-9, 9), *rng.choice((("c=", None), ("", spell), ("w=", None))))
        for _ in range(rng.randint(1, 4))
    ]
    margin = rng.randint(0, 4)
    return Column.of(rng.choices("0123^", k=size + 2 * margin), tuple(told), margin=margin)


def test_the_same_labels_of_any_chain() -> None:
    rng = random.Random(5)
    for _ in range(300):
        count, size = rng.randint(1, 7), rng.randint(0, 30)
        labels = tuple("ABCDEFG"[:count])
        # Few different weights, so that many ways are equally good.
        most = rng.choice((1, 3, 50_000))
        features = {
            f"{name}{value}": tuple(rng.randint(-most, most) for _ in labels)
            for name in ("c=", "n=", "g", "w=")
            for value in range(4)
        }
        ways = tuple(tuple(rng.randint(-most, most) for _ in labels) for _ in labels)
        weights = Weights.of(labels, ways, features)
        columns = [
            Column("c=", [rng.choice("01239") for _ in range(size)]),
            Column("n=", [rng.choice((None, "1", "2")) for _ in range(size)]),
            Column("", [rng.choice((("g0", "g1"), ("g2",), ())) for _ in range(size)]),
            Column("w=", [rng.choices("0123", k=rng.randint(0, 3)) for _ in range(size)]),
            Column("g", [rng.randint(0, 5) for _ in range(size)], lambda value: (str(value),)),
            around(rng, size),
        ]
        plain, compiled = Chain(weights, PlainDecoder), Chain(weights, CompiledDecoder)
        assert compiled.tag(columns) == plain.tag(columns)
        assert compiled.tag_surely(columns) == plain.tag_surely(columns)


class Page:
    """One that keeps regions and looks, and nothing else."""

    def __init__(self) -> None:
        self.regions: list[object] = []
        self.looks: dict[object, object] = {}


def test_what_does_not_fit_is_refused() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    scanning = importlib.import_module("harvestman.pages.learned._scanning")
    ways = bytes(16)

    def best(columns: list[object], size: int) -> object:
        return decoding.best(("A", "B"), columns, size, ways, 9)

    calls: tuple[Callable[[], object], ...] = (
        lambda: best([({}, None, ["x"], 0)], 2),  # a value is missing
        lambda: best([({}, ((0, {}, None),), ["x"], 0)], 2),
        lambda: best([({}, ((0, {}, None),), ["x"], 1)], 1),
        lambda: best([({}, ((0, {}, None),), ["x"], -1)], 3),
        lambda: best([({}, ((1_000, {}, None),), ["x"], 0)], 1),  # too far away
        lambda: best([({}, ((0, {}, None),) * 99, ["x"], 0)], 1),  # too many
        lambda: best([({}, ((0, {}, list),), ["x"], 0)], 1),  # no tuple of features
        lambda: best([({}, ((0, {}, None),), [["x"]], 0)], 1),
        lambda: best([({"x": b"\0" * 8}, ((0, {}, None),) * 2, ["x"], 0)], 1),
        lambda: best([({"x": b"\0"}, None, ["x"], 0)], 1),
        lambda: best([({}, None, [7], 0)], 1),  # no feature
        lambda: decoding.best(("A", "B"), [], 1, b"\0", 9),
        lambda: decoding.best((), [], 1, b"", 9),
        lambda: decoding.sure(("A", "B"), [({}, None, ["x"], 0)], 1, ways, 9, ("no number",)),
        lambda: scanning.run(object(), "<p>", None, {}, 9, 0, 0, "", ""),
        lambda: scanning.run(Page(), "<p>", None, {"p": ("p", "/p", 1)}, 9, 0, 0, "", ""),
        lambda: scanning.run(Page(), "<p>", None, {"p": (1, "/p", 1, (), ())}, 9, 0, 0, "", ""),
        lambda: scanning.run(Page(), "<p>", None, {"p": ("p", "/p", 1, None, ())}, 9, 0, 0, "", ""),
        lambda: scanning.run(Page(), "<b>t", None, {}, 9, 0, 0, "", ""),  # knows no looks
    )
    for wrong in calls:
        with pytest.raises((TypeError, ValueError, AttributeError)):
            wrong()


def test_what_spells_a_value_may_take_the_values_away() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    values = ["x", "y", "z"]
    columns: list[object] = []

    def spell(value: str) -> tuple[str, ...]:
        values.clear()
        columns.clear()
        return ()

    columns.append(({}, ((0, {}, spell),), values, 0))
    with pytest.raises(ValueError, match="a value for each item"):
        decoding.best(("A", "B"), columns, 3, bytes(16), 9)


def test_sums_are_forgotten_when_there_are_too_many() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    sums: dict[str, bytes] = {}
    columns: list[object] = [(sums, ((0, {}, None),), list("abcdefghijklm"), 0)]
    assert decoding.best(("A", "B"), columns, 13, bytes(16), 9) == ["A"] * 13
    assert sums.keys() == set("jklm")
