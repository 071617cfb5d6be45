"""Names, sites, proxies and home: who is let in, and who may list the games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ardennes.server.door import Door, TurnedAway, Visitor
from tests.server.club import TITLE, Club


def scope(peer: str | None = "127.0.0.1", version: str = "1.1", **headers: str) -> dict[str, Any]:
    """A request as the server below hands it over."""
    sent = {"host": "127.0.0.1:1944"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return {
        "client": None if peer is None else (peer, 40000),
        "http_version": version,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent.items()],
    }


ALONE = Door()
CLUB = Door(["club.example", "192.168.1.20"], ["127.0.0.1", "10.0.0.0/24"])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:80", "LOCALHOST", "[::1]:1944", "localhost."])
def test_this_machine_by_its_own_names_is_home(host: str) -> None:
    assert ALONE.visitor(scope(host=host)) == Visitor("127.0.0.1", at_home=True)
    assert ALONE.visitor(scope("::1", host=host)).at_home


@pytest.mark.parametrize(
    "host", ["", "[", "[]", "[::1", "evil.example", "127.0.0.1.evil.example", "localhost@evil", "a b", "x" * 9999, "é"]
)
def test_any_other_name_is_refused(host: str) -> None:
    for door in (ALONE, CLUB):
        with pytest.raises(TurnedAway, match="does not answer to the name") as caught:
            door.visitor(scope(host=host))
        assert caught.value.status == 421


def test_named_servers_answer_to_their_names_only() -> None:
    assert CLUB.visitor(scope("203.0.113.9", host="club.example")) == Visitor("203.0.113.9", at_home=False)
    assert CLUB.visitor(scope("203.0.113.9", host="192.168.1.20:1944")).address == "203.0.113.9"
    with pytest.raises(TurnedAway):
        ALONE.visitor(scope(host="club.example"))


@pytest.mark.parametrize("origin", ["http://evil.example", "http://[", "null", "http://", "x", "http://127.0.0.1:1945"])
def test_pages_of_other_sites_are_refused(origin: str) -> None:
    with pytest.raises(TurnedAway, match="other sites") as caught:
        ALONE.visitor(scope(origin=origin))
    assert caught.value.status == 403
    assert ALONE.visitor(scope(origin="http://127.0.0.1:1944")).at_home


@pytest.mark.parametrize("peer", ["192.168.1.7", "203.0.113.9", "::2", "fe80::1%eth0", "", "nonsense", None])
def test_others_are_not_at_home(peer: str | None) -> None:
    assert not ALONE.visitor(scope(peer)).at_home
    assert not CLUB.visitor(scope(peer)).at_home


@pytest.mark.parametrize(
    "header",
    [
        {"x_forwarded_for": "203.0.113.9"},
        {"x_forwarded_for": "127.0.0.1"},
        {"x_forwarded_host": "club.example"},
        {"x_forwarded_proto": "https"},
        {"forwarded": "for=203.0.113.9"},
        {"via": "1.1 proxy"},
        {"x_real_ip": "203.0.113.9"},
        {"cf_connecting_ip": "203.0.113.9"},
    ],
)
def test_what_was_forwarded_is_not_from_home(header: dict[str, str]) -> None:
    assert not ALONE.visitor(scope(**header)).at_home


def test_an_old_proxy_that_says_nothing_is_not_home() -> None:
    """Browsers have not spoken HTTP/1.0 for decades; a proxy that adds no header often does."""
    assert not ALONE.visitor(scope(version="1.0")).at_home


def test_home_needs_a_name_of_home() -> None:
    assert not CLUB.visitor(scope(host="club.example")).at_home


@pytest.mark.parametrize(
    ("sent", "address", "home"),
    [
        ("203.0.113.9", "203.0.113.9", False),
        ("127.0.0.1, 203.0.113.9", "203.0.113.9", False),  # what the visitor claims himself comes first
        ("203.0.113.9, 10.0.0.7", "203.0.113.9", False),  # a second proxy of ours in between
        ("::1", "::1", True),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", False),  # a household's network
        ("::ffff:203.0.113.9", "203.0.113.9", False),
        ("nonsense", "", False),
        ("", "", False),
        ("127.0.0.1, nonsense", "", False),
    ],
)
def test_a_named_proxy_tells_who_its_visitor_is(sent: str, address: str, home: bool) -> None:
    assert CLUB.visitor(scope(x_forwarded_for=sent)) == Visitor(address, home)
    assert not CLUB.visitor(scope(x_forwarded_for=sent, host="club.example")).at_home


def test_an_unnamed_proxy_is_not_believed() -> None:
    assert CLUB.visitor(scope("10.0.1.5", x_forwarded_for="127.0.0.1")) == Visitor("10.0.1.5", at_home=False)


def test_a_named_proxy_may_ask_by_another_name() -> None:
    asked = {"origin": "https://club.example", "host": "127.0.0.1:1944"}
    assert not CLUB.visitor(scope(x_forwarded_for="203.0.113.9", **asked)).at_home
    with pytest.raises(TurnedAway):
        CLUB.visitor(scope("203.0.113.9", **asked))


@pytest.mark.parametrize(
    ("origin", "sent", "ours"),
    [
        ("https://club.example", {}, True),
        ("http://club.example", {}, True),
        ("http://club.example:99", {}, False),
        ("http://club.example:443", {}, False),
        ("https://evil.example", {}, False),
        ("https://club.example:8443", {"host": "club.example:8443"}, True),
        ("https://club.example", {"host": "club.example:8443"}, False),
        ("https://club.example:8443", {"x_forwarded_host": "club.example:8443"}, True),
        ("https://club.example:99", {"x_forwarded_host": "club.example:8443"}, False),
        ("https://club.example:8443", {"x_forwarded_port": "8443"}, True),
        ("https://club.example:99", {"x_forwarded_port": "8443"}, False),
        ("http://club.example:99", {"host": "club.example"}, False),
        ("http://club.example:99", {"host": "127.0.0.1:1944"}, False),
    ],
)
def test_a_page_at_another_port_is_another_site(origin: str, sent: dict[str, str], ours: bool) -> None:
    asked = scope(x_forwarded_for="203.0.113.9", origin=origin, **sent)
    if ours:
        assert not CLUB.visitor(asked).at_home
    else:
        with pytest.raises(TurnedAway, match="other sites"):
            CLUB.visitor(asked)


@pytest.mark.parametrize(
    ("names", "proxies"), [(["a b"], []), (["["], []), ([""], []), ([], ["club"]), ([], ["1.2.3"])]
)
def test_names_and_proxies_that_are_none(names: list[str], proxies: list[str]) -> None:
    with pytest.raises(ValueError, match="expected such as"):
        Door(names, proxies)


# ---- the same with a real server ---------------------------------------------------------------------------


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path / "games.sqlite3", Door(["club.example"]))
    yield club
    club.close()


def test_guests_use_their_links_and_nothing_else(public: Club) -> None:
    token = public.start()["seats"][0]["token"]
    guest = {"host": "club.example"}
    status, menu = public.call("GET", "/api/menu", **guest)
    assert (status, menu["at_home"]) == (200, False)
    assert public.get("/api/menu")["at_home"]
    wish = json.dumps({"title": TITLE, "scenario": "campaign", "seats": ["you", "you"]}).encode()
    for method, path, body in (
        ("GET", "/api/games", None),
        ("POST", "/api/games", wish),
        ("DELETE", "/api/games/1", None),
        ("POST", "/api/games/open", b"x"),
        ("POST", "/api/maps/bitter_woods/drawn", b"{}"),
    ):
        status, answer = public.call(method, path, body, **guest, **{"content-type": "application/json"})
        assert (status, "only on the machine that serves them" in answer["text"]) == (403, True), path
    assert public.call("GET", f"/api/seats/{token}/save", **guest)[0] == 200
    assert public.call("GET", "/", **guest)[0] == 200
    assert public.sit(token).at == 0


def test_a_page_that_pointed_its_name_at_us_gets_nothing(public: Club) -> None:
    token = public.start()["seats"][0]["token"]
    for path in ("/", "/api/menu", "/api/games", f"/api/seats/{token}/save"):
        status, text = public.call("GET", path, host="evil.example")
        assert (status, "does not answer to the name" in text) == (421, True)
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://127.0.0.1:{public.port}/play/{token}", origin="http://evil.example")  # type: ignore[arg-type]
    assert caught.value.response.status_code == 403
    assert b"other sites" in (caught.value.response.body or b"")


def test_a_server_for_others_must_be_told_its_names(tmp_path: Path) -> None:
    for more, says in (
        (["--host", "0.0.0.0"], "--name 192.168.1.20"),
        (["--host", "192.168.7.7"], "--name 192.168.7.7"),
        (["--host", "0.0.0.0", "--name", "a b"], "no name"),
        (["--proxy", "here"], "no address"),
    ):
        command = [sys.executable, "-m", "ardennes", "serve", "--port", "0", "--store", str(tmp_path / "x"), *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert says in done.stderr
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "x").exists()
