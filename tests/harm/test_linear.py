"""Nothing that strangers send costs more than its length: every expression and every parser is tried on growing hostile strings.

All expressions of the rooms that read what comes from outside are found by walking their modules. Each is given strings made from
itself (`hostile_strings.py`); whatever takes noticeable time at 3,000 signs may take about four times that at 12,000, not sixteen.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from types import FrameType, ModuleType
from typing import Any

import pytest

from harm.hostile_strings import COMMON, hostile_parts
from harvestman.crawl import read_listing
from harvestman.documents.header import parse_header_names
from harvestman.documents.references import parse_names, parse_references
from harvestman.fetch.guard import plain_host
from harvestman.formats import write_tei_affiliations
from harvestman.text import canonical_url, find_date, squeeze

ROOMS = ("fetch", "crawl", "pages", "watch", "documents", "text", "formats", "web")
SHORT, LONG = 3_000, 12_000
FLOOR_S = 0.008  # at SHORT; a linear expression takes a hundredth of it, a quadratic one more
MOST = 9  # times the cost for four times the length: linear is 4, quadratic 16
TINY = 300
TINY_S = 0.1  # a quadratic one takes a thousandth, a cubic one more
GIVEN_UP_S = 0.5

# Quadratic still, to be mended: whether the caller of each cuts what it is given, or runs in a worker, has not been checked one by one. They are
# only tried for being worse than quadratic, on a part of the strings. None may join; what is mended is to be taken out.
TOLERATED: frozenset[str] = frozenset(
    {
        "crawl.sites.wording:_WORDINGS",
        "crawl.sites.wording:_WORDINGS[10]",
        "crawl.sites.wording:_WORDINGS[11]",
        "crawl.sites.wording:_WORDINGS[12]",
        "crawl.sites.wording:_WORDINGS[13]",
        "crawl.sites.wording:_WORDINGS[14]",
        "crawl.sites.wording:_WORDINGS[15]",
        "crawl.sites.wording:_WORDINGS[16]",
        "crawl.sites.wording:_WORDINGS[17]",
        "crawl.sites.wording:_WORDINGS[18]",
        "crawl.sites.wording:_WORDINGS[19]",
        "crawl.sites.wording:_WORDINGS[1]",
        "crawl.sites.wording:_WORDINGS[20]",
        "crawl.sites.wording:_WORDINGS[21]",
        "crawl.sites.wording:_WORDINGS[22]",
        "crawl.sites.wording:_WORDINGS[23]",
        "crawl.sites.wording:_WORDINGS[24]",
        "crawl.sites.wording:_WORDINGS[25]",
        "crawl.sites.wording:_WORDINGS[26]",
        "crawl.sites.wording:_WORDINGS[2]",
        "crawl.sites.wording:_WORDINGS[3]",
        "crawl.sites.wording:_WORDINGS[4]",
        "crawl.sites.wording:_WORDINGS[5]",
        "crawl.sites.wording:_WORDINGS[6]",
        "crawl.sites.wording:_WORDINGS[7]",
        "crawl.sites.wording:_WORDINGS[8]",
        "crawl.sites.wording:_WORDINGS[9]",
        "documents.header.abstracts:_KEYWORDS_HEAD",
        "documents.header.emails:_DISGUISED",
        "documents.header.emails:_DOT",
        "documents.header.emails:_ROW",
        "documents.header.emails:_SPOKEN_DOT",
        "documents.header.personal:_JOIN",
        "documents.header.token_features:_PIECE",
        "documents.headings:_INLINE",
        "documents.kinds.signs:_EMAIL",
        "documents.layout.cyrillic:_HIGH",
        "documents.layout.roles:_NUMBER",
        "documents.references.fields:_AUTHOR_ENDED",
        "documents.references.fields:_DOI",
        "documents.references.fields:_JOINED",
        "documents.references.people:_ENDING_INITIALS",
        "documents.structure.list_features:_BEGINNINGS",
        "documents.structure.list_features:_BEGINNINGS[10]",
        "documents.structure.list_features:_BEGINNINGS[12]",
        "documents.structure.list_features:_BEGINNINGS[13]",
        "documents.structure.list_features:_BEGINNINGS[1]",
        "documents.structure.list_features:_BEGINNINGS[2]",
        "documents.structure.list_features:_BEGINNINGS[3]",
        "documents.structure.list_features:_BEGINNINGS[4]",
        "documents.structure.list_features:_BEGINNINGS[5]",
        "documents.structure.list_features:_BEGINNINGS[6]",
        "documents.structure.list_features:_BEGINNINGS[7]",
        "documents.structure.list_features:_BEGINNINGS[8]",
        "documents.structure.list_features:_BEGINNINGS[9]",
        "documents.structure.list_features:_CITING_NUMBER",
        "pages.dates.place:_AT_DATE",
        "pages.islands:_ASSIGNED",
        "pages.islands:_SCRIPT",
        "pages.learned.lookalikes:_ITEM",
        "pages.learned.lookalikes:_PLACE",
        "pages.learned.regions:_MARKUP",
        "pages.platforms.pmlr:_PLACE",
        "text.romanising:_SPELLINGS",
        "text.romanising:_SPELLINGS[10]",
        "text.romanising:_SPELLINGS[11]",
        "text.romanising:_SPELLINGS[12]",
        "text.romanising:_SPELLINGS[13]",
        "text.romanising:_SPELLINGS[14]",
        "text.romanising:_SPELLINGS[1]",
        "text.romanising:_SPELLINGS[2]",
        "text.romanising:_SPELLINGS[3]",
        "text.romanising:_SPELLINGS[4]",
        "text.romanising:_SPELLINGS[5]",
        "text.romanising:_SPELLINGS[6]",
        "text.romanising:_SPELLINGS[7]",
        "text.romanising:_SPELLINGS[8]",
        "text.romanising:_SPELLINGS[9]",
    }
)


def _modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        package = importlib.import_module(f"harvestman.{room}")
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def _held(value: object, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The expressions in a value, also within containers and records."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth > 3 or isinstance(value, type):
        return
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _held(one, depth + 1)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _held(key, depth + 1)
            yield from _held(one, depth + 1)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _held(getattr(value, field.name, None), depth + 1)


def _expressions() -> dict[str, tuple[re.Pattern[Any], str]]:
    """Each expression once, by where it is first named, with how it is used there."""
    found: dict[str, tuple[re.Pattern[Any], str]] = {}
    seen: set[tuple[Any, int]] = set()
    for module in _modules():
        source = inspect.getsource(module)
        for name, value in vars(module).items():
            for number, pattern in enumerate(_held(value)):
                if (pattern.pattern, pattern.flags) in seen or not re.search(
                    rf"^{re.escape(name)}\b", source, re.MULTILINE
                ):
                    continue
                seen.add((pattern.pattern, pattern.flags))
                place = f"{module.__name__.removeprefix('harvestman.')}:{name}"
                found[f"{place}[{number}]" if number else place] = (pattern, _use(name, source))
    return found


def _use(name: str, source: str) -> str:
    """The most searching way in which a module uses an expression."""
    mentions = len(re.findall(rf"\b{re.escape(name)}\b", source)) - 1
    for use in ("fullmatch", "match"):
        if mentions and mentions == len(re.findall(rf"\b{re.escape(name)}\.{use}\(", source)):
            return use
    return "search"


def _caller(pattern: re.Pattern[Any], use: str) -> Callable[[str], object]:
    def call(text: str) -> None:
        given = text.encode() if isinstance(pattern.pattern, bytes) else text
        if use == "search":
            for _ in pattern.finditer(given):
                pass
        else:
            getattr(pattern, use)(given)

    return call


class _TooLong(BaseException):
    """Time is up: passes every `except Exception` of what is tried."""


def _cost(call: Callable[[str], object], text: str, *, times: int = 1) -> float:
    """Processor seconds, the best of several; no more than are given."""

    def late(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGVTALRM, late)
    best = GIVEN_UP_S
    try:
        for _ in range(times):
            signal.setitimer(signal.ITIMER_VIRTUAL, GIVEN_UP_S)
            started = time.process_time()
            try:
                call(text)
            except _TooLong:
                return best
            except Exception:  # noqa: BLE001  (what it thinks of the string is not asked here)
                pass
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            best = min(best, time.process_time() - started)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return best


def _text(before: str, piece: str, length: int) -> str:
    """A string that begins well and ends in a disappointment."""
    return before + piece * max(1, length // len(piece)) + "\x00"


def _complaint(
    call: Callable[[str], object], before: str, piece: str, *, is_tolerated: bool = False
) -> str:
    """What is wrong with the cost of a growing string; "" when nothing is."""
    if is_tolerated:
        is_slow = _cost(call, _text(before, piece, TINY)) > TINY_S
        return f"is worse than quadratic on {before!r} and {piece!r}" if is_slow else ""
    short = _text(before, piece, SHORT)
    if _cost(call, short) < FLOOR_S or (cost := _cost(call, short, times=3)) < FLOOR_S:
        return ""
    ratio = _cost(call, _text(before, piece, LONG), times=2) / cost
    if ratio > MOST or cost >= GIVEN_UP_S:
        return f"takes {ratio:.0f} times as long for four times {before!r} and {piece!r}"
    return ""


EXPRESSIONS = _expressions()


@pytest.mark.parametrize("room", ROOMS)
def test_every_expression_is_linear(room: str) -> None:
    complaints = []
    for place, (pattern, use) in EXPRESSIONS.items():
        if place.startswith((f"{room}:", f"{room}.")):
            call = _caller(pattern, use)
            parts = hostile_parts(pattern)
            for before, piece in parts[:20] if place in TOLERATED else parts:
                said = _complaint(call, before, piece, is_tolerated=place in TOLERATED)
                if said:
                    complaints.append(f"{place} {said}")
                    break
    assert complaints == []


def test_what_is_tolerated_exists() -> None:
    assert set(TOLERATED) <= set(EXPRESSIONS)


PARSERS: dict[str, Callable[[str], object]] = {
    "sitemaps": lambda text: read_listing(text.encode(), "http://a.example/"),
    "sitemaps, within": lambda text: read_listing(f"<loc>{text}".encode(), "http://a.example/"),
    "addresses": lambda text: canonical_url(f"http://a.example/{text}"),
    "hosts": plain_host,
    "names of headers": parse_header_names,
    "names of citations": parse_names,
    "citations": lambda text: parse_references([text]),
    "affiliations": lambda text: write_tei_affiliations([text]),
    "dates": find_date,
    "spaces": squeeze,
}


@pytest.mark.parametrize("name", PARSERS)
def test_every_parser_is_linear(name: str) -> None:
    PARSERS[name]("to load what it needs")
    pieces = COMMON[::8] if name == "citations" else COMMON  # the model takes its time for each
    said = [_complaint(PARSERS[name], "", piece) for piece in pieces]
    assert [one for one in said if one] == []


def test_the_test_finds_what_it_is_for() -> None:
    for bad in (r"<loc>\s*([^<]{1,4096}?)\s*</loc>", r"\s+$", r"(?:a+)+b", r"[\w.]+@"):
        call = _caller(re.compile(bad), "search")
        assert any(_complaint(call, *one) for one in hostile_parts(re.compile(bad))), bad
    call = _caller(re.compile(r"(?<!\s)\s+$"), "search")
    assert not any(_complaint(call, *one) for one in hostile_parts(re.compile(r"\s+$")))
    assert len(EXPRESSIONS) > 300
    assert "crawl.sitemaps:_HREF" in EXPRESSIONS
    assert sys.modules["harvestman.pages"]
