"""Addresses as papers print them."""

from __future__ import annotations

import pytest

from harvestman.text.emails import find_addresses


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["E-mail: ann.lee@uni.example.edu"], ["ann.lee@uni.example.edu"]),
        (
            ["{ann,bob, carl}@cs.example.org"],
            ["ann@cs.example.org", "bob@cs.example.org", "carl@cs.example.org"],
        ),
        (["{ann.lee,", "bob.roe}@example.org"], ["ann.lee@example.org", "bob.roe@example.org"]),
        (["ann,bob@cs.example.edu"], ["ann@cs.example.edu", "bob@cs.example.edu"]),
        (["Ann Lee, Bob Roe, roe@example.org"], ["roe@example.org"]),
        (["ann [at] uni [dot] example [dot] edu"], ["ann@uni.example.edu"]),
        (["ann (at) example.edu"], ["ann@example.edu"]),
        (["ann at cs dot example dot edu"], ["ann@cs.example.edu"]),
        (["ann.lee@", "example.org"], ["ann.lee@example.org"]),
        (["ann.lee@cs.", "example.org"], ["ann.lee@cs.example.org"]),
        (["ann@example.org, ANN@example.org"], ["ann@example.org"]),
        (["We met at noon, at the lab."], []),
        (["permissions@example.org"], []),
    ],
)
def test_addresses_are_written_out(lines: list[str], expected: list[str]) -> None:
    assert [address.value for address in find_addresses(lines)] == expected


def test_a_long_line_of_signs_costs_no_time() -> None:
    assert find_addresses(["{" * 2000 + "a," * 2000 + "@" * 500]) == []
