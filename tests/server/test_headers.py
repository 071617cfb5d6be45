"""What stands around an answer: whether it is compressed, kept, and what a page may load."""

from __future__ import annotations

import gzip
import http.client

import pytest

from tests.server.club import Club


def ask(club: Club, path: str, **headers: str) -> tuple[dict[str, str], bytes]:
    """The headers and the body as they travel."""
    line = http.client.HTTPConnection("127.0.0.1", club.port, timeout=60)
    line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    body = answer.read()
    assert answer.status == 200, body
    return {name.lower(): value for name, value in answer.getheaders()}, body


@pytest.mark.parametrize("path", ["/api/words/de", "/api/rules/tigers_in_the_mist", "/", "replay"])
def test_answers_are_compressed_for_those_who_take_it(club: Club, path: str) -> None:
    if path == "replay":
        path = f"/api/seats/{club.start()['seats'][0]['token']}/replay"
    plain = ask(club, path, accept_encoding="identity")[1]
    for accepted, packed in (
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("br", False),
        ("", False),
    ):
        headers, body = ask(club, path, accept_encoding=accepted)
        compressed = packed and ("content-encoding" in headers or path != "/")  # the pages need not be built
        assert (headers.get("content-encoding") == "gzip") is compressed, accepted
        assert int(headers["content-length"]) == len(body)
        assert (gzip.decompress(body) if compressed else body) == plain


def test_what_is_personal_is_not_kept(club: Club) -> None:
    token = club.start()["seats"][0]["token"]
    for path in (f"/api/seats/{token}/replay", f"/api/seats/{token}/save", f"/api/seats/{token}/orders", "/api/games"):
        assert ask(club, path)[0]["cache-control"] == "no-store", path


def test_a_page_loads_and_tells_nothing_elsewhere(club: Club) -> None:
    for path in ("/", "/api/menu"):
        policy = ask(club, path)[0]["content-security-policy"]
        assert "unsafe" not in policy
        assert "ws:" not in policy.replace(f"ws://127.0.0.1:{club.port}", "")
        assert "default-src 'self'" in policy
