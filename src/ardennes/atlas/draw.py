"""A map on paper: SVG in the manner of a staff map of 1944, and PNG where a renderer is installed."""

from __future__ import annotations

from ardennes.atlas.draw_ground import frame, lattice, numbers, patches, patterns
from ardennes.atlas.draw_labels import marks, names, symbols
from ardennes.atlas.draw_lines import boundaries, bridges, cliffs, rivers, roads
from ardennes.atlas.ink import INK, PAPER, SCALE, SERIF, text
from ardennes.board.hexmap import HexMap

MARGIN = 0.9


def svg(hexmap: HexMap) -> str:
    """The whole sheet."""
    left, top, right, bottom = hexmap.layout.bounds
    x, y = (left - MARGIN) * SCALE, (top - MARGIN) * SCALE
    width, height = (right - left + 2 * MARGIN) * SCALE, (bottom - top + 2 * MARGIN) * SCALE
    layers = [
        patches(hexmap),
        lattice(hexmap),
        rivers(hexmap),
        cliffs(hexmap),
        boundaries(hexmap),
        roads(hexmap),
        bridges(hexmap),
        symbols(hexmap),
        numbers(hexmap),
        marks(hexmap),
        names(hexmap),
        frame(hexmap, MARGIN),
        text(hexmap.title, (left, bottom + 0.68), 0.3, font_family=SERIF, font_weight="bold", fill=INK),
        text(
            hexmap.rows.head.credits,
            (right, bottom + 0.66),
            0.17,
            font_family=SERIF,
            font_style="italic",
            fill=INK,
            text_anchor="end",
        ),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.1f} {y:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}">\n<defs>{patterns()}</defs>\n'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(layers) + "\n</svg>\n"
    )


class NoRenderer(RuntimeError):
    """PNG was asked for, but the optional renderer is not installed."""


def png(hexmap: HexMap, zoom: float = 1.0) -> bytes:
    """The sheet as a picture; needs the extra `ardennes[maps]`."""
    try:
        import resvg_py  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    except ImportError:
        raise NoRenderer("PNG needs a renderer: pip install 'ardennes[maps]', or ask for --svg") from None
    fonts = {"serif_family": "DejaVu Serif", "sans_serif_family": "DejaVu Sans"}
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(hexmap), zoom=zoom, **fonts))


