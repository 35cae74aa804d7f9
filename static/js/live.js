/** The match's stream: numbers come in, what changed is fetched. And what follows from it on this
 *  phone: a nudge when its own hand is missing, and a screen that stays on. */

const SILENCE_MS = 40000;
const LOOK_MS = 5000;

let presence = null;
let heard = Date.now();

const say = (name) => document.body.dispatchEvent(new CustomEvent(name, { bubbles: true }));
const stream = () => document.getElementById('live');

// --- the stream ----------------------------------------------------------------------------------
document.addEventListener('beat', (event) => {
  heard = Date.now();
  say('connected');
  const [version, here] = String(event.detail.data).split('.').map(Number);
  const main = document.getElementById('main');
  if (main?.dataset.version && version > Number(main.dataset.version)) {
    main.dataset.version = version;
    say('changed');
  }
  if (here !== presence) {
    presence = here;
    say('presence');
  }
});

/** A stream that says nothing is dead, whatever the browser thinks; one that never began is begun. */
const look = () => {
  const live = stream();
  if (!live || document.visibilityState !== 'visible') return;
  if (!live._htmx?.sse) window.htmx?.trigger(live, 'reopen');
  else if (Date.now() - heard > SILENCE_MS) {
    heard = Date.now();
    live._htmx.sse.reader?.cancel();
  }
};
setInterval(look, LOOK_MS);
window.addEventListener('online', look);
document.addEventListener('visibilitychange', look);
document.addEventListener('htmx:sse:error', () => say('disconnected'));

// --- the nudge -----------------------------------------------------------------------------------
const title = { plain: document.title };

const once = (key) => {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, '1');
  } catch { /* without a memory it nudges again */ }
  return true;
};

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
  act.querySelector('a').click();
};

const settle = (fresh) => {
  if (fresh) {
    title.plain = document.title;
    presence = null;
    // A stream that is open has told its numbers already; any other will.
    if (stream()?._htmx?.sse) say('presence');
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
let lock = null;

const wanted = () => {
  const place = document.querySelector('[data-awake]');
  const box = place?.querySelector('input');
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
document.addEventListener('change', (event) => { if (event.target.closest?.('[data-awake]')) awake(); });

settle(true);
// htmx starts by a timer and may have looked at the page before the extension had come. Behind the load event both are
// there, and a stream that htmx has seen to is left alone: it must not be opened twice.
window.addEventListener('load', () => setTimeout(() => {
  const live = stream();
  if (live && !live.dataset.htmxPowered) window.htmx?.process(live);
}));
