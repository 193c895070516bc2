"""Event streams: what they say, that they outlive restarts, and that they end when they should."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection

import pytest
from fixtures.fakes.matches import FakeMatches
from fixtures.fakes.world import FakePlay, World
from fixtures.gateway import backends_of, live_backends_of
from fixtures.patience import until
from fixtures.streams import Told, told

from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.errors import LimitReached, NotLoggedIn, Unavailable
from redscience.names import ANONYMOUS_ID, RANDOM_ID
from redscience.variations.language import RuleSet
from services.gateway import company, sources
from services.gateway.admission import Followed
from services.gateway.events import Live
from services.gateway.leaderboards import live_boards
from services.gateway.sources import BEAT, Asked, News
from services.kit.clock import SystemClock
from services.kit.ids import new_id


class Scene:
    """A match of Ada against Random, and the streams that tell of it."""

    def __init__(self) -> None:
        self.world = World()
        self.away: list[str] = []
        self.backends = live_backends_of(self.world)
        self.live = Live(self.backends, self.token, live_boards(self.backends, SystemClock()))
        self.ada, self.secret = self.world.add_player("Ada")
        self.game = self.world.add_game(RuleSet())
        self.matches = FakeMatches(self.world)
        request = match_api.CreateRequest(
            game_id=self.game.id, player_ids=[self.ada.id, RANDOM_ID], request_id=new_id()
        )
        metadata = (("authorization", f"Bearer token-{self.ada.id}"),)
        self.match = backends_of(self.world).match.Create(request, metadata=metadata).match

    @property
    def play(self) -> FakePlay:
        return self.world.matches[self.match.id]

    async def token(self, secret: str) -> str:
        if self.away:
            raise Unavailable(f"{self.away.pop()} does not answer now.")
        if secret not in self.world.secrets:
            raise NotLoggedIn("This session has ended. Log in again.")
        return f"token-{self.world.secrets[secret]}"

    def watches(self) -> int:
        """How often the match service was asked to tell."""
        return [name for name, _ in self.world.calls].count("match.Watch")

    def texts(self, secret: str = "", match_id: str = "") -> AsyncIterator[bytes]:
        secret = secret or self.secret
        player_id = self.world.secrets[secret]
        followed = Followed("match", match_id or self.match.id, player_id, player_id)
        return self.live.tell(followed, secret)

    def follow_match(self, secret: str = "", match_id: str = "") -> AsyncIterator[Told]:
        return told(self.texts(secret, match_id))

    def follow_leaderboard(self) -> AsyncIterator[Told]:
        return told(self.live.tell(Followed("leaderboard", self.game.id, self.ada.id, self.ada.id), self.secret))

    def move(self, text: str) -> None:
        """Whoever is to move does."""
        with self.world.changed:
            self.matches._advance(self.play, text)

    def end(self) -> None:
        """Ada wins."""
        for text in ("O@1,1", "O@1,2", "O@2,1", "O@2,2", "O@3,1"):
            self.move(text)


async def all_of(stream: AsyncIterator[Told]) -> list[Told]:
    return [event async for event in stream]


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setattr(sources, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(company, "ASKED_EVERY_S", 0.02)
    monkeypatch.setattr(company, "LINGER_S", 0.0)
    return Scene()


async def test_a_match_is_told_whenever_it_changes_then_its_rating_then_the_end(scene: Scene) -> None:
    stream = scene.follow_match()
    name, match = await anext(stream)
    assert (name, match["viewer"], match["view"]["acting"]) == ("match", "black", ["black"])
    scene.move("O@2,2")
    _, match = await anext(stream)
    assert match["view"]["last"][0]["move"] == "O@2,2"
    scene.move("O@1,1")
    for text in ("O@1,2", "O@1,3", "O@3,2"):
        await anext(stream)
        scene.move(text)
    name, match = await anext(stream)
    assert (name, match["status"]) == ("match", "ended")
    assert match["view"]["outcome"]["seats"]["black"] == "win"
    name, board = await anext(stream)
    assert name == "leaderboard"
    assert [standing["player"]["name"] for standing in board["standings"]] == ["Ada", "Random"]
    assert await all_of(stream) == [("end", {})]


async def test_an_unrated_match_ends_without_a_leaderboard(scene: Scene) -> None:
    scene.play.match.rated = False
    scene.end()
    assert [name for name, _ in await all_of(scene.follow_match())] == ["match", "end"]


async def test_the_end_of_one_session_ends_nobody_elses_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service that is asked has heard of it, and the gateway has not: it has a token still."""
    monkeypatch.setattr(sources, "FIRST_PAUSE_S", 0.01)
    everybody = {"ended": "token of nobody", "lasting": "token of Ada"}

    async def token(secret: str) -> str:
        return everybody[secret]

    class Call:
        def __init__(self, *, metadata: tuple[tuple[str, str], ...], **_: object) -> None:
            self.token = dict(metadata)["authorization"].removeprefix("Bearer ")

        async def __aiter__(self) -> AsyncIterator[str]:
            if self.token == everybody["ended"]:
                raise NotLoggedIn("This session has ended. Log in again.")
            yield self.token

        def cancel(self) -> None:
            pass

    async def show(answer: str, _token: str) -> bytes:
        return answer.encode()

    asked = Asked(watch=Call, show=show, essence=lambda answer: answer, is_last=lambda _: True)
    both = sources.Sources(token)
    first = asyncio.create_task(anext(both.follow("key", asked, "ended")))
    await asyncio.sleep(0)
    news = await anext(both.follow("key", asked, "lasting"))
    assert news.answer == everybody["lasting"]
    await first


async def test_an_invitation_is_told_until_it_is_called_off(scene: Scene) -> None:
    bob, _ = scene.world.add_player("Bob")
    request = match_api.CreateRequest(game_id=scene.game.id, player_ids=[scene.ada.id, bob.id], request_id=new_id())
    backends = backends_of(scene.world)
    made = backends.match.Create(request, metadata=(("authorization", f"Bearer token-{scene.ada.id}"),)).match
    stream = scene.follow_match(match_id=made.id)
    _, match = await anext(stream)
    assert (match["status"], match["rated"]) == ("invited", True)
    declined = match_api.DeclineRequest(match_id=made.id)
    backends.match.Decline(declined, metadata=(("authorization", f"Bearer token-{bob.id}"),))
    _, match = await anext(stream)
    assert (match["status"], match["reason"]) == ("called_off", "declined")
    # Nothing comes after it, no leaderboard either.
    assert await all_of(stream) == [("end", {})]


async def test_a_tournament_is_told_until_it_is_over_and_once_to_all_pages_of_a_person(scene: Scene) -> None:
    def so_far(played: int, status: batch_api.Status.ValueType = batch_api.STATUS_RUNNING) -> None:
        progress = batch_api.Progress(status=status, games_played=played, games_total=20)
        with scene.world.changed:
            told_now = batch_api.GetResponse(tournament=batch_api.Tournament(id=own_id, progress=progress))
            scene.world.told["batch.Get"] = told_now
            scene.world.changed.notify_all()

    own_id = new_id()
    so_far(0)
    followed = Followed("tournament", own_id, scene.ada.id, scene.ada.id)
    pages = [told(scene.live.tell(followed, scene.secret)) for _ in range(2)]
    for page in pages:
        name, progress = await anext(page)
        assert (name, progress["status"], progress["played"]) == ("tournament", "running", 0)
    assert [name for name, _ in scene.world.calls].count("batch.Watch") == 1
    so_far(20, batch_api.STATUS_ENDED)
    for page in pages:
        assert [(name, told_now.get("played")) for name, told_now in await all_of(page)] == [
            ("tournament", 20),
            ("end", None),
        ]


async def test_visitors_who_share_a_player_are_told_apart(scene: Scene) -> None:
    secrets = [scene.world.add_visitor() for _ in range(2)]
    request = match_api.CreateRequest(game_id=scene.game.id, player_ids=[ANONYMOUS_ID, RANDOM_ID], request_id=new_id())
    metadata = (("authorization", f"Bearer token-{ANONYMOUS_ID}"),)
    made = backends_of(scene.world).match.Create(request, metadata=metadata).match
    for number, secret in enumerate(secrets):
        followed = Followed("match", made.id, ANONYMOUS_ID, f"anonymous:{number}")
        stream = told(scene.live.tell(followed, secret))
        assert (await anext(stream))[0] == "match"
        assert scene.watches() == number + 1


async def test_the_rating_is_waited_for_until_it_counts_the_match(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene.world, "rate", lambda _: None)
    scene.end()
    stream = scene.follow_match()
    assert (await anext(stream))[0] == "match"
    name, board = await anext(stream)
    assert (name, board["matches"]) == ("leaderboard", 0)
    monkeypatch.undo()
    with scene.world.changed:
        scene.world.rate(scene.play.match)
        scene.world.changed.notify_all()
    name, board = await anext(stream)
    assert (name, board["matches"]) == ("leaderboard", 1)
    assert await all_of(stream) == [("end", {})]


@pytest.mark.parametrize("service", ["match", "players"])
async def test_a_restart_behind_it_is_told_as_trouble_and_survived(scene: Scene, service: str) -> None:
    if service == "players":
        scene.away.append(service)
    else:
        scene.world.down.add(service)
    stream = scene.follow_match()
    assert await anext(stream) == ("trouble", {})
    scene.world.down.clear()
    assert (await anext(stream))[0] == "match"


@pytest.mark.parametrize("service", ["rating", "players"])
async def test_a_leaderboard_outlives_whatever_it_is_made_of(scene: Scene, service: str) -> None:
    scene.world.down.add(service)
    stream = scene.follow_leaderboard()
    assert await anext(stream) == ("trouble", {})
    scene.world.down.clear()
    assert (await anext(stream))[0] == "leaderboard"


async def test_trouble_in_the_midst_is_followed_by_what_is_to_be_shown_even_if_nothing_changed(scene: Scene) -> None:
    stream = scene.follow_match()
    before = await anext(stream)
    scene.world.down.add("match")
    assert await anext(stream) == ("trouble", {})
    scene.world.down.clear()
    after = await anext(stream)
    assert after[1] | {"now_ms": 0} == before[1] | {"now_ms": 0}


async def test_a_renewed_call_says_nothing_twice(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "RENEW_S", 0.0)
    stream = scene.follow_match()
    await anext(stream)
    # Each call ends, as at its deadline; the next one begins with the same view.
    scene.world.down.add("match")
    asked = scene.watches()
    await until(lambda: scene.watches() >= asked + 3)
    scene.world.down.clear()
    scene.move("O@2,2")
    _, match = await anext(stream)
    assert match["view"]["last"][0]["move"] == "O@2,2"


async def test_who_hears_of_no_change_hears_a_beat(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "BEAT_S", 0.02)
    texts = scene.texts()
    heard = [await anext(texts) for _ in range(12)]
    assert heard.count(BEAT.text) > 1


async def test_what_there_is_not_is_gone_for_good(scene: Scene) -> None:
    ((name, data),) = await all_of(scene.follow_match(match_id=new_id()))
    assert (name, data["code"]) == ("gone", "match/unknown")


async def test_a_session_that_has_ended_is_told_no_more(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "BEAT_S", 0.02)
    stream = scene.follow_match()
    await anext(stream)
    del scene.world.secrets[scene.secret]
    ((name, data),) = await all_of(stream)
    assert (name, data["code"]) == ("gone", "identity/not_logged_in")
    await until(lambda: not scene.world.open_calls)


async def test_a_session_that_ends_is_told_no_more_at_once(scene: Scene) -> None:
    eve = scene.world.add_player("Eve")[1]
    own, of_eve = scene.follow_match(), scene.follow_match(eve)
    await anext(own)
    await anext(of_eve)
    del scene.world.secrets[eve]
    scene.live.sources.check()
    assert [(name, data["code"]) for name, data in await all_of(of_eve)] == [("gone", "identity/not_logged_in")]
    scene.move("O@2,2")
    name, match = await anext(own)
    assert (name, match["view"]["last"][0]["move"]) == ("match", "O@2,2")


class Calls:
    """Calls that are refused, or end, when the session of their token does."""

    def __init__(self) -> None:
        self.good = {"token-of-eve", "token-of-ben"}
        self.asked: list[str] = []

    def watch(self, *, timeout: float, metadata: tuple[tuple[str, str], ...]) -> Calls:  # noqa: ARG002  # as a call has
        self.asked.append(metadata[0][1].removeprefix("Bearer "))
        return self

    async def __aiter__(self) -> AsyncIterator[str]:
        token = self.asked[-1]
        yield token
        await until(lambda: token not in self.good)
        raise NotLoggedIn("The session has ended. Log in again.")

    def cancel(self) -> None:
        pass


def followed(
    calls: Calls, ended: Collection[str] = ()
) -> tuple[sources.Sources, AsyncIterator[News[str]], AsyncIterator[News[str]]]:
    """A source, as Eve and as Ben follow it; whose session has ended has no token."""

    async def token(secret: str) -> str:
        if secret in ended:
            raise NotLoggedIn("This session has ended. Log in again.")
        return f"token-of-{secret}"

    async def show(answer: str, _: str) -> bytes:
        return answer.encode()

    asked = sources.Asked(watch=calls.watch, show=show, essence=str, is_last=lambda _: False)
    all_sources = sources.Sources(token)
    of_eve, of_ben = (all_sources.follow("key", asked, secret) for secret in ("eve", "ben"))
    return all_sources, of_eve, of_ben


async def test_a_call_that_ends_with_its_session_is_made_again_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "FIRST_PAUSE_S", 0.01)
    calls, ended = Calls(), set[str]()
    all_sources, of_eve, of_ben = followed(calls, ended)
    assert (await anext(of_eve)).text == (await anext(of_ben)).text == b"token-of-eve"
    ended.add("eve")
    all_sources.check()
    calls.good.discard("token-of-eve")
    assert (await anext(of_ben)).text == b"token-of-ben"
    with pytest.raises(NotLoggedIn):
        await anext(of_eve)
    # Where players has not said so yet, the service is asked once more and then believed.
    calls.good.discard("token-of-ben")
    with pytest.raises(NotLoggedIn):
        await anext(of_ben)
    assert calls.asked == ["token-of-eve", "token-of-ben", "token-of-ben"]


class Limited(Calls):
    """Calls of which some tokens' players may make no more."""

    def __init__(self) -> None:
        super().__init__()
        self.spent = set[str]()

    async def __aiter__(self) -> AsyncIterator[str]:
        token = self.asked[-1]
        if token in self.spent:
            raise LimitReached("You have 256 streams open here. Close some, then try again.", retry_after_s=0)
        yield token
        await until(lambda: token in self.spent)
        raise LimitReached("You make more than 500 calls a second.", retry_after_s=0)


async def test_the_limit_of_one_ends_nobodys_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "FIRST_PAUSE_S", 0.01)
    calls = Limited()
    _, of_eve, of_ben = followed(calls)
    assert (await anext(of_eve)).text == (await anext(of_ben)).text == b"token-of-eve"
    calls.spent.add("token-of-eve")
    assert (await anext(of_eve)).text == (await anext(of_ben)).text == b"token-of-ben"
    # Where nobody may make more, that is trouble, and passes.
    calls.spent.add("token-of-ben")
    assert (await anext(of_eve)).text == (await anext(of_ben)).text == sources.TROUBLE.text
    calls.spent.clear()
    assert (await anext(of_eve)).text == (await anext(of_ben)).text != sources.TROUBLE.text


async def test_what_nobody_foresaw_ends_a_stream_without_its_inside(scene: Scene) -> None:
    stream = scene.follow_match()
    await anext(stream)
    with scene.world.changed:
        scene.play.rows = None  # type: ignore[assignment]
        scene.world.changed.notify_all()
    ((name, data),) = await all_of(stream)
    assert (name, data["code"]) == ("gone", "internal")
    assert "NoneType" not in data["message"]


async def test_a_leaderboard_is_told_when_it_changes(scene: Scene) -> None:
    stream = scene.follow_leaderboard()
    assert (await anext(stream))[1]["matches"] == 0
    scene.end()
    name, board = await anext(stream)
    assert (name, board["matches"]) == ("leaderboard", 1)
    assert board["standings"][0]["player"]["name"] == "Ada"


async def test_a_browser_that_goes_ends_the_call(scene: Scene) -> None:
    texts = scene.texts()
    for _ in range(2):
        await anext(texts)
    assert len(scene.world.open_calls) == len(scene.live.sources) == 1
    await texts.aclose()  # type: ignore[attr-defined]  # a generator's
    await until(lambda: not scene.world.open_calls)
    assert len(scene.live.sources) == 0


class TestManyStreams:
    async def test_of_one_player_are_told_from_one_call(self, scene: Scene) -> None:
        streams = [scene.follow_match() for _ in range(5)]
        first = [await anext(stream) for stream in streams]
        scene.move("O@2,2")
        second = [await anext(stream) for stream in streams]
        assert all(one == first[0] for one in first)
        assert all(one == second[0] != first[0] for one in second)
        assert scene.watches() == 1

    async def test_of_visitors_who_share_a_player_have_a_call_each(self, scene: Scene) -> None:
        followed = [Followed("match", scene.match.id, scene.ada.id, f"anonymous:{number}") for number in range(2)]
        streams = [told(scene.live.tell(each, scene.secret)) for each in followed]
        for stream in streams:
            await anext(stream)
        assert scene.watches() == 2

    async def test_of_spectators_are_told_from_one_call_once_they_are_known_to_be(self, scene: Scene) -> None:
        secrets = [scene.world.add_player(f"Eve-{number}")[1] for number in range(5)]
        own = scene.follow_match()
        streams = [scene.follow_match(secret) for secret in secrets]
        seen = [await anext(stream) for stream in streams]
        assert {match["viewer"] for _, match in seen} == {"spectator"}
        assert (await anext(own))[1]["viewer"] == "black"
        await until(lambda: len(scene.world.open_calls) == len(scene.live.sources) == 2)
        # What Ada proposes is told to Ada alone: what the others hear of next is the move.
        with scene.world.changed:
            scene.play.proposed = ["O@1,1"]
            scene.world.changed.notify_all()
        assert (await anext(own))[1]["proposed"] == ["O@1,1"]
        scene.move("O@2,2")
        told_next = [(await anext(stream))[1] for stream in streams]
        assert all(match["view"]["last"][0]["move"] == "O@2,2" for match in told_next)

    async def test_go_on_when_the_session_has_ended_that_was_the_first(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sources, "BEAT_S", 0.02)
        monkeypatch.setattr(sources, "RENEW_S", 0.01)
        eve, ben = (scene.world.add_player(name)[1] for name in ("Eve", "Ben"))
        of_eve, of_ben = scene.follow_match(eve), scene.follow_match(ben)
        await anext(of_eve)
        await anext(of_ben)
        del scene.world.secrets[eve]
        assert [name for name, _ in await all_of(of_eve)] == ["gone"]
        scene.move("O@2,2")
        name, match = await anext(of_ben)
        assert (name, match["view"]["last"][0]["move"]) == ("match", "O@2,2")

    async def test_who_is_slow_is_told_the_latest_alone(self, scene: Scene) -> None:
        quick, slow = scene.follow_match(), scene.follow_match()
        await anext(slow)
        for text in ("O@1,1", "O@1,2", "O@2,1"):
            await anext(quick)
            scene.move(text)
        await anext(quick)
        _, match = await anext(slow)
        assert match["view"]["last"][0]["move"] == "O@2,1"
