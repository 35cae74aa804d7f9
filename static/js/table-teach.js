/** The first round teaches: one sentence at each new kind of decision, as long as this phone was not told that one, its
 *  people do not know the game, and no round of it was finished here. Without this script nobody is taught. */

/** What was learned where the phone stores nothing. @type {Set<string>} */
const here = new Set();

/** Whether this phone knows a kind of decision (`skyjo:pick`) or a whole game (`skyjo`). @param {string} what */
const knows = (what) => {
  try { return here.has(what) || localStorage.getItem(`taught:${what}`) === '1'; } catch { return here.has(what); }
};

/** @param {string} what */
const learn = (what) => {
  here.add(what);
  try { localStorage.setItem(`taught:${what}`, '1'); } catch { /* for this page only */ }
};

const lesson = () => /** @type {HTMLElement | null} */ (document.querySelector('#board .lesson'));
/** Whether somebody on this phone was asked in this round: then they have played it when it is over. */
let asked = false;

const teach = () => {
  const { game = '', over = '' } = document.getElementById('board')?.dataset ?? {};
  const now = lesson();
  asked ||= now !== null;
  if (game && over && (asked || document.querySelector('#mine[data-seat]'))) learn(game);
  const shows = now !== null && !knows(game) && !knows(now.dataset.lesson ?? '');
  if (now) now.hidden = !shows;
  const said = document.getElementById('taught');
  const text = shows ? now.querySelector('p')?.textContent ?? '' : '';
  if (said && said.textContent !== text) said.textContent = text;
};

document.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.('[data-learns]'));
  if (!button) return;
  learn(button.dataset.learns ?? '');
  teach();
  document.getElementById('hand')?.focus({ preventScroll: true });
});

// Whoever has decided was told, also without saying so.
document.addEventListener('submit', (event) => {
  const now = lesson();
  if (/** @type {HTMLElement} */ (event.target).id === 'moving' && now && !now.hidden) learn(now.dataset.lesson ?? '');
});

document.addEventListener('htmx:after:swap', teach);
teach();
