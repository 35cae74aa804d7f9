"""Whether a table stands still: the browser's own layout-shift entries, each with what moved. What lies further down,
in the part that scrolls, may move; so may a word on a card, when it says something else.
"""

from __future__ import annotations

from playwright.sync_api import Page

WATCH = """() => {
  const name = (node) => {
    const one = node?.nodeType === 1 ? node : node?.parentElement;
    return one ? `${one.tagName}#${one.id}.${one.className}` : '(gone)';
  };
  const told = (one) => `${name(one.node)} ${Math.round(one.previousRect.x)},${Math.round(one.previousRect.y)} `
    + `-> ${Math.round(one.currentRect.x)},${Math.round(one.currentRect.y)}`;
  window.shifts = [];
  const moved = ({ node, previousRect: old, currentRect: now }) => old.width && now.width
    && (old.x !== now.x || old.y !== now.y)
    && (node?.nodeType === 1 ? node : node?.parentElement)?.closest('#mine, #places, .felt');
  const note = (entry) => {
    const sources = entry.sources.filter(moved);
    if (sources.length) window.shifts.push(sources.map(told).join('; '));
  };
  window.shiftsSeen = new PerformanceObserver((list) => { list.getEntries().forEach(note); });
  window.shiftsNote = note;
  window.shiftsSeen.observe({ type: 'layout-shift' });
}"""
TAKE = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  window.shiftsSeen.takeRecords().forEach(window.shiftsNote);
  done(window.shifts.splice(0));
})))"""


def watch_shifts(page: Page) -> None:
    """From here on the page notes what jumps."""
    page.evaluate(WATCH)


def shifts(page: Page) -> list[str]:
    """What has jumped since the last time one asked."""
    return [str(one) for one in page.evaluate(TAKE)]
