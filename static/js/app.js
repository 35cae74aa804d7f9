/** What every page shares: times in the phone's own zone, the offline banner and the retry that goes
 *  with it, focus after a page change, the story of a cell in a sheet, sharing. Each page works
 *  without any of it. */

const RETRY_MS = 4000;
const TOAST_MS = 10000;
const DONE_MS = 3000;
const STYLES = {
  date: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
  daytime: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
};

// --- times ---------------------------------------------------------------------------------------
/** The phone's own way of writing times, as long as it is in the language of the page. */
const tongue = () => {
  const page = document.documentElement.lang;
  return navigator.languages.find((one) => one.split('-')[0] === page) ?? page;
};

const localTimes = (root = document) => {
  for (const time of root.querySelectorAll('time[data-when]')) {
    const at = new Date(time.dateTime);
    const style = { ...STYLES[time.dataset.when] };
    if (time.dataset.when === 'date' && at.getFullYear() !== new Date().getFullYear()) style.year = 'numeric';
    if (!Number.isNaN(at.getTime())) time.textContent = new Intl.DateTimeFormat(tongue(), style).format(at);
  }
};

// --- no connection -------------------------------------------------------------------------------
let waiting = null;
let timer = 0;

const offline = (is) => {
  const banner = document.getElementById('offline');
  // A stream that is still open says nothing about the next request: the browser's own word counts.
  if (banner) banner.hidden = !is && navigator.onLine;
};

/** A form that could not be sent stays on the page and is sent again, with the same client id. */
const sendAgain = () => {
  clearTimeout(timer);
  if (waiting?.isConnected) waiting.requestSubmit(waiting.querySelector('[data-save]'));
  else waiting = null;
};

document.addEventListener('htmx:error', (event) => {
  const form = event.detail?.ctx?.sourceElement;
  offline(true);
  if (form?.matches?.('form[data-retry]')) {
    waiting = form;
    clearTimeout(timer);
    timer = setTimeout(sendAgain, RETRY_MS);
  }
});
document.addEventListener('htmx:after:request', () => { offline(false); });
document.addEventListener('connected', () => { offline(false); });
document.addEventListener('disconnected', () => { offline(true); });
document.addEventListener('input', () => { waiting = null; });
document.addEventListener('handchange', () => { waiting = null; });
// A phone that was put out of the match sees so, instead of a pad that stands still.
document.addEventListener('htmx:response:error', (event) => {
  const { ctx } = event.detail;
  if (ctx.response.status === 404 && ctx.sourceElement?.id === 'main') location.reload();
});
window.addEventListener('offline', () => offline(true));
window.addEventListener('online', () => { offline(false); if (waiting) sendAgain(); wake(); });

// --- coming back ---------------------------------------------------------------------------------
/** A phone that slept fetches what it missed. */
const wake = () => {
  if (document.visibilityState === 'visible') document.body.dispatchEvent(new CustomEvent('wake'));
};
document.addEventListener('visibilitychange', wake);
window.addEventListener('pageshow', (event) => { if (event.persisted) wake(); });

// --- after a page came in ------------------------------------------------------------------------
const toasts = () => {
  for (const toast of document.querySelectorAll('.toast:not(.alert)')) setTimeout(() => toast.remove(), TOAST_MS);
};

/** Where there is room the chart is open at first; whoever closes it is not asked again. */
const charts = new WeakSet();
const WIDE = matchMedia('(min-width: 56.25rem)');

const arrived = (root) => {
  const chart = root.querySelector('details:has(.chart)');
  if (chart && !charts.has(chart)) {
    charts.add(chart);
    chart.open = WIDE.matches;
  }
  localTimes(root);
  for (const button of root.querySelectorAll('[data-share]')) button.hidden = false;
};

document.addEventListener('htmx:after:swap', (event) => {
  const target = event.detail?.ctx?.target;
  arrived(document);
  if (target !== document.body) return;
  toasts();
  const alert = document.querySelector('#errors, [role=alert]');
  const wanted = document.querySelector('[autofocus]');
  if (wanted) { wanted.focus(); return; }
  const place = alert ?? document.getElementById('main');
  if (alert) alert.tabIndex = -1;
  place?.focus({ preventScroll: !alert });
  if (!alert) window.scrollTo(0, 0);
});

// --- the story of a cell, over the pad -----------------------------------------------------------
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a.cell:not(.wait)');
  const sheet = document.getElementById('cell');
  if (!link || !sheet?.showModal || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  event.stopPropagation();
  window.htmx.ajax('GET', link.href, { source: sheet, target: '#cell-story', select: '#story', swap: 'innerHTML', push: 'false' })
    .then(() => { if (!sheet.open && sheet.querySelector('#story')) sheet.showModal(); });
}, { capture: true });

// A link that has its page's essence in a dialog beside it opens that.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-dialog]');
  const dialog = link && document.getElementById(link.dataset.dialog);
  if (!dialog?.showModal || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  event.stopPropagation();
  dialog.showModal();
}, { capture: true });

document.addEventListener('click', (event) => {
  if (event.target.matches?.('dialog.sheet-up')) event.target.close();
});

// --- sharing -------------------------------------------------------------------------------------
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-share]');
  if (!button) return;
  const field = document.querySelector(button.dataset.share);
  const label = button.lastChild;
  const before = label.textContent;
  let said = '';
  try {
    if (navigator.share) await navigator.share({ text: field.value });
    else if (navigator.clipboard) { await navigator.clipboard.writeText(field.value); said = button.dataset.textDone; }
    else { field.select(); said = document.execCommand('copy') ? button.dataset.textDone : button.dataset.textSelect; }
  } catch (error) {
    if (error.name === 'AbortError') return;
    field.select();
    said = button.dataset.textSelect;
  }
  if (!said) return;
  label.textContent = said;
  setTimeout(() => { label.textContent = before; }, DONE_MS);
});

// --- names ---------------------------------------------------------------------------------------
/** Enter goes to the next name, and behind the last one to a new row. */
document.addEventListener('keydown', (event) => {
  const field = event.target;
  if (event.key !== 'Enter' || !field.matches?.('input[name=name][id^=name-]')) return;
  event.preventDefault();
  const names = [...field.form.querySelectorAll('input[name=name]')];
  const next = names[names.indexOf(field) + 1];
  if (next) next.focus();
  else if (field.value.trim()) field.form.querySelector('button[value=more]:not(.vh)')?.click();
});

arrived(document);
toasts();
