"""The secrets of a host: each service has what it is told by file, and nothing of another's."""

from __future__ import annotations

from pathlib import Path

import yaml

from services.kit.config import SERVICES, read_config
from services.laptop.hosted_keys import main

COMPOSE = Path(__file__).parents[2] / "deploy" / "compose.yaml"
MAIL = "smtps://user:password@mail.example.org/?from=games@example.org"


def test_every_service_of_the_compose_file_starts_with_them(tmp_path: Path) -> None:
    assert main([str(tmp_path / "secrets"), "--mail", MAIL]) == 0
    secret = (tmp_path / "secrets" / "match" / "secret").read_text()
    assert main([str(tmp_path / "secrets"), "--mail", MAIL]) == 0
    assert (tmp_path / "secrets" / "match" / "secret").read_text() == secret, "what is there is kept"
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    for name, service in yaml.safe_load(COMPOSE.read_text())["services"].items():
        if name in SERVICES:
            told = {key: _here(str(value), name, tmp_path) for key, value in service["environment"].items()}
            config = read_config(name, told)
            assert not config.loopback
            assert config.mail_url == (MAIL if name == "players" else "")


def _here(value: str, service: str, folder: Path) -> str:
    """A value with the folders that are mounted as they are here, and the variables of whoever starts it set."""
    places = {"/secrets/": f"{folder}/secrets/{service}/", "/public-keys/": f"{folder}/secrets/public-keys/"}
    for there, here in places.items():
        value = here + value.removeprefix(there) if value.startswith(there) else value
    host = "games.example.org"
    value = value.replace("${HOST:?say under which name the server is reached}", host).replace("${HOST}", host)
    return value.replace("${ADMINS:?say whose e-mail addresses are those of Admins}", "anna@example.org")


def test_who_cannot_write_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file" / "secrets")]) == 2
