"""What everybody sees of a deal, and what each seat sees of its own, as lines of a recorded round."""

from __future__ import annotations

from companion.games.cards import spell
from companion.games.deal import DEALER, Observation
from companion.games.jokrummy import observe as jokrummy
from companion.games.jokrummy.missions import MISSIONS
from companion.games.jokrummy.pack import spell as spell_animals
from companion.games.mojo import observe as mojo
from companion.games.skyjo import observe as skyjo


def everybody(seen: Observation) -> str:
    """The line of a watcher."""
    turn = ", ".join("dealer" if seat == DEALER else str(seat) for seat in seen.to_move) or "nobody"
    if isinstance(seen, mojo.Observation):
        piles = " | ".join(f"{spell(pile[-3:])} ({len(pile)})" for pile in seen.piles) or "none"
        return f"to move {turn}; stock {seen.stock}; discards {piles}"
    if isinstance(seen, skyjo.Observation):
        held = "" if seen.held is None else f"; in hand {seen.held}"
        return f"to move {turn}; stock {seen.stock}; discard {spell(seen.pile[-4:]) or '-'} ({len(seen.pile)}){held}"
    assert isinstance(seen, jokrummy.Observation)
    melds = " | ".join(f"{meld.owner} {meld.kind} {spell_animals(meld.cards)}" for meld in seen.melds) or "nothing"
    discard = f"{spell_animals(seen.discard[-3:])} ({len(seen.discard)})" if seen.discard else "none"
    totals = spell(map(seen.total, range(len(seen.seats))))
    pack = f"missions {seen.pack}, {len(seen.under)} put back"
    return f"to move {turn}; reserve {seen.stock}; discard {discard}; lying {melds}; {pack}; done {totals}"


def own(seen: Observation) -> str:
    """The line of a seat."""
    may = f"; may {', '.join(seen.moves())}" if seen.moves() else ""
    if isinstance(seen, mojo.Observation):
        assert seen.place is not None
        up = spell(seen.ups[seen.place]) or "-"
        cards = f"hand {spell(seen.hand) or '-'}; down {spell(seen.down) or '-'}; up {up}"
        known = f"; drawn openly {spell(seen.known[seen.place])}" if seen.known[seen.place] else ""
        return f"seat {seen.seat}: {cards}{known}{may}"
    if isinstance(seen, skyjo.Observation):
        return f"seat {seen.seat}: {_grid(seen)}{may}"
    assert isinstance(seen, jokrummy.Observation)
    assert seen.place is not None
    mission = MISSIONS[seen.mission].key if seen.mission >= 0 else "-"
    known = f"; taken openly {spell_animals(seen.known[seen.place])}" if seen.known[seen.place] else ""
    return f"seat {seen.seat}: mission {mission}; hand {spell_animals(seen.hand) or '-'}{known}{may}"


def _grid(seen: skyjo.Observation) -> str:
    """A grid column by column: `?` lies face down, `-` is gone."""
    assert seen.place is not None
    grid, downs = seen.grids[seen.place], seen.downs[seen.place]
    words = ["?" if at in downs else "-" if card is None else str(card) for at, card in enumerate(grid)]
    told = " / ".join(" ".join(words[at : at + 3]) for at in range(0, len(words), 3)) or "-"
    told += f"; picked {spell(at + 1 for at in seen.picks)}" if seen.picks else ""
    return told + (f"; in hand {seen.held}" if seen.held is not None and seen.turn == seen.place else "")
