/** The digital table: a second tap where it is wanted, why a card is dead, the moments, quiet sounds, and focus that
 *  stays in the hand. Without it every card is still a button of a form. */

import { setting, tone } from './sounds.js';

const MOMENT_MS = 1500;
const RETRY_MS = 4000;
/** As long as the second half of a double tap may take. */
const REST_MS = 350;
/** After so long without an answer a card says that it waits. */
const WAITS_MS = 1500;
const CALM = matchMedia('(prefers-reduced-motion: reduce)');

const board = () => document.getElementById('board');
const moves = () => [...document.querySelectorAll('#board [name=move]')];
const moment = document.getElementById('moment');

// The settings close by a tap beside them, and by Escape.
const gear = /** @type {HTMLDetailsElement | null} */ (document.getElementById('gear'));
document.addEventListener('pointerdown', (event) => { if (gear && !gear.contains(/** @type {Node} */ (event.target))) gear.open = false; });
document.addEventListener('keydown', (event) => { if (gear && event.key === 'Escape') gear.open = false; });

// --- taps ----------------------------------------------------------------------------------------
/** Which of the moves was tapped once, and at which table: as long as it is the same one, a second tap makes it.
 *  @type {{ seen: string, at: number } | null} */
let armed = null;
const arm = () => {
  const same = armed?.seen === board()?.dataset.seen;
  moves().forEach((move, at) => { move.toggleAttribute('data-armed', same && at === armed?.at); });
};

/** Why a card is dead, and at which table that was asked. @type {{ seen: string, why: string } | null} */
let asked = null;
const answer = () => {
  const why = document.getElementById('why');
  if (why && asked?.seen === board()?.dataset.seen) why.textContent = asked?.why ?? '';
};

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const dead = target.closest?.('.card.dead');
  if (dead) {
    asked = { seen: board().dataset.seen, why: dead.dataset.why };
    answer();
    return;
  }
  const move = target.closest?.('#board [name=move]');
  if (!move) return;
  // What was chosen first has had its second tap.
  if (setting('twice') && !('armed' in move.dataset) && !move.closest('#ways')) {
    event.preventDefault();
    armed = { seen: board().dataset.seen, at: moves().indexOf(move) };
    arm();
    return;
  }
  tone(move.dataset.effect === 'draw' ? 'draw' : 'card');
}, { capture: true });

/** Whoever plays by keyboard has the focus where the next card is. */
let byKeyboard = false;
document.addEventListener('keydown', () => { byKeyboard = true; }, { capture: true });
document.addEventListener('pointerdown', () => { byKeyboard = false; }, { capture: true });

// --- sending -------------------------------------------------------------------------------------
/** What was sent last, what its button says, and which of those that say so it was (of two equal cards): all may be drawn
 *  anew before it has arrived. @type {{ form: HTMLFormElement, client: string, says: string, at: number, seen?: string } | null} */
let sent = null;
let resting = 0;

/** @param {HTMLFormElement} form */
const clientId = (form) => /** @type {HTMLInputElement} */ (form.querySelector('[name=client_id]'));
/** @param {HTMLButtonElement | null} button */
const says = (button) => `${button?.form?.getAttribute('action')} ${button?.name} ${button?.value}`;

/** @param {string} said */
const saying = (said) => {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('#board button'));
  return [...buttons].filter((button) => button.form && says(button) === said);
};

/** Its button on the table as it lies now; nothing if the table has changed since. */
const chosen = () => (sent && sent.seen === board()?.dataset.seen ? saying(sent.says)[sent.at] ?? null : null);

/** The card that slides under the finger is not played by the second half of a double tap. */
const rest = () => {
  const table = document.getElementById('main');
  table.setAttribute('data-resting', '');
  clearTimeout(resting);
  resting = setTimeout(() => table.removeAttribute('data-resting'), REST_MS);
};

/** What was sent has no answer yet. */
let unanswered = false;
let patience = 0;

/** A card that was chosen and not taken to the table yet shows it, on the same table. */
const waits = () => {
  clearTimeout(patience);
  const notice = document.getElementById('notice');
  const card = unanswered ? chosen() : null;
  for (const other of document.querySelectorAll('#board [data-waits]')) if (other !== card) other.removeAttribute('data-waits');
  if (!card) {
    notice?.querySelector('[data-waiting]')?.remove();
    return;
  }
  card.setAttribute('data-waits', '');
  if (!notice || notice.querySelector('[data-waiting]')) return;
  const said = Object.assign(document.createElement('p'), { className: 'toast', textContent: moment?.dataset.textWaits ?? '' });
  said.setAttribute('data-waiting', '');
  notice.replaceChildren(said);
};

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.closest?.('#board')) return;
  rest();
  armed = null;
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const said = says(button);
  sent = { form, client: clientId(form).value, says: said, at: saying(said).indexOf(button), seen: board()?.dataset.seen };
  board()?.setAttribute('data-busy', '');
  unanswered = true;
  clearTimeout(patience);
  patience = setTimeout(waits, WAITS_MS);
}, { capture: true });

document.addEventListener('htmx:after:request', (event) => {
  if (!sent || event.detail?.ctx?.sourceElement !== sent.form) return;
  unanswered = false;
  waits();
});

/** What could not be sent is sent again, as long as the table is still the same: with the same client id. */
document.addEventListener('htmx:error', (event) => {
  const form = event.detail?.ctx?.sourceElement;
  if (!sent || form !== sent.form) return;
  const again = sent;
  waits();
  setTimeout(() => {
    const button = sent === again ? chosen() : null;
    if (!button) return;
    clientId(button.form).value = again.client;
    button.form.requestSubmit(button);
  }, RETRY_MS);
});

// --- what changed --------------------------------------------------------------------------------
const look = () => {
  const there = board();
  /** @type {Record<string, DOMStringMap>} */
  const moments = {};
  for (const place of document.querySelectorAll('[data-moment]')) moments[place.id] = { ...place.dataset };
  const { asks, over = '', round = '' } = there?.dataset ?? {};
  return { asks: asks === '1', over, round, moments };
};
let before = look();
let timer = 0;

const hush = () => { clearTimeout(timer); if (moment) moment.hidden = true; };

/** @param {string} text */
const show = (text, small = '') => {
  if (!moment || document.visibilityState !== 'visible') return;
  const said = document.createElement('span');
  said.textContent = text;
  if (small) said.append(Object.assign(document.createElement('small'), { textContent: small }));
  moment.replaceChildren(said);
  moment.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hush, CALM.matches ? MOMENT_MS / 2 : MOMENT_MS);
};
moment?.addEventListener('click', hush);
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hush(); });

/** Round and limit above the table; a mark in the title, and a buzz if it is wanted, when it becomes this phone's turn.
 *  @param {ReturnType<typeof look>} now */
const nudge = (now) => {
  // Another page that came in since has a title of its own.
  if (!moment?.isConnected) return;
  const { heading, title } = board()?.dataset ?? {};
  if (heading) document.getElementById('heading').textContent = heading;
  if (title) document.title = now.asks ? `${moment?.dataset.textTurn ?? '●'} ${title}` : title;
  if (!now.asks || before.asks) return;
  tone('turn');
  if (setting('buzz') && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
};

const compare = () => {
  const now = look();
  for (const [id, { moment: key, said, name, new: first }] of Object.entries(now.moments)) {
    if (key && (before.moments[id] || first !== undefined) && before.moments[id]?.moment !== key) { show(said, name); tone('moment'); }
  }
  if (now.over && now.over !== before.over) {
    show(moment?.dataset.textOver ?? '', document.getElementById('ask')?.firstChild?.textContent ?? '');
    tone('end');
  }
  // A new round, or its end, begins at the top of the page.
  if (now.round !== before.round || now.over !== before.over) window.scrollTo(0, 0);
  nudge(now);
  before = now;
};

document.addEventListener('htmx:after:swap', () => {
  if (unanswered) waits();
  board()?.toggleAttribute('data-busy', unanswered && chosen() !== null);
  arm();
  answer();
  compare();
  if (byKeyboard && document.activeElement === document.body && sent?.seen !== board()?.dataset.seen) {
    // The card that was played is gone: stay in the hand, for whoever plays by keyboard.
    (document.querySelector('.takes') ?? document.querySelector('#hand :is(.play, input)') ?? document.getElementById('hand') ?? document.querySelector('[data-next]'))?.focus({ preventScroll: true });
  }
  // What is asked for must be in sight.
  if (document.querySelector('#board .takes')) document.getElementById('above')?.scrollTo(0, 0);
});
nudge(before);

// --- arrows: in the hand from card to card, in a finished round from move to move ------------------
/** In a hand that lies in columns (data-rows) the next card is the one below. */
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
/** @type {Record<string, number>} */
const DOWN = { ArrowUp: -1, ArrowDown: 1 };

document.addEventListener('keydown', (event) => {
  const rows = Number(document.getElementById('hand')?.dataset.rows ?? 0);
  const step = STEPS[event.key] ?? (rows && DOWN[event.key]);
  if (!step || /** @type {Element} */ (event.target).matches?.('input, textarea, select')) return;
  const stepper = document.querySelector('[data-steps]');
  if (stepper && event.key in STEPS) { stepper.querySelector(step > 0 ? '[rel=next]' : '[rel=prev]')?.click(); return; }
  const cards = [...document.querySelectorAll('#hand .card:not(label), #hand label > input')].filter((card) => card.offsetParent);
  const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const far = rows && event.key in STEPS ? step * rows : step;
  if (at >= 0) { event.preventDefault(); cards[(at + far + cards.length) % cards.length].focus(); }
});
