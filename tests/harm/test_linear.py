"""Nothing that strangers send costs more than its length: every expression and every parser is tried on growing hostile strings.

All expressions of the rooms that read what comes from outside are found by walking their modules. Each is given strings made from
itself (`hostile_strings.py`); whatever takes noticeable time at 10,000 signs may take about four times that at 40,000, not sixteen.
"""

from __future__ import annotations

import ast
import dataclasses
import gc
import importlib
import math
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest

from harm.hostile_strings import COMMON, hostile_parts
from harvestman.crawl import read_listing
from harvestman.documents.header import parse_header_names
from harvestman.documents.references import parse_names, parse_references
from harvestman.fetch.guard import plain_host
from harvestman.formats import write_tei_affiliations
from harvestman.pages.learned.lexica import placed, words_of
from harvestman.pages.learned.looks import attributes_of
from harvestman.pages.learned.regions import windows
from harvestman.text import canonical_url, find_date, squeeze

ROOMS = ("fetch", "crawl", "pages", "watch", "documents", "text", "formats", "web")
SHORT, LONG = 10_000, 40_000
FIRST = 2_500  # a quadratic one takes a sixteenth of what it takes at SHORT
FLOOR_S = 0.004  # at SHORT; a linear expression takes a hundredth of it, a quadratic one more
MOST = 9  # times the cost for four times the length: linear is 4, quadratic 16
GIVEN_UP_S = 0.5
TRIES = 3  # a busy machine spoils a measurement now and then; what is not linear fails each of them

# Expressions that stand in a table are used by another name there; what is not listed is taken to be searched for, which costs most.
USES = {
    "crawl.sites.wording:_WORDINGS": "fullmatch",
    "documents.structure.list_features:_BEGINNINGS": "match",
}
_CALLS = frozenset("search match fullmatch sub subn split findall finditer".split())


def _modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        package = importlib.import_module(f"harvestman.{room}")
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            if _source(module).exists():  # helpers in C have no expressions
                yield module


def _source(module: ModuleType) -> Path:
    """The file in which a module is written, also where it was compiled."""
    file = Path(str(module.__file__))
    return file if file.suffix == ".py" else file.with_name(f"{file.name.split('.')[0]}.py")


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
    """Each expression once, by where it is first named or written, with how it is used there."""
    found: dict[str, tuple[re.Pattern[Any], str]] = {}
    seen: set[tuple[Any, int]] = set()
    for module in _modules():
        source = _source(module).read_text("utf-8")
        room = module.__name__.removeprefix("harvestman.")
        for name, value in vars(module).items():
            for number, pattern in enumerate(_held(value)):
                if (pattern.pattern, pattern.flags) in seen or not re.search(
                    rf"^{re.escape(name)}\b", source, re.MULTILINE
                ):
                    continue
                seen.add((pattern.pattern, pattern.flags))
                place = f"{room}:{name}"
                use = USES.get(place) or _use(name, source)
                found[f"{place}[{number}]" if number else place] = (pattern, use)
        for line, pattern, use in _written_in(module, source):
            if (pattern.pattern, pattern.flags) not in seen:
                seen.add((pattern.pattern, pattern.flags))
                found[f"{room}:{line}"] = (pattern, use)
    return found


def _written_in(module: ModuleType, source: str) -> Iterator[tuple[int, re.Pattern[Any], str]]:
    """The expressions that a module writes where it uses them: `re.search(r"…", text)`."""
    for node in ast.walk(ast.parse(source)):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in _CALLS
            and node.args
        ):
            continue
        written = compile(ast.Expression(node.args[0]), "expression", "eval")
        try:
            given = eval(written, dict(vars(module)))  # our own source
        except NameError:
            continue  # made from what its function is given
        use = node.func.attr if node.func.attr in ("match", "fullmatch") else "search"
        if isinstance(given, str | bytes):
            yield node.lineno, re.compile(given), use


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
    """Processor seconds, the best of several; without end when it was given up.

    The collector of garbage waits: its cost grows with all that the other tests left, not with the string.
    """

    def late(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGVTALRM, late)
    best = math.inf
    gc.disable()
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
        gc.enable()
        signal.signal(signal.SIGVTALRM, before)
    return best


def _text(before: str, piece: str, length: int) -> str:
    """A string that begins well and ends in a disappointment."""
    return before + piece * max(1, length // len(piece)) + "\x00"


def _complaint(call: Callable[[str], object], before: str, piece: str) -> str:
    """What is wrong with the cost of a growing string; "" when nothing is."""
    first = _cost(call, _text(before, piece, FIRST))
    if first < FLOOR_S / 32:
        return ""
    if (
        first == math.inf
    ):  # half a second of processor time for so little: no busy machine explains that
        return f"takes too long at once for {before!r} and {piece!r}"
    said = ""
    for _ in range(TRIES):
        said = _growth(call, _text(before, piece, SHORT), _text(before, piece, LONG))
        if not said:
            return ""
    return f"{said} {before!r} and {piece!r}"


def _growth(call: Callable[[str], object], short: str, long: str) -> str:
    """What is wrong with one measurement of a string and of one four times as long."""
    cost = _cost(call, short)
    if FLOOR_S <= cost < math.inf:
        cost = _cost(call, short, times=3)
    if cost < FLOOR_S:
        return ""
    if cost >= GIVEN_UP_S:
        return "takes too long at once for"
    ratio = _cost(call, long, times=2) / cost
    return f"takes {ratio:.0f} times as long for four times" if ratio > MOST else ""


EXPRESSIONS = _expressions()


@pytest.mark.parametrize("room", ROOMS)
def test_every_expression_is_linear(room: str) -> None:
    complaints = []
    for place, (pattern, use) in EXPRESSIONS.items():
        if place.startswith((f"{room}:", f"{room}.")):
            call = _caller(pattern, use)
            for before, piece in hostile_parts(pattern):
                said = _complaint(call, before, piece)
                if said:
                    complaints.append(f"{place} {said}")
                    break
    assert complaints == []


def test_what_is_used_otherwise_exists() -> None:
    assert set(USES) <= set(EXPRESSIONS)


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
    "markup": lambda text: list(windows(text)),
    "markup within a tag": lambda text: list(windows(f"<a {text}")),
    "words with their places": lambda text: placed(words_of(text), text, 0),
    "attributes": attributes_of,
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
    assert any(place.startswith("text.emails:1") for place in EXPRESSIONS)
    assert sys.modules["harvestman.pages"]
