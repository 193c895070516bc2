"""Drafts: what people are designing, each seen by its owner and by those who have its link."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from redscience.errors import DraftChanged, Fault, InvalidField, QuotaSpent, UnknownDraft
from services.kit.ids import new_id
from services.rules.schema import drafts

MOST_DRAFTS = 50
"""Of a player. Two that are begun in the same moment may be one more: nothing is lost by it."""

_LINE = [column for column in drafts.c if column.name not in {"rule_set", "editing"}]


@dataclass(frozen=True, slots=True)
class Content:
    """What a draft holds; the service reads nothing of it."""

    name: str
    rule_set: str
    editing: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a new draft is begun: of which family, as a copy of which game ("" for none), under which request."""

    family: str
    game_id: str
    request_id: str


def begin(connection: Connection, player_id: str, beginning: Beginning, content: Content, *, now_ms: int) -> Row[Any]:
    """Keeps a new draft, or returns the one that was begun under the same request, whatever that holds by now.

    Whoever got no answer goes on designing, and sends what it has come to.

    Raises:
        InvalidField: a draft of another family, or of another game, was begun under the request.
        QuotaSpent: the player has as many as there may be.
    """
    found = _begun_under(connection, player_id, beginning)
    if found is not None:
        return found
    count = connection.execute(select(func.count()).where(drafts.c.player_id == player_id)).scalar_one()
    if count >= MOST_DRAFTS:
        raise QuotaSpent(f"You have {count} drafts, the most there can be. Delete one that you no longer need.")
    row = {
        "id": new_id(),
        "player_id": player_id,
        "request_id": beginning.request_id,
        "family": beginning.family,
        "game_id": beginning.game_id,
        "created_at_ms": now_ms,
        "changed_at_ms": now_ms,
        "version": 1,
        **_columns(content),
    }
    try:
        with connection.begin_nested():
            return connection.execute(insert(drafts).values(**row).returning(*_LINE)).one()
    except IntegrityError:
        # The same request was quicker.
        found = _begun_under(connection, player_id, beginning)
        if found is None:
            raise
        return found


def change(
    connection: Connection, player_id: str, draft_id: str, version: int, content: Content, *, now_ms: int
) -> Row[Any]:
    """Puts a draft in place of a version of it; the same once more changes nothing.

    Raises:
        UnknownDraft: the player has no such draft.
        DraftChanged: it has another version by now, which holds something else.
    """
    own = (drafts.c.id == draft_id) & (drafts.c.player_id == player_id)
    changed = connection.execute(
        update(drafts)
        .where(own & (drafts.c.version == version))
        .values(version=version + 1, changed_at_ms=now_ms, **_columns(content))
        .returning(*_LINE)
    ).first()
    if changed is not None:
        return changed
    now = own_draft(connection, player_id, draft_id)
    if now.version == version + 1 and Content(now.name, now.rule_set, now.editing) == content:
        return now
    raise DraftChanged(
        "This draft was changed in another window since. Open it again, or keep this one as a new draft."
    )


def own_draft(connection: Connection, player_id: str, draft_id: str) -> Row[Any]:
    """A draft of the player's own, whole.

    Raises:
        UnknownDraft: they have none of this id.
    """
    found = connection.execute(select(drafts).where(drafts.c.id == draft_id, drafts.c.player_id == player_id)).first()
    if found is None:
        raise UnknownDraft("There is no such draft of yours. It may have been deleted.")
    return found


def shown_draft(connection: Connection, link: str) -> Row[Any]:
    """Anybody's draft, by its link.

    Raises:
        UnknownDraft: no draft has the link, or none any more.
    """
    found = connection.execute(select(drafts).where(drafts.c.link == link)).first()
    if found is None:
        raise UnknownDraft("This draft is gone. Ask whoever gave you the link for a new one.")
    return found


def own_drafts(connection: Connection, player_id: str) -> Sequence[Row[Any]]:
    """All drafts of a player, without what they hold, those that were changed last first."""
    statement = select(*_LINE).where(drafts.c.player_id == player_id)
    return connection.execute(statement.order_by(drafts.c.changed_at_ms.desc(), drafts.c.id.desc())).all()


def drop(connection: Connection, player_id: str, draft_id: str) -> None:
    """Deletes a draft of the player's own, if there is one of this id."""
    connection.execute(delete(drafts).where(drafts.c.id == draft_id, drafts.c.player_id == player_id))


def drop_all(connection: Connection, player_ids: Sequence[str]) -> None:
    """Deletes all drafts of players."""
    connection.execute(delete(drafts).where(drafts.c.player_id.in_(player_ids)))


def share(connection: Connection, player_id: str, draft_id: str, *, shared: bool) -> Row[Any]:
    """Gives a draft a link, or takes it away; it keeps one that it has.

    Raises:
        UnknownDraft: the player has no such draft.
    """
    now = own_draft(connection, player_id, draft_id)
    if bool(now.link) == shared:
        return now
    link = secrets.token_urlsafe(32) if shared else None
    return connection.execute(
        update(drafts)
        .where(drafts.c.id == draft_id, drafts.c.player_id == player_id)
        .values(link=link)
        .returning(*_LINE)
    ).one()


def _begun_under(connection: Connection, player_id: str, beginning: Beginning) -> Row[Any] | None:
    found = connection.execute(
        select(*_LINE).where(drafts.c.player_id == player_id, drafts.c.request_id == beginning.request_id)
    ).first()
    if found is not None and (found.family, found.game_id) != (beginning.family, beginning.game_id):
        raise InvalidField([Fault("request_id", "was used for another draft", "Choose a new one for each draft")])
    return found


def _columns(content: Content) -> dict[str, str]:
    return {"name": content.name, "rule_set": content.rule_set, "editing": content.editing}
