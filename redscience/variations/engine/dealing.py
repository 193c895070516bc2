"""Shuffles the deck and deals it (rules: A8)."""

from __future__ import annotations

from redscience.kernels.compiled import called
from redscience.kernels.randomness import below
from redscience.variations.engine.records import ALL_KNOW, COMMUNAL, Record, kind_of
from redscience.variations.engine.spaces import fill, place


@called
def shuffle(rules: Record, position: Record, scratch: Record) -> None:
    """Puts the cards in an order that the packs allow, each such order equally likely: inner packs first."""
    for i in range(rules.n_cards):
        scratch.order[i] = i
    for pack in range(rules.n_packs):
        first, n, start = rules.pack_first[pack], rules.pack_items[pack], rules.pack_start[pack]
        for item in range(n):
            scratch.left[item] = item
        at = 0
        for drawn in range(n):
            chosen = drawn + below(position, n - drawn)
            item = scratch.left[chosen]
            scratch.left[chosen] = scratch.left[drawn]
            offset = start
            for i in range(item):
                offset += rules.item_size[first + i]
            for i in range(rules.item_size[first + item]):
                scratch.dealing[at] = scratch.order[offset + i]
                at += 1
        for i in range(at):
            scratch.order[start + i] = scratch.dealing[i]


@called
def deal(rules: Record, position: Record, scratch: Record) -> None:
    """Shuffles, and puts a card on each space that is dealt to; on stacks what lies above a blank falls."""
    shuffle(rules, position, scratch)
    position.dealt = 1
    scratch.before[:] = 0
    for i in range(rules.n_dealt):
        card, color, space = scratch.order[i], int(rules.deal_color[i]), rules.deal_space[i]
        if rules.card[card]:
            known = 1 << rules.card_seat[card] - 1 if rules.card_seat[card] else 0
            if color == COMMUNAL and known:
                color = int(rules.card_color[card])
            kind = kind_of(rules.card[card] - 1, color)
            if rules.gravity:
                scratch.before[space] = kind
                scratch.mark[space] = known
            else:
                place(rules, position, kind, known, space)
    if rules.gravity:
        for foot in range(rules.n_spaces):
            if rules.is_dealt[foot]:
                pile_up(rules, position, scratch, foot)


@called
def pile_up(rules: Record, position: Record, scratch: Record, foot: int) -> None:
    """Fills a stack with what was dealt to it and what it has from the start."""
    for space in range(foot, (rules.board[foot] + 1) * rules.volume, rules.ground):
        kind, traits = int(scratch.before[space]), int(scratch.mark[space])
        if kind == 0:
            kind, traits = int(rules.fixed[space]), ALL_KNOW
        scratch.before[space] = scratch.mark[space] = 0
        if kind:
            rest = position.rest[foot]
            fill(rules, position, kind, position.open_at[rest])
            position.traits[rest] = traits
