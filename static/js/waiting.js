/** What waits on this phone, on every page: a banner, and the list behind it with what a person can do about each. */

import { drafts } from './drafts.js';
import { look, outbox } from './outbox.js';

const SURE_MS = 5000;

/** @param {string | undefined} text @param {string} what */
const fill = (text, what) => (text ?? '').replace('%(what)s', what);

/** What its own page is sending just now does not wait yet. */
const waiting = () => outbox.all().filter((one) => one.stuck || one.resting < Date.now());

/** @param {HTMLTemplateElement} template @param {import('./outbox.js').Waiting} one @param {number} at */
const row = (template, one, at) => {
  const item = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
  item.dataset.url = one.url;
  item.querySelector('[data-what]').textContent = one.title;
  item.querySelector('[data-value]').textContent = one.value;
  item.querySelector('[data-why]').textContent = one.said || template.getAttribute(`data-why-${one.stuck || 'waits'}`);
  const copied = /** @type {HTMLInputElement} */ (item.querySelector('input'));
  copied.value = (template.dataset.copy ?? '').replace('%(label)s', () => one.title).replace('%(value)s', () => one.value);
  copied.id = `waits-${at}`;
  item.querySelector('[data-share]').dataset.share = `#${copied.id}`;
  item.querySelector('[data-look]').hidden = !one.stuck || one.stuck === 'gone';
  return item;
};

const show = () => {
  const all = waiting();
  const page = /** @type {HTMLTemplateElement} */ (document.getElementById('waits'));
  if (all.length && !document.getElementById('outbox')) page.after(page.content.cloneNode(true));
  const [banner, dialog] = [document.getElementById('outbox'), /** @type {HTMLDialogElement} */ (document.getElementById('waiting'))];
  if (!banner) return;
  const stuck = all.filter((one) => one.stuck);
  const what = all.length === 1 ? all[0].title : fill(banner.dataset.many, String(all.length));
  banner.hidden = !all.length;
  banner.querySelector('[data-said]').textContent = fill(stuck.length ? banner.dataset.stuck : banner.dataset.waits, what);
  const template = /** @type {HTMLTemplateElement} */ (dialog.querySelector('template'));
  dialog.querySelector('ul').replaceChildren(...all.map((one, at) => row(template, one, at)));
  if (!all.length && dialog.open) dialog.close();
};

/** Forget it, on the second tap. @param {HTMLElement} button @param {string} url */
const forget = (button, url) => {
  if ('sure' in button.dataset) {
    drafts.drop(url);
    outbox.drop(url);
    return;
  }
  const before = button.textContent;
  button.dataset.sure = '';
  button.textContent = button.dataset.textSure;
  setTimeout(() => { delete button.dataset.sure; button.textContent = before; }, SURE_MS);
};

document.addEventListener('click', (event) => {
  const button = /** @type {Element} */ (event.target).closest?.('#outbox button, #waiting li button');
  if (!button) return;
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('waiting'));
  const [one, ...others] = waiting();
  if (button.closest('#outbox')) {
    if (one?.stuck && one.stuck !== 'gone' && !others.length) look(one);
    else dialog.showModal();
    return;
  }
  const url = button.closest('li').dataset.url;
  if ('look' in button.dataset) look(outbox.read(url));
  else if ('drop' in button.dataset) forget(button, url);
});

/** What has arrived is said, as after a save. */
document.addEventListener('arrived', (event) => {
  const toast = document.createElement('p');
  toast.className = 'toast';
  toast.append(Object.assign(document.createElement('span'), { className: 'grow', textContent: event.detail.saved }));
  document.getElementById('notice')?.append(toast);
  setTimeout(() => toast.remove(), SURE_MS);
});

document.addEventListener('outbox', show);
document.addEventListener('htmx:after:swap', show);
setInterval(show, SURE_MS);
show();
