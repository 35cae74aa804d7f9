/** The page of the seals: its one verdict is this browser's, where it can say more than the server said of itself. */

import { check, computes, opened } from './seals.js';
import { note, noted } from './seals-noted.js';

/** @typedef {import('./seals.js').Seals} Seals */
/** @typedef {import('./seals.js').Wrong} Wrong */

const verdict = document.getElementById('verdict');

/** Show one verdict, and no other. @param {string} which */
const say = (which) => {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (verdict.querySelectorAll('[data-verdict]'))) {
    each.hidden = each.dataset.verdict !== which;
  }
};

/** @param {Wrong[]} wrong */
const list = (wrong) => {
  /** @type {Record<string, string>} */
  const texts = JSON.parse(verdict.dataset.texts);
  verdict.querySelector('ul').replaceChildren(...wrong.map(([what, round, line, more]) => {
    const item = document.createElement('li');
    const values = /** @type {Record<string, string>} */ ({ round: String(round), line: String(line), more });
    item.textContent = texts[what].replace(/%\((\w+)\)s/g, (_, name) => values[name]);
    return item;
  }));
};

const judge = async () => {
  const file = /** @type {HTMLAnchorElement} */ (document.getElementById('seal-file'));
  /** @type {Seals} */
  const told = await (await fetch(file.href)).json();
  const wrong = await check(told, noted(told.match)).catch(() => /** @type {Wrong[]} */ (null));
  if (!wrong) return say('wrong');
  // Where nothing was shuffled yet, nothing can be wrong with it; but for what this phone was shown before.
  const empty = wrong.length === 1 && wrong[0][0] === 'empty';
  if (empty) return;
  list(wrong);
  say(wrong.length ? 'wrong' : computes ? 'kept' : 'cannot');
  for (const { fingerprint, cards } of told.shuffles) note(told.match, fingerprint, opened(cards));
};

if (verdict) judge().catch(() => say('cannot'));
