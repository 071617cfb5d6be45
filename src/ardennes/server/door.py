"""The door: by which name a request came, from where, and whether that is this very machine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, NamedTuple

#: The names of this machine for itself.
HOME = ("127.0.0.1", "localhost", "::1")

#: Headers that only something between the browser and us adds.
FORWARDING = frozenset(
    b"forwarded via x-real-ip x-client-ip x-cluster-client-ip true-client-ip cf-connecting-ip cf-ray fastly-client-ip "
    b"fly-client-ip x-original-host x-original-for x-original-forwarded-for x-envoy-external-address cdn-loop "
    b"x-proxyuser-ip x-arr-log-id x-amzn-trace-id x-cloud-trace-context".split()
)

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?")
_ORIGIN = re.compile(r"(https?)://(.{1,300})")
#: Ports that an address does not name.
USUAL = {"http": "80", "https": "443"}


class Visitor(NamedTuple):
    """Whoever sent a request."""

    #: The address limits are counted for; empty where it cannot be told.
    address: str
    #: Whether the browser runs on this machine: only there are games listed and started.
    at_home: bool


class TurnedAway(Exception):
    """A request that is not for this server, with a status and the reason in words."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Door:
    """Which names the server answers to, and which proxies it believes."""

    def __init__(self, names: Iterable[str] = (), proxies: Iterable[str] = ()) -> None:
        """ValueError names a name or an address that is none."""
        self.names = frozenset({*HOME, *(_known(name) for name in names)})
        self.proxies = tuple(_network(proxy) for proxy in proxies)

    def visitor(self, scope: Mapping[str, Any]) -> Visitor:
        """Who is there. `TurnedAway` if the request is for another name or from a page of another site.

        A page of another site can make a browser send requests here, under a name of its own that it had pointed at
        us: so the name counts, and where the page says where it is from, that has to be us too.
        """
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        name = name_of(host)
        if name not in self.names:
            raise TurnedAway(421, f"this server does not answer to the name {host[:80]!r}; {HOW_TO_NAME}")
        peer = _address((scope.get("client") or ("",))[0])
        proxied = peer is not None and any(peer in network for network in self.proxies)
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and not self._own_page(origin, host, headers if proxied else {}):
            raise TurnedAway(403, "this server takes no requests from pages of other sites")
        if proxied and b"x-forwarded-for" in headers:
            client = self._forwarded(headers[b"x-forwarded-for"].decode("latin-1"))
            return Visitor(_key(client), client is not None and client.is_loopback and name in HOME)
        direct = scope.get("http_version") != "1.0" and not any(map(_forwards, headers))
        return Visitor(_key(peer), peer is not None and peer.is_loopback and name in HOME and direct)

    def _own_page(self, origin: str, host: str, forwarded: Mapping[bytes, bytes]) -> bool:
        """Whether a page is ours. `forwarded` are the headers of a proxy of ours; empty where there is none."""
        found = _ORIGIN.fullmatch(origin)
        if found is None:
            return False
        if found[2].lower() == host.lower():
            return True
        # A proxy may ask us by another name than the one it was asked by, and need not say at which port it was.
        name, port = name_of(found[2]), port_of(found[2]) or USUAL[found[1]]
        asked = forwarded.get(b"x-forwarded-host", host.encode("latin-1")).decode("latin-1")
        told = port_of(asked) if name_of(asked) == name else ""
        told = told or forwarded.get(b"x-forwarded-port", b"").decode("latin-1")
        return bool(forwarded) and name in self.names and port == (told or USUAL[found[1]])

    def _forwarded(self, text: str) -> IPv4Address | IPv6Address | None:
        """The client a proxy names: the last address in the list that is no proxy of ours."""
        client = None
        for word in reversed(text.split(",")):
            client = _address(word.strip())
            if client is None or not any(client in network for network in self.proxies):
                break
        return client

    def counted(self, address: str) -> bool:
        """Whether limits for one address hold: not for this machine, nor for a proxy, behind which are many."""
        found = _address(address)
        return found is None or not (found.is_loopback or any(found in network for network in self.proxies))


HOW_TO_NAME = "whoever runs it can give its names with --name"


def name_of(host: str) -> str:
    """The name in a Host header, without port and brackets; empty if it is none."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower().removesuffix(".") if found else ""


def port_of(host: str) -> str:
    """The port in a Host header; empty if it names none."""
    found = _HOST.fullmatch(host)
    return (found[3] or "") if found else ""


def _known(name: str) -> str:
    bare = name_of(f"[{name}]" if ":" in name and not name.startswith("[") and name.count(":") > 1 else name)
    if not bare:
        raise ValueError(f"{name[:80]!r} is no name: expected such as club.example or 192.168.1.20")
    return bare


def _network(text: str) -> Any:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"{text[:80]!r} is no address: expected such as 127.0.0.1 or 10.0.0.0/24") from None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _key(address: IPv4Address | IPv6Address | None) -> str:
    """An address as limits count it: with IPv6 a household has a whole network."""
    if address is None:
        return ""
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address)


def _forwards(header: bytes) -> bool:
    return header in FORWARDING or header.startswith((b"x-forwarded", b"x-envoy", b"cf-"))
