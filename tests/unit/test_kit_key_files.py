"""Keys are replaced while the process runs: two are good at once, and what cannot be used changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from fixtures.services import InProcess, Keys, made_keys, person

from redscience.errors import NotLoggedIn
from services.kit.key_files import KeyFiles
from services.kit.tokens import sign, verify

ANNA = person("anna")


@dataclass
class Turning:
    """The keys of players, in files."""

    files: KeyFiles
    public: Path
    private: Path
    told: list[bytes] = field(default_factory=list)

    def is_good(self, token: str) -> bool:
        try:
            return verify(self.files.public, token, now_ms=0).caller == ANNA
        except NotLoggedIn:
            return False

    def token(self) -> str:
        return sign(self.files.private or b"", ANNA, now_ms=0)


@pytest.fixture
def turning(services: InProcess, keys: Keys, tmp_path: Path) -> Turning:
    public, private = tmp_path / "public.pem", tmp_path / "private.pem"
    public.write_bytes(keys.public)
    private.write_bytes(keys.private)
    config = replace(services.config("players"), public_key_file=public, private_key_file=private)
    turning = Turning(KeyFiles(config), public, private)
    turning.files.when_changed(turning.told.append)
    return turning


def test_the_key_that_signs_is_replaced_in_three_steps(turning: Turning, keys: Keys) -> None:
    old, fresh = turning.token(), made_keys()
    turning.public.write_bytes(keys.public + fresh.public)
    turning.files.look()
    assert turning.is_good(old)
    turning.private.write_bytes(fresh.private)
    turning.files.look()
    new = turning.token()
    assert (turning.is_good(old), turning.is_good(new)) == (True, True)
    turning.public.write_bytes(fresh.public)
    turning.files.look()
    assert (turning.is_good(old), turning.is_good(new)) == (False, True)
    assert turning.told == [keys.public + fresh.public, keys.public + fresh.public, fresh.public]


@pytest.mark.parametrize("wrong", [b"", b"no key", made_keys().public], ids=["nothing", "no key", "another key"])
def test_keys_that_cannot_be_used_change_nothing(
    turning: Turning, keys: Keys, wrong: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        turning.public.write_bytes(wrong)
        turning.files.look()
    assert (turning.files.public, turning.told) == (keys.public, [])
    assert len([record for record in caplog.records if "cannot be used" in record.message]) == bool(wrong)


def test_a_file_that_is_away_changes_nothing(turning: Turning, keys: Keys) -> None:
    turning.private.unlink()
    turning.files.look()
    assert (turning.files.private, turning.told) == (keys.private, [])
