"""Whether what is on the screen can be read and tapped: nothing sticks out, is cut, or lies under something else."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

SIZES = ((320, 568), (320, 640), (360, 740), (740, 360), (820, 1180), (1280, 720), (1920, 1080))
LARGE = "200%"
LARGE_AT = ((360, 740),)

# Targets that a finger must hit: what can be pressed, by the size of the label where that is what one taps.
# Links in a sentence and what only appears under the keyboard's focus are exempt.
SMALL_TARGETS = """least => {
  const seen = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true]'))
    .filter((one) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
    .map((one) => one.matches('[type=checkbox], [type=radio]') ? one.closest('label') ?? one : one)
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.bottom > 0 && box.width > 1);
  return seen.filter(([one, box]) => Math.min(box.width, box.height) < least - .01)
    .map(([one, box]) => `${one.getAttribute('aria-label') ?? one.textContent.trim()}: ${box.width} × ${box.height}`);
}"""
# Of these, those that are not wholly on the screen as it stands, or lie under something.
COVERED = """selector => [...document.querySelectorAll(selector)].filter((one) => {
  if (!one.checkVisibility()) return false;
  const box = one.getBoundingClientRect();
  const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !inside || !(top && (one.contains(top) || top.closest('label')?.contains(one)));
}).map((one) => one.getAttribute('aria-label') ?? one.textContent)"""
# What cannot be reached by scrolling to it, for something lies on it; text that ends at an edge without "…"; text that
# runs over the edge of its button.
FAULTS = """() => {
  const APART = '.vh, .skip, svg, [inert]';
  const said = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\\s+/g, ' ').slice(0, 60);
  const all = [...(document.querySelector('dialog:modal') ?? document.body).querySelectorAll('*')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(APART));
  const covered = (one) => {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = one.getClientRects();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !(top && (one.contains(top) || top.closest('label')?.contains(one)));
  };
  const cut = (one) => {
    const style = getComputedStyle(one);
    const hides = (overflow) => /hidden|clip/.test(overflow);
    const wide = hides(style.overflowX) && style.textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1;
    const high = hides(style.overflowY) && style.webkitLineClamp === 'none' && one.scrollHeight > one.clientHeight + 6;
    return wide || high;
  };
  const spilt = (one) => {
    const [box, range] = [one.getBoundingClientRect(), document.createRange()];
    range.selectNodeContents(one);
    const over = (part) => part.width > 1 && (part.left < box.left - 1 || part.right > box.right + 1);
    return getComputedStyle(one).overflowX === 'visible' && [...range.getClientRects()].some(over);
  };
  const text = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const named = (what, test) => (one) => test(one) ? [`${what}: ${said(one)}`] : [];
  const pressed = all.filter((one) => one.matches('a[href], button, summary, input, select, textarea'))
    .filter((one) => !one.matches('[type=hidden], [type=radio], [type=checkbox]') && !one.closest('[aria-hidden=true]'))
    .filter((one) => getComputedStyle(one).pointerEvents !== 'none' && one.getClientRects()[0]?.width > 1);
  const written = all.filter((one) => text(one) && !one.matches('input, select, textarea, option'))
    .filter((one) => one.getBoundingClientRect().width > 1);
  const boxes = all.filter((one) => one.matches('button, .btn, .tag, .cell, .chip'))
    .filter((one) => !one.querySelector('.vh, .n, .mark'));
  const found = [...pressed.flatMap(named('covered', covered)), ...written.flatMap(named('cut', cut))];
  scrollTo(0, 0);
  return [...found, ...boxes.flatMap(named('spilt', spilt))];
}"""
# The same with text of some size, and whether the page is wider than the screen then.
IN_TEXT = f"""([text, width]) => {{
  document.documentElement.style.fontSize = text;
  const found = ({FAULTS})();
  if (document.scrollingElement.scrollWidth > width) found.push('scrolls sideways');
  document.documentElement.style.fontSize = '';
  return found;
}}"""


def wider_than_the_screen(page: Page) -> bool:
    """Whether the page scrolls sideways."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    return bool(page.evaluate("width => document.scrollingElement.scrollWidth > width", width))


def faults(page: Page, size: tuple[int, int], text: str = "") -> list[str]:
    """What is wrong with the page in that size, and with `text` of that size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: list[str] = page.evaluate(IN_TEXT, [text, size[0]])
    return [f"{size[0]} × {size[1]} {text}: {one}" for one in found]


def misfits(page: Page, large: Sequence[tuple[int, int]] = LARGE_AT) -> list[str]:
    """What is wrong with the page in any size of screen, and in those that are `large` with text of twice the size."""
    found = [said for size in SIZES for said in faults(page, size)]
    return [*found, *(said for size in large for said in faults(page, size, LARGE))]
