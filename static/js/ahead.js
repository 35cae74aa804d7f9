/** The sheets of the others, which came with the page: one can go on to them without a connection. */

import { newId } from './drafts.js';
import { outbox } from './outbox.js';

/** Whether it is known that nothing can be sent now. */
export const offline = () => !navigator.onLine || document.documentElement.hasAttribute('data-unreached');

const sheets = () => /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll('template[data-sheet]'));

/** @param {string} url */
const templateOf = (url) => [...sheets()].find((sheet) => sheet.dataset.sheet === url);

/** The next sheet that nobody has filled in here yet. */
export const following = () => [...sheets()].map((sheet) => sheet.dataset.sheet).find((url) => !outbox.read(url)) ?? '';

/** Show another sheet instead of this one; false if it did not come with the page. @param {string} url */
export const turnTo = (url) => {
  const here = /** @type {import('./entry.js').Sheet} */ (document.querySelector('.entering'));
  const template = templateOf(url);
  if (!here || !template) return false;
  const sheet = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
  const left = /** @type {HTMLTemplateElement} */ (templateOf(here.url) ?? document.createElement('template'));
  left.dataset.sheet = here.url;
  left.innerHTML = here.asItCame;
  template.remove();
  here.after(sheet);
  here.parentElement.after(left);
  here.remove();
  const id = /** @type {HTMLInputElement} */ (sheet.querySelector('[name=client_id]'));
  id.value = newId();
  window.htmx.process(sheet);
  document.title = sheet.dataset.title;
  history.replaceState(history.state, '', url);
  document.getElementById('main').focus({ preventScroll: true });
  window.scrollTo(0, 0);
  return true;
};

/** @param {Element} link */
const turnBy = (link) => turnTo(new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname);

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a.turn');
  if (!link || !offline() || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !turnBy(link)) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

document.addEventListener('htmx:error', (event) => {
  const source = event.detail?.ctx?.sourceElement;
  if (source?.matches?.('a.turn')) turnBy(source);
});

/** What has arrived stands there now: the sheet that came before is out of date. */
document.addEventListener('arrived', (event) => { templateOf(event.detail.url)?.remove(); });
