"""The secrets of a host: each service has what it is told by file, and nothing of another's."""

from __future__ import annotations

import json
import os
import shutil
from hashlib import sha256
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

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


def test_the_password_of_the_mail_server_need_not_be_an_argument(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{MAIL}\n"))
    assert main([str(tmp_path / "secrets"), "--mail", "-"]) == 0
    assert (tmp_path / "secrets" / "players" / "mail-url").read_text() == MAIL


def test_a_server_that_sends_mail_is_looked_at_before_anything_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "secrets"), "--mail", "smtps://user:hidden@mail.example.org"]) == 2
    assert not (tmp_path / "secrets").exists()
    said = capsys.readouterr().err
    assert said.startswith("--mail is no URL of a server that sends mail; it must be a URL such as smtps://")
    assert "hidden" not in said


def test_another_server_that_sends_mail_is_not_taken_in_silence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "secrets")
    assert main([folder, "--mail", MAIL]) == main([folder, "--mail", MAIL]) == 0
    assert capsys.readouterr().err == ""
    assert main([folder, "--mail", MAIL.replace("user", "other")]) == 0
    assert "mail-url was there already, and is kept. Remove it" in capsys.readouterr().err
    assert (tmp_path / "secrets" / "players" / "mail-url").read_text() == MAIL


def test_what_a_host_has_changed_is_kept_and_works(tmp_path: Path) -> None:
    """A key that was changed, a database elsewhere, a secret and a password of its own: none is undone."""
    secrets = tmp_path / "secrets"
    assert main([str(secrets), "--mail", MAIL]) == 0
    key = Ed25519PrivateKey.generate()
    changed = {
        "players/private.pem": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        "public-keys/public.pem": key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        "match/database-url": b"postgresql://match:own@elsewhere.example.org/match?sslmode=verify-full",
        "rating/secret": b"a-secret-of-their-own",
        "rating/nats-url": b"nats://rating:a%2Fpassword@nats.example.org:4222",
        "batch/broker-url": b"rediss://:own@elsewhere.example.org:6379/0",
        "players/mail-url": b"smtps://user:changed@mail.example.org/?from=games@example.org",
    }
    for name, content in changed.items():
        (secrets / name).write_bytes(content)
    assert main([str(secrets), "--mail", MAIL, "--postgresql", "postgresql-rw:5432"]) == 0
    assert {name: (secrets / name).read_bytes() for name in changed} == changed
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    for name in ("players", "match", "rating", "batch"):
        read_config(name, {k: _here(str(v), name, tmp_path) for k, v in services[name]["environment"].items()})
    digests = json.loads((secrets / "players" / "service-secrets.json").read_text())
    assert digests["rating"] == sha256(changed["rating/secret"]).hexdigest()
    for file in ("nats.conf", "users.conf"):
        users = json.loads((secrets / "nats" / file).read_text())["authorization"]["users"]
        assert [user["password"] for user in users if user["user"] == "rating"] == ["a/password"]


def test_what_a_later_release_needs_is_added(tmp_path: Path) -> None:
    """A service that is new has its folder, and is known at players and at NATS; the others' files stay."""
    secrets = tmp_path / "secrets"
    assert main([str(secrets), "--mail", MAIL]) == 0
    kept = (secrets / "match" / "secret").read_bytes()
    shutil.rmtree(secrets / "house")
    (secrets / "keys" / "house.secret").unlink()
    (secrets / "keys" / "house.nats").unlink()
    assert main([str(secrets), "--mail", MAIL]) == 0
    digests = json.loads((secrets / "players" / "service-secrets.json").read_text())
    assert digests["house"] == sha256((secrets / "house" / "secret").read_bytes()).hexdigest()
    password = str(urlsplit((secrets / "house" / "nats-url").read_text()).password)
    assert password in (secrets / "nats" / "nats.conf").read_text()
    assert (secrets / "match" / "secret").read_bytes() == kept


def test_the_containers_may_read_them_whatever_the_umask_is(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        assert main([str(tmp_path / "secrets"), "--mail", MAIL]) == 0
    finally:
        os.umask(before)
    folders = [path for path in (tmp_path / "secrets").iterdir() if path.name != "keys"]
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o755}
    assert {file.stat().st_mode & 0o777 for folder in folders for file in folder.iterdir()} == {0o644}
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "secrets" / "keys").iterdir()} == {0}


@pytest.mark.parametrize("arguments", [[], ["--mail", "-"]])
def test_who_names_no_server_that_sends_mail_is_told(
    tmp_path: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    secrets = tmp_path / "secrets"
    assert main([str(secrets), *arguments]) == 2
    assert capsys.readouterr().err == (
        f"{secrets} has no server that sends mail, without which players does not start."
        " Run this again with --mail; what was made is kept.\n"
    )
    key = (secrets / "players" / "private.pem").read_bytes()
    assert main([str(secrets), "--mail", MAIL]) == 0
    assert (secrets / "players" / "private.pem").read_bytes() == key
    assert main([str(secrets)]) == 0, "it is there already"


def test_who_cannot_write_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file" / "secrets")]) == 2
    assert capsys.readouterr().err == f"{tmp_path}/file/secrets cannot be used: Not a directory.\n"
