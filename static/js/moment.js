/** The end of a round on the stage of the pad and the television, for some seconds or until somebody taps. */

import { occupied } from './follow.js';
import { tone } from './sounds.js';

const MOMENT_MS = 3000;
const CALM = matchMedia('(prefers-reduced-motion: reduce)');

const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: new URL('../css/moment.css', import.meta.url).href });
const styled = new Promise((done) => { style.onload = done; style.onerror = done; });
document.head.append(style);

let timer = 0;
const stage = () => document.getElementById('stage');
const told = () => document.getElementById('told');

const end = () => {
  clearTimeout(timer);
  const place = stage();
  if (!place) return;
  place.hidden = true;
  place.replaceChildren();
  told().replaceChildren();
};

/** The places after the round, at once, or as the way there that the style sheet goes. @param {HTMLElement} place */
const move = (place) => {
  const rows = [...place.querySelectorAll('[data-by]')];
  const by = (/** @type {HTMLElement} */ row) => Number(row.dataset.by);
  if (CALM.matches) {
    const now = new Map(rows.map((row, at) => [at + by(row), row]));
    for (const at of rows.keys()) now.get(at).parentElement.append(now.get(at));
    return;
  }
  for (const row of rows) row.style.setProperty('--by', String(by(row)));
};

/** Nothing is shown where somebody reads in a dialog or types. And on an entry sheet there is no stage at all: whoever
 *  has one open types a hand, and nothing may come between a finger and its keys, or take the page away with what is on
 *  it. The moment waits for the way back to the pad, as long as it is fresh; after that the pad has all of it.
 *  @param {HTMLTemplateElement} said */
export const show = async (said) => {
  await styled;
  const place = stage();
  if (!place || document.visibilityState !== 'visible') return;
  end();
  told().textContent = said.dataset.told;
  timer = setTimeout(end, MOMENT_MS);
  if (occupied()) return;
  place.replaceChildren(said.content.cloneNode(true));
  move(place);
  place.hidden = false;
  tone(said.dataset.tone);
};

document.addEventListener('htmx:after:swap', (event) => { if (event.detail?.ctx?.target === document.body) end(); });
document.addEventListener('click', (event) => {
  if (!(/** @type {Element} */ (event.target).closest?.('#stage'))) return;
  event.preventDefault();
  event.stopPropagation();
  end();
}, { capture: true });
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') end(); });
