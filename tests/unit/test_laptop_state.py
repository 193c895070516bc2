"""The folder of a platform: locks, keys, ports, logs."""

from __future__ import annotations

import hashlib
import json
import os
import random
import socket
import stat
from pathlib import Path

import pytest

from services.kit.clock import SystemClock
from services.kit.config import SERVICES
from services.kit.identity import Caller, sign, verify
from services.laptop import state as laptop_state
from services.laptop.keys import ensure_keys
from services.laptop.logs import set_aside, tail
from services.laptop.plan import make_plan
from services.laptop.ports import free_ports, is_free
from services.laptop.state import Running, State, StateError


def test_a_second_supervisor_is_told_of_the_first(tmp_path: Path) -> None:
    first = State(tmp_path / "state")
    with pytest.raises(StateError, match=rf"already runs in .*state \(process {os.getpid()}\)"):
        State(tmp_path / "state")
    first.close()
    State(tmp_path / "state").close()


def test_processes_of_the_last_run_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laptop_state, "_PATIENCE_S", 0.2)
    state = State(tmp_path / "state")
    state.note({"match": Running(4711, "127.0.0.1:1")})
    held = os.dup(state.inherited)
    state._let_go()
    with pytest.raises(StateError, match=r"match \(4711\)"):
        State(tmp_path / "state")
    os.close(held)
    State(tmp_path / "state").close()


def test_of_our_variables_few_are_passed_on(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    environ = {
        "REDSCIENCE_KERNELS": "/kernels",
        "REDSCIENCE_PAUSE_MS": "25",
        "REDSCIENCE_ADMINS": "eve@example.org",
        "HOME": "/home",
    }
    plan = make_plan(state, ensure_keys(state.path("keys")), 8000, environ)
    for part in (plan.warm, *plan.services):
        assert part.environment["REDSCIENCE_KERNELS"] == "/kernels"
        assert part.environment["REDSCIENCE_PAUSE_MS"] == "25"
        assert part.environment["HOME"] == "/home"
        assert "REDSCIENCE_ADMINS" not in part.environment
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
    for name in ("file/state", "is it?"):
        with pytest.raises(StateError, match="cannot be used"):
            State(tmp_path / name)


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
    assert verify(keys.public.read_bytes(), token, now_ms=now_ms) == who


def test_ports_are_free_and_each_another() -> None:
    ports = free_ports(8, random.Random(7))
    assert len(set(ports)) == 8
    with socket.create_server(("127.0.0.1", ports[0])):
        assert not is_free(ports[0])
        assert ports[0] not in free_ports(8, random.Random(7))
    assert all(map(is_free, ports))


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
