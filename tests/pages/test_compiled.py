"""What is compiled gives the answers of its twin in Python, whatever it is given."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable

import pytest

from compiling import needs_compiler
from harvestman.pages.learned import COMPILED, lexica
from harvestman.pages.learned.chain import Chain, Column, Weights
from harvestman.pages.learned.decoding import CompiledDecoder, PlainDecoder
from harvestman.pages.learned.regions import WINDOW, windows, windows_plainly

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
SIGNS = "ab Z.  ..--_'’‐19²½٣é中(,;\u00a0\u2028ß\U0001d54f\ud800"


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


@pytest.mark.parametrize("seed", range(3))
def test_the_same_regions_of_any_markup(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1_500):
        markup = page(rng)
        assert list(windows(markup)) == list(windows_plainly(markup)), markup


@pytest.mark.parametrize("markup", LONG, ids=range(len(LONG)))
def test_the_same_regions_at_every_limit(markup: str) -> None:
    for one, other in zip(windows(markup), windows_plainly(markup), strict=True):
        assert len(one.regions) == len(other.regions)
        assert one == other


def test_the_same_words_of_any_text() -> None:
    rng = random.Random(4)
    for _ in range(20_000):
        text = "".join(rng.choices(SIGNS, k=rng.randint(0, 14)))
        start = rng.randint(0, len(text))
        end = rng.randint(start, len(text))
        most = rng.randint(0, 6)
        plain = lexica.placed_words_plainly(text, start, end, most=most)
        assert lexica.placed_words(text, start, end, most=most) == plain, text
        read = lexica.read_words_plainly(text, characters=end, most=most)
        assert lexica.read_words(text, characters=end, most=most) == read, text


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
        ]
        plain, compiled = Chain(weights, PlainDecoder), Chain(weights, CompiledDecoder)
        assert compiled.tag(columns) == plain.tag(columns)
        assert compiled.tag_surely(columns) == plain.tag_surely(columns)


def test_what_does_not_fit_is_refused() -> None:
    decoding = importlib.import_module("harvestman.pages.learned._decoding")
    words = importlib.import_module("harvestman.pages.learned._words")
    scanning = importlib.import_module("harvestman.pages.learned._scanning")
    ways = bytes(16)
    calls: tuple[Callable[[], object], ...] = (
        lambda: decoding.best(("A", "B"), [({}, ["x"], False)], 2, ways),  # a value is missing
        lambda: decoding.best(("A", "B"), [({"x": b"\0"}, ["x"], False)], 1, ways),
        lambda: decoding.best(("A", "B"), [], 1, b"\0"),
        lambda: decoding.best((), [], 1, b""),
        lambda: decoding.sure(("A", "B"), [({}, ["x"], False)], 1, ways, ("no number",)),
        lambda: decoding.row({}, (), 1_000),
        lambda: words.read("text", 9, 9, {}, lambda _: "no tuple"),
        lambda: words.read("text", 9, 9, {}, lambda _: ("a", 1, 2)),
        lambda: words.placed("text", 0, 4),
        lambda: scanning.run(object(), "<p>", None, {}, object, 9, 0, 0, "", ""),
    )
    for wrong in calls:
        with pytest.raises((TypeError, ValueError, AttributeError)):
            wrong()
