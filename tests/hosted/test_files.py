"""The files for a service, a container and several: they were never run here, so all that they name is looked up."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from companion import arguments
from tests.sources import ROOT

DEPLOY = ROOT / "deploy"
CONTAINER = DEPLOY / "container"
HARDENED = ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictSUIDSGID", "LockPersonality")


class Unit(configparser.RawConfigParser):
    """A unit of systemd."""

    def optionxform(self, optionstr: str) -> str:
        """Names as they are written."""
        return optionstr


@pytest.fixture
def unit() -> Unit:
    read = Unit(strict=False)
    read.read(DEPLOY / "companion.service")
    return read


def commands() -> set[str]:
    """What `companion` can be asked."""
    return set(arguments.parser()._subparsers._group_actions[0].choices)  # type: ignore[union-attr,arg-type]


def test_the_service_keeps_to_its_own_folder(unit: Unit) -> None:
    service = unit["Service"]
    assert [name for name in HARDENED if service.get(name) != "yes"] == []
    assert service["ProtectSystem"] == "strict"
    assert service["DynamicUser"] == "yes"
    assert service["Environment"].split()[:2] == [f"COMPANION_DATA=%S/{service['StateDirectory']}", "PROXIED=1"]


def test_the_service_starts_what_there_is(unit: Unit) -> None:
    service = unit["Service"]
    assert service["ExecStartPre"].split()[1] in commands()
    _, option, settings, app = service["ExecStart"].split()
    assert (option, Path(settings).name, app) == ("-c", "gunicorn.conf.py", "companion:create_app()")
    assert (DEPLOY / Path(settings).name).is_file()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_finds_nothing_but_that_it_is_not_installed() -> None:
    told = subprocess.run(
        ["systemd-analyze", "verify", str(DEPLOY / "companion.service")], capture_output=True, text=True, check=False
    ).stderr
    assert [line for line in told.splitlines() if "companion.service" in line and "is not executable" not in line] == []


def test_the_container_copies_what_is_there_and_is_not_root() -> None:
    text = (CONTAINER / "Containerfile").read_text()
    copied = [line.split()[1:-1] for line in text.splitlines() if line.startswith("COPY") and "--from" not in line]
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []
    _, run = text.split("\n\nFROM ")
    assert "\nUSER companion\n" in run
    assert "\nVOLUME /data\n" in run
    assert "/healthz" in run
    extras = set(re.findall(r"\.\[([\w,]+)\]", text)[0].split(","))
    project = (ROOT / "pyproject.toml").read_text()
    assert [extra for extra in extras if f"\n{extra} = [" not in project] == []


def test_compose_names_what_is_there() -> None:
    told = yaml.safe_load((CONTAINER / "compose.yaml").read_text())
    services = told["services"]
    assert services.keys() == {"migrate", "app", "database", "numbers", "proxy"}
    assert services["migrate"]["command"][1] in commands()
    assert services["app"]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (CONTAINER / source).is_file() if source.startswith(".") else source in told["volumes"]
    build = services["app"]["build"]
    assert (CONTAINER / build["context"] / build["dockerfile"]).is_file()
    # Only the proxy can be reached from outside.
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert [name for name in services["proxy"]["environment"] if name not in caddy] == []


def test_the_app_of_compose_knows_its_proxy_and_its_name() -> None:
    settings = yaml.safe_load((CONTAINER / "compose.yaml").read_text())["services"]["app"]["environment"]
    assert settings["PROXIED"] == "1"
    assert settings["TRUSTED_HOSTS"].startswith("${COMPANION_SITE")
