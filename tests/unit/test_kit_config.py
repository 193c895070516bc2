"""The environment is read once, and everything wrong with it is said at once."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import pytest
from fixtures.services import Keys

from services.kit.config import DIALS, SERVICES, SETTINGS, WITHOUT_ADDRESS, Config, ConfigError, driver_url, read_config
from services.kit.nats_url import read_nats_url
from services.kit.postgres import postgres_engine
from services.kit.settings_page import PAGE, page


@pytest.fixture
def environ(tmp_path: Path, keys: Keys) -> dict[str, str]:
    (tmp_path / "public.pem").write_bytes(keys.public)
    (tmp_path / "private.pem").write_bytes(keys.private)
    (tmp_path / "secret").write_text("a secret\n")
    (tmp_path / "secrets.json").write_text(json.dumps({"match": "0" * 64}))
    addresses = {
        f"REDSCIENCE_{name.upper()}_ADDRESS": f"127.0.0.1:{4000 + number}"
        for number, name in enumerate(SERVICES)
        if name not in WITHOUT_ADDRESS
    }
    return addresses | {
        "REDSCIENCE_DATABASE_URL": "sqlite:///x.sqlite",
        "REDSCIENCE_NATS_URL": "nats://127.0.0.1:4222",
        "REDSCIENCE_BROKER_URL": "redis://127.0.0.1/0",
        "REDSCIENCE_PUBLIC_KEY_FILE": str(tmp_path / "public.pem"),
        "REDSCIENCE_PRIVATE_KEY_FILE": str(tmp_path / "private.pem"),
        "REDSCIENCE_SECRET_FILE": str(tmp_path / "secret"),
        "REDSCIENCE_SERVICE_SECRETS_FILE": str(tmp_path / "secrets.json"),
        "REDSCIENCE_OUTBOX_SECRET_FILE": str(tmp_path / "secret"),
        "REDSCIENCE_LOOPBACK": "1",
    }


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_reads_the_same_environment(service: str, environ: dict[str, str]) -> None:
    config = read_config(service, environ)
    assert config.addresses["players"] == "127.0.0.1:4001"
    assert config.address == config.addresses.get(service, "")
    assert config.loopback
    assert (config.traces_file, config.log_level, config.pause_ms) == (None, "info", 400)
    assert read_config("match", environ | {"REDSCIENCE_PAUSE_MS": "25"}).pause_ms == 25


def test_the_keys_of_the_house_are_for_players_alone(environ: dict[str, str], keys: Keys) -> None:
    players, match = read_config("players", environ), read_config("match", environ)
    assert (players.private_key, players.secret, players.service_secrets) == (keys.private, "", {"match": "0" * 64})
    assert (match.private_key, match.secret, match.service_secrets) == (None, "a secret", {})
    assert (players.outbox_secret, match.outbox_secret) == ("a secret", "")
    assert (players.public_key, match.public_key) == (keys.public, keys.public)
    assert read_config("gateway", environ).public_key == b""


def test_all_that_is_missing_is_named_at_once() -> None:
    with pytest.raises(ConfigError) as error:
        read_config("match", {})
    for name in ("MATCH_ADDRESS", "DATABASE_URL", "NATS_URL", "BROKER_URL", "PUBLIC_KEY_FILE", "SECRET_FILE"):
        assert f"REDSCIENCE_{name} is not set; it must be" in str(error.value)
    assert "PRIVATE_KEY" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("REDSCIENCE_MATCH_ADDRESS", "nowhere", "it must be host:port"),
        ("REDSCIENCE_MATCH_ADDRESS", "127.0.0.1:70000", "it must be host:port"),
        ("REDSCIENCE_MATCH_ADDRESS", "0.0.0.0:4000", "everything listens on 127.0.0.1"),
        ("REDSCIENCE_RULES_ADDRESS", "rules.example.org:4000", "everything listens on 127.0.0.1"),
        ("REDSCIENCE_LOOPBACK", "yes", "it must be 1 or 0"),
        ("REDSCIENCE_LOG_LEVEL", "loud", "it must be one of debug, info, warning, error"),
        ("REDSCIENCE_PAUSE_MS", "0", "it must be a whole number from 1 to 2000"),
        ("REDSCIENCE_PAUSE_MS", "0.4", "it must be a whole number from 1 to 2000"),
        ("REDSCIENCE_PAUSE_MS", "9" * 5000, "it must be a whole number from 1 to 2000"),
        ("REDSCIENCE_NATS_URL", "127.0.0.1:4222", "is no URL of NATS; it must be a URL such as nats://user"),
        ("REDSCIENCE_NATS_URL", "nats://", "is no URL of NATS"),
        ("REDSCIENCE_NATS_URL", "nats://127.0.0.1:x", "is no URL of NATS"),
        ("REDSCIENCE_PUBLIC_KEY_FILE", "/nowhere/public.pem", "cannot be read"),
        ("REDSCIENCE_PUBLIC_KEY_FILE", "/dev/null", "is empty"),
        ("REDSCIENCE_PUBLIC_KEY_FILE", "/etc/hostname", "holds no Ed25519 public key"),
        ("REDSCIENCE_LISTEN", "0.0.0.0:4000", "everything listens on 127.0.0.1"),
        ("REDSCIENCE_METRICS_ADDRESS", "0.0.0.0:9000", "everything listens on 127.0.0.1"),
        ("REDSCIENCE_PAUS_MS", "25", "is no setting; REDSCIENCE_PAUSE_MS is one."),
        ("REDSCIENCE_DATABASE_URL_FILE", "/etc/hostname", "is set besides REDSCIENCE_DATABASE_URL"),
    ],
)
def test_what_is_wrong_is_named_with_its_remedy(environ: dict[str, str], name: str, value: str, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        read_config("match", environ | {name: value})
    assert str(error.value).startswith(name)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_secrets_that_are_no_digests_are_refused(environ: dict[str, str], tmp_path: Path) -> None:
    for content in ("{", "[]", '{"match": "plain"}'):
        (tmp_path / "secrets.json").write_text(content)
        with pytest.raises(ConfigError, match="REDSCIENCE_SERVICE_SECRETS_FILE names a file that is not JSON"):
            read_config("players", environ)


def test_beyond_loopback_players_needs_admins_and_a_mail_server(environ: dict[str, str]) -> None:
    open_to_all = environ | {"REDSCIENCE_LOOPBACK": "0", "REDSCIENCE_PLAYERS_ADDRESS": "0.0.0.0:4000"}
    with pytest.raises(ConfigError) as error:
        read_config("players", open_to_all)
    assert [line.split()[0] for line in str(error.value).splitlines()] == ["REDSCIENCE_ADMINS", "REDSCIENCE_MAIL_URL"]
    config = read_config(
        "players",
        open_to_all | {"REDSCIENCE_ADMINS": "a@x.org, b@x.org", "REDSCIENCE_MAIL_URL": "smtp://mail/?from=a@x.org"},
    )
    assert config.admins == ("a@x.org", "b@x.org")
    assert config.outbox_secret == ""


MAILING = {"REDSCIENCE_ADMINS": "a@x.org", "REDSCIENCE_MAIL_URL": "smtp://mail/?from=a@x.org"}


@pytest.mark.parametrize(
    ("loopback", "given", "kept"),
    [
        ("1", "http://127.0.0.1:8000", "http://127.0.0.1:8000/"),
        ("0", " https://example.org/games/ ", "https://example.org/games/"),
        ("0", "", ""),
    ],
)
def test_players_is_told_where_the_pages_are(environ: dict[str, str], loopback: str, given: str, kept: str) -> None:
    settings = environ | MAILING | {"REDSCIENCE_LOOPBACK": loopback, "REDSCIENCE_WEB_URL": given}
    assert read_config("players", settings).web_url == kept
    assert read_config("match", settings).web_url == ""


@pytest.mark.parametrize(
    ("loopback", "given"),
    [
        *(("1", given) for given in ("games.example.org", "ftp://x/", "https://", "https://a b/", "https://x/?a=1")),
        ("0", "http://games.example.org/"),
    ],
)
def test_what_is_no_address_of_pages_is_refused(environ: dict[str, str], loopback: str, given: str) -> None:
    settings = environ | MAILING | {"REDSCIENCE_LOOPBACK": loopback, "REDSCIENCE_WEB_URL": given}
    with pytest.raises(ConfigError, match=r"^REDSCIENCE_WEB_URL is .*must be like https://games.example.org/"):
        read_config("players", settings)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("", ()), ("-", ("-",)), ("School.example, @club.example,", ("school.example", "club.example"))],
)
def test_players_is_told_whose_addresses_may_be_new(environ: dict[str, str], given: str, kept: tuple[str, ...]) -> None:
    assert read_config("players", environ | {"REDSCIENCE_NEWCOMERS": given}).newcomers == kept


@pytest.mark.parametrize("given", [",", "fox@school.example", "school.example; club.example", "school example"])
def test_what_is_no_domain_is_refused(environ: dict[str, str], given: str) -> None:
    with pytest.raises(ConfigError, match=r"^REDSCIENCE_NEWCOMERS is .*must be like school.example, or - for nobody"):
        read_config("players", environ | {"REDSCIENCE_NEWCOMERS": given})


def test_the_gateway_is_told_where_people_reach_the_host(environ: dict[str, str]) -> None:
    for given in ("", "club@games.example.org", "https://games.example.org/contact?from=games"):
        assert read_config("gateway", environ | {"REDSCIENCE_CONTACT": given}).contact == given
    for given in ("club", "javascript:alert(1)", "http://games.example.org/", "a@b?subject=x", "a@b, c@d"):
        with pytest.raises(ConfigError, match=r"^REDSCIENCE_CONTACT is .*must be like club@games.example.org or"):
            read_config("gateway", environ | {"REDSCIENCE_CONTACT": given})


def test_a_service_that_is_none_is_refused(environ: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="There is no service 'poker'"):
        read_config("poker", environ)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_reached_by_psycopg_3_however_it_is_written(scheme: str, environ: dict[str, str]) -> None:
    url = f"{scheme}://anna:secret@db.example.org:5432/match?sslmode=require"
    assert read_config("match", environ | {"REDSCIENCE_DATABASE_URL": url}).database_url == url
    assert driver_url(url) == "postgresql+psycopg://anna:secret@db.example.org:5432/match?sslmode=require"


@pytest.mark.parametrize(
    "url", ["mysql://anna:secret@db/match", "postgresql+psycopg2://anna:secret@db/match", "secret", "sqlite:///"]
)
def test_a_database_that_cannot_be_used_is_refused_without_its_password(url: str, environ: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"REDSCIENCE_DATABASE_URL names no database .* postgresql://") as error:
        read_config("match", environ | {"REDSCIENCE_DATABASE_URL": url})
    assert "secret" not in str(error.value)


def test_a_driver_that_is_missing_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ConfigError, match=r"pip install '\.\[hosted\]'"):
        postgres_engine("postgresql://anna:secret@db/match")


def test_a_client_of_redis_that_is_missing_is_named_with_its_remedy(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    redis = environ | {"REDSCIENCE_BROKER_URL": "redis://:secret@cache:6379/0"}
    assert read_config("match", redis).broker_url == "redis://:secret@cache:6379/0"
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(ConfigError, match=r"^REDSCIENCE_BROKER_URL .* pip install '\.\[hosted\]'") as error:
        read_config("match", redis)
    assert "secret" not in str(error.value)


def test_a_url_of_postgresql_that_cannot_be_read_is_refused_without_its_password() -> None:
    with pytest.raises(ConfigError, match="REDSCIENCE_DATABASE_URL cannot be read") as error:
        postgres_engine("postgresql://anna:secret@db:port/match")
    assert "secret" not in str(error.value)


def test_the_password_of_nats_is_in_no_message(environ: dict[str, str]) -> None:
    good = read_config("match", environ | {"REDSCIENCE_NATS_URL": "nats://match:hush%2Fhush@127.0.0.1:4222"})
    assert "hush" not in repr(good)
    address = read_nats_url(good.nats_url)
    assert (address.url, address.user, address.password) == ("nats://127.0.0.1:4222", "match", "hush/hush")
    assert "hush" not in repr(address)
    for url in ("nats://match:hu/sh@127.0.0.1:4222", "nats://match:1/hush@127.0.0.1", "nats://match:hush@h:99999"):
        with pytest.raises(ConfigError, match=r"^REDSCIENCE_NATS_URL is no URL of NATS.*%2F") as error:
            read_config("match", environ | {"REDSCIENCE_NATS_URL": url})
        assert "sh@" not in str(error.value)


def test_the_page_of_settings_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m services.kit.settings_page"


def test_every_attribute_of_a_configuration_is_a_setting() -> None:
    of_the_process = {"service", "addresses", "public_key_file", "private_key_file"}
    attributes = {field.name for field in dataclasses.fields(Config)} - of_the_process
    assert sorted(attributes) == sorted(setting.keeps for setting in SETTINGS)


def test_what_is_listened_on_and_what_is_dialled_are_two_settings(environ: dict[str, str]) -> None:
    hosted = environ | {"REDSCIENCE_LOOPBACK": "0", "REDSCIENCE_LISTEN": "0.0.0.0:7000"}
    hosted["REDSCIENCE_PLAYERS_ADDRESS"] = "players.games.svc:7000"
    del hosted["REDSCIENCE_MATCH_ADDRESS"]
    config = read_config("match", hosted)
    assert (config.address, config.addresses["players"]) == ("0.0.0.0:7000", "players.games.svc:7000")
    assert set(config.addresses) == DIALS["match"]


def test_what_holds_a_password_can_be_in_a_file(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "url").write_text("postgresql://match:hush@db/match\n")
    del environ["REDSCIENCE_DATABASE_URL"]
    config = read_config("match", environ | {"REDSCIENCE_DATABASE_URL_FILE": str(tmp_path / "url")})
    assert config.database_url == "postgresql://match:hush@db/match"
    assert "hush" not in repr(config)
    with pytest.raises(ConfigError, match=r"^REDSCIENCE_DATABASE_URL_FILE names '/nowhere', which cannot be read"):
        read_config("match", environ | {"REDSCIENCE_DATABASE_URL_FILE": "/nowhere"})


def test_players_must_be_able_to_check_what_it_signs(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "public.pem").write_bytes(PUBLIC_KEY_OF_ANOTHER)
    with pytest.raises(
        ConfigError, match=r"^REDSCIENCE_PUBLIC_KEY_FILE lacks the public half of the key in REDSCIENCE_PR"
    ):
        read_config("players", environ)


PUBLIC_KEY_OF_ANOTHER = b"""-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
"""
