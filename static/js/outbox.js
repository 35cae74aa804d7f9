/** Hands that were saved and have not arrived yet: a list, oldest first, one for each sheet. Each goes out once, with the
 *  client id that it was saved with, from one page of this phone at a time; the server knows that id, so a hand whose
 *  answer was lost is not written again. What cannot be sent stays until a person has decided. */

import { drafts, newId } from './drafts.js';
import { shelf } from './shelf.js';

const EVERY_MS = 5000;
const REST_MS = 10000;
const PATIENCE_MS = 20000;
const LEASE_MS = 30000;
const LEASE = 'outbox-lease';
/** A form whose hand waits here until it has arrived: a sheet, or the page with two values for one. */
const SHEET = 'form[action$="/edit"]';

/** `title`, `value`: whose, and what, in words; `resting`: until then its own page is sending it; `stuck`: why a person
 *  has to look at it, `said` by the server.
 *  @typedef {{ url: string, fields: Record<string, any>, title: string, value: string, at: number, resting: number,
 *    stuck?: '' | 'gone' | 'refused' | 'two' | 'asks', said?: string }} Waiting */

export const outbox = {
  /** @returns {Waiting[]} */
  all() {
    return shelf.keys('waits:').map((key) => shelf.get(key)).filter(Boolean).sort((one, other) => one.at - other.at);
  },
  /** @param {string} url @returns {Waiting | null} */
  read(url) { return shelf.get(`waits:${url}`); },
  /** Whether it is kept. @param {string} url @param {Partial<Waiting>} news */
  put(url, news) {
    const newest = outbox.all().at(-1)?.at ?? 0;
    const kept = shelf.put(`waits:${url}`, { at: Math.max(Date.now(), newest + 1), url, ...outbox.read(url), ...news });
    changed();
    return kept;
  },
  /** @param {string} url */
  drop(url) {
    shelf.drop(`waits:${url}`);
    changed();
  },
  /** Take what a form would send. @param {HTMLFormElement} form @param {number} resting @param {HTMLElement} [submitter] */
  take(form, resting, submitter) {
    const { title, value } = form.dataset;
    const said = title ? { title, value } : {};
    const fields = Object.fromEntries(new FormData(form, submitter));
    return outbox.put(form.getAttribute('action'), { fields, resting, stuck: '', ...said });
  },
};

const changed = () => document.dispatchEvent(new CustomEvent('outbox'));

// --- sending -------------------------------------------------------------------------------------
/** Not now, but it may be taken later. @param {number} status */
const later = (status) => status >= 500 || status === 429 || status === 408;
/** This phone is out of the match, or the match was deleted. @param {number} status */
const lost = (status) => status === 404 || status === 410;

/** @param {Waiting} waiting @param {string} token */
const post = (waiting, token) => fetch(waiting.url, {
  method: 'POST',
  body: new URLSearchParams({ ...waiting.fields, csrf_token: token }),
  headers: { Accept: 'application/json' },
  mode: 'same-origin',
  signal: AbortSignal.timeout(PATIENCE_MS),
});

/** The token of a page. @param {Document} page */
const tokenIn = (page) => /** @type {HTMLInputElement} */ (page.querySelector('input[name=csrf_token]'))?.value;

/** Send it with the token of the sheet as it is now, if there is such a sheet. @param {Waiting} waiting */
const postAnew = async (waiting) => {
  const page = await fetch(waiting.url, { mode: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MS) });
  return page.ok ? post(waiting, tokenIn(new DOMParser().parseFromString(await page.text(), 'text/html')) ?? '') : page;
};

/** Send one hand. Raises when it has to wait on. @param {Waiting} waiting */
const send = async (waiting) => {
  let answer = await post(waiting, tokenIn(document) ?? waiting.fields.csrf_token);
  if (answer.status === 400) answer = await postAnew(waiting);
  const told = await answer.json().catch(() => /** @type {any} */ (null));
  // Saved again meanwhile, with something else in it: that comes next.
  if (outbox.read(waiting.url)?.fields.client_id !== waiting.fields.client_id) return;
  if (told?.saved) arrive(waiting, told);
  else if (told) stop(waiting, told.two ? 'two' : told.asks ? 'asks' : lost(answer.status) ? 'gone' : 'refused', told.said);
  else if (answer.ok || later(answer.status)) throw new Error('not now');
  else stop(waiting, lost(answer.status) ? 'gone' : 'refused');
};

/** The form of that hand, if its page is open and nothing was changed there since. @param {Waiting} waiting */
const openForm = ({ url, fields }) => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector(SHEET));
  const id = /** @type {HTMLInputElement} */ (form?.querySelector('[name=client_id]'));
  return form?.getAttribute('action') === url && id?.value === fields.client_id ? form : null;
};

/** @param {Waiting} waiting @param {{ saved: string, next: string, now: number }} told */
const arrive = (waiting, told) => {
  const open = openForm(waiting);
  outbox.drop(waiting.url);
  drafts.arrived(waiting.url, waiting.fields.client_id, told.now);
  document.dispatchEvent(new CustomEvent('arrived', { detail: { url: waiting.url, ...told } }));
  document.body.dispatchEvent(new CustomEvent('wake'));
  if (open) window.htmx.ajax('GET', told.next, { target: document.body, replace: 'true' });
};

/** @param {Waiting} waiting @param {Waiting['stuck']} stuck @param {string} [said] */
const stop = (waiting, stuck, said) => {
  const open = openForm(waiting);
  outbox.put(waiting.url, { stuck, said });
  if (open && stuck !== 'gone') look(waiting);
};

/** Send a hand as a page does, and show what the server answers: two values, what would change, what is wrong.
 *  @param {Waiting} waiting */
export const look = ({ url, fields }) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.setAttribute('hx-status:5xx', 'swap:none');
  const all = { ...fields, csrf_token: tokenIn(document) ?? fields.csrf_token };
  for (const [name, value] of Object.entries(all)) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.getElementById('main').append(form);
  form.addEventListener('unsent', () => form.remove());
  window.htmx.process(form);
  form.requestSubmit();
};

// --- one page at a time --------------------------------------------------------------------------
/** Browsers lock over https only. Elsewhere a page says that it is at work, and looks whether it was heard.
 *  @param {string} me */
const lease = async (me) => {
  const left = shelf.get(LEASE)?.until - Date.now();
  if (left > 0 && left <= LEASE_MS && shelf.get(LEASE).me !== me) return false;
  shelf.put(LEASE, { me, until: Date.now() + LEASE_MS });
  await new Promise((done) => { setTimeout(done, 50); });
  return shelf.get(LEASE)?.me === me;
};

const ready = () => outbox.all().filter((waiting) => !waiting.stuck && waiting.resting < Date.now());

/** @param {() => Promise<boolean>} mine */
const sendAll = async (mine) => {
  try {
    for (const waiting of ready()) if (await mine()) await send(waiting); else return;
  } catch { /* still no connection: later, and in their order */ }
};

let busy = false;
export const flush = async () => {
  shelf.again();
  if (busy || !navigator.onLine || !ready().length) return;
  busy = true;
  const me = newId();
  if (navigator.locks) await navigator.locks.request('outbox', { ifAvailable: true }, async (lock) => { if (lock) await sendAll(async () => true); });
  else await sendAll(() => lease(me)).finally(() => { if (shelf.get(LEASE)?.me === me) shelf.drop(LEASE); });
  busy = false;
};

// --- forms ---------------------------------------------------------------------------------------
/** What a form sends is kept before it is sent. */
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches(SHEET)) outbox.take(form, Date.now() + REST_MS, event.submitter);
});

/** @param {HTMLElement} form */
const unsent = (form) => {
  outbox.put(form.getAttribute('action'), { resting: 0 });
  form.dispatchEvent(new CustomEvent('unsent', { bubbles: true }));
};

document.addEventListener('htmx:error', (event) => {
  const ctx = event.detail?.ctx;
  if (ctx?.sourceElement?.matches?.(SHEET) && !ctx.response) unsent(ctx.sourceElement);
});

document.addEventListener('htmx:after:request', (event) => {
  const { sourceElement: form, response, text } = event.detail.ctx;
  if (!form?.matches?.(SHEET)) return;
  const url = form.getAttribute('action');
  if (response.raw.redirected) {
    outbox.drop(url);
    drafts.drop(url);
  } else if (later(response.status)) unsent(form);
  else if (lost(response.status)) outbox.put(url, { stuck: 'gone' });
  else if (response.status === 400) outbox.put(url, { resting: 0 });
  else if (response.status === 409 && text.includes('class="versus"')) outbox.put(url, { stuck: 'two' });
  // Somebody looks at it now, and it is still typed there.
  else outbox.drop(url);
});

/** Whoever keeps what another phone saved lets go of what was typed here. */
document.addEventListener('click', (event) => {
  const url = /** @type {Element} */ (event.target).closest?.('[data-forget]')?.dataset.forget;
  if (!url) return;
  drafts.drop(url);
  outbox.drop(url);
}, { capture: true });

/** What was refused to a phone that had lost its way may go now. */
for (const waiting of outbox.all()) if (waiting.stuck === 'gone') outbox.put(waiting.url, { stuck: '' });
setInterval(flush, EVERY_MS);
window.addEventListener('online', flush);
document.addEventListener('connected', flush);
window.addEventListener('storage', changed);
document.addEventListener('visibilitychange', flush);
drafts.sweep();
flush();
