"""Certificates for tests: an authority of their own, and what it vouches for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Certificates(NamedTuple):
    """Where they lie: the authority's certificate, a certificate of its own, and the key to that."""

    authority: Path
    certificate: Path
    key: Path


def _name(said: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, said)])


def _builder(subject: str, key: ec.EllipticCurvePrivateKey, days: float, issuer: str) -> x509.CertificateBuilder:
    begun = datetime.now(UTC) - timedelta(hours=1)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begun)
        .not_valid_after(begun + timedelta(days=days))
    )


def made(folder: Path, *names: str, days: float = 30) -> Certificates:
    """A certificate for these names and addresses, and the authority that vouches for it."""
    folder.mkdir(parents=True, exist_ok=True)
    root, leaf = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    constraint = x509.BasicConstraints(ca=True, path_length=0)
    authority = _builder("Tests", root, 60, "Tests").add_extension(constraint, critical=True)
    said = [x509.IPAddress(ip_address(it)) if it[0].isdigit() or ":" in it else x509.DNSName(it) for it in names]
    certificate = _builder(names[0], leaf, days, "Tests").add_extension(x509.SubjectAlternativeName(said), False)
    at = Certificates(*(folder / f"{name}.pem" for name in ("authority", "certificate", "key")))
    plain = serialization.NoEncryption()
    as_text = serialization.PrivateFormat.PKCS8
    at.authority.write_bytes(authority.sign(root, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    at.certificate.write_bytes(certificate.sign(root, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    at.key.write_bytes(leaf.private_bytes(serialization.Encoding.PEM, as_text, plain))
    return at
