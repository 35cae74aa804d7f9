/** The draft of an entry sheet: what is typed there is kept until it is saved, or until a person gives it up. */

import { drafts, newId } from './drafts.js';
import { outbox } from './outbox.js';
import { shelf } from './shelf.js';

/** What stands in the other cells of the round, in words. @returns {Record<string, string>} */
const besideNow = () => JSON.parse(document.getElementById('sheet')?.dataset.round || '{}');

/** Whether what is typed is gone with this page. */
export const forgets = () => document.documentElement.hasAttribute('data-forgets');

/** @param {typeof import('./entry.js').Sheet} Sheet */
export const withDraft = (Sheet) => class extends Sheet {
  /** The number of what stood in the cell when typing began. */
  had = 0;

  /** @type {Record<string, string>} */
  beside = {};

  /** The number of what stands in the cell, as this page knows it. */
  get now() { return Number(this.dataset.now); }

  set now(number) { this.dataset.now = String(number); }

  get seen() { return this.field(`seen/${this.dataset.cell}`); }

  /** Whether the page shows what stands in the cell, and not what was sent and refused. */
  get fresh() { return 'fresh' in this.dataset; }

  /** What the page came with. @param {string} name */
  valueAtFirst(name) {
    const field = /** @type {unknown} */ (this.field(name));
    if (!(field instanceof RadioNodeList)) return /** @type {HTMLInputElement} */ (field).defaultValue;
    return /** @type {HTMLInputElement[]} */ ([...field]).find((one) => one.defaultChecked)?.value ?? '';
  }

  get closedAtFirst() { return Boolean(this.field('closed')?.defaultChecked); }

  /** @param {string} name */
  changedField(name) { return this.field(name).value !== this.valueAtFirst(name); }

  /** Whether anything differs from what the page came with. */
  get changedAtAll() {
    return this.closed !== this.closedAtFirst || this.fields.some((name) => this.changedField(name));
  }

  /** How hands of this game are entered on this phone: as `cards` or as a `number`. */
  get habit() { return shelf.get(`habit:${this.dataset.game}`)?.mode ?? 'cards'; }

  /** @param {string} mode */
  setMode(mode) {
    shelf.put(`habit:${this.dataset.game}`, { mode });
    super.setMode(mode);
  }

  restore() {
    const draft = drafts.read(this.url);
    this.from(Number(draft?.had ?? (this.fresh ? this.now : this.seen.value)));
    this.beside = draft?.beside ?? besideNow();
    if (draft) this.take(draft);
    this.dataset.mode = draft?.mode || (this.typed ? 'number' : this.field('cards')?.value ? 'cards' : this.habit);
    this.keep();
    return Boolean(draft);
  }

  /** What is saved here has seen that number of the cell; what others saved since is said above the keys. @param {number} had */
  from(had) {
    this.had = had;
    this.seen.value = String(had);
    const others = this.querySelector('#others');
    const url = `${others.getAttribute('hx-get').split('?')[0]}?seen=${had}`;
    others.setAttribute('hx-get', url);
    if (had !== this.now) window.htmx.ajax('GET', url, { source: others, target: others, swap: 'innerHTML', push: 'false' });
  }

  /** What was typed while the script was on its way is newer than the draft. @param {import('./drafts.js').Draft} draft */
  take(draft) {
    const early = this.changedAtAll;
    for (const name of this.fields) if (!this.changedField(name)) this.field(name).value = draft.fields[name] ?? '';
    const box = this.field('closed');
    if (box && draft.closed !== undefined && this.closed === this.closedAtFirst) box.checked = draft.closed;
    if (!early) this.field('client_id').value = draft.client_id || newId();
  }

  /** Keep what is typed, if that is anything. */
  keep() {
    if (this.fresh && !this.changedAtAll) { this.giveUp(); return; }
    drafts.write(this.url, {
      fields: Object.fromEntries(this.fields.map((name) => [name, this.field(name).value])),
      closed: this.closed === this.closedAtFirst ? undefined : this.closed,
      mode: this.dataset.mode,
      client_id: this.field('client_id').value,
      had: this.had,
      beside: this.beside,
      at: Date.now(),
    });
  }

  /** Nothing is typed here (any more): what stands there is what there is. */
  giveUp() {
    drafts.drop(this.url);
    this.beside = besideNow();
    if (this.had !== this.now) this.from(this.now);
  }

  /** What changed beside it has been said once somebody goes on typing. */
  changed() {
    this.field('client_id').value = newId();
    this.beside = besideNow();
    this.keep();
    super.changed();
  }

  /** What was saved here before has arrived; something else is typed meanwhile. @param {number} now */
  wentOut(now) {
    this.now = now;
    this.from(now);
    this.paint();
  }

  /** What became different while somebody typed, and what waits. */
  paintBeside() {
    const waits = outbox.read(this.url)?.fields.client_id === this.field('client_id').value;
    const now = besideNow();
    const news = Object.keys(this.beside).filter((cell) => cell !== this.dataset.cell && now[cell] !== this.beside[cell]);
    const text = [
      forgets() ? this.text('lost') : waits && !this.busy ? this.text('waits') : '',
      news.length ? this.text('beside', { what: news.map((cell) => now[cell]).join(', ') }) : '',
    ].filter(Boolean).join('. ');
    const line = this.at('beside');
    line.hidden = !text;
    if (line.textContent !== text) line.textContent = text;
  }
};
