"""Draws how late papers are seen under each policy: the share of papers seen within so many hours, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

from harvestman.watch.simulation import PolicyOutcome

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 760, 420, 56, 24, 210, 52
_COLOURS = "#555555 #b08900 #588157 #1b6ca8 #c8553d #8e5a9b".split()
_TICKS = {3: "3 h", 24: "1 day", 72: "3 days", 168: "1 week", 720: "1 month", 2160: "3 months"}
_LEAST_HOURS, _MOST_HOURS = 1.0, 4000.0


def draw_delays(outcomes: Mapping[str, PolicyOutcome]) -> str:
    """The picture as SVG text; hours on a logarithmic scale."""
    across, down = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    span = math.log(_MOST_HOURS / _LEAST_HOURS)

    def x(hours: float) -> float:
        within = min(max(hours, _LEAST_HOURS), _MOST_HOURS)
        return _LEFT + across * math.log(within / _LEAST_HOURS) / span

    def y(percent: float) -> float:
        return _TOP + down * (1 - percent / 100)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="12"><title>How late papers are seen</title>',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for percent in range(0, 101, 25):
        parts.append(
            f'<path d="M{_LEFT} {y(percent):.1f}H{_LEFT + across}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 8}" y="{y(percent) + 4:.1f}" text-anchor="end">{percent} %</text>'
        )
    for hours, name in _TICKS.items():
        parts.append(
            f'<path d="M{x(hours):.1f} {_TOP}V{_TOP + down}" stroke="#eee"/>'
            f'<text x="{x(hours):.1f}" y="{_HEIGHT - 30}" text-anchor="middle">{name}</text>'
        )
    parts.append(
        f'<text x="{_LEFT}" y="{_HEIGHT - 10}">from publication until it was seen; papers seen by then</text>'
    )
    for number, (name, outcome) in enumerate(outcomes.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(
            f"{x(hours):.1f},{y(percent):.1f}" for percent, hours in enumerate(outcome.delays)
        )
        label = f"{name}: {outcome.fetches:,} fetches"
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{_LEFT + across + 14}" y="{_TOP + 14 + 18 * number}" fill="{colour}">'
            f"{escape(label)}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
