"""Keys and secrets for who hosts the platform beyond one machine, a folder for each service.

python -m services.laptop.hosted_keys FOLDER [--mail smtps://user:password@mail.example.org/?from=games@example.org]
python -m services.laptop.hosted_keys FOLDER --mail -     reads that from the standard input, which no history keeps

`deploy/compose.yaml` mounts the folders; for Kubernetes each becomes a Secret:
kubectl create secret generic redscience-match --from-file FOLDER/match. What is there already is kept, also where a
host has changed it; only what says the same to others is written anew: the secrets' digests, and the users of NATS.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from services.kit.config import SERVICES, WITH_BROKER, WITH_DATABASE
from services.kit.mail_url import read_mail_url
from services.kit.nats_url import read_nats_url
from services.laptop.errors import SetupError
from services.laptop.keys import KeyFiles, ensure_keys, ensure_secret, write
from services.laptop.nats_server import BUS_RIGHTS

NATS, POSTGRESQL, BROKER = "nats:4222", "postgresql:5432", "redis://valkey:6379/0"
MAIL_FILE = "mail-url"


def main(arguments: list[str]) -> int:
    """Makes what is not there yet; returns 2 where the folder cannot be used, or nobody is named who sends mail."""
    parser = argparse.ArgumentParser(prog="python -m services.laptop.hosted_keys")
    parser.add_argument("folder", type=Path, help="where the folders of the services are made")
    parser.add_argument(
        "--mail",
        default="",
        help="the server that sends mail, as a URL with user and password, or - to read that from the standard input,"
        " which no history keeps; one that is there is kept",
    )
    parser.add_argument("--nats", default=NATS, help=f"where NATS is ({NATS})")
    parser.add_argument("--postgresql", default=POSTGRESQL, help=f"where PostgreSQL is ({POSTGRESQL})")
    given = parser.parse_args(arguments)
    mail = sys.stdin.readline().strip() if given.mail == "-" else given.mail
    try:
        if mail:
            _check(mail)
        make(given.folder, mail=mail, nats=given.nats, postgresql=given.postgresql)
    except SetupError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{error.filename or given.folder} cannot be used: {error.strerror}.\n")
        return 2
    file = given.folder / "players" / MAIL_FILE
    if mail and file.read_text().strip() != mail:
        sys.stderr.write(
            f"{file} was there already, and is kept. Remove it and run this again to have another server.\n"
        )
    if not file.exists():
        sys.stderr.write(
            f"{given.folder} has no server that sends mail, without which players does not start."
            " Run this again with --mail; what was made is kept.\n"
        )
        return 2
    return 0


def _check(mail: str) -> None:
    try:
        read_mail_url(mail)
    except ValueError as error:
        raise SetupError(f"--mail {error} Nothing was made.") from None


def make(folder: Path, *, mail: str, nats: str = NATS, postgresql: str = POSTGRESQL) -> None:
    """Makes the folders, and a file for each secret in them."""
    root = folder / "keys"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    root.mkdir(mode=0o700, exist_ok=True)
    keys = ensure_keys(root)
    passwords = {name: ensure_secret(root / f"{name}.postgresql").decode() for name in (*WITH_DATABASE, "postgres")}
    for service in SERVICES:
        _fill(folder / service, _secrets(service, keys, passwords, nats=nats, postgresql=postgresql))
    if mail:
        _fill(folder / "players", {MAIL_FILE: mail.encode()})
    _fill(folder / "public-keys", {"public.pem": keys.public.read_bytes()})
    _fill(
        folder / "postgresql",
        {"password": passwords["postgres"].encode(), "databases.sql": _databases(passwords).encode()},
    )
    _write(folder / "players", {"service-secrets.json": _digests(folder, keys)})
    _write(folder / "nats", _nats(folder, keys))


def _secrets(
    service: str, keys: KeyFiles, passwords: Mapping[str, str], *, nats: str, postgresql: str
) -> dict[str, bytes]:
    """What a service is told in secret, by the name of the file."""
    secrets = {"secret": keys.secret(service).read_bytes()}
    if service in WITH_DATABASE:
        secrets["database-url"] = f"postgresql://{service}:{passwords[service]}@{postgresql}/{service}".encode()
    if service in BUS_RIGHTS:
        password = quote(keys.nats_password(service).read_text().strip(), safe="")
        secrets["nats-url"] = f"nats://{service}:{password}@{nats}".encode()
    if service in WITH_BROKER:
        secrets["broker-url"] = BROKER.encode()
    if service == "players":
        del secrets["secret"]
        secrets["private.pem"] = keys.private.read_bytes()
    return secrets


def _digests(folder: Path, keys: KeyFiles) -> bytes:
    """By what players knows each service: the digest of the secret that this one is told."""
    digests = json.loads(keys.digests.read_text())
    for service in SERVICES:
        if (secret := folder / service / "secret").exists():
            digests[service] = hashlib.sha256(secret.read_bytes().strip()).hexdigest()
    return json.dumps(digests, indent=2).encode()


def _nats(folder: Path, keys: KeyFiles) -> dict[str, bytes]:
    """The configuration of one server, and the users alone, for whose other settings come from a chart.

    Raises:
        SetupError: a service is told of a NATS that cannot be one.
    """
    whole = json.loads(keys.nats.read_text())
    for user in whole["authorization"]["users"]:
        file = folder / user["user"] / "nats-url"
        try:
            told = read_nats_url(file.read_text().strip())
        except ValueError as error:
            raise SetupError(f"{file} {error} Remove it, and a new one is made.") from None
        user["password"] = told.password or user["password"]
    users = {key: whole[key] for key in ("authorization", "accounts")}
    return {"nats.conf": json.dumps(whole, indent=2).encode(), "users.conf": json.dumps(users, indent=2).encode()}


def _databases(passwords: Mapping[str, str]) -> str:
    """Makes a database and its owner for each service that has one. The passwords are of letters, digits, - and _."""
    return "".join(
        f"CREATE ROLE {name} LOGIN PASSWORD '{passwords[name]}';\nCREATE DATABASE {name} OWNER {name};\n"
        for name in sorted(WITH_DATABASE)
    )


def _fill(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes what is not there yet."""
    _write(folder, {name: content for name, content in files.items() if not (folder / name).exists()})


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    # The processes in the containers are somebody else; the folder above all of these is its owner's alone.
    if not folder.is_dir():
        folder.mkdir()
        folder.chmod(0o755)  # whatever the umask is, which mkdir heeds
    for name, content in files.items():
        write(folder / name, content, 0o644)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
