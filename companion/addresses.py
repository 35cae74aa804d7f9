"""Where a request comes from, as far as it is counted."""

from __future__ import annotations

import ipaddress

NETWORK_BITS = 64
"""What one household gets of IPv6: each of its machines may take a new address every minute."""
LONGEST = 64


def counted_as(address: str | None) -> str:
    """What counts as one address: one of IPv4, also where it is written as IPv6, or a network of IPv6."""
    try:
        known = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return (address or "")[:LONGEST]
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is None:
            return str(ipaddress.ip_network((known, NETWORK_BITS), strict=False))
        known = known.ipv4_mapped
    return str(known)
