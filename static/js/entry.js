/** The entry sheet: what all games share. It turns the plain form inside its element into keys and a live sum; the
 *  form's own fields stay the only state: what is posted is what a page without script would post. Every word on the
 *  screen comes from the page (data-text-*). A game's own script extends HandEntry: what its cards are and how they look. */

import { following, offline, turnTo } from './ahead.js';
import { forgets, withDraft } from './entry-draft.js';
import { withKeyboard } from './entry-keys.js';
import { outbox } from './outbox.js';
import './waiting.js';

const SAY_MS = 4000;
const DIGITS = 3;

/** @typedef {Record<string, string | number>} Values */

/** @param {string | undefined} text @param {Values} values */
const fill = (text, values) => (text ?? '').replace(/%\((\w+)\)s/g, (_, key) => String(values[key] ?? ''));

/** A number with a true minus sign. @param {number | string} number */
export const signed = (number) => String(number).replace('-', '−');

/** `10 − 2 + 3`. @param {number[]} cards */
export const asSum = (cards) => cards.map((card, at) => (at ? ` ${card < 0 ? '−' : '+'} ${Math.abs(card)}` : signed(card))).join('');

export class Sheet extends HTMLElement {
  /** @type {AbortController | null} */
  off = null;

  walked = false;

  busy = false;

  saying = 0;

  /** The sheet before anything was typed, for whoever comes back to it. */
  asItCame = '';

  connectedCallback() {
    this.form = /** @type {HTMLFormElement} */ (this.querySelector('form'));
    if (!this.form || this.off) return;
    this.asItCame = this.outerHTML;
    this.off = new AbortController();
    this.keys = [...this.querySelectorAll('[data-card]')];
    this.toggle = document.querySelector('[data-entry-toggle]');
    this.walked = false;
    const restored = this.restore();
    this.listen();
    this.paint();
    // What a draft would change on the sheet is shown like any other change.
    if (restored) queueMicrotask(() => this.told());
  }

  disconnectedCallback() {
    this.off?.abort();
    this.off = null;
  }

  // --- what a game says of its own cards ---------------------------------------------------------
  /** The cards that count. @returns {number[]} */
  get counting() { return []; }

  /** Whether no card is entered. */
  get cardless() { return !this.field('cards').value; }

  get cardSum() { return this.counting.reduce((sum, card) => sum + card, 0); }

  /** What stands left of the total; a single card needs no sum. */
  get cardLine() { return this.counting.length > 1 ? `${asSum(this.counting)} =` : ''; }

  /** What cannot be about what is typed, whatever comes yet; empty when nothing is wrong. */
  get wrong() { return ''; }

  /** Why the sheet cannot be saved yet; empty when it can. */
  get lacking() { return this.blank ? this.text('need') : this.wrong; }

  /** What the save button says while something is lacking. */
  get lackingLabel() { return this.text('none'); }

  /** Why a card cannot be added; empty when it can. @param {number} _card */
  whyNot(_card) { return ''; }

  /** True when the card was added. @param {number} _card @returns {boolean | void} */
  add(_card) {}

  /** Takes a card away; `_again`: the one that was just typed, to type it longer. @param {boolean} [_again] */
  rubCard(_again) {}

  /** A button or a key of the game's own; true when it was one. @param {HTMLElement} _button */
  pressed(_button) { return false; }

  /** @param {string} _key */
  typedKey(_key) { return false; }

  paintCards() {}

  // --- what the keyboard brings (entry-keys.js) ---------------------------------------------------
  /** A digit that waits for a second one is a card. */
  settle() {}

  /** @param {KeyboardEvent} _event */
  keydown(_event) {}

  // --- what is in the form -----------------------------------------------------------------------
  /** @param {string} name */
  at(name) { return this.querySelector(`[data-${name}]`); }

  /** @param {string} name */
  field(name) { return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name)); }

  /** The names of the fields in which an entry is typed. A game says its own. */
  get fields() { return ['cards', 'points']; }

  get typed() { return this.field('points').value.replace('−', '-'); }

  get url() { return this.form.getAttribute('action'); }

  /** Whether a number is typed, and no cards are tapped. A game without cards says true, and sets the mode in restore(). */
  get number() { return this.dataset.mode === 'number'; }

  get sum() { return this.number ? Number(this.typed) : this.cardSum; }

  /** How many digits that number has at most. */
  get mostDigits() { return DIGITS; }

  get closed() { return Boolean(this.field('closed')?.checked); }

  get blank() { return this.number ? !/\d/.test(this.typed) : this.cardless; }

  /** @param {string} name @param {Values} [values] */
  text(name, values = {}) {
    return fill(this.dataset[`text${name[0].toUpperCase()}${name.slice(1)}`], values);
  }

  // --- what the person does ----------------------------------------------------------------------
  /** @param {string} digit */
  digit(digit) {
    const digits = this.typed.replace('-', '') + digit;
    if (digits.length > this.mostDigits) return;
    this.field('points').value = (this.typed.startsWith('-') ? '-' : '') + digits.replace(/^0+(?=\d)/, '');
    this.changed();
  }

  sign() {
    this.field('points').value = this.typed.startsWith('-') ? this.typed.slice(1) : `-${this.typed}`;
    this.changed();
  }

  rub() {
    if (!this.number) { this.rubCard(); return; }
    this.field('points').value = this.typed.slice(0, -1);
    this.changed();
  }

  /** @param {string} mode */
  setMode(mode) {
    this.dataset.mode = mode;
    this.changed();
  }

  // --- listening ---------------------------------------------------------------------------------
  listen() {
    const { signal } = this.off;
    /** @type {(target: EventTarget, type: string, handler: (event: any) => void, options?: object) => void} */
    const on = (target, type, handler, options) => target.addEventListener(type, handler, { ...options, signal });
    on(this, 'click', (event) => this.clicked(event));
    on(this, 'change', () => this.changed());
    on(this, 'submit', (event) => this.submitted(event), { capture: true });
    on(this, 'formdata', (event) => this.sends(event.formData), { capture: true });
    on(this, 'pointerdown', () => { this.walked = false; });
    on(document, 'keydown', (event) => this.keydown(event));
    if (this.toggle) on(this.toggle, 'click', () => this.setMode(this.number ? 'cards' : 'number'));
    on(window, 'pageshow', () => this.ready());
    on(document, 'htmx:error', (event) => { if (event.target === this.form) this.ready(); });
    on(document, 'htmx:after:request', (event) => { if (event.target === this.form) this.ready(); });
    on(this, 'unsent', () => this.unsent());
    on(document, 'outbox', () => this.paintBeside());
    on(document, 'arrived', ({ detail }) => { if (detail.url === this.url) this.wentOut(detail.now); });
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (!button) return;
    this.settle();
    const { card, digit } = button.dataset;
    if (card !== undefined) this.add(Number(card));
    else if (digit !== undefined) this.digit(digit);
    else if ('sign' in button.dataset) this.sign();
    else if ('rub' in button.dataset) this.rub();
    else this.pressed(button);
  }

  // --- saving ------------------------------------------------------------------------------------
  get save() { return this.querySelector('[type=submit][data-save]'); }

  /** @param {SubmitEvent} event */
  submitted(event) {
    const { lacking } = this;
    if (this.busy || lacking || offline()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (this.busy) return;
    if (lacking) { this.say(lacking); return; }
    this.keep();
    if (offline()) {
      outbox.take(this.form, 0, event.submitter);
      this.unsent();
      return;
    }
    this.busy = true;
    this.toggleAttribute('data-busy', true);
  }

  /** Only what is shown is sent. @param {FormData} data */
  sends(data) { data.set(this.number ? 'cards' : 'points', ''); }

  ready() {
    this.busy = false;
    this.toggleAttribute('data-busy', false);
  }

  /** What was saved waits on this phone: on to the next one who is missing. */
  unsent() {
    this.ready();
    const next = 'goesOn' in this.dataset && !forgets() ? following() : '';
    if (!next || !turnTo(next)) this.paint();
  }

  // --- the draft (entry-draft.js) ------------------------------------------------------------------
  /** Put in what was typed before; true if there was something. @returns {boolean} */
  restore() { return false; }

  keep() {}

  /** @param {number} _now */
  wentOut(_now) {}

  paintBeside() {}

  changed() {
    this.say(this.blank ? '' : this.wrong, true);
    this.paint();
    this.told();
  }

  told() {
    this.dispatchEvent(new CustomEvent('handchange', { bubbles: true, detail: { sum: this.sum } }));
  }

  // --- what is on the screen ---------------------------------------------------------------------
  /** @param {string} text @param {boolean} [lasts] until something else is typed */
  say(text, lasts = false) {
    clearTimeout(this.saying);
    const place = this.at('say');
    if (!place) return;
    place.textContent = text;
    if (text && !lasts) this.saying = setTimeout(() => { place.textContent = ''; }, SAY_MS);
  }

  paint() {
    this.paintCards();
    const empty = this.number && this.blank;
    this.at('calc').textContent = this.number ? this.text('typed') : this.cardLine;
    this.at('sum').textContent = empty ? (this.typed ? '−' : '–') : signed(this.sum);
    this.toggle?.setAttribute('aria-pressed', String(this.number));
    this.field('shown').value = this.lacking ? '' : String(this.sum);
    this.paintSave();
  }

  /** What the save button says, and what is said of the sheet elsewhere. */
  paintSave() {
    const lacking = Boolean(this.lacking);
    const label = this.save?.querySelector('[data-label]');
    if (label) label.textContent = lacking ? this.lackingLabel : this.text('save', { n: signed(this.sum) });
    this.save?.setAttribute('aria-disabled', String(lacking));
    this.form.dataset.title = this.dataset.title;
    this.form.dataset.value = this.inWords;
    this.paintBeside();
  }

  /** What is typed, for the list of what waits. */
  get inWords() {
    const closed = this.closed ? this.field('closed').closest('label').querySelector('[data-took]')?.textContent : '';
    return [`${this.at('calc').textContent} ${this.at('sum').textContent}`.trim(), closed].filter(Boolean).join(' · ');
  }
}

export const HandEntry = withDraft(withKeyboard(Sheet));
