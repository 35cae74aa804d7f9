/** The match's stream: numbers come in, what changed is fetched. And what follows from it on this
 *  phone: a nudge when its own hand is missing, and a screen that stays on. */

const SILENCE_MS = 40000;
/** The server says something every 15 seconds: after so long without a word, the page asks by itself. */
const ASK_MS = 20000;
const LOOK_MS = 5000;
const TYPING_MS = 4000;
/** How the numbers are spelled: format, version, presence, typing. See companion/hub/protocol.py. */
const FORMAT = '2';

/** @type {EventSource | null} */
let stream = null;
/** The newest numbers of this stream, and when it was last heard. */
let told = '';
let heard = 0;
/** When the page last knew to be as new as it can be. */
let sure = Date.now();
/** Whether the page asked, and got no answer. */
let missed = false;
/** Who is here, and who types, as the numbers say it. */
let presence = '';
let typing = '';

/** Whether this is the first time that the page is asked so. @param {string} key */
const once = (key) => {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, '1');
  } catch { /* without a memory it happens again */ }
  return true;
};

/** @param {string} name @param {object} [detail] */
const say = (name, detail) => document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));

// --- the stream ----------------------------------------------------------------------------------
/** Say what the numbers have that this page has not. */
const compare = () => {
  const [, version, here, types] = told.split(' ');
  const main = document.getElementById('main');
  if (main?.dataset.version && Number(version) > Number(main.dataset.version)) {
    main.dataset.version = version;
    say('changed');
  }
  if (here !== presence) {
    // A page that was just opened shows who is here already, but for the number beside the sign.
    const known = presence;
    presence = here;
    say('presence');
    if (known) say('came');
  }
  if (types !== typing) {
    typing = types;
    say('typing');
  }
};

document.addEventListener('beat', (event) => {
  heard = Date.now();
  sure = heard;
  say('connected');
  const { data } = event.detail;
  const [format] = data.split(' ');
  if (format === FORMAT) {
    told = data;
    compare();
  } else if (once(`format:${format}`)) {
    // The server speaks as the next version does: load its script, once.
    location.reload();
  }
});

const shut = () => {
  stream?.close();
  stream = null;
  told = '';
};

/** @param {string} url */
const open = (url) => {
  shut();
  heard = Date.now();
  stream = new EventSource(url);
  stream.addEventListener('beat', (event) => say('beat', { data: event.data }));
  // This phone was put out, or has signed out in another tab: the page says so.
  stream.addEventListener('out', () => location.reload());
  // The server stops, and another one serves in a moment.
  stream.addEventListener('again', (event) => { shut(); setTimeout(look, Number(event.data)); });
  stream.addEventListener('error', () => say('disconnected'));
};

/** The page that is seen has one stream, its own. One that says nothing is dead, whatever the browser thinks. */
const look = () => {
  const address = document.getElementById('live')?.dataset.stream;
  if (!address || document.visibilityState !== 'visible') { shut(); return; }
  const { href } = new URL(address, location.href);
  const dead = stream?.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE_MS;
  if (stream?.url !== href || dead) open(href);
  if (missed || Date.now() - sure >= ASK_MS) {
    sure = Date.now();
    missed = false;
    say('wake');
  }
};
for (const failed of /** @type {const} */ (['htmx:error', 'htmx:response:error'])) {
  document.addEventListener(failed, (event) => { missed ||= event.detail.ctx?.sourceElement?.id === 'main'; });
}
setInterval(look, LOOK_MS);
window.addEventListener('online', look);
window.addEventListener('pageshow', look);
window.addEventListener('pagehide', shut);
document.addEventListener('visibilitychange', look);

// --- typing --------------------------------------------------------------------------------------
let typed = 0;

/** While somebody types, the phones that are here are told so now and then: never what. */
document.addEventListener('handchange', () => {
  const place = document.getElementById('others');
  const csrf = /** @type {HTMLInputElement} */ (document.querySelector('main [name=csrf_token]'));
  if (!csrf || !place?.querySelector('[data-heard]') || Date.now() - typed < TYPING_MS) return;
  typed = Date.now();
  const body = new URLSearchParams({ csrf_token: csrf.value });
  fetch(place.dataset.typing, { method: 'POST', body }).catch(() => { /* it is only a comfort */ });
});

// --- the nudge -----------------------------------------------------------------------------------
const title = { plain: document.title };

/** The cards are on the table and this phone's hand is missing: say so, and open its sheet once. */
const nudge = () => {
  // The table says by itself whose turn it is.
  if (document.querySelector('main.table')) return;
  const act = document.querySelector('.act[data-own]');
  const mine = act?.dataset.begun === '1';
  document.title = mine ? act.dataset.nudge : title.plain;
  try { (mine ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {}); } catch { /* only a comfort */ }
  if (!mine || document.visibilityState !== 'visible' || document.querySelector('dialog[open]')) return;
  if (!once(`nudged:${act.dataset.own}`)) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  act.querySelector(':scope > a').click();
};

/** @param {boolean} fresh whether another page has come in */
const settle = (fresh) => {
  if (fresh) {
    title.plain = document.title;
    presence = '';
    typing = '';
    look();
    // A stream that was open before has told its numbers already.
    if (told) compare();
  }
  nudge();
  awake();
};

document.addEventListener('htmx:after:swap', (event) => {
  const target = event.detail?.ctx?.target;
  // The page's own title comes in after the swap.
  if (target === document.body || target?.id === 'main') setTimeout(() => { settle(target === document.body); });
});

// --- the screen ----------------------------------------------------------------------------------
/** @type {WakeLockSentinel | null} */
let lock = null;

const wanted = () => {
  const place = document.querySelector('[data-awake]');
  const box = /** @type {HTMLInputElement} */ (place?.querySelector('input'));
  return Boolean(place) && (!box || box.checked);
};

/** Keep the screen on while a match is open. Browsers allow it on https and localhost only: say so. */
const awake = async () => {
  const place = document.querySelector('[data-awake]');
  if (place?.dataset.textCannot) {
    place.hidden = false;
    if (!('wakeLock' in navigator)) place.textContent = place.dataset.textCannot;
  }
  try {
    if (wanted() && document.visibilityState === 'visible') lock ??= await navigator.wakeLock?.request('screen');
    else if (lock) { await lock.release(); lock = null; }
  } catch { lock = null; }
  lock?.addEventListener?.('release', () => { lock = null; }, { once: true });
};
document.addEventListener('visibilitychange', awake);
document.addEventListener('change', ({ target }) => { if (target instanceof Element && target.closest('[data-awake]')) awake(); });

settle(true);

// --- the end of a round ----------------------------------------------------------------------------
// Loaded once the page is there.
const later = () => { setTimeout(() => import('./ended.js')); };
if (document.readyState === 'complete') later();
else window.addEventListener('load', later);
