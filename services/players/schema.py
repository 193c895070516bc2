"""The tables of the players service."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()


def _in_order(length: int) -> String:
    """Text whose index is in the order of its signs: by that its beginnings are found, whatever a server speaks."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


player = Table(
    "player",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("name", String(30), nullable=False),
    Column("name_key", _in_order(60), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("role", String(10), nullable=False),
    Column("universe", String(26), nullable=False),
    Column("email", _in_order(254), unique=True),
    Column("created_at_ms", BigInteger, nullable=False),
    # Who made a persona or a bot; null for everybody else.
    Column("owner_id", String(26)),
    # Since when the player may not log in; null for everybody else.
    Column("suspended_at_ms", BigInteger),
    # The number of the one they have chosen; null where they have chosen none.
    Column("avatar", Integer),
    # Whether a persona was made because its owner was invited into a private universe.
    Column("by_invitation", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("universe", "name_key"),
    # By name within every universe, and in all of them.
    Index("player_by_name", "name_key"),
    Index("player_by_role", "role", "id"),
    Index("player_by_owner", "owner_id", "kind"),
    Index(
        "player_suspended",
        "id",
        sqlite_where=text("suspended_at_ms IS NOT NULL"),
        postgresql_where=text("suspended_at_ms IS NOT NULL"),
    ),
)

# The private universes; the Public Universe is always there.
universe = Table(
    "universe",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("name", String(30), nullable=False),
    Column("name_key", String(60), nullable=False, unique=True),
    Column("created_at_ms", BigInteger, nullable=False),
)

# What one player has said of another: "friend" or "banned". Two are friends where both have said so; one who alone has
# said so is asking. What either says is a row of their own, so that two who speak at once do not meet.
stance = Table(
    "stance",
    metadata,
    Column("player_id", ForeignKey(player.c.id), primary_key=True),
    Column("other_id", ForeignKey(player.c.id), primary_key=True),
    Column("stance", String(10), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Index("stance_by_other", "other_id", "stance", "since_ms"),
)

code = Table(
    "code",
    metadata,
    Column("challenge", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("expires_at_ms", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    # The digest of the link's secret; "" once it was tried in vain.
    Column("link", String(64), nullable=False),
    # Where both were sent.
    Column("address", String(254), nullable=False),
    Index("code_by_end", "expires_at_ms"),
)

# By which somebody logged in before, and takes their player back until it ends.
former_address = Table(
    "former_address",
    metadata,
    Column("address", String(254), primary_key=True),
    Column("player_id", ForeignKey(player.c.id), nullable=False),
    Column("ends_at_ms", BigInteger, nullable=False),
    Index("former_address_by_player", "player_id"),
    Index("former_address_by_end", "ends_at_ms"),
)

# How much somebody has asked for of something, until it is forgotten.
allowance = Table(
    "allowance",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("taken", Integer, nullable=False),
    Column("ends_at_ms", BigInteger, nullable=False),
    Index("allowance_by_end", "ends_at_ms"),
)

session = Table(
    "session",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("player_id", ForeignKey(player.c.id), nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("expires_at_ms", BigInteger, nullable=False),
    Column("id", String(26), nullable=False),
    # What it was opened from, as whoever opened it says.
    Column("label", String(60), nullable=False),
    Column("used_at_ms", BigInteger, nullable=False),
    Index("session_by_player", "player_id"),
    Index("session_by_id", "id", unique=True),
    Index("session_by_end", "expires_at_ms"),
)

# Sessions that have ended, while an access token of theirs might not have expired: each with when that was, or when its
# use was noted last, where the clock was ahead then.
ended_session = Table(
    "ended_session",
    metadata,
    Column("session_id", String(26), primary_key=True),
    Column("ended_at_ms", BigInteger, nullable=False),
    Index("ended_session_by_end", "ended_at_ms"),
)

# What Admins did, by which and to whom.
audit = Table(
    "audit",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("admin_id", ForeignKey(player.c.id), nullable=False),
    Column("player_id", ForeignKey(player.c.id), nullable=False),
    Column("action", String(20), nullable=False),
    Column("detail", String(200), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# Players who were erased, in this order. They are kept for good: a service whose database is from a backup erases them
# again.
erasure = Table(
    "erasure",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey(player.c.id), nullable=False, unique=True),
    # What they are called since.
    Column("name", String(30), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# Players whom an Admin has renamed, each once, among the positions of those who were erased: the names that they had
# are to go everywhere.
renaming = Table(
    "renaming",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey(player.c.id), nullable=False, unique=True),
    # What they are called since.
    Column("name", String(30), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

mail = Table(
    "mail",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("to", String(254), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("body", Text, nullable=False),
    Column("sent_at_ms", BigInteger, nullable=False),
)
