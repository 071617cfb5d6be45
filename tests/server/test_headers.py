"""What stands around an answer: whether it is compressed, kept, and what a page may load."""

from __future__ import annotations

import gzip
import http.client

import pytest

from ardennes.server.app import HEADERS
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


#: All that a page of ours may do; what is not named here falls back to the first line.
ALLOWED = {
    "default-src": {"'self'"},
    "img-src": {"'self'", "data:", "blob:"},
    "object-src": {"'none'"},
    # These do not fall back, so they have to be there.
    "base-uri": {"'none'"},
    "form-action": {"'self'"},
    "frame-ancestors": {"'none'"},
}


def loosened(policy: str) -> list[str]:
    """What a policy allows beyond the list, or does not forbid. Of two directives of a name browsers read the first."""
    lines = [directive.split() for directive in policy.lower().split(";") if directive.strip()]
    names = [name for name, *_ in lines]
    found = [f"{name} {word}" for name, *words in lines for word in words or [""] if word not in ALLOWED.get(name, ())]
    return found + [name for name in ALLOWED if names.count(name) != 1]


@pytest.mark.parametrize("path", ["/", "/api/menu", "/api/words/de", "/nowhere", "/api/nowhere", "/play/nobody"])
def test_a_page_loads_and_tells_nothing_elsewhere(club: Club, path: str) -> None:
    line = http.client.HTTPConnection("127.0.0.1", club.port, timeout=60)
    line.request("GET", path)
    [policy] = [value for name, value in line.getresponse().getheaders() if name == "content-security-policy"]
    assert loosened(policy) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("object-src 'none'", "object-src 'none'; connect-src *"), ["connect-src *"]),
        (("default-src 'self'", "default-src 'self' ws: wss:"), ["default-src ws:", "default-src wss:"]),
        (("default-src 'self'", "script-src 'self' 'unsafe-inline'"), None),
        (("img-src 'self'", "img-src 'self' https:"), ["img-src https:"]),
        (("frame-ancestors 'none'", "frame-ancestors *"), ["frame-ancestors *"]),
        (("; form-action 'self'", ""), ["form-action"]),
        (("base-uri 'none'", "base-uri 'none'; base-uri 'none'"), ["base-uri"]),
        (("object-src 'none'", "object-src 'none'; sandbox"), ["sandbox "]),
    ],
)
def test_whatever_loosens_the_policy_is_noticed(change: tuple[str, str], found: list[str] | None) -> None:
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    assert change[0] in policy
    said = loosened(policy.replace(*change))
    assert said == found if found is not None else said
