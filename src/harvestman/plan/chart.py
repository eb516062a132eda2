"""Draws ndcg-100 by month, one line a ranking: as SVG without any library, as PNG with Pillow (extra `[eval]`)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO

from harvestman.model import UsageError
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


def draw_png_by_month(lines: Sequence[Line], title: str) -> bytes:
    """The same picture as PNG, at twice the size."""
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - an extra that only this needs
    except ImportError as error:
        raise UsageError("a PNG needs the extra: pip install 'harvestman[eval]'") from error
    scale = 2
    across, down = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    image = Image.new("RGB", (_WIDTH * scale, _HEIGHT * scale), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(12 * scale)

    def x(month: int) -> float:
        return scale * (_LEFT + across * month / 11)

    def y(value: float) -> float:
        return scale * (_TOP + down * (1 - value))

    for tenth in range(0, 11, 2):
        level = y(tenth / 10)
        draw.line([(x(0), level), (x(11), level)], fill="#dddddd", width=scale)
        draw.text((x(0) - 16, level), f"{tenth / 10:.1f}", fill="black", font=font, anchor="rm")
    for number, name in enumerate(_MONTHS):
        place = (x(number), scale * (_HEIGHT - 18))
        draw.text(place, name, fill="black", font=font, anchor="mm")
    for number, line in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [(x(m), y(value)) for m, value in enumerate(line.ours) if value is not None]
        if len(points) > 1:
            draw.line(points, fill=colour, width=2 * scale)
        place = (x(11) + 14 * scale, scale * (_TOP + 10 + 18 * number))
        draw.text(place, line.ranking, fill=colour, font=font, anchor="lm")
    draw.text((x(0), 2), title, fill="black", font=font)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
