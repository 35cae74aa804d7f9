/** The rematch. A page that is told of it while it is open goes along by itself after some seconds, unless somebody is
 *  busy here: in a field, in a dialog, with something typed that is not saved. A page that comes in with the news
 *  already on it (somebody came back to look) stays where it is. */

const SECONDS = 5;
const TICK_MS = 1000;

const place = () => /** @type {HTMLFormElement} */ (document.querySelector('form[data-follow]'));

/** The rematch that this page came in with, or that it was told of. */
let known = '';
let left = 0;
let timer = 0;

/** Whether something of this match was typed on this phone and is not saved. @param {string} match */
const typed = (match) => {
  try {
    return Object.entries(localStorage).some(([key, value]) => key.includes(match) || value.includes(`/m/${match}/`));
  } catch { return false; }
};

/** Whether somebody reads in a dialog here, or types in a field. */
export const occupied = () => Boolean(document.querySelector('dialog[open]'))
  || Boolean(document.activeElement?.matches('input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select'));

const busy = () => occupied() || Boolean(document.querySelector('main.entry')) || typed(place().dataset.match);

const paint = () => {
  const line = place()?.querySelector('[data-leaving]');
  if (!line) return;
  line.hidden = !left;
  const said = line.querySelector('[data-text]');
  said.textContent = said.dataset.text.replace('%(seconds)s', String(left));
};

const stop = () => {
  clearInterval(timer);
  left = 0;
  paint();
};

const tick = () => {
  if (!place() || busy()) { stop(); return; }
  if (document.visibilityState !== 'visible') return;
  left -= 1;
  const form = place();
  if (left) paint();
  else { stop(); form.requestSubmit(); }
};

/** @param {boolean} fresh whether another page has come in */
const settle = (fresh) => {
  const next = place()?.dataset.follow ?? '';
  if (fresh) stop();
  else if (next && next !== known && !busy()) {
    left = SECONDS;
    clearInterval(timer);
    timer = setInterval(tick, TICK_MS);
  }
  known = next;
  paint();
};

document.addEventListener('htmx:after:swap', (event) => { settle(event.detail?.ctx?.target === document.body); });
document.addEventListener('click', (event) => {
  if (/** @type {Element} */ (event.target).closest?.('[data-stay]')) stop();
});
settle(true);
