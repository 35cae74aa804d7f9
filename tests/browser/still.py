"""Whether a page stands still: the browser's own layout-shift entries, each with what moved."""

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
  window.shiftsSeen = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(entry.sources.map(told).join('; '));
  });
  window.shiftsSeen.observe({ type: 'layout-shift' });
}"""
TAKE = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  for (const entry of window.shiftsSeen.takeRecords()) window.shifts.push('unnamed ' + entry.value);
  done(window.shifts.splice(0));
})))"""


def watch_shifts(page: Page) -> None:
    """From here on the page notes what jumps."""
    page.evaluate(WATCH)


def shifts(page: Page) -> list[str]:
    """What has jumped since the last time one asked."""
    return [str(one) for one in page.evaluate(TAKE)]
