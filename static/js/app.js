/** What every page shares: the phone's own time zone, the offline banner, the way back after a form,
 *  focus after a page change, the story of a cell in a sheet, sharing. Each page works without any of it. */

const TOAST_MS = 10000;
/** Where a message has a line of its own, it covers nothing and may stay. */
const LINE_MS = 60000;
const AGAIN_MS = 2000;
const HOVERS = matchMedia('(hover: hover)');
const DONE_MS = 3000;
const LEAVING_MS = 5000;

// --- times ---------------------------------------------------------------------------------------
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  date: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
  daytime: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
};

/** The server writes every day and time as the clock of this phone shows it: it has to know where that is. What it
 *  wrote before it knew is put right here, once. */
const tellZone = () => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split('; ').includes(`zone=${zone}`)) return;
  const safe = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: over plain http there is no other way.
  document.cookie = `zone=${zone}; path=/; max-age=34560000; samesite=lax${safe}`;
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-when]'))) {
    const at = new Date(time.dateTime);
    const style = { ...STYLES[time.dataset.when] };
    if (style.month && !style.hour && at.getFullYear() !== new Date().getFullYear()) style.year = 'numeric';
    const { lang } = document.documentElement;
    const parts = new Intl.DateTimeFormat(lang, { ...style, hourCycle: 'h23' }).formatToParts(at);
    // In French the first of a month is "1er", which browsers do not write.
    const first = lang === 'fr' && style.day && at.getDate() === 1;
    time.textContent = parts.map(({ type, value }) => first && type === 'day' ? '1er' : value).join('');
  }
};

// --- no connection -------------------------------------------------------------------------------
/** @param {boolean} is */
const offline = (is) => {
  const banner = document.getElementById('offline');
  // A stream that is still open says nothing about the next request: the browser's own word counts.
  if (banner) banner.hidden = !is && navigator.onLine;
};

/** Whether the last request found nobody; a stream that ended says less. @param {boolean} is */
const unreached = (is) => {
  document.documentElement.toggleAttribute('data-unreached', is);
  offline(is);
};

/** While a page is being left Firefox cuts off what it was fetching: that is no lost connection. Where it is not left
 *  after all, for what is behind the link is saved as a file, errors count again soon. */
let leaving = 0;
window.addEventListener('beforeunload', () => { leaving = Date.now(); });
const stays = () => Date.now() - leaving > LEAVING_MS;

document.addEventListener('htmx:error', () => { if (stays()) unreached(true); });
document.addEventListener('htmx:after:request', () => { unreached(false); });
document.addEventListener('arrived', () => { unreached(false); });
document.addEventListener('connected', () => { unreached(false); });
document.addEventListener('disconnected', () => { if (stays()) offline(true); });
// A phone that was put out of the match, or whose match was deleted, sees so, instead of a pad that stands still.
document.addEventListener('htmx:response:error', (event) => {
  const { ctx } = event.detail;
  if ([404, 410].includes(ctx.response.status) && ctx.sourceElement?.id === 'main') location.reload();
});
window.addEventListener('offline', () => offline(true));
window.addEventListener('online', () => { unreached(false); wake(); });

// --- coming back ---------------------------------------------------------------------------------
/** A phone that slept fetches what it missed. */
const wake = () => {
  if (document.visibilityState === 'visible') document.body.dispatchEvent(new CustomEvent('wake'));
};
document.addEventListener('visibilitychange', wake);
window.addEventListener('pageshow', (event) => {
  leaving = 0;
  if (event.persisted) wake();
});

// --- the way back --------------------------------------------------------------------------------
/** What a form leads to takes the place of its page: the way back is where one came from, not a form that was sent. */
document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
  const sent = ctx.sourceElement.matches('form[method=post]') && ctx.target === document.body;
  if (sent && ctx.push == null && ctx.replace == null) ctx.replace = 'true';
});

/** And if that is where one came from, the way back has it once. Where browsers do not tell, it stays there twice. */
let stepping = false;
document.addEventListener('htmx:after:history:replace', () => {
  const entries = window.navigation?.entries() ?? [];
  const before = entries[(window.navigation?.currentEntry.index ?? 0) - 1];
  if (!before?.sameDocument || before.url !== location.href) return;
  stepping = true;
  history.back();
});
document.addEventListener('htmx:before:history:restore', (event) => {
  if (stepping) event.preventDefault();
  stepping = false;
});

// --- after a page came in ------------------------------------------------------------------------
/** Not while somebody is at its button. @param {Element} toast */
const leave = (toast) => {
  if (toast.matches(HOVERS.matches ? ':hover, :focus-within' : ':focus-within')) setTimeout(leave, AGAIN_MS, toast);
  else toast.remove();
};

const toasts = () => {
  for (const toast of document.querySelectorAll('.toast:not(.alert)')) {
    setTimeout(leave, toast.closest('.said') ? LINE_MS : TOAST_MS, toast);
  }
};

/** What its button would take back is not the last thing any more: that message has done its job. */
const outdated = () => {
  const last = /** @type {HTMLInputElement} */ (document.querySelector('#pad-head [name=version]'));
  for (const toast of document.querySelectorAll('.said form.toast')) {
    if (/** @type {HTMLInputElement} */ (toast.querySelector('[name=version]')).value !== last?.value) toast.remove();
  }
};

/** Where there is room the chart is open at first; whoever closes it is not asked again. */
const charts = new WeakSet();
const WIDE = matchMedia('(min-width: 56.25rem)');

const arrived = (root = document) => {
  const chart = /** @type {HTMLDetailsElement} */ (root.querySelector('details:has(.chart)'));
  if (chart && !charts.has(chart)) {
    charts.add(chart);
    chart.open = WIDE.matches;
  }
  for (const button of root.querySelectorAll('[data-share]')) button.hidden = false;
};

document.addEventListener('htmx:after:swap', (event) => {
  const target = event.detail?.ctx?.target;
  arrived();
  if (target !== document.body) { outdated(); return; }
  toasts();
  const alert = document.querySelector('#errors, [role=alert]');
  const wanted = document.querySelector('[autofocus]');
  if (wanted) { wanted.focus(); return; }
  const place = alert ?? document.getElementById('main');
  if (alert) alert.tabIndex = -1;
  place?.focus({ preventScroll: !alert });
  if (!alert) window.scrollTo(0, 0);
});

// --- what comes next -----------------------------------------------------------------------------
/** The files of the page that comes next, once this one is there. */
const ahead = () => {
  for (const url of document.querySelector('[data-ahead]')?.dataset.ahead.split(/\s+/) ?? []) {
    if (document.head.querySelector(`link[href="${url}"]`)) continue;
    const kind = url.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' };
    document.head.append(Object.assign(document.createElement('link'), kind, { href: url }));
  }
};
if (document.readyState === 'complete') setTimeout(ahead);
else window.addEventListener('load', () => setTimeout(ahead));
document.addEventListener('htmx:after:swap', (event) => { if (event.detail?.ctx?.target === document.body) ahead(); });

// --- the story of a cell, over the pad -----------------------------------------------------------
document.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement} */ (/** @type {Element} */ (event.target).closest?.('a.cell:not(.wait)'));
  const sheet = /** @type {HTMLDialogElement} */ (document.getElementById('cell'));
  if (!link || !sheet?.showModal || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  event.stopPropagation();
  window.htmx.ajax('GET', link.href, { source: sheet, target: '#cell-story', select: '#story', swap: 'innerHTML', push: 'false' })
    .then(() => { if (!sheet.open && sheet.querySelector('#story')) sheet.showModal(); });
}, { capture: true });

// What the pad asks rises over it, once. Without a script it lies there open.
const rise = () => {
  const asks = /** @type {HTMLDialogElement} */ (document.querySelector('dialog[data-asks][open]:not(:modal)'));
  if (!asks?.showModal) return;
  asks.open = false;
  asks.showModal();
};
rise();
document.addEventListener('htmx:after:swap', rise);

// A link that has its page's essence in a dialog beside it opens that.
document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[data-dialog]');
  const dialog = /** @type {HTMLDialogElement} */ (link && document.getElementById(link.dataset.dialog));
  if (!dialog?.showModal || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  event.stopPropagation();
  dialog.showModal();
}, { capture: true });

document.addEventListener('click', (event) => {
  const sheet = /** @type {HTMLDialogElement} */ (event.target);
  if (sheet.matches?.('dialog.sheet-up')) sheet.close();
  const closed = sheet.closest?.('[data-closes]')?.closest('dialog');
  if (closed instanceof HTMLDialogElement) closed.close();
});

// --- sharing -------------------------------------------------------------------------------------
document.addEventListener('click', async (event) => {
  const button = /** @type {Element} */ (event.target).closest?.('[data-share]');
  if (!button) return;
  const field = /** @type {HTMLInputElement} */ (document.querySelector(button.dataset.share));
  const label = button.lastChild;
  const before = label.textContent;
  let said = '';
  try {
    if (navigator.share) await navigator.share({ text: field.value });
    else if (navigator.clipboard) { await navigator.clipboard.writeText(field.value); said = button.dataset.textDone; }
    else { field.select(); said = document.execCommand('copy') ? button.dataset.textDone : button.dataset.textSelect; }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    field.select();
    said = button.dataset.textSelect;
  }
  if (!said) return;
  label.textContent = said;
  setTimeout(() => { label.textContent = before; }, DONE_MS);
});

// --- what plain http lacks -----------------------------------------------------------------------
/** Say, once on a page, what a browser keeps for https, and where it is told how to get that. */
const lacking = () => {
  if (isSecureContext) return;
  const said = new Set();
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-plain]'))) {
    each.hidden = said.has(each.dataset.plain);
    said.add(each.dataset.plain);
  }
};
lacking();
document.addEventListener('htmx:after:swap', lacking);

// --- printing ------------------------------------------------------------------------------------
/** A link to `#print` asks for the page on paper. */
if (location.hash === '#print') {
  history.replaceState(history.state, '', location.pathname + location.search);
  window.addEventListener('load', () => window.print());
}

// --- names ---------------------------------------------------------------------------------------
/** Enter goes to the next name, and behind the last one to a new row. */
document.addEventListener('keydown', (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== 'Enter' || !field.matches?.('input[name=name][id^=name-]')) return;
  event.preventDefault();
  const names = [...field.form.querySelectorAll('input[name=name]')];
  const next = names[names.indexOf(field) + 1];
  if (next) next.focus();
  else if (field.value.trim()) field.form.querySelector('button[value=more]:not(.vh)')?.click();
});

// --- numbers -------------------------------------------------------------------------------------
/** One more or one less, as the buttons beside a number say. */
document.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest?.('[data-step]'));
  const field = /** @type {HTMLInputElement} */ (button && document.getElementById(button.dataset.of));
  if (!field) return;
  const wanted = (Number(field.value.replace('−', '-')) || 0) + Number(button.dataset.step);
  if ((field.min && wanted < Number(field.min)) || (field.max && wanted > Number(field.max))) return;
  field.value = String(wanted).replace('-', '−');
  field.dispatchEvent(new Event('change', { bubbles: true }));
});

tellZone();
arrived();
toasts();
