"""What is compiled gives the answers of its twin in Python, whatever it is given."""

from __future__ import annotations

import importlib
import random
import struct
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
    values = rng.choices("0123^", k=size + 2 * margin)
    return Column.of(values, tuple(told), margin=margin, run=rng.randint(1, 3))


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
            for value in (*range(4), "01", "12", "012", "333")
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
        following = weights_like(weights, rng)
        said = []
        for one, decoder in ((plain, PlainDecoder), (compiled, CompiledDecoder)):
            two = Chain(following, decoder)
            mine, others = one.begin(columns, two)
            said.append((one.tag_surely([], mine), two.tag(columns[:2], others)))
            assert said[-1] == (one.tag_surely(columns), two.tag([*columns, *columns[:2]]))
        assert said[0] == said[1]


def weights_like(weights: Weights, rng: random.Random) -> Weights:
    """Those of another chain, for one label more, that knows some of the same features."""
    labels = (*weights.labels, "Z")
    some = rng.sample(weights.names, k=rng.randint(1, len(weights.names)))
    features = {name: tuple(rng.randint(-9, 9) for _ in labels) for name in (*some, "g9")}
    ways = tuple(tuple(rng.randint(-9, 9) for _ in labels) for _ in labels)
    return Weights.of(labels, ways, features)


class Page:
    """One that keeps regions and looks, and nothing else."""

    def __init__(self) -> None:
        self.regions: list[object] = []
        self.looks: dict[object, object] = {}


def test_what_does_not_fit_is_refused() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    scanning = importlib.import_module("harvestman.pages.learned._scanning")
    ways = bytes(16)

    def table(
        rows: object, *told: tuple[object, object, object], run: int = 1, width: int = 2
    ) -> object:
        """With the distance, the rows and the spelling of each item that is told; rows alone are looked up as they are."""
        distances = tuple(distance for distance, _, _ in told) or (0,)
        parts = tuple((rows, spell) for _, rows, spell in told) or None
        return decoding.Table(rows, distances, parts, run, width, 9)

    def add(one: object, values: list[object], margin: int, size: int) -> object:
        return decoding.sums([(one, values, margin)], size, 2, None)

    calls: tuple[Callable[[], object], ...] = (
        lambda: add(table({}), ["x"], 0, 2),  # a value is missing
        lambda: add(table({}, (0, {}, None)), ["x"], 0, 2),
        lambda: add(table({}, (0, {}, None)), ["x"], 1, 1),
        lambda: add(table({}, (0, {}, None)), ["x"], -1, 3),
        lambda: add(table({}), ["x"], 1_000, 1),
        lambda: add({}, ["x"], 0, 1),  # no table
        lambda: add(table({}, width=3), ["x"], 0, 1),  # of a chain with more labels
        lambda: table({}, (1_000, {}, None)),  # too far away
        lambda: table({}, *[(0, {}, None)] * 99),  # too many
        lambda: table({}, run=9),
        lambda: table({}, width=0),
        lambda: table([]),
        lambda: decoding.Table({}, (0, 1), ((0, {}, None),), 1, 2, 9),
        lambda: add(table({}, (0, {}, list)), ["x"], 0, 1),  # no tuple of features
        lambda: add(table({}, (0, {}, None)), [["x"]], 0, 1),
        lambda: add(table({"x": b"\0" * 8}, *[(0, {}, None)] * 2), ["x"], 0, 1),
        lambda: add(table({"x": b"\0"}), ["x"], 0, 1),
        lambda: add(table({}), [7], 0, 1),  # no feature
        lambda: add(table({}), [["x", 7]], 0, 1),
        lambda: add(table({}, run=2), ["x", 7], 0, 2),
        lambda: decoding.sums(
            [], 1, 2, (b"\0" * 8, 1, 2, 1)
        ),  # goes on with labels that there are not
        lambda: decoding.sums([], 1, 2, (b"\0" * 7, 1, 2, 0)),
        lambda: decoding.sums([], 2, 2, (b"\0" * 8, 1, 2, 0)),
        lambda: decoding.sums([], 1, 99, None),
        lambda: decoding.best(("A", "B"), bytes(8), b"\0"),
        lambda: decoding.best(("A", "B"), bytes(9), ways),
        lambda: decoding.best((), b"", b""),
        lambda: decoding.sure(("A", "B"), bytes(8), ways, ("no number",)),
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

    columns.append((decoding.Table({}, (0,), (({}, spell),), 1, 2, 9), values, 0))
    with pytest.raises(ValueError, match="a value for each item"):
        decoding.sums(columns, 3, 2, None)


def test_sums_are_forgotten_when_there_are_too_many() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    sums: dict[str, bytes] = {}
    table = decoding.Table(sums, (0,), (({}, None),), 1, 2, 9)
    assert decoding.sums([(table, list("abcdefghijklm"), 0)], 13, 2, None) == bytes(13 * 8)
    assert sums.keys() == set("jklm")


def test_values_are_told_apart_though_they_stand_where_others_stood() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    rows = {f"{number}x": struct.pack("=i", number) for number in range(3_000)}
    for run in (1, 2):
        table = decoding.Table(rows, (0,), None, run, 1, 9)
        for first in range(0, 3_000, 100):
            numbers = range(first, first + 100)
            values = [f"{one}x" for one in numbers] if run == 1 else []
            for one in numbers if run == 2 else ():
                values += [str(one), "x"]
            size = len(values)
            sums = struct.unpack(f"={size}i", decoding.sums([(table, values, 0)], size, 1, None))
            assert [one for one in sums if one] == [one for one in numbers if one]
