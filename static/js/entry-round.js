/** The page for a whole round: a line a person, and one save for all. What is typed there is kept line by line, so a line
 *  that nobody touched shows what other phones wrote in it. */

import { drafts, newId } from './drafts.js';
import { withDraft } from './entry-draft.js';
import { Sheet } from './entry.js';

/** @param {HTMLInputElement} input */
const said = (input) => (input.type === 'checkbox' ? (input.checked ? '1' : '') : input.value);

/** What the page came with. @param {HTMLInputElement} input */
const saidFirst = (input) => (input.type === 'checkbox' ? (input.defaultChecked ? '1' : '') : input.defaultValue);

/** @param {HTMLInputElement} input @param {string} value */
const fill = (input, value) => {
  if (input.type === 'checkbox') input.checked = value === '1';
  else input.value = value;
};

/** @param {HTMLInputElement} input */
const isFlag = (input) => input.name.startsWith('closed/');

/** The cell whose number that field has. @param {HTMLInputElement} seen */
const cellOf = (seen) => seen.name.slice('seen/'.length);

class RoundEntry extends withDraft(Sheet) {
  get lines() { return /** @type {HTMLElement[]} */ ([...this.querySelectorAll('.teller')]); }

  get inputs() { return /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll('.teller input:not([type=hidden])')]); }

  /** The numbers of what the page had seen, a field a cell. */
  get known() { return /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll('[name^="seen/"]')]); }

  /** What differs from the page as it came; all of it, when it came with what was refused. */
  get touched() { return this.inputs.filter((input) => !this.fresh || said(input) !== saidFirst(input)); }

  /** The field that says what was seen of an input's cell. @param {HTMLInputElement} input */
  seenOf(input) {
    return `seen/${isFlag(input) ? this.dataset.closer : input.closest('.teller').getAttribute('data-cell')}`;
  }

  /** @param {HTMLElement} line */
  fieldsOf(line) { return /** @type {HTMLInputElement[]} */ ([...line.querySelectorAll('[data-field]')]); }

  /** @param {HTMLElement} line */
  countOf(line) { return this.fieldsOf(line).reduce((sum, input) => sum + Number(said(input)), 0); }

  /** @param {HTMLElement} line */
  flagOf(line) { return /** @type {HTMLInputElement} */ (line.querySelector('[name^="closed/"]')); }

  get sum() { return this.lines.reduce((sum, line) => sum + this.countOf(line), 0); }

  /** Nothing is said of anybody, in a round of which this phone tells all. */
  get blank() { return 'whole' in this.dataset && !this.sum && !this.lines.some((line) => this.flagOf(line)?.checked); }

  /** Whoever ended the round did something in it. @param {HTMLElement} line */
  asks(line) { return Boolean(this.flagOf(line)?.checked) && !this.countOf(line); }

  /** What is wrong with a line stands in it. */
  get lacking() { return this.blank ? this.text('need') : this.lines.some((line) => this.asks(line)) ? this.text('which') : ''; }

  get lackingLabel() { return this.blank ? this.text('none') : this.text('save'); }

  sends() {}

  listen() {
    this.addEventListener('change', ({ target }) => this.touch(/** @type {HTMLInputElement} */ (target)), { signal: this.off.signal });
    super.listen();
  }

  /** One has the flag; what was counted is said. @param {HTMLInputElement} input */
  touch(input) {
    if (isFlag(input) && input.checked) this.only(input);
    if (input.type !== 'number') return;
    const { name } = /** @type {HTMLElement} */ (input.closest('.teller')).dataset;
    this.at('spoken').textContent = this.text('count', { name, n: input.value || '0' });
  }

  /** @param {HTMLInputElement} flag */
  only(flag) { for (const other of this.inputs.filter(isFlag)) other.checked = other === flag; }

  // --- the draft ---------------------------------------------------------------------------------
  restore() {
    const draft = drafts.read(this.url);
    const early = new Set(this.inputs.filter((input) => said(input) !== saidFirst(input)));
    for (const input of this.inputs) {
      const value = draft?.fields[input.name];
      if (value === undefined || early.has(input)) continue;
      fill(input, value);
      if (isFlag(input) && input.checked) this.only(input);
    }
    const had = /** @type {Record<string, number>} */ (Object(draft?.had));
    for (const seen of this.known) if (cellOf(seen) in had) seen.value = String(had[cellOf(seen)]);
    if (draft && !early.size) this.field('client_id').value = draft.client_id || newId();
    this.beside = draft?.beside ?? this.beside;
    this.keep();
    return Boolean(draft);
  }

  keep() {
    const { touched } = this;
    const cells = new Set(touched.map((input) => this.seenOf(input)));
    for (const seen of this.known) if (!cells.has(seen.name) && this.fresh) seen.value = seen.defaultValue;
    if (!touched.length) { drafts.drop(this.url); return; }
    drafts.write(this.url, {
      fields: Object.fromEntries(touched.map((input) => [input.name, said(input)])),
      client_id: this.field('client_id').value,
      had: Object.fromEntries(this.known.filter(({ name }) => cells.has(name)).map((seen) => [cellOf(seen), Number(seen.value)])),
      beside: this.beside,
      at: Date.now(),
    });
  }

  /** What was saved before has arrived; something else is typed meanwhile. @param {any} now */
  wentOut(now) {
    for (const seen of this.known) seen.value = seen.defaultValue = String(now[cellOf(seen)] ?? seen.value);
    this.keep();
    this.paint();
  }

  // --- what is on the screen ---------------------------------------------------------------------
  paint() {
    for (const line of this.lines) {
      const ask = /** @type {HTMLElement} */ (line.querySelector('[data-ask]'));
      ask.hidden = !this.asks(line);
      ask.textContent = ask.hidden ? '' : this.text('which');
      for (const step of /** @type {NodeListOf<HTMLElement>} */ (line.querySelectorAll('[data-step]'))) this.paintStep(step);
    }
    this.paintSave();
  }

  /** @param {HTMLElement} step */
  paintStep(step) {
    const input = /** @type {HTMLInputElement} */ (document.getElementById(step.dataset.of));
    const end = Number(step.dataset.step) < 0 ? input.min : input.max;
    step.setAttribute('aria-disabled', String(Number(input.value) === Number(end)));
  }

  get inWords() {
    return this.lines.map((line) => `${line.dataset.name} ${this.countOf(line)}${this.flagOf(line)?.checked ? ' ⚑' : ''}`).join(' · ');
  }
}

customElements.define('round-entry', RoundEntry);
