"""A map on paper: SVG in the manner of a staff map of 1944, and PNG where a renderer is installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ardennes.atlas.draw_ground import frame, lattice, numbers, patches, patterns
from ardennes.atlas.draw_labels import names, symbols
from ardennes.atlas.draw_legend import FOOT, foot
from ardennes.atlas.draw_lines import boundaries, bridges, cliffs, rivers, roads
from ardennes.atlas.draw_marks import marks
from ardennes.atlas.ink import PAPER, SCALE
from ardennes.board.hexmap import HexMap

MARGIN = 0.6
LAYERS = (patches, lattice, rivers, cliffs, boundaries, roads, bridges, symbols, numbers, marks, names, frame, foot)


class Paper(NamedTuple):
    """The sheet in pixels of the drawing: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def paper(hexmap: HexMap) -> Paper:
    """The paper a map needs, with its margin and foot."""
    left, top, right, bottom = hexmap.layout.bounds
    return Paper(
        (left - MARGIN) * SCALE,
        (top - MARGIN) * SCALE,
        (right - left + 2 * MARGIN) * SCALE,
        (bottom - top + 2 * MARGIN + FOOT - 0.3) * SCALE,
    )


def drawing(hexmap: HexMap, layers: Sequence[Callable[[HexMap], str]] = LAYERS) -> str:
    """The elements of the sheet."""
    x, y, width, height = paper(hexmap)
    body = "\n".join(layer(hexmap) for layer in layers)
    sheet = f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{PAPER}"/>'
    return f"<defs>{patterns()}</defs>\n{sheet}\n{body}\n"


def svg(hexmap: HexMap) -> str:
    """The whole sheet as a file."""
    x, y, width, height = paper(hexmap)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.1f} {y:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}">\n{drawing(hexmap)}</svg>\n'
    )


class NoRendererError(RuntimeError):
    """PNG was asked for, but the optional renderer is not installed."""


def png(hexmap: HexMap, zoom: float = 1.0) -> bytes:
    """The sheet as a picture; needs the extra `ardennes[maps]`."""
    try:
        import resvg_py  # noqa: PLC0415 - optional
    except ImportError:
        raise NoRendererError("PNG needs a renderer: pip install 'ardennes[maps]', or ask for --svg") from None
    picture = resvg_py.svg_to_bytes(
        svg_string=svg(hexmap), zoom=zoom, serif_family="DejaVu Serif", sans_serif_family="DejaVu Sans"
    )
    return bytes(picture)
