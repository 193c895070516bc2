"""The supervisor over small stand-ins: what it does when processes die, hang, or never come up."""

from __future__ import annotations

import asyncio
import errno
import gc
import json
import os
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fixtures.patience import PATIENCE_S, until
from fixtures.ports import free_ports

from services.kit.parent import PARENT_VARIABLE
from services.laptop.errors import SetupError, StartError
from services.laptop.forks import Forked
from services.laptop.plan import Part, Plan, Probe
from services.laptop.state import State
from services.laptop.supervisor import Supervisor

LISTENS = """
    import os, socket, sys, time
    from services.kit.parent import die_with_parent
    die_with_parent()
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    while True:
        listener.accept()[0].close()
"""
DEAF = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"


def part(name: str, program: str = LISTENS, port: int = 0) -> Part:
    return Part(
        name=name,
        command=(sys.executable, "-c", textwrap.dedent(program), str(port)),
        environment=os.environ | {PARENT_VARIABLE: str(os.getpid())},
        address=f"127.0.0.1:{port}" if port else "",
        probe=Probe.TCP if port else Probe.NONE,
    )


def dying(name: str, program: str) -> Part:
    """A part that is to listen and ends instead: where it need not, one that ends late is taken for ready."""
    (port,) = free_ports(1)
    return part(name, program, port)


def plan(
    *,
    rating: Part | None = None,
    match: Part | None = None,
    gateway: Part | None = None,
    compiler: Part | None = None,
) -> Plan:
    ports = free_ports(4)
    return Plan(
        nats=part("nats", port=ports[0]),
        services=(rating or part("rating", port=ports[1]), match or part("match", port=ports[3])),
        gateway=gateway or part("gateway", port=ports[2]),
        compiler=compiler,
    )


class Heard:
    """The terminal."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = asyncio.Event()

    def __call__(self, line: str) -> None:
        self.lines.append(line)
        self._more.set()

    async def wait_for(self, line: str, count: int = 1) -> None:
        await self._until(lambda: self.lines.count(line) >= count)

    async def wait_for_end(self, end: str) -> None:
        await self._until(lambda: any(line.endswith(end) for line in self.lines))

    async def _until(self, is_said: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_said():
                self._more.clear()
                await self._more.wait()


@pytest.fixture(autouse=True)
def _says_no_more_than_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a start may take so long that it would say on what it waits."""
    monkeypatch.setattr("services.laptop.supervisor._TELL_EVERY_S", 2 * PATIENCE_S)


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    state = State(tmp_path / "state")
    yield state
    state.close()


@pytest.fixture
async def heard() -> Heard:
    return Heard()


def noted(state: State) -> dict[str, int]:
    """The processes that are written down; none before the first is."""
    file = state.path("processes.json")
    told = json.loads(file.read_text()) if file.exists() else {}
    return {name: each["pid"] for name, each in told.items()}


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_what_dies_is_started_again_on_its_port(state: State, heard: Heard) -> None:
    supervisor = Supervisor(plan(), state, heard)
    await supervisor.start()
    before = noted(state)
    assert heard.lines == ["Starting nats, rating, match, gateway"]
    assert set(before) == {"supervisor", "nats", "rating", "match", "gateway"}
    for count in (1, 2):
        os.kill(noted(state)["rating"], signal.SIGKILL)
        await heard.wait_for("rating was ended by SIGKILL; starting it again", count)
        await heard.wait_for("rating is back", count)
    after = noted(state)
    assert after["rating"] != before["rating"]
    assert after["nats"] == before["nats"]
    await supervisor.stop()
    assert not any(lives(pid) for name, pid in (before | after).items() if name != "supervisor")


async def test_what_a_full_disk_did_not_take_is_written_down_when_it_has_room(
    state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.laptop.supervisor._NOTE_AGAIN_S", 0.01)
    supervisor = Supervisor(plan(), state, heard)
    await supervisor.start()
    before = noted(state)
    in_the_way = state.path("processes.json.new")
    in_the_way.mkdir()
    os.kill(before["rating"], signal.SIGKILL)
    await heard.wait_for("rating is back")
    assert noted(state) == before
    in_the_way.rmdir()
    await until(lambda: noted(state)["rating"] != before["rating"])
    assert lives(noted(state)["rating"])
    await supervisor.stop()


SLEEPS = """
    import time
    from services.kit.parent import die_with_parent
    die_with_parent()
    time.sleep(3600)
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="whether a process that listens nowhere is stopped is told by Linux"
)
async def test_what_cannot_be_started_for_a_while_is_tried_again(
    state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = Supervisor(plan(), state, heard)
    await supervisor.start()
    start, failures = asyncio.create_subprocess_exec, [errno.ENOMEM, errno.EMFILE]

    async def start_at_last(*command: str, **more: Any) -> asyncio.subprocess.Process:
        if failures:
            number = failures.pop(0)
            raise OSError(number, os.strerror(number))
        return await start(*command, **more)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_at_last)
    os.kill(noted(state)["rating"], signal.SIGKILL)
    await heard.wait_for("rating is back")
    assert heard.lines[-4:] == [
        "rating was ended by SIGKILL; starting it again",
        "rating cannot be started (Cannot allocate memory); trying again",
        "rating cannot be started (Too many open files); trying again",
        "rating is back",
    ]
    await supervisor.stop()


async def test_what_hangs_is_started_again(state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.laptop.recovery._ASK_EVERY_S", 0.05)
    monkeypatch.setattr("services.laptop.probes._PATIENT_S", 0.5)
    monkeypatch.setattr("services.laptop.supervisor._STOP_SERVICES_S", 0.2)
    supervisor = Supervisor(plan(match=part("match", SLEEPS)), state, heard)
    await supervisor.start()
    for name in ("rating", "match"):
        await hang(state, name)
        assert f"{name} does not do its work (it does not answer); starting it again" in heard.lines
    await supervisor.stop()


async def hang(state: State, name: str) -> None:
    """Has the process of a part stand still; returns when it is gone, and another runs.

    On a busy machine one that is only slow may be held to hang, too: the process is the one that runs now.
    """
    stopped = 0
    while not stopped:
        await asyncio.sleep(0.01)
        with suppress(KeyError, ProcessLookupError):
            running = noted(state)[name]
            os.kill(running, signal.SIGSTOP)
            stopped = running
    await until(lambda: not lives(stopped))
    await until(lambda: is_up(state, name))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")
async def test_a_fork_that_hangs_is_started_again(state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends when it is asked to: whoever asks waits for that, beside the one that keeps it running."""
    monkeypatch.setattr("services.laptop.recovery._ASK_EVERY_S", 0.05)
    monkeypatch.setattr("services.laptop.probes._PATIENT_S", 0.5)
    processes = plan()
    rating = processes.services[0]
    hangs = "import signal, time\nsignal.signal(signal.SIGUSR1, lambda *_: time.sleep(600))\n"
    command = (sys.executable, "-c", hangs + textwrap.dedent(LISTENS), *rating.command[3:])
    first = os.posix_spawn(sys.executable, command, rating.environment, setsid=True)  # noqa: ASYNC221  # starts it only
    supervisor = Supervisor(processes, state, heard, {"rating": Forked(first)})
    await supervisor.start()
    os.kill(first, signal.SIGUSR1)
    await heard.wait_for("rating is back")
    assert "rating does not do its work (it does not answer); starting it again" in heard.lines
    await supervisor.stop()


async def test_what_keeps_processes_running_does_not_fail_unseen(
    state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.laptop.recovery._ASK_EVERY_S", 0.05)
    supervisor = Supervisor(plan(), state, heard)
    await supervisor.start()
    watching = asyncio.create_task(supervisor.watch())

    async def fail(*_: Any) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr("services.laptop.supervisor.answers", fail)
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(RuntimeError, match=r"^the health check of \w+ failed, so the platform stops$"):
            await watching
    await supervisor.stop()


def is_up(state: State, name: str) -> bool:
    """Whether a part has a process that lives."""
    pid = noted(state).get(name)
    return pid is not None and lives(pid)


async def test_what_will_not_stop_is_killed(state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.laptop.supervisor._STOP_GATEWAY_S", 0.2)
    (port,) = free_ports(1)
    supervisor = Supervisor(plan(gateway=part("gateway", DEAF + textwrap.dedent(LISTENS), port)), state, heard)
    await supervisor.start()
    running = noted(state)
    await supervisor.stop()
    assert "gateway did not stop in time and is killed" in heard.lines
    assert not lives(running["gateway"])


async def test_what_a_process_started_goes_with_it(state: State, heard: Heard, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    program = f"""
        import os, subprocess, sys
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
    """
    program = textwrap.dedent(program) + textwrap.dedent(LISTENS)
    supervisor = Supervisor(plan(gateway=part("gateway", program, port)), state, heard)
    await supervisor.start()
    grandchild = int((tmp_path / "pid").read_text())
    assert lives(grandchild)
    os.kill(noted(state)["gateway"], signal.SIGKILL)
    await heard.wait_for("gateway is back")
    await supervisor.stop()
    async with asyncio.timeout(PATIENCE_S):
        while lives(grandchild):  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.02)


async def test_what_never_comes_up_is_said_with_its_last_words(state: State, heard: Heard) -> None:
    supervisor = Supervisor(plan(rating=dying("rating", "raise SystemExit('the disk is full')")), state, heard)
    with pytest.raises(StartError, match=r"rating does not start(?s:.*)the disk is full"):
        await supervisor.start()
    await supervisor.stop()
    assert set(noted(state)) == {"supervisor"}


async def test_who_is_told_wrongly_says_so_without_its_log(tmp_path: Path, heard: Heard) -> None:
    """As every service does at a database of a newer release; what was wrong at an earlier start is not told again."""
    (tmp_path / "state" / "logs").mkdir(parents=True)
    (tmp_path / "state" / "logs" / "rating.log").write_text("a word is missing\n")
    state = State(tmp_path / "state")
    program = """
        import sys
        sys.exit(sys.stderr.write('{"level": "INFO"}\\nthe database is newer\\n') and 2)
    """
    supervisor = Supervisor(plan(rating=dying("rating", program)), state, heard)
    with pytest.raises(SetupError, match=r"^rating does not start\. the database is newer$"):
        await supervisor.start()
    await supervisor.stop()
    state.close()


async def test_what_fails_while_the_rest_is_stopped_is_not_told(
    state: State, heard: Heard, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told = tmp_path / "told"
    gateway = f"""
        import pathlib, signal, time
        signal.signal(signal.SIGTERM, lambda *_: pathlib.Path({str(told)!r}).touch())
        pathlib.Path({str(tmp_path / "listens")!r}).touch()
        time.sleep(600)
    """
    match = f"""
        import pathlib, time
        while not pathlib.Path({str(told)!r}).exists():
            time.sleep(0.01)
        raise SystemExit(2)
    """
    rating = match.replace(str(told), str(tmp_path / "listens"))
    parts = {name: dying(name, program) for name, program in (("rating", rating), ("match", match))}
    (port,) = free_ports(1)
    supervisor = Supervisor(plan(**parts, gateway=part("gateway", gateway, port)), state, heard)
    with pytest.raises(StartError, match=r"rating does not start, and has written nothing into .*rating\.log\."):
        await supervisor.start()
    await supervisor.stop()
    del supervisor
    gc.collect()
    assert not caplog.records


async def test_what_is_wrongly_configured_is_not_tried_again(state: State, heard: Heard) -> None:
    program = "import sys; sys.stderr.write('REDSCIENCE_X is not set'); sys.exit(2)"
    supervisor = Supervisor(plan(rating=dying("rating", program)), state, heard)
    with pytest.raises(SetupError, match="REDSCIENCE_X is not set"):
        await supervisor.start()
    await supervisor.stop()
    assert not any("starting it again" in line for line in heard.lines)


async def test_it_can_be_stopped_while_it_starts(state: State, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.laptop.supervisor._TELL_EVERY_S", 0.1)
    (port,) = free_ports(1)
    never = part("gateway", DEAF + "import time; time.sleep(600)", port)
    supervisor = Supervisor(plan(gateway=never), state, heard)
    starting = asyncio.create_task(supervisor.start())
    await heard.wait_for("Waiting for gateway")
    running = noted(state)
    starting.cancel()
    await supervisor.stop()
    assert all(line.startswith("Waiting for ") for line in heard.lines[1:])
    assert set(running) == {"supervisor", "nats", "rating", "match", "gateway"}
    assert not any(lives(pid) for name, pid in running.items() if name != "supervisor")


async def test_what_loads_the_kernels_waits_until_they_are_compiled(state: State, heard: Heard) -> None:
    compiler = part("compiler", "for n in (1, 2): print(f'Compiling the engine, once: {n} of 2', flush=True)")
    supervisor = Supervisor(plan(compiler=compiler), state, heard)
    await supervisor.start()
    await supervisor.stop()
    assert heard.lines == [
        "Starting nats, rating, gateway",
        "Compiling the engine, once: 1 of 2",
        "Compiling the engine, once: 2 of 2",
        "Starting match",
    ]


async def test_a_compiler_that_fails_is_said_with_its_last_words(state: State, heard: Heard) -> None:
    supervisor = Supervisor(plan(compiler=part("compiler", "raise SystemExit('the disk is full')")), state, heard)
    with pytest.raises(StartError, match=r"compiler does not start(?s:.*)the disk is full"):
        await supervisor.start()
    await supervisor.stop()
    assert heard.lines == ["Starting nats, rating, gateway"]
    assert set(noted(state)) == {"supervisor"}


async def test_it_can_be_stopped_while_it_compiles(state: State, heard: Heard, tmp_path: Path) -> None:
    program = f"""
        import os, time
        open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
        print("Compiling the engine, once: 1 of 8", flush=True)
        time.sleep(600)
    """
    supervisor = Supervisor(plan(compiler=part("compiler", program)), state, heard)
    starting = asyncio.create_task(supervisor.start())
    await heard.wait_for("Compiling the engine, once: 1 of 8")
    starting.cancel()
    await asyncio.wait({starting})
    assert not lives(int((tmp_path / "pid").read_text()))
    await supervisor.stop()
