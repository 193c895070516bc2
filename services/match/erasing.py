"""Removes what this service has of players who were erased: their names, what they said, and their invitations."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, tuple_, update

from redscience.api.match.v1 import match_pb2
from services.kit.database import Database
from services.kit.erased import Erased, gone
from services.match.adjudicator import Adjudicator
from services.match.answers import packed
from services.match.invitations import Invitations
from services.match.schema import answers, chat_messages, chat_mutes, chat_reports, invited, seats

Names = Mapping[str, str]
"""What players are called from now on, by id."""
_Key = tuple[str, str]
"""Of a first answer: whose it is, and their request."""

_FIRST: _Key = ("", "")
_AT_ONCE = 500


class Erasing:
    """Erases players here.

    Args:
        database: of the match service.
        adjudicator: has matches in memory, with the names in them.
        invitations: keeps those in which they are named.
    """

    def __init__(self, database: Database, adjudicator: Adjudicator, invitations: Invitations) -> None:
        self._database = database
        self._adjudicator = adjudicator
        self._invitations = invitations

    async def erase(self, erased: Sequence[Erased]) -> None:
        """Gives players their new names in all that is kept, and removes what they said. Safe to repeat.

        No match begins any more in which they were to play. Of those who were renamed alone, all but the name stays.
        """
        names = {each.player_id: each.name for each in erased}
        answered = await self._answers_with(names)

        def work(connection: Connection) -> None:
            for player_id, name in names.items():
                _rename(connection, player_id, name)
            _forget_words(connection, gone(erased))
            for each in answered:
                connection.execute(update(answers).where(each.key).values(answer=each.answer))

        await self._database.write(work)
        self._adjudicator.rename(names)
        for player_id in gone(erased):
            await self._invitations.forsake(player_id)

    async def _answers_with(self, names: Names) -> list[_Answer]:
        """The first answers that name them, looked through outside of the transaction, some at a time."""
        found = list[_Answer]()
        after: _Key | None = _FIRST
        while after is not None:
            some, after = await self._database.read(partial(_answers_after, after=after, names=names))
            found += some
        return found


def _rename(connection: Connection, player_id: str, name: str) -> None:
    for table in (seats, invited, chat_messages):
        connection.execute(update(table).where(table.c.player_id == player_id).values(player_name=name))
    reports = chat_reports.c
    connection.execute(update(chat_reports).where(reports.reporter_id == player_id).values(reporter_name=name))
    connection.execute(update(chat_reports).where(reports.resolver_id == player_id).values(resolver_name=name))


def _forget_words(connection: Connection, ids: Sequence[str]) -> None:
    """What players said, what they reported, and what others reported of them, goes; so does whom they have muted."""
    messages, reports = chat_messages.c, chat_reports.c
    connection.execute(update(chat_messages).where(messages.player_id.in_(ids)).values(text=""))
    said = select(messages.match_id, messages.room, messages.number).where(messages.player_id.in_(ids))
    of_them = tuple_(reports.match_id, reports.room, reports.number).in_(said)
    connection.execute(update(chat_reports).where(or_(reports.reporter_id.in_(ids), of_them)).values(reason=""))
    muted = or_(chat_mutes.c.player_id.in_(ids), chat_mutes.c.muted_id.in_(ids))
    connection.execute(delete(chat_mutes).where(muted))
    connection.execute(delete(answers).where(answers.c.caller_id.in_(ids)))


@dataclass(frozen=True, slots=True)
class _Answer:
    """A first answer that named somebody, without the old name."""

    caller_id: str
    request_id: str
    answer: bytes

    @property
    def key(self) -> ColumnElement[bool]:
        """Of its row."""
        return and_(answers.c.caller_id == self.caller_id, answers.c.request_id == self.request_id)


def _answers_after(connection: Connection, after: _Key, names: Names) -> tuple[list[_Answer], _Key | None]:
    """Those of the next few answers that name somebody who has a new name, and the key of the last; None at the end."""
    key = tuple_(answers.c.caller_id, answers.c.request_id)
    query = select(answers.c.caller_id, answers.c.request_id, answers.c.answer).where(key > tuple_(*after))
    rows = connection.execute(query.order_by(answers.c.caller_id, answers.c.request_id).limit(_AT_ONCE)).all()
    found = ((row.caller_id, row.request_id, _renamed(row.answer, names)) for row in rows)
    some = [_Answer(caller_id, request_id, answer) for caller_id, request_id, answer in found if answer]
    return some, (rows[-1].caller_id, rows[-1].request_id) if len(rows) == _AT_ONCE else None


def _renamed(kept: bytes, names: Names) -> bytes | None:
    """A kept answer with the new names; None where it names nobody who has one."""
    answer = match_pb2.Match.FromString(zlib.decompress(kept))
    named = [seat for seat in answer.seats if seat.player_id in names]
    for seat in named:
        seat.player_name = names[seat.player_id]
    return packed(answer) if named else None
