/** Hands that were saved while there was no connection. The entry sheet keeps them with everything
 *  its form would send; they go out when the network is back, once, with the same client id. */

const EVERY_MS = 5000;

const drafts = () => {
  const found = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith('draft:')) continue;
      const draft = JSON.parse(localStorage.getItem(key));
      if (draft?.pending && draft.url) found.push([key, draft]);
    }
  } catch { /* nothing is kept where nothing can be kept */ }
  return found;
};

const keep = (key, draft) => {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch { /* as above */ }
};

const show = () => {
  const place = document.getElementById('outbox');
  const waiting = drafts().find(([, draft]) => draft.stuck && draft.url !== location.pathname);
  if (!place) return;
  place.hidden = !waiting;
  if (waiting) place.querySelector('a').href = waiting[1].url;
};

/** Send one hand. Saved: forget it. Refused, contradicted or asking back: a person has to look. */
const send = async ([key, draft]) => {
  const token = document.querySelector('input[name=csrf_token]')?.value ?? draft.fields.csrf_token;
  const body = new URLSearchParams({ ...draft.fields, csrf_token: token });
  const answer = await fetch(draft.url, { method: 'POST', body, credentials: 'same-origin' });
  if (answer.ok && answer.redirected) {
    keep(key, null);
    document.body.dispatchEvent(new CustomEvent('wake'));
  } else keep(key, { ...draft, stuck: true });
};

let busy = false;
const flush = async () => {
  if (busy || !navigator.onLine) return;
  busy = true;
  try {
    // The sheet that is open sends its own hand again.
    for (const entry of drafts()) if (!entry[1].stuck && entry[1].url !== location.pathname) await send(entry);
  } catch { /* still no connection: later */ }
  busy = false;
  show();
};

setInterval(flush, EVERY_MS);
window.addEventListener('online', flush);
document.addEventListener('htmx:after:swap', show);
flush();
