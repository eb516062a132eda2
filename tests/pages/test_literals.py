"""Plain data in scripts: what is read, what is not, and that nothing takes long."""

from __future__ import annotations

import time
from typing import Any

import pytest

from harvestman.pages.literals import MAX_DEPTH, values_in


@pytest.mark.parametrize(
    ("script", "values"),
    [
        ("var a = [{title: 'Oak', n: 3, 'x': null,},];", [[{"title": "Oak", "n": 3, "x": None}]]),
        ("const a = {b: [[], {}, -1.5e2]}", [{"b": [[], {}, -150.0]}]),
        ("x = ['a' + \"b\" + `c`] // end", [["abc"]]),
        ("x = [/* one */ 1, // two\n 2]", [[1, 2]]),
        ("show([{a: true, b: undefined}])", [[{"a": True, "b": None}]]),
        (
            "export default {papers: ['\\u00e9\\n\\'', '\\ud83c\\udf3f']}",
            [{"papers": ["é\n'", "🌿"]}],
        ),
        ("window.data = JSON.parse('{\"a\": [1]}');", [{"a": [1]}]),
        ("a = [1]; b = [f()]; c = {d: e}; g = [2]", [[1], [2]]),
    ],
)
def test_plain_data_is_read(script: str, values: list[Any]) -> None:
    assert list(values_in(script)) == values


@pytest.mark.parametrize(
    "script",
    ["a = [1 2]", "a = {b 1}", "a = [", "a = {,}", "a = [`${b}`]", "if (a == b) {c}", "a = [" * 99],
)
def test_what_is_no_plain_data_is_none(script: str) -> None:
    assert list(values_in(script)) == []


def test_nesting_is_bounded() -> None:
    deep = MAX_DEPTH + 1
    assert list(values_in("a = " + "[" * deep + "]" * deep)) == []


@pytest.mark.parametrize("piece", ["=[", "=['a',", "={a:", "=['a'+'b'", "=[/*", "=[`\\", "(['"])
def test_time_grows_with_the_length_and_no_faster(piece: str) -> None:
    def cost(times: int) -> float:
        start = time.process_time()
        list(values_in(piece * times))
        return time.process_time() - start

    cost(1_000)
    short, long = cost(5_000), cost(20_000)
    assert long < 0.05 or long < 9 * short
