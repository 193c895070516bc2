"""A process that is told to leave has left soon, whatever it is in the midst of."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from fixtures.patience import PATIENCE_S
from fixtures.ports import free_ports

# How a worker may be when it is told.
AS_IT_IS = {
    "idle": "time.sleep(3600)",
    "where what is raised is swallowed": """
while True:
    try:
        time.sleep(3600)
    except BaseException:
        pass
""",
    # As in a compiler: Python handles no signal before it is over.
    "in what cannot be interrupted": """
lock = ctypes.create_string_buffer(64)
ctypes.CDLL(None).pthread_mutex_lock(lock)
ctypes.CDLL(None).pthread_mutex_lock(lock)
""",
    "waiting for a thread at its end": "threading.Thread(target=time.sleep, args=(3600,)).start()",
    "with a handler that does nothing": """
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: None)
while True:
    time.sleep(3600)
""",
}
PROGRAM = """
import ctypes, signal, threading, time
from services.kit.leaving import leave_when_told
leave_when_told(patience_s=0.1)
print("here", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("state", AS_IT_IS)
def test_it_leaves_in_whatever_state_it_is(state: str, number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM + AS_IT_IS[state]], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(number)
        assert process.wait(PATIENCE_S) == 0


def test_who_can_leaves_in_good_order() -> None:
    # What comes in the moment before a sleep does not end that: it sleeps for moments.
    last_word = """
try:
    print("now", flush=True)
    while True:
        time.sleep(0.01)
finally:
    print("good night", flush=True)
"""
    program = PROGRAM.replace("0.1", str(PATIENCE_S)) + last_word
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == [b"here\n", b"now\n"]
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == b"good night\n"
        assert process.wait(PATIENCE_S) == 0


def test_whoever_is_not_done_in_time_leaves_as_it_is() -> None:
    program = f"""
import ctypes, threading, time
from services.kit.leaving import leave_within
threading.Thread(target=time.sleep, args=(3600,)).start()
leave_within(0.1)
{AS_IT_IS["in what cannot be interrupted"]}"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0
    assert b"leaves as it is" in done.stderr


def test_another_signal_is_none_to_leave_at() -> None:
    handled = "signal.signal(signal.SIGUSR1, lambda *_: print('handled', flush=True))\nprint('now', flush=True)"
    # It sleeps for moments, as above: a signal just before a sleep is handled after it.
    program = f"{PROGRAM}{handled}\nwhile True:\n    time.sleep(0.01)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == [b"here\n", b"now\n"]
        for _ in range(3):
            process.send_signal(signal.SIGUSR1)
            assert process.stdout.readline() == b"handled\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0


def test_a_worker_leaves_while_its_broker_is_frozen(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s" * 40)
    (nobody,) = free_ports(1)
    with socket.create_server(("127.0.0.1", 0)) as broker:
        broker.settimeout(PATIENCE_S)  # a worker that does not come has said why
        environ = {
            "REDSCIENCE_BROKER_URL": f"redis://127.0.0.1:{broker.getsockname()[1]}/0",
            "REDSCIENCE_SECRET_FILE": str(secret),
            "REDSCIENCE_LOOPBACK": "1",
            "REDSCIENCE_MATCH_ADDRESS": f"127.0.0.1:{nobody}",
            "REDSCIENCE_PLAYERS_ADDRESS": f"127.0.0.1:{nobody}",
        }
        process = subprocess.Popen([sys.executable, "-m", "services.match.worker"], env=environ)
        with process:
            talker, _ = broker.accept()  # whom nothing is answered
            with talker:
                assert talker.recv(1)
                process.send_signal(signal.SIGTERM)
                assert process.wait(PATIENCE_S) == 0
