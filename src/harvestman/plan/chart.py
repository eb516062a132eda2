"""Draws ndcg-100 by month as an SVG picture: one line a ranking, no library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from harvestman.plan.published import Line

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 760, 420, 50, 20, 170, 40
_COLOURS = (
    "#1b6ca8 #c8553d #588157 #8e5a9b #b08900 #3a7d7c #7a4419 #555555 #d1495b #2e4057"
).split()
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def draw_by_month(lines: Sequence[Line], title: str) -> str:
    """The picture as SVG text; months that were not judged are left out of a line."""
    across, down = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(month: int) -> float:
        return _LEFT + across * month / 11

    def y(value: float) -> float:
        return _TOP + down * (1 - value)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{escape(title)}</title>',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for tenth in range(0, 11, 2):
        level = y(tenth / 10)
        parts.append(
            f'<path d="M{_LEFT} {level:.1f}H{_LEFT + across}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 8}" y="{level + 4:.1f}" text-anchor="end">{tenth / 10:.1f}</text>'
        )
    for number, name in enumerate(_MONTHS):
        parts.append(
            f'<text x="{x(number):.1f}" y="{_HEIGHT - 14}" text-anchor="middle">{name}</text>'
        )
    for number, line in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(
            f"{x(month):.1f},{y(value):.1f}"
            for month, value in enumerate(line.ours)
            if value is not None
        )
        label = _TOP + 14 + 18 * number
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{_LEFT + across + 14}" y="{label}" fill="{colour}">{escape(line.ranking)}</text>'
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
