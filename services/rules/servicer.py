"""The rules service: RPC in, RPC out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import grpc.aio
from sqlalchemy import Connection, Row

from redscience.api.errors.v1 import errors_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceServicer
from redscience.errors import Fault, UnknownGame, UnplayableGame
from redscience.interface import Bound, Sentence, Source, Unmet
from services.kit.blocked import BlockedWords
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Access, admin, anyone, caller, known, person, player, require_caller
from services.kit.ids import new_id, request_id
from services.kit.lanes import SlowLane
from services.rules import changes, drafts, fields, index, queries, search, store
from services.rules.checking import check, read_new
from services.rules.game import Game, Line, new_game
from services.rules.paging import token
from services.rules.quotas import Quota, quota_of, usual_quota
from services.rules.reading import Readings

# What is saved is there for everybody to see; checking is work that is done for those who are known.
ACCESS: Mapping[str, Access] = {
    "Check": known,
    "Save": player,
    "Get": anyone,
    "BatchGet": anyone,
    "List": anyone,
    "Related": anyone,
    "GetQuota": player,
    "SetQuota": admin,
    "Rename": admin,
    "Hide": admin,
    "Show": admin,
    "ListChanges": admin,
    "SaveDraft": person,
    "GetDraft": known,
    "ListDrafts": person,
    "DeleteDraft": person,
    "ShareDraft": person,
}

T = TypeVar("T")
_Context = grpc.aio.ServicerContext[Any, Any]


class RulesServicer(RulesServiceServicer):
    """Checks, keeps and finds games.

    Args:
        database: of games.
        clock: says when one is saved.
        blocked: words that are in no name.
    """

    def __init__(self, database: Database, clock: Clock, blocked: BlockedWords) -> None:
        self._database = database
        self._clock = clock
        self._blocked = blocked
        self._readings = Readings()
        self._lane = SlowLane()

    async def Check(self, request: rules_pb2.CheckRequest, context: _Context) -> rules_pb2.CheckResponse:
        """Faults are the answer here, not an error."""
        del context
        checked = await self._slowly(partial(check, request.rule_set))
        answer = rules_pb2.CheckResponse(
            faults=map(_fault, checked.faults), unmet=map(_unmet, checked.unmet), is_read=checked.is_read
        )
        if checked.source is not None:
            await self._tell(answer, checked.source, is_named=checked.is_named)
        return answer

    async def Save(self, request: rules_pb2.SaveRequest, context: _Context) -> rules_pb2.SaveResponse:
        """Saves a game of the caller."""
        del context
        creator = require_caller()
        quota, under = usual_quota(creator), request_id(request.request_id)
        source = await self._slowly(partial(read_new, request.rule_set))
        self._blocked.refuse(source.name)
        origin_id, now_ms = fields.origin(request), self._clock.now_ms()
        game = new_game(source, game_id=new_id(), creator_id=creator.id, now_ms=now_ms, origin_id=origin_id)
        found_by = await self._slowly(partial(index.terms_of, game))
        save = partial(store.save, creator=creator, request_id=under, usual_quota=quota)
        saved = await self._database.write(lambda connection: save(connection, game, found_by))
        return rules_pb2.SaveResponse(game=await self._whole(saved))

    async def Get(self, request: rules_pb2.GetRequest, context: _Context) -> rules_pb2.GetResponse:
        """One game, by id or by name."""
        del context
        key, text = fields.wanted_key(request)
        find = queries.game_by_id if key == "id" else queries.game_named
        # No name has a control character in it, and PostgreSQL would not even be asked for one.
        game = await self._database.read(lambda connection: find(connection, text)) if text.isprintable() else None
        if game is None or (key == "name" and not game.may_be_found_by(caller())):
            raise UnknownGame(f"There is no game of the {key} {text[:60]!r}. List finds games by parts of their names.")
        return rules_pb2.GetResponse(game=await self._whole(game))

    async def BatchGet(self, request: rules_pb2.BatchGetRequest, context: _Context) -> rules_pb2.BatchGetResponse:
        """Games by their ids."""
        del context
        ids = fields.wanted_ids(request)
        games = await self._database.read(lambda connection: queries.lines_by_id(connection, ids))
        return rules_pb2.BatchGetResponse(games=map(_line, games))

    async def List(self, request: rules_pb2.ListRequest, context: _Context) -> rules_pb2.ListResponse:
        """Games that have all that is asked for."""
        del context
        wanted, viewer = fields.wanted(request), caller()
        games, next_place = await self._database.read(lambda connection: search.page(connection, wanted, viewer))
        return rules_pb2.ListResponse(
            games=map(_line, games),
            next_page_token=token(next_place, *fields.filters(request)) if next_place else "",
        )

    async def Related(self, request: rules_pb2.RelatedRequest, context: _Context) -> rules_pb2.RelatedResponse:
        """Other games that have the most in common with one."""
        del context
        game_id, viewer = fields.known_id(request.game_id), caller()

        def find(connection: Connection) -> Sequence[Line]:
            return search.related(connection, queries.existing(connection, game_id), viewer)

        return rules_pb2.RelatedResponse(games=map(_line, await self._database.read(find)))

    async def GetQuota(self, request: rules_pb2.GetQuotaRequest, context: _Context) -> rules_pb2.GetQuotaResponse:
        """How many games the caller may save."""
        del request, context
        asking = require_caller()
        usual = usual_quota(asking)
        quota = await self._database.read(lambda connection: quota_of(connection, asking.id, usual))
        return rules_pb2.GetQuotaResponse(quota=_quota(quota))

    async def SetQuota(self, request: rules_pb2.SetQuotaRequest, context: _Context) -> rules_pb2.SetQuotaResponse:
        """Says how many games a Creator may save."""
        del context
        wanted = fields.wanted_quota(request)
        quota = await self._change(
            partial(changes.set_quota, player_id=wanted.player_id, most=wanted.most, unlimited=wanted.unlimited)
        )
        return rules_pb2.SetQuotaResponse(quota=_quota(quota))

    async def Rename(self, request: rules_pb2.RenameRequest, context: _Context) -> rules_pb2.RenameResponse:
        """Gives a game another name."""
        del context
        name = fields.new_name(request)
        self._blocked.refuse(name)
        rename = partial(changes.rename, game_id=fields.known_id(request.game_id), name=name)
        renamed = await self._change(rename)
        try:
            return rules_pb2.RenameResponse(game=await self._whole(renamed))
        except UnplayableGame:
            # It has its new name all the same.
            return rules_pb2.RenameResponse(game=_line(renamed))

    async def Hide(self, request: rules_pb2.HideRequest, context: _Context) -> rules_pb2.HideResponse:
        """Takes a game out of sight."""
        del context
        hide = partial(changes.set_hidden, game_id=fields.known_id(request.game_id), hidden=True)
        return rules_pb2.HideResponse(game=_line(await self._change(hide)))

    async def Show(self, request: rules_pb2.ShowRequest, context: _Context) -> rules_pb2.ShowResponse:
        """Takes Hide back."""
        del context
        show = partial(changes.set_hidden, game_id=fields.known_id(request.game_id), hidden=False)
        return rules_pb2.ShowResponse(game=_line(await self._change(show)))

    async def ListChanges(
        self, request: rules_pb2.ListChangesRequest, context: _Context
    ) -> rules_pb2.ListChangesResponse:
        """What Admins have changed."""
        del context
        size, before = fields.changes_page(request)
        noted, next_id = await self._database.read(
            lambda connection: changes.noted(connection, size=size, before=before)
        )
        return rules_pb2.ListChangesResponse(changes=map(_change, noted), next_page_token=next_id)

    async def SaveDraft(self, request: rules_pb2.SaveDraftRequest, context: _Context) -> rules_pb2.SaveDraftResponse:
        """Keeps what the caller is designing."""
        del context
        owner, content, now_ms = require_caller(), fields.draft_content(request), self._clock.now_ms()
        if request.id:
            draft_id, version = fields.draft_key(request.id), fields.draft_version(request)
            save = partial(drafts.change, draft_id=draft_id, version=version)
        else:
            save = partial(drafts.begin, beginning=fields.draft_beginning(request))
        row = await self._database.write(
            lambda connection: save(connection, player_id=owner.id, content=content, now_ms=now_ms)
        )
        return rules_pb2.SaveDraftResponse(draft=_draft_line(row))

    async def GetDraft(self, request: rules_pb2.GetDraftRequest, context: _Context) -> rules_pb2.GetDraftResponse:
        """A draft, whole; to those who have its link without what is its owner's alone."""
        del context
        if request.WhichOneof("key") == "id":
            owner = require_caller()
            row = await self._database.read(
                lambda connection: drafts.own_draft(connection, owner.id, fields.draft_key(request.id))
            )
            draft = _draft_line(row)
            draft.editing = row.editing
        else:
            link = fields.draft_key(request.link)
            row = await self._database.read(lambda connection: drafts.shown_draft(connection, link))
            draft = _draft_line(row)
            draft.ClearField("id")
            draft.ClearField("link")
        draft.rule_set = row.rule_set
        return rules_pb2.GetDraftResponse(draft=draft)

    async def ListDrafts(self, request: rules_pb2.ListDraftsRequest, context: _Context) -> rules_pb2.ListDraftsResponse:
        """The caller's drafts."""
        del request, context
        owner = require_caller()
        rows = await self._database.read(lambda connection: drafts.own_drafts(connection, owner.id))
        return rules_pb2.ListDraftsResponse(drafts=map(_draft_line, rows))

    async def DeleteDraft(
        self, request: rules_pb2.DeleteDraftRequest, context: _Context
    ) -> rules_pb2.DeleteDraftResponse:
        """Drops a draft of the caller's own."""
        del context
        owner, draft_id = require_caller(), fields.draft_key(request.id)
        await self._database.write(lambda connection: drafts.drop(connection, owner.id, draft_id))
        return rules_pb2.DeleteDraftResponse()

    async def ShareDraft(self, request: rules_pb2.ShareDraftRequest, context: _Context) -> rules_pb2.ShareDraftResponse:
        """Gives a draft of the caller's own a link, or takes it away."""
        del context
        owner, draft_id = require_caller(), fields.draft_key(request.id)
        row = await self._database.write(
            lambda connection: drafts.share(connection, owner.id, draft_id, shared=request.shared)
        )
        return rules_pb2.ShareDraftResponse(draft=_draft_line(row))

    async def _change(self, change: Callable[..., T]) -> T:
        """Has the caller, an Admin, change something."""
        admin_id, now_ms = require_caller().id, self._clock.now_ms()
        return await self._database.write(lambda connection: change(connection, admin_id=admin_id, now_ms=now_ms))

    async def _slowly(self, work: Callable[[], T]) -> T:
        """What comes of work on a rule set that takes long: those who have it done take turns."""
        return (await self._lane.run(require_caller().controller_id, work)).result()

    async def _tell(self, answer: rules_pb2.CheckResponse, source: Source, *, is_named: bool) -> None:
        """Adds what the rules say, and who has their name or says the same."""

        def taken(connection: Connection) -> tuple[Game | None, Fault | None]:
            fault = store.name_fault(connection, source.name) if is_named else None
            return queries.game_with_digest(connection, source.digest), fault

        answer.MergeFrom(await self._slowly(partial(_said, source)))
        same, name_fault = await self._database.read(taken)
        if name_fault is not None:
            answer.faults.append(_fault(name_fault))
        if same is not None and same.may_be_found_by(caller()):
            answer.same_as_id, answer.same_as_name = same.id, same.name

    async def _whole(self, game: Game) -> rules_pb2.Game:
        """A game with its rules.

        Raises:
            UnplayableGame: this release does not read it.
        """
        english, bound = await self._readings.of(game.rule_set)
        whole = _line(game)
        whole.MergeFrom(rules_pb2.Game(rule_set=game.rule_set, english=english, cost=_cost(bound)))
        return whole


def _line(game: Line) -> rules_pb2.Game:
    """A game in a list: without its rules."""
    return rules_pb2.Game(
        id=game.id,
        family=game.family,
        name=game.name,
        digest=game.digest,
        creator_id=game.creator_id,
        created_at_ms=game.created_at_ms,
        seats=game.seats,
        hidden=game.hidden,
        features=game.features,
        also_called=game.also_called,
        turns=max(0, game.turns),
        origin_id=game.origin_id,
    )


def _said(source: Source) -> rules_pb2.CheckResponse:
    """What the rules say, warn of and cost, and what is on the table."""
    return rules_pb2.CheckResponse(
        digest=source.digest,
        sentences=map(_sentence, source.sentences),
        warnings=map(_sentence, source.warnings),
        table=json.dumps(source.opening),
        cost=_cost(source.bound),
    )


def _draft_line(row: Row[Any]) -> rules_pb2.Draft:
    """A draft in a list: without what it holds."""
    return rules_pb2.Draft(
        id=row.id,
        player_id=row.player_id,
        family=row.family,
        name=row.name,
        game_id=row.game_id,
        created_at_ms=row.created_at_ms,
        changed_at_ms=row.changed_at_ms,
        version=row.version,
        link=row.link or "",
    )


def _quota(quota: Quota) -> rules_pb2.Quota:
    return rules_pb2.Quota(saved=quota.saved, most=quota.most, left=quota.left)


def _change(noted: changes.Noted) -> rules_pb2.Change:
    return rules_pb2.Change(id=noted.id, at_ms=noted.at_ms, **noted.change._asdict())


def _cost(bound: Bound | None) -> rules_pb2.Cost | None:
    if bound is None:
        return None
    return rules_pb2.Cost(legal_moves=bound.legal_moves, view_bytes=bound.view_bytes, turn_us=bound.turn_us)


def _sentence(sentence: Sentence) -> rules_pb2.Sentence:
    return rules_pb2.Sentence(text=sentence.text, paths=sentence.paths)


def _unmet(unmet: Unmet) -> rules_pb2.Unmet:
    return rules_pb2.Unmet(path=unmet.path, value=json.dumps(unmet.value), why=unmet.why)


def _fault(fault: Fault) -> errors_pb2.Fault:
    return errors_pb2.Fault(path=fault.path, problem=fault.problem, remedy=fault.remedy)
