/** Cards travel: what the last move took from one place to another flies there. Nothing waits for it: a flight is a
 *  picture above the table, gone when the next move comes. */

const CALM = matchMedia('(prefers-reduced-motion: reduce)');
const FLIGHT = { duration: 240, easing: 'cubic-bezier(.2, .8, .2, 1)' };

const board = () => document.getElementById('board');
/** Where a card can lie, by its name. @returns {Map<string, HTMLElement>} */
const places = () => new Map([...document.querySelectorAll('#board [data-slot]')].map((place) => [place.dataset.slot ?? '', place]));
/** The cards of the own hand. @returns {HTMLElement[]} */
const hand = () => [...document.querySelectorAll('#hand:not(.grid-hand) .card')];
/** @param {Element | null | undefined} place */
const box = (place) => (place?.checkVisibility() ? place.getBoundingClientRect() : null);
/** What stands on a card, whatever it would do. @param {Element} card */
const faceOf = (card) => `${card.className.match(/suit-\d/)} ${card.querySelector('b')?.textContent}`;
/** @param {Element} place */
const cardOf = (place) => place.querySelector('.card, .mini, .spot, .laid') ?? place;

const look = () => {
  const { seen, by = '', eyes = '', over = '' } = board()?.dataset ?? {};
  /** @type {Record<string, { face: string, count: string, box: DOMRect | null, html: Element }>} */
  const slots = {};
  for (const [name, place] of places()) {
    const card = cardOf(place);
    slots[name] = { face: place.dataset.face ?? '', count: place.dataset.count ?? '', box: box(card), html: card };
  }
  /** @type {Record<string, number>} */
  const has = {};
  for (const seat of document.querySelectorAll('#board [data-has]')) has[seat.dataset.seat ?? ''] = Number(seat.dataset.has);
  return { seen, by, eyes, over, slots, has, hand: hand().map(faceOf) };
};

let before = look();
/** The card that was tapped last, and where it lay. @type {DOMRect | null} */
let tapped = null;
/** @type {(() => void)[]} */
const landings = [];

const land = () => { for (const done of landings.splice(0)) done(); };

/** A card flies; what lies there shows itself when it has landed. @param {Element} card @param {DOMRect | null} from
 *  @param {DOMRect | null} to @param {Element} [hidden] */
const fly = (card, from, to, hidden) => {
  if (!from || !to?.width) return;
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.removeAttribute('id');
  for (const named of ghost.querySelectorAll('[id], [name]')) { named.removeAttribute('id'); named.removeAttribute('name'); }
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.classList.add('flies');
  Object.assign(ghost.style, { left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px` });
  document.body.append(ghost);
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const flight = ghost.animate([{ transform: start }, { transform: 'none' }], FLIGHT);
  const shade = hidden?.animate([{ opacity: 0 }, { opacity: 0 }], FLIGHT);
  const done = () => { ghost.remove(); shade?.cancel(); };
  flight.finished.then(done, done);
  landings.push(() => { flight.cancel(); done(); });
};

/** @param {Element} card */
const turnOver = (card) => {
  const turn = card.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], FLIGHT);
  landings.push(() => turn.cancel());
};

/** What flies where after a move. @param {ReturnType<typeof look>} now @param {string[]} changed */
const travel = (now, changed) => {
  const was = before.slots;
  const mine = now.by !== '' && now.by === now.eyes;
  const home = mine ? tapped : box(document.getElementById(`place-${now.by}`)?.querySelector('.count, .avatar'));
  const lay = changed.filter((name) => name.startsWith('at-'));
  const gone = lay.filter((name) => now.slots[name].face === '' && was[name].face !== '');
  const put = lay.filter((name) => now.slots[name].face !== '');
  const held = was.held?.face ? was.held.box : null;
  const discard = Object.keys(now.slots).find((name) => name.startsWith('discard') && changed.includes(name));
  const stock = Object.keys(now.slots).find((name) => name === 'stock' && was[name]?.count !== now.slots[name].count);
  for (const name of put) {
    const { html, box: there } = now.slots[name];
    // A card that was put away turned up another one where it lay.
    if (held && put.length === 1 && was.held?.face !== now.slots[discard ?? '']?.face) fly(html, held, there, html);
    else turnOver(html);
  }
  for (const name of gone) fly(was[name].html, was[name].box, now.slots[discard ?? 'discard']?.box ?? null);
  const { held: holds } = now.slots;
  const draws = Boolean(holds?.face) && !held;
  const took = now.has[now.by] > before.has[now.by] && !stock;
  if (discard && !gone.length && !draws && !took) {
    const { html, box: there, face } = now.slots[discard];
    const from = held && was.held?.face === face ? held : put.length ? was[put[0]].box : home;
    fly(html, from, there, html);
  }
  if (draws) fly(holds.html, stock ? was.stock.box : was.discard?.box ?? null, holds.box, holds.html);
  for (const name of changed.filter((one) => one.startsWith('meld-'))) fly(now.slots[name].html, home, now.slots[name].box);
  const source = stock ? was.stock : took ? was[discard ?? ''] : null;
  if (!source || draws) return;
  // From a pile into a hand: the new card in the own one, what lay on top into another's.
  const left = [...before.hand];
  const fresh = mine && hand().find((card) => {
    const at = left.indexOf(faceOf(card));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (fresh && now.hand.length >= before.hand.length) fly(fresh, source.box, box(fresh), fresh);
  else if (!mine) fly(source.html, source.box, home);
};

document.addEventListener('submit', (event) => {
  const chosen = document.querySelector('#hand .card:has(:checked)');
  const button = /** @type {SubmitEvent} */ (event).submitter;
  tapped = box(chosen ?? button?.closest('#hand .card'));
}, { capture: true });

document.addEventListener('htmx:before:swap', () => {
  const { seen } = before;
  if (board()?.dataset.seen === seen) before = look();
});

document.addEventListener('htmx:after:swap', () => {
  if (!board() || board().dataset.seen === before.seen) return;
  const now = look();
  land();
  const changed = Object.keys(now.slots).filter((name) => {
    const [is, was] = [now.slots[name], before.slots[name]];
    return is.face !== (was?.face ?? '') || (name.startsWith('discard') && is.count !== was?.count);
  });
  const dealt = before.seen === undefined || changed.length > 12;
  if (!dealt && !now.over && !CALM.matches && document.visibilityState === 'visible') travel(now, changed);
  before = now;
});
