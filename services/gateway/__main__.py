"""The gateway: `python -m services.gateway`. Gunicorn with one process and many threads, one for each open stream."""

from __future__ import annotations

import logging
import os
import signal
import sys
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from services.gateway.app import create_app
from services.gateway.backends import connect_backends
from services.gateway.drain import Drain
from services.gateway.stream_limit import THREADS
from services.kit import telemetry
from services.kit.config import Config, ConfigError, read_config
from services.kit.parent import PARENT_VARIABLE, die_with_parent

GRACE_S = 5


class GunicornLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own messages, in the form of all others."""

    def setup(self, cfg: Any) -> None:  # noqa: ARG002 - gunicorn's signature
        """Leaves them to the root logger."""
        for logger in (self.error_log, self.access_log):
            logger.handlers = []
            logger.propagate = True
        self.error_log.setLevel(logging.WARNING)


class Gateway(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn around the app. What `load` makes is made in the worker: gRPC does not survive a fork."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._drain: Drain | None = None
        super().__init__()

    def load_config(self) -> None:
        """The settings of gunicorn."""
        settings = {
            "bind": self._config.address,
            "worker_class": "gthread",
            "workers": 1,
            "threads": THREADS,
            "worker_connections": 4 * THREADS,
            "graceful_timeout": GRACE_S,
            "keepalive": 5,
            "logger_class": GunicornLog,
            "control_socket_disable": True,
            "post_worker_init": self.begin_drain_on_sigterm,
        }
        for name, value in settings.items():
            if name in self.cfg.settings:  # older ones have no control socket to disable
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app, in the worker."""
        die_with_parent({PARENT_VARIABLE: str(os.getppid())})
        telemetry.start(self._config)
        self._drain = Drain()
        return create_app(
            connect_backends(self._config),
            addresses=self._config.addresses,
            loopback=self._config.loopback,
            drain=self._drain,
        )

    def begin_drain_on_sigterm(self, worker: Any) -> None:
        """Has the streams end at once when the worker is told to stop; everything else finishes."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self._drain is not None:
                self._drain.begin()
            worker.handle_exit(number, frame)

        signal.signal(signal.SIGTERM, stop)


def main() -> None:
    """Runs the gateway until SIGTERM or SIGINT."""
    try:
        config = read_config("gateway", os.environ)
    except ConfigError as error:
        sys.stderr.write(f"gateway: {error}\n")
        sys.exit(2)
    telemetry.start_logs(config.service, config.log_level)
    die_with_parent()
    Gateway(config).run()


if __name__ == "__main__":
    main()
