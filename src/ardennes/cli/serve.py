"""`ardennes serve`: the browser client and its server on this machine."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ardennes.cli.home import store_file
from ardennes.kernel.languages import ENGLISH, speaking
from ardennes.kernel.words import say

LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    port: Annotated[int, typer.Option(help="Port; 0 takes any free one.", min=0, max=65535)] = 1944,
    host: Annotated[
        str, typer.Option(help="Address to listen on. Anything but loopback lets others use seat links.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option(help="A name or address others reach this server by; may be given again.")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(help="Address of a proxy that says who its visitors are; may be given again.")
    ] = None,
    store: Annotated[Path | None, typer.Option(help="File that keeps the games (default: your data folder).")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    data: Annotated[Path | None, typer.Option("--data", help="A data pack: FOLDER/TITLE/files of your own.")] = None,
    workers: Annotated[
        int, typer.Option(help="Processes for what takes long: computers, advice, replays.", min=1, max=64)
    ] = 2,
) -> None:
    """Play in the browser: serve the games of this machine."""
    from ardennes.server import forking  # noqa: PLC0415 - the other commands stay quick without it
    from ardennes.server.door import Door  # noqa: PLC0415
    from ardennes.server.store import Store  # noqa: PLC0415
    from ardennes.titles import use_data  # noqa: PLC0415

    _must_have_a_name(host, name)
    use_data(data)
    try:
        door = Door(name or (), proxy or ())
    except ValueError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    games = Store(store or store_file())
    listener = listening(host, port)
    forking.begin()  # it reads the titles for the workers while this process gets up
    from ardennes.server.app import App  # noqa: PLC0415
    from ardennes.server.wire import Listening, config  # noqa: PLC0415

    port = listener.getsockname()[1]
    address = f"http://{'127.0.0.1' if host in EVERYWHERE else _bracketed(host)}:{port}/"
    app = App(games, door, workers, data, warm=True)
    welcome = _welcome(host, address)
    no_browser = say("No browser could be opened. Go to {address}", address=address)

    def tell() -> None:
        for line in welcome:
            typer.echo(line)
        sys.stdout.flush()
        if open_:
            threading.Thread(target=_open_browser, args=(address, no_browser), daemon=True).start()

    # Games are plain trees of immutable values: looking for cycles in their histories all the time finds nothing.
    gc.set_threshold(400_000, 20, 1000)
    # Threads write the journal and talk to the workers; none may keep the players waiting for its turn to end.
    sys.setswitchinterval(0.001)
    _raise_open_files()
    try:
        with speaking(ENGLISH):  # every visitor is spoken to in his own language, whatever the terminal's is
            Listening(config(app), tell).run(sockets=[listener])
    finally:
        listener.close()


def _welcome(host: str, address: str) -> list[str]:
    """What is said once the server answers."""
    lines = [say("Ardennes is at {address}  (Ctrl+C stops it)", address=address)]
    if host in EVERYWHERE:
        lines += [
            say("Others on your network can play by seat links; the list of games is shown on this machine only.")
        ]
    elif host not in LOOPBACK:
        lines += [
            say("Others can play by seat links. To list and start games, run it with --host 0.0.0.0 and come here.")
        ]
    return lines


def _must_have_a_name(host: str, names: list[str] | None) -> None:
    """A server that answers to any name can be asked by any web page its owner opens; so its names must be said."""
    if host in LOOPBACK or names:
        return
    example = host if host not in EVERYWHERE else "192.168.1.20"
    text = say(
        "Others can reach {host}, so say by which names they do, and only those are answered. For example:\n"
        "  ardennes serve --host {host} --name {example}\n"
        "Give --name once for each address or name that is in the links you send.",
        host=host,
        example=example,
    )
    typer.echo(text, err=True)
    raise typer.Exit(2)


def _raise_open_files() -> None:
    """Every connection is an open file, and some systems begin with few."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def listening(host: str, port: int) -> socket.socket:
    """A socket at an address; the command ends in words where it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    _alone_at_its_port(listener)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        text = say(
            "cannot listen on {host} port {port}: {error}. Try another --port, or --port 0.",
            host=host,
            port=port,
            error=error.strerror,
        )
        typer.echo(text, err=True)
        raise typer.Exit(1) from None
    return listener


def _alone_at_its_port(listener: socket.socket) -> None:
    """One server to a port: a second one is refused, while a port that was just left can be taken again.

    On Windows SO_REUSEADDR would let any number of programs take the same port in silence.
    """
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _open_browser(address: str, otherwise: str) -> None:
    # Without a screen, Python would take a text browser and fill the terminal with it.
    no_screen = sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if no_screen or not webbrowser.open(address):
        typer.echo(otherwise)
