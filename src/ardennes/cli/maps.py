"""`ardennes map`: build, check and draw the maps."""

from __future__ import annotations

import time
from importlib import import_module
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from ardennes.atlas.build import STEPS, draft_of
from ardennes.atlas.draw import NoRendererError, png, svg
from ardennes.atlas.finish import rows_of
from ardennes.atlas.plan import TITLES, brief
from ardennes.atlas.write import differences, files_of, write
from ardennes.parts.data.map_files import map_of
from ardennes.parts.data.tables import DataError, DataFolder
from ardennes.titles import KEYS, pack_of, use_data

app = typer.Typer(help="Build, check and draw the maps.", no_args_is_help=True)
console = Console(stderr=True, markup=False)

TitleArgument = Annotated[str, typer.Argument(help=f"One of: {', '.join(TITLES)}; or all.")]


@app.command()
def build(
    title: TitleArgument = "all",
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if the files would change.")] = False,
    to: Annotated[Path | None, typer.Option("--to", help="Write into this folder instead of the title's own.")] = None,
) -> None:
    """Build a title's map from the gazetteer and the rulebook's facts."""
    stale = False
    for key in _titles(title):
        began = time.perf_counter()
        files = _built(key)
        folder = to or data_folder(key)
        if check:
            found = differences(files, folder)
            stale = stale or bool(found)
            for difference in found:
                console.print(f"{key} {difference}", style="red")
            if not found:
                console.print(f"{key}: the map is as built ({time.perf_counter() - began:.1f} s)")
        else:
            write(files, folder)
            console.print(f"{key}: {len(files)} files in {folder} ({time.perf_counter() - began:.1f} s)")
    if stale:
        raise typer.Exit(1)


@app.command()
def draw(
    title: TitleArgument,
    svg_file: Annotated[Path | None, typer.Option("--svg", help="Where to put the drawing.")] = None,
    png_file: Annotated[Path | None, typer.Option("--png", help="Where to put a picture (extra: maps).")] = None,
    zoom: Annotated[float, typer.Option(help="Size of the picture, 1 is 64 pixels per hex.")] = 1.0,
    data: Annotated[
        Path | None, typer.Option("--data", help="A data pack: FOLDER/TITLE/map files of your own.")
    ] = None,
) -> None:
    """Draw a title's map as a staff map; without a file name, into TITLE.svg."""
    for key in _titles(title):
        try:
            use_data(data)
            hexmap = map_of(key, pack_of(key))
            with Progress(SpinnerColumn(), TextColumn(f"drawing {key}"), console=console, transient=True):
                if png_file is not None:
                    png_file.write_bytes(png(hexmap, zoom))
                if svg_file is not None or png_file is None:
                    target = svg_file or Path(f"{key}.svg")
                    target.write_text(svg(hexmap), encoding="utf-8")
        except (DataError, NoRendererError) as error:
            console.print(str(error), style="red")
            raise typer.Exit(1) from None
        console.print(f"{key}: {', '.join(str(f) for f in (png_file, svg_file) if f) or f'{key}.svg'}")


@app.command()
def chart(
    to: Annotated[Path | None, typer.Option("--to", help="Write this file instead of the title's own.")] = None,
) -> None:
    """Draw the area map of the title that has one from the real country (extra: maps; about a minute)."""
    try:
        from ardennes.atlas.area_chart.draw import draw as draw_areas  # noqa: PLC0415 - its libraries are an extra
    except ImportError as error:
        console.print(f"the map is drawn with the extra ardennes[maps]: {error}", style="red")
        raise typer.Exit(1) from None
    key = next(key for key in KEYS if (data_folder(key) / "chart.json").is_file())
    read_map = import_module(f"ardennes.titles.{key}.box.map").read_map
    folder = data_folder(key)
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=console, transient=True) as progress:
        task = progress.add_task("drawing")
        drawn = draw_areas(read_map(DataFolder(folder)), lambda step: progress.update(task, description=step))
    target = to or folder / "chart.json"
    target.write_bytes(msgspec.json.format(msgspec.json.encode(drawn), indent=1) + b"\n")
    console.print(f"{target}: {target.stat().st_size // 1000} kB")


def data_folder(title: str) -> Path:
    """The data folder of a title inside the package."""
    return Path(__file__).parent.parent / "titles" / title / "data"


def _titles(title: str) -> tuple[str, ...]:
    if title == "all":
        return TITLES
    if title not in TITLES:
        console.print(f"unknown title {title!r}; there are: {', '.join(TITLES)}", style="red")
        raise typer.Exit(2)
    return (title,)


def _built(key: str) -> dict[str, str]:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[step]}"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(key, total=len(STEPS) + 1, step="")
        draft = draft_of(brief(key), tell=lambda step: progress.update(task, advance=1, step=step))
        return files_of(rows_of(draft))
