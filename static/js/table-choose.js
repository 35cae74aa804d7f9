/** Choose, then act: cards are tapped, and "Lay" and "Discard" say what they would do with them. A way is one of the
 *  buttons of the list of all that can be done; without this script the list is shown, and the server finds the move. */

import { setting } from './sounds.js';

const cards = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#hand [name=card]'))];
const ways = () => [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('#ways [data-cards]'))];
const seen = () => document.getElementById('board')?.dataset.seen ?? '';

/** What is chosen at which table: which of the cards, by their place in the hand. */
let chosen = { seen: '', at: /** @type {number[]} */ ([]) };

/** The ways of doing this with exactly the cards that are chosen, the plainest first. @param {string} kind */
const meant = (kind) => {
  const keys = cards().filter((card) => card.checked).map((card) => card.value).sort().join(' ');
  return ways().filter((way) => way.dataset.kind === kind && way.dataset.cards === keys);
};

const close = () => {
  document.getElementById('ways')?.classList.remove('offered');
  for (const way of ways()) way.classList.remove('offered');
};

/** @param {string} kind */
const label = (kind) => {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById(kind));
  if (!button) return;
  const [way, other] = meant(kind);
  button.disabled = !way;
  const said = way && !other ? way.firstChild?.textContent?.trim() ?? '' : '';
  button.textContent = said ? said[0].toLocaleUpperCase() + said.slice(1) : button.dataset.text ?? '';
};

const show = () => {
  close();
  label('lay');
  label('discard');
  const melds = meant('lay').map((way) => way.dataset.meld);
  for (const meld of document.querySelectorAll('.meld')) meld.classList.toggle('can', melds.includes(meld.id));
};

/** Do it; where there are several ways, offer them. @param {HTMLButtonElement[]} found */
const act = (found) => {
  if (found.length === 1) { found[0].click(); return; }
  for (const way of found) way.classList.add('offered');
  const list = /** @type {HTMLDetailsElement} */ (document.getElementById('ways'));
  list.classList.add('offered');
  list.open = true;
};

document.addEventListener('change', (event) => {
  if (!(/** @type {Element} */ (event.target).matches('#hand [name=card]'))) return;
  chosen = { seen: seen(), at: cards().flatMap((card, at) => (card.checked ? [at] : [])) };
  show();
});

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const pick = target.closest('[data-pick]');
  if (pick) {
    const wanted = pick.dataset.pick.split(' ');
    for (const card of cards()) {
      const at = wanted.indexOf(card.value);
      card.checked = at >= 0;
      if (at >= 0) wanted.splice(at, 1);
    }
    cards()[0]?.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const deed = /** @type {HTMLButtonElement | null} */ (target.closest('#lay, #discard'));
  const meld = target.closest('.meld.can');
  const found = deed ? meant(deed.id) : meld ? meant('lay').filter((way) => way.dataset.meld === meld.id) : [];
  if (!found.length) return;
  event.preventDefault();
  act(found);
});

/** Cards in the order of their numbers, where this phone wants that. */
const sort = () => {
  const wanted = setting('sort');
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#hand > [data-by-number]'))) {
    card.style.order = wanted ? card.dataset.byNumber ?? '' : '';
  }
};
document.addEventListener('change', (event) => { if (/** @type {Element} */ (event.target).matches('[data-setting=sort]')) sort(); });

/** On the same table what was chosen stays so while others come in. */
const keep = () => {
  const same = chosen.seen === seen();
  cards().forEach((card, at) => { card.checked = same && chosen.at.includes(at); });
  sort();
  show();
};
document.addEventListener('htmx:after:swap', keep);
keep();
