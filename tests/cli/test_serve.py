"""`ardennes serve`: what it tells, and when."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from ardennes import __version__
from ardennes.cli.serve import listening
from tests.cli.test_commands import run
from tests.patience import PATIENCE, until


@contextmanager
def server(home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    program = "from ardennes.cli import main; main()"
    environment = {"PATH": "", "ARDENNES_HOME": str(home), "HOME": str(home), "PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-c", program, "serve", *words]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    started = subprocess.Popen(command, env=environment, cwd=home, start_new_session=True, **pipes)
    try:
        yield started
    finally:
        started.terminate()
        started.communicate(timeout=60)


def test_a_told_address_answers(tmp_path: Path) -> None:
    """The first request, without waiting: whoever reads the line may rely on it."""
    with server(tmp_path, "--port", "0", "--open") as started:
        assert started.stdout is not None
        found = re.search(r"http://\S+/", started.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0] + "api/menu", timeout=60) as answer:
            assert answer.status == 200
        assert started.stdout.readline() == f"No browser could be opened. Go to {found[0]}\n"
    assert (tmp_path / "games.sqlite3").is_file()


def group(leader: int) -> list[int]:
    """The processes that a server has started, and itself; not those that have ended and wait to be counted."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, of = path.read_text().rpartition(")")[2].split()[:3]
            if int(of) == leader and state != "Z":
                found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="counts processes as Linux shows them")
@pytest.mark.parametrize("moment", ["1", "2", "3", "4", "told"])
def test_a_group_that_is_stopped_while_it_gets_up_leaves_no_traceback(tmp_path: Path, moment: str) -> None:
    """As a terminal or a service manager does it: server, nursery and workers are told at once."""
    with server(tmp_path, "--port", "0", "--workers", "3") as started:
        assert started.stdout is not None
        if moment == "told":
            assert started.stdout.readline()
        else:
            until(lambda: len(group(started.pid)) >= int(moment), "the processes of the server")
        os.killpg(started.pid, signal.SIGTERM)
        out, err = started.communicate(timeout=PATIENCE)
        assert "Traceback" not in out + err
        assert started.returncode in (0, -signal.SIGTERM)
        until(lambda: not group(started.pid), "the end of all processes")


def test_a_server_that_cannot_have_its_port_tells_no_address(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with server(tmp_path, "--port", port) as started:
            out, err = started.communicate(timeout=60)
    assert out == ""
    assert f"cannot listen on 127.0.0.1 port {port}" in err


def test_where_ports_can_be_exclusive_ours_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has an option for it, and there the usual one means something else. Here it is another one's number."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with listening("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert not listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


def test_the_version_is_told(tmp_path: Path) -> None:
    assert run("--version", home=tmp_path).stdout == f"ardennes {__version__}\n"


def test_a_missing_extra_is_named_with_its_brackets(tmp_path: Path) -> None:
    """A terminal might take them for its own."""
    program = "import sys; sys.modules['shapely'] = None; from ardennes.cli import main; main()"
    command = [sys.executable, "-c", program, "map", "chart", "--to", str(tmp_path / "chart.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert "ardennes[maps]" in done.stderr
