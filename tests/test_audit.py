"""What `make audit` says without asking anybody: licences, versions, and how it reads the answers about faults."""

from __future__ import annotations

import json
from email.message import Message
from pathlib import Path

import pytest

from scripts import audit

PACKAGE = audit.ROOT / "package.json"


def described(**fields: str | list[str]) -> Message:
    """A package's metadata."""
    made = Message()
    for name, values in fields.items():
        for value in [values] if isinstance(values, str) else values:
            made[name.replace("_", "-")] = value
    return made


def test_all_that_is_shipped_is_pinned_and_may_be_shipped() -> None:
    pins = audit.pins((audit.ROOT / "constraints.txt").read_text(encoding="utf-8"))
    python = list(audit.python_parts(audit.wanted(audit.ROOT / "pyproject.toml"), pins))
    vendored = list(audit.vendored_parts(audit.VENDOR, PACKAGE))
    assert [fault for part in (*python, *vendored) for fault in part.faults()] == []
    assert audit.without_text(vendored, (audit.VENDOR / "LICENSES.txt").read_text(encoding="utf-8")) == []
    names = {part.name for part in (*python, *vendored)}
    assert {"flask", "gunicorn", "gevent", "cryptography", "psycopg-binary", "redis", "htmx.org"} <= names
    assert not names & {"pytest", "ruff", "playwright", "companion"}


def test_an_extra_of_a_package_brings_what_it_needs() -> None:
    assert "gevent" not in audit.needed(["gunicorn"])
    assert {"gevent", "greenlet"} <= audit.needed(["gunicorn[gevent]"])
    assert audit.needed(["gunicorn; python_version < '3'"]) == set()


@pytest.mark.parametrize("licence", ["MIT", "MIT AND PSF-2.0", "GPL-3.0-only OR MIT", "Apache-2.0 OR BSD-2-Clause"])
def test_a_licence_is_allowed(licence: str) -> None:
    assert audit.allowed(licence, audit.ALLOWED)


@pytest.mark.parametrize("licence", ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT OR ISC) AND GPL-2.0", "mit?"])
def test_a_licence_is_not_allowed_or_not_known(licence: str) -> None:
    [fault] = audit.Part("Python", "thing", "1.0", "1.0", licence).faults()
    assert fault == f"thing 1.0: the licence “{licence or 'unknown'}” is not allowed."


def test_what_one_package_is_allowed_is_not_allowed_to_another() -> None:
    assert not list(audit.Part("Python", "psycopg", "3", "3", "LGPL-3.0-only").faults())
    assert list(audit.Part("Python", "thing", "3", "3", "LGPL-3.0-only").faults())


@pytest.mark.parametrize(
    ("version", "pinned", "said"),
    [
        ("1.1", "1.0", "thing 1.1 is here, 1.0 is pinned."),
        ("1.1", "", "thing 1.1 is not pinned."),
        ("", "1.0", "thing is not installed: run `make audit`, which installs it."),
    ],
)
def test_a_version_that_is_not_the_pinned_one_is_a_fault(version: str, pinned: str, said: str) -> None:
    assert list(audit.Part("Python", "thing", version, pinned, "MIT").faults()) == [said]


MIT, BSD = "License :: OSI Approved :: MIT License", "License :: OSI Approved :: BSD License"
GPL = "License :: OSI Approved :: GNU General Public License (GPL)"


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License_Expression": "MIT OR ISC", "Classifier": [GPL]}, "MIT OR ISC"),
        ({"License": "BSD-3-Clause", "Classifier": [BSD]}, "BSD-3-Clause"),
        ({"License": "Copyright 2008\n\nRedistribution …", "Classifier": ["Topic :: Games", BSD]}, "BSD"),
        ({"Classifier": [MIT, GPL]}, "MIT AND GNU General Public License (GPL)"),
        ({"Classifier": ["License :: Other/Proprietary License"]}, "License :: Other/Proprietary License"),
        ({"License": "Beerware"}, "Beerware"),
        ({"License": "A text of its own\n\nof several lines"}, ""),
        ({}, ""),
    ],
)
def test_a_licence_is_read_from_what_a_package_says(fields: dict[str, str | list[str]], licence: str) -> None:
    assert audit.licence_of(described(**fields)) == licence


def test_a_vendored_part_is_held_against_package_json_and_its_licence_text(tmp_path: Path) -> None:
    entry = {"package": "htmx.org", "version": "3.9.9", "licence": "MIT"}
    (tmp_path / "vendor.json").write_text(json.dumps([entry]), encoding="utf-8")
    [part] = audit.vendored_parts(tmp_path, PACKAGE)
    assert "htmx.org 3.9.9 is here" in next(part.faults())
    assert audit.without_text([part], "htmx.org 4.0.1 (MIT)\n") == [
        "static/vendor/LICENSES.txt lacks htmx.org 3.9.9 (MIT)."
    ]


def test_a_known_fault_of_a_python_package_is_told() -> None:
    fault = {"id": "CVE-1", "fix_versions": ["1.1"]}
    found = {"dependencies": [{"name": "thing", "version": "1.0", "vulns": [fault]}]}
    answer = audit.read_pip_audit(json.dumps(found), "")
    assert answer == audit.Answer(["thing 1.0: CVE-1, mended in 1.1."])
    assert audit.said("Python packages", answer) == "Known faults of Python packages: 1, see below."


def test_a_known_fault_of_a_vendored_file_is_told() -> None:
    answer = audit.read_npm_audit(json.dumps({"vulnerabilities": {"htmx.org": {"severity": "high"}}}), "")
    assert answer == audit.Answer(["htmx.org: high."])


SKIPPED = {"dependencies": [{"name": "a", "skip_reason": "not found"}, {"name": "b", "version": "1", "vulns": []}]}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (audit.read_pip_audit("", "x\nERROR: no route to the index."), "ERROR: no route to the index"),
        (audit.read_pip_audit("", ""), "pip-audit gave no answer"),
        (audit.read_pip_audit(json.dumps(SKIPPED), ""), "the index here knows nothing of 1 of 2 packages"),
        (audit.read_npm_audit(json.dumps({"message": "405 Method Not Allowed"}), ""), "405 Method Not Allowed"),
        (audit.read_npm_audit("", "npm error network timeout"), "npm error network timeout"),
    ],
)
def test_where_nobody_answers_it_says_not_asked_and_not_none(answer: audit.Answer, why: str) -> None:
    assert audit.said("these", answer) == f"Known faults of these: not asked, which is no pass ({why})."


def test_only_an_answer_about_all_is_called_none() -> None:
    assert audit.said("these", audit.read_pip_audit('{"dependencies": []}', "")) == "Known faults of these: none."
