"""`make audit`: the licence and version of all that Companion is shipped or installed with, in one table.

It fails on a licence that is not allowed or not known, on a version that is not the pinned one, and on a known fault.
Where the registries may not be asked for faults it says so: that is neither a fault nor a pass.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import NamedTuple, cast

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
AUDITOR = ROOT / ".venv" / "audit" / "bin" / "python"
# What nobody gets who only runs Companion.
FOR_US = {"dev"}
# "BSD" is one of the BSD licences with two or three clauses: older packages do not say which.
ALLOWED = {"0BSD", "Apache-2.0", "BSD", "BSD-0-Clause", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"}
ALLOWED |= {"MPL-2.0", "PSF-2.0", "ZPL-2.1"}
# Used as it is, by import, and a choice of whoever installs the extra: the LGPL asks no more of us.
ALLOWED_FOR = {"psycopg": {"LGPL-3.0-only"}, "psycopg-binary": {"LGPL-3.0-only"}}
CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Zope Public License": "ZPL-2.1",
}
PATIENCE_SECONDS = 300


class Part(NamedTuple):
    """Something that is shipped: whence it comes, the version that is here and the one that was pinned."""

    source: str
    name: str
    version: str
    pinned: str
    licence: str

    def faults(self) -> Iterator[str]:
        """What is wrong with it, in sentences."""
        if not self.version:
            yield f"{self.name} is not installed: run `make audit`, which installs it."
        elif not self.pinned:
            yield f"{self.name} {self.version} is not pinned."
        elif self.version != self.pinned:
            yield f"{self.name} {self.version} is here, {self.pinned} is pinned."
        if self.version and not allowed(self.licence, ALLOWED | ALLOWED_FOR.get(self.name, set())):
            yield f"{self.name} {self.version}: the licence “{self.licence or 'unknown'}” is not allowed."


class Answer(NamedTuple):
    """What a registry said about known faults; `why` it could not be asked, if it could not."""

    faults: list[str]
    why: str = ""


def allowed(licence: str, names: set[str]) -> bool:
    """Whether a licence, or each that it joins by AND, is one of these; of those joined by OR one is enough. What is
    written in brackets is for a person to read: it counts as not known.
    """
    choices = [choice.split(" AND ") for choice in licence.split(" OR ")]
    return any(all(one.strip() in names for one in choice) for choice in choices)


def licence_of(said: Message) -> str:
    """The licence that a package's metadata names, as SPDX spells it where we know how; "" for none."""
    expression = said.get("License-Expression") or ""
    if expression:
        return expression
    # Some put the whole text there.
    line = (said.get("License") or "").strip()
    if line in ALLOWED:
        return line
    prefix = "License :: OSI Approved :: "
    classified = [
        each.removeprefix(prefix) for each in said.get_all("Classifier") or [] if each.startswith("License ::")
    ]
    # Several may be a choice or a sum: only a person can tell, so all must be allowed.
    named = " AND ".join(CLASSIFIED.get(each, each) for each in classified)
    return named or (line if "\n" not in line else "")


def pins(constraints: str) -> dict[str, str]:
    """The versions that constraints.txt pins, by name."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)$", constraints, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def wanted(project: Path) -> list[str]:
    """What pyproject.toml asks for, with each extra that somebody can install."""
    said = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    extras = [lines for name, lines in said["optional-dependencies"].items() if name not in FOR_US]
    lines: list[str] = sum(extras, said["dependencies"])
    return lines


def needed(lines: Iterable[str]) -> set[str]:
    """All packages that these requirements lead to on this machine."""
    todo: list[tuple[str, tuple[str, ...]]] = [(line, ()) for line in lines]
    seen: set[tuple[str, str]] = set()
    while todo:
        line, given = todo.pop()
        one = Requirement(line)
        if one.marker and not any(one.marker.evaluate({"extra": extra}) for extra in ("", *given)):
            continue
        name = canonicalize_name(one.name)
        news = {(name, extra) for extra in ("", *one.extras)} - seen
        seen |= news
        if news:
            todo += [(each, tuple(one.extras)) for each in _requires(name)]
    return {name for name, _ in seen}


def _requires(name: str) -> list[str]:
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []


def python_parts(lines: Iterable[str], constraints: Mapping[str, str]) -> Iterator[Part]:
    """The packages that these requirements lead to."""
    for name in sorted(needed(lines)):
        pinned = constraints.get(name, "")
        try:
            said = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            yield Part("Python", name, "", pinned, "")
        else:
            yield Part("Python", name, metadata.version(name), pinned, licence_of(cast(Message, said)))


def vendored_parts(vendor: Path, package: Path) -> Iterator[Part]:
    """What static/vendor carries, by its own list and by package.json."""
    pinned = json.loads(package.read_text(encoding="utf-8"))["devDependencies"]
    for entry in json.loads((vendor / "vendor.json").read_text(encoding="utf-8")):
        name = entry["package"]
        yield Part("npm", name, entry["version"], pinned.get(name, ""), entry["licence"])


def without_text(parts: Iterable[Part], licences: str) -> list[str]:
    """Those vendored parts whose licence does not stand in static/vendor/LICENSES.txt."""
    heads = {f"{part.name} {part.version} ({part.licence})" for part in parts}
    return [f"static/vendor/LICENSES.txt lacks {head}." for head in sorted(heads - set(licences.splitlines()))]


def table(parts: Iterable[Part]) -> str:
    """The table of all parts."""
    rows = [("from", "name", "version", "licence"), *((p.source, p.name, p.version, p.licence) for p in parts)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]]) for row in rows
    )


def read_pip_audit(out: str, errors: str) -> Answer:
    """What pip-audit found; a package that the index does not know was not asked for."""
    try:
        found = json.loads(out)["dependencies"]
    except (ValueError, KeyError):
        return Answer([], _last_line(errors) or "pip-audit gave no answer")
    faults = [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version'}."
        for one in found
        for fault in one.get("vulns", [])
    ]
    skipped = sorted(one["name"] for one in found if "skip_reason" in one)
    if not skipped:
        return Answer(faults)
    return Answer(faults, f"the index here knows nothing of {len(skipped)} of {len(found)} packages")


def read_npm_audit(out: str, errors: str) -> Answer:
    """What `npm audit` found."""
    try:
        found = json.loads(out)
    except ValueError:
        return Answer([], _last_line(errors) or "npm gave no answer")
    if "vulnerabilities" not in found:
        return Answer([], str(found.get("message") or _last_line(errors) or "npm gave no answer"))
    return Answer([f"{name}: {fault['severity']}." for name, fault in sorted(found["vulnerabilities"].items())])


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


def _run(command: list[str], folder: str) -> tuple[str, str]:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=PATIENCE_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    return done.stdout, done.stderr


def ask_pip_audit(parts: Iterable[Part]) -> Answer:
    """Asks for the known faults of the Python packages."""
    with tempfile.TemporaryDirectory() as folder:
        lines = "".join(f"{part.name}=={part.version}\n" for part in parts)
        Path(folder, "shipped.txt").write_text(lines, encoding="utf-8")
        options = ["--no-deps", "--disable-pip", "-r", "shipped.txt", "-f", "json", "--progress-spinner", "off"]
        return read_pip_audit(*_run([str(AUDITOR), "-m", "pip_audit", *options], folder))


def ask_npm_audit(parts: Iterable[Part]) -> Answer:
    """Asks for the known faults of what was vendored."""
    with tempfile.TemporaryDirectory() as folder:
        shipped = {part.name: part.version for part in parts}
        package = {"name": "shipped", "version": "0.0.0", "private": True, "dependencies": shipped}
        Path(folder, "package.json").write_text(json.dumps(package), encoding="utf-8")
        npm = [str(ROOT / "scripts" / "npm"), "--prefix", folder]
        _, errors = _run([*npm, "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--silent"], folder)
        if not Path(folder, "package-lock.json").exists():
            return Answer([], _last_line(errors) or "npm could not look the packages up")
        return read_npm_audit(*_run([*npm, "audit", "--json"], folder))


def said(whose: str, answer: Answer) -> str:
    """The sentence about known faults."""
    found = [f"{len(answer.faults)}, see below"] if answer.faults else []
    missed = [f"not asked, which is no pass ({answer.why.rstrip('.')})"] if answer.why else []
    return f"Known faults of {whose}: {'; '.join(found + missed) or 'none'}."


def main() -> int:
    """Prints the table, asks for faults; returns the exit code."""
    constraints = pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    python = list(python_parts(wanted(ROOT / "pyproject.toml"), constraints))
    vendored = list(vendored_parts(VENDOR, ROOT / "package.json"))
    print(table([*python, *vendored]), end="\n\n")
    faults = [fault for part in (*python, *vendored) for fault in part.faults()]
    faults += without_text(vendored, (VENDOR / "LICENSES.txt").read_text(encoding="utf-8"))
    if not faults:
        print(f"Licences and versions of {len(python) + len(vendored)} parts: all allowed, all as pinned.")
    for whose, answer in (
        ("Python packages", ask_pip_audit(python)),
        ("vendored files", ask_npm_audit(vendored)),
    ):
        print(said(whose, answer))
        faults += answer.faults
    for fault in faults:
        print(f"  {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
