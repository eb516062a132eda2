"""Pages that mean harm: each is read, or refused with a status, in bounded time and memory.

Every page is read in a process of its own, forked from one that has imported everything, which reports its time and its
highest memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from harvestman.model import PageReading, Status
from harvestman.pages.shape import refuse

Read = Callable[..., PageReading]

MAX_SECONDS = 15  # ten times what they take alone, since tests run beside each other
MAX_MEGABYTES = 300

_PROGRAM = """
import json, os, sys, time
from datetime import UTC, datetime
from harvestman import pages
from harvestman.pages import SavedPage, load_readers
M = 1_000_000
now = datetime(2026, 1, 1, tzinfo=UTC)
pages.read(SavedPage("https://example.org/", b"<p>x"), now=now)
for name, made in json.loads(sys.stdin.read()).items():
    sys.stdout.flush()
    if child := os.fork():
        os.waitpid(child, 0)
        continue
    body = eval(made)
    body = body.encode() if isinstance(body, str) else body
    start = time.process_time()
    reading = pages.read(SavedPage("https://example.org/", body), now=now)
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(json.dumps([name, time.process_time() - start, int(peak.split()[1]) / 1024, str(reading.status)]))
    sys.stdout.flush()
    os._exit(0)
"""

SCRIPT = "'<p>x</p><script type=\"application/ld+json\">' + {} + '</script>'"
PAGES = {
    "json-ld nested a million deep": SCRIPT.format("'[' * M + ']' * M"),
    "json-ld nested just too deep": SCRIPT.format("'{\"a\":' * 20000 + '1' + '}' * 20000"),
    "json-ld of a million items": SCRIPT.format("'[' + '{},' * M + '{}]'"),
    "json-ld of a million strings": SCRIPT.format("'[' + '\"a\",' * M + '1]'"),
    "json-ld of 50,000 papers": SCRIPT.format(
        "'[' + ','.join('{\"@type\":\"ScholarlyArticle\",\"name\":\"Paper no %d\"}' % i for i in range(50000)) + ']'"
    ),
    "json-ld with a value of 10 MB": SCRIPT.format(
        '\'{"@type":"Thesis","name":"\' + \'x\' * 10 * M + \'"}\''
    ),
    "json-ld of quotation marks": SCRIPT.format("'\"' + chr(92) + '\"' * 2 * M + chr(92)"),
    "json-ld of numbers": SCRIPT.format("'1 ' * 2 * M"),
    "json-ld references in a circle": SCRIPT.format(
        "json.dumps({'@graph': [{'@id': f'a{i}', '@type': 'ScholarlyArticle', 'name': f'Paper {i}',"
        " 'isPartOf': {'@id': f'a{(i + 1) % 3000}'}, 'author': {'@id': f'a{(i + 1) % 3000}'}} for i in range(3000)]})"
    ),
    "100,000 meta tags": '\'<meta name="citation_author" content="Ruiz, A">\' * 100_000',
    "6,000 papers of one title": (
        '\'\'.join(\'<meta name="citation_title" content="Preface"><meta name="citation_author" content="R%d, A">\' % i'
        " for i in range(6000))"
    ),
    "one author tag of 8 MB": (
        '\'<meta name="citation_title" content="One leg"><meta name="citation_author" content="\' + \'Ruiz, A; \' * 900000 + \'">\''
    ),
    "megabytes of attributes": "'<p ' + ' '.join('a%d=b' % i for i in range(900_000)) + '>x'",
    "attributes on every tag": "('<p ' + 'a b c d e f g h ' * 50 + '>') * 10_000",
    "an attribute of 10 MB": "'<p title=\"' + 'x ' * 5 * M + '\">hi'",
    "10,000 deep": "'<div>' * 10_000 + 'x'",
    "100,000 deep": "'<div>' * 100_000",
    "100,000 deep and closed again": "'<div>' * 100_000 + '</div>' * 100_000",
    "100,000 deep with wrong end tags": "'<div></x>' * 100_000",
    "fonts that are re-opened in every block": "''.join('<div><font color=%d>x</div>' % i for i in range(2000))",
    "the same, closed at the end": "''.join('<div><font color=%d>x</div>' % i for i in range(2000)) + '</font>' * 2000",
    "the same, just below the scan": "''.join('<p><font color=%d>x</p>' % i for i in range(800))",
    "100,000 options": "'<select>' + '<option>x</option>' * 100_000",
    "links within links": "'<a href=\"/x\"><object>' * 5_000 + 'x' * 5 * M",
    "microdata within microdata": (
        "'<div itemscope itemtype=\"http://schema.org/ScholarlyArticle\">' + '<b itemprop=\"name\">' * 9_000 + 'x' * 5 * M"
    ),
    "rdfa within rdfa": "'<div typeof=\"schema:Thesis\">' + '<b property=\"schema:name\">' * 9_000 + 'x' * 5 * M",
    "10,000 items that refer to one": (
        "'<i id=a itemprop=name>T</i>' + '<p itemscope itemref=\"a a\" itemtype=\"http://schema.org/Thesis\"></p>' * 10_000"
    ),
    "10,000 COinS": "'<span class=Z3988 title=\"rft_val_fmt=x:book&rft.btitle=One+leg&rft.au=A+B\"></span>' * 10_000",
    "billion laughs": (
        '\'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a0 "ha">\''
        " + ''.join('<!ENTITY a%d \"%s\">' % (i, '&a%d;' % (i - 1) * 10) for i in range(1, 20)) + ']><p>&a19;'"
    ),
    "10 MB of null bytes": "bytes(10 * M)",
    "10 MB in one line": "'lorem ipsum ' * 800_000",
    "10 MB of tags in one line": "'<p>a' * 2_500_000",
    "10 MB of open angles": "'<a' * 5 * M",
    "an unclosed comment": "'<!-- ' + '<div>' * 1 * M",
    "emoji": "'<p>' + '😀 leg ' * 900_000",
    "utf-16": "('<p>сенокосец</p>' * 200_000).encode('utf-16')",
    "undeclared windows-1251": "('<p>сенокосец ' * 300_000).encode('cp1251')",
    "33 MB": "b'x ' * (17 * M)",
}


def test_time_and_memory_are_bounded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps(PAGES),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for name, *_ in reports] == list(PAGES), done.stderr
    assert [r for r in reports if r[1] > MAX_SECONDS or r[2] > MAX_MEGABYTES] == []


def test_ten_thousand_deep_is_read_and_a_hundred_thousand_refused(read: Read) -> None:
    reading = read("<div>" * 10_000 + 'deep <a href="x">link</a>')
    assert (reading.status, reading.text, len(reading.links)) == (Status.NO_PAPERS, "deep link", 1)
    assert read("<div>" * 100_000).status is Status.TOO_DEEP


@pytest.mark.parametrize(
    "page",
    [
        "<p>one<p>two" * 50_000,
        "<ul>" + "<li>one <b>leg</b>" * 50_000,
        "<table>" + "<tr><td><font color=red>x<td><font size=2>y" * 20_000,
        "<dl>" + "<dt>a<dd>b" * 50_000,
        "<b>x</b> <i>y</i>" * 40_000,
        '<a href="x">x' * 30_000,
        "<script>" + 'if (a<b) document.write("<div>");' * 30_000 + "</script><p>x",
        "".join(f'<p id="p{i}"><b class="c{i}">x</b></p>' for i in range(40_000)),
    ],
)
def test_large_honest_pages_are_not_refused(page: str) -> None:
    assert refuse(page) is None


def test_the_scan_is_linear() -> None:
    def seconds(count: int) -> float:
        page = "<div><b>x</b><p>y" * count
        start = time.process_time()
        assert refuse(page) is (Status.TOO_DEEP if count > 12_000 else None)
        return time.process_time() - start

    page = "<div><b>x</b><p>y</div>" * 60_000
    start = time.process_time()
    assert refuse(page) is None
    assert time.process_time() - start < 5
    assert seconds(100_000) < 5
