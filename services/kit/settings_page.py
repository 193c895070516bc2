"""Makes docs/settings.md from what `services/kit/config.py` declares: `python -m services.kit.settings_page`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from services.kit.config import ADDRESSES, ELSEWHERE, PREFIX, SERVICES, SETTINGS, Setting

PAGE = Path("docs/settings.md")

_HEAD = f"""# Settings

Made from `services/kit/config.py` by `python -m services.kit.settings_page`.

Every process is told by variables of its environment, and reads all of them before it opens anything. Where one is
wrong, or one that it needs is missing, it says all that is wrong on standard error and ends with 2. A variable that
begins with `{PREFIX}` and is none of these is wrong too.

All names begin with `{PREFIX}`. A setting marked † may hold a password: a file that holds it can be named by the same
name with `_FILE` at its end instead. It stands in no log.

`redscience up` makes the settings of its processes itself. Of its own environment it reads `LOG_LEVEL` and
`DATABASE_URL`, or the file of it, with `{{service}}` where the name of the service belongs, and passes on `KERNELS`,
`PAUSE_MS`, `MOST_SEATS` and `BLOCKED_WORDS_FILE`; the others mean nothing there. A name that is none of these ends it
with 2, too.

| setting | says | where it is not set | read by |
|---|---|---|---|
"""

_FOOT = """
Read by others, or in other ways:

| variable | says |
|---|---|
"""


def page() -> str:
    """The whole page."""
    rows = [_row(setting) for setting in (*ADDRESSES.values(), *SETTINGS)]
    others = [f"| `{name}` | {meaning} |" for name, meaning in ELSEWHERE.items()]
    return _HEAD + _lines(rows) + _FOOT + _lines(others)


def _row(setting: Setting) -> str:
    mark = " †" if setting.is_secret else ""
    return f"| `{setting.name}`{mark} | {setting.meaning} | {_default(setting)} | {_readers(setting)} |"


def _default(setting: Setting) -> str:
    if setting.needed or setting in ADDRESSES.values():
        return "it is needed"
    return setting.said or str(setting.default or "none")


def _readers(setting: Setting) -> str:
    return "all" if setting.of == frozenset(SERVICES) else ", ".join(name for name in SERVICES if name in setting.of)


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
