/** The entry sheet: what all games share. It turns the plain form inside its element into keys and a live sum; the
 *  form's own fields stay the only state: what is posted is what a page without script would post. Every word on the
 *  screen comes from the page (data-text-*). A game's own script extends HandEntry: what its cards are and how they look. */

import { drafts, newId } from './drafts.js';
import { withKeyboard } from './entry-keys.js';

const SAY_MS = 4000;
const SENDING_MS = 10000;
const DIGITS = 3;

const fill = (text, values) => (text ?? '').replace(/%\((\w+)\)s/g, (_, key) => values[key] ?? '');

/** A number with a true minus sign. */
export const signed = (number) => String(number).replace('-', '−');

/** `10 − 2 + 3`. */
export const asSum = (cards) => cards.map((card, at) => (at ? ` ${card < 0 ? '−' : '+'} ${Math.abs(card)}` : signed(card))).join('');

class Sheet extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector('form');
    if (!this.form || this.off) return;
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
  get counting() { return []; }

  /** Whether no card is entered. */
  get cardless() { return !this.field('cards').value; }

  get cardSum() { return this.counting.reduce((sum, card) => sum + card, 0); }

  /** What stands left of the total; a single card needs no sum. */
  get cardLine() { return this.counting.length > 1 ? `${asSum(this.counting)} =` : ''; }

  /** Why the sheet cannot be saved yet; empty when it can. */
  get lacking() { return this.blank ? this.text('need') : ''; }

  /** What the save button says while something is lacking. */
  get lackingLabel() { return this.text('none'); }

  whyNot() { return ''; }

  add() {}

  rubCard() {}

  /** A button or a key of the game's own; true when it was one. */
  pressed() { return false; }

  typedKey() { return false; }

  paintCards() {}

  // --- what is in the form -----------------------------------------------------------------------
  at(name) { return this.querySelector(`[data-${name}]`); }

  field(name) { return this.form.elements.namedItem(name); }

  get fields() { return ['cards', 'points']; }

  get typed() { return this.field('points').value.replace('−', '-'); }

  get number() { return this.dataset.mode === 'number'; }

  get sum() { return this.number ? Number(this.typed) : this.cardSum; }

  get closed() { return Boolean(this.field('closed')?.checked); }

  get blank() { return this.number ? !/\d/.test(this.typed) : this.cardless; }

  text(name, values = {}) {
    return fill(this.dataset[`text${name[0].toUpperCase()}${name.slice(1)}`], values);
  }

  // --- what the person does ----------------------------------------------------------------------
  digit(digit) {
    const digits = this.typed.replace('-', '') + digit;
    if (digits.length > DIGITS) return;
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

  setMode(mode) {
    this.dataset.mode = mode;
    this.changed();
  }

  // --- listening ---------------------------------------------------------------------------------
  listen() {
    const { signal } = this.off;
    const on = (target, type, handler, options) => target.addEventListener(type, handler, { ...options, signal });
    on(this, 'click', (event) => this.clicked(event));
    on(this, 'change', () => this.changed());
    on(this, 'submit', (event) => this.submitted(event), { capture: true });
    on(this, 'formdata', (event) => event.formData.set(this.number ? 'cards' : 'points', ''), { capture: true });
    on(this, 'pointerdown', () => { this.walked = false; });
    on(document, 'keydown', (event) => this.keydown(event));
    if (this.toggle) on(this.toggle, 'click', () => this.setMode(this.number ? 'cards' : 'number'));
    on(window, 'pageshow', () => this.ready());
    on(document, 'htmx:error', (event) => { if (event.target === this.form) this.ready(); });
    on(document, 'htmx:after:request', (event) => { if (event.target === this.form) this.answered(event); });
  }

  clicked(event) {
    const button = event.target.closest('button');
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

  submitted(event) {
    const other = event.submitter && !event.submitter.matches('[data-save]');
    const lacking = other ? '' : this.lacking;
    if (this.busy || lacking) {
      if (!this.busy) this.say(lacking);
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    this.busy = true;
    this.sent = true;
    this.outgoing = { url: this.form.getAttribute('action'), fields: Object.fromEntries(new FormData(this.form, event.submitter)) };
    this.keep();
    this.toggleAttribute('data-busy', true);
    this.timer = setTimeout(() => this.ready(), SENDING_MS);
  }

  /** Whatever the answer was, it arrived: nothing waits to be sent any more. Saved: the draft is done. */
  answered(event) {
    this.ready();
    this.outgoing = null;
    if (event.detail.ctx.response.raw.redirected) drafts.drop(this.dataset.draft);
    else this.keep();
  }

  ready() {
    clearTimeout(this.timer);
    this.busy = false;
    this.toggleAttribute('data-busy', false);
  }

  // --- the draft ---------------------------------------------------------------------------------
  keep() {
    drafts.write(this.dataset.draft, {
      ...Object.fromEntries(this.fields.map((name) => [name, this.field(name).value])),
      mode: this.dataset.mode,
      closed: this.closed,
      client_id: this.field('client_id')?.value,
      sent: this.sent,
      pending: Boolean(this.outgoing),
      ...this.outgoing,
      seen: this.dataset.seen,
      at: Date.now(),
    });
  }

  restore() {
    const draft = drafts.read(this.dataset.draft);
    const fits = Boolean(draft) && draft.seen === this.dataset.seen;
    const server = this.typed ? 'number' : 'cards';
    if (fits) {
      for (const name of this.fields) this.field(name).value = draft[name] ?? '';
      if (this.field('closed')) this.field('closed').checked = Boolean(draft.closed);
      if (draft.client_id && this.field('client_id')) this.field('client_id').value = draft.client_id;
      this.sent = Boolean(draft.sent);
    } else if (draft) drafts.drop(this.dataset.draft);
    this.dataset.mode = (fits && draft.mode) || server;
    return fits;
  }

  /** A change after a save was sent is another write: it must not get the first one's answer. */
  changed() {
    if (this.sent && this.field('client_id')) this.field('client_id').value = newId();
    this.sent = false;
    this.outgoing = null;
    this.say('');
    this.keep();
    this.paint();
    this.told();
  }

  told() {
    this.dispatchEvent(new CustomEvent('handchange', { bubbles: true, detail: { sum: this.sum } }));
  }

  // --- what is on the screen ---------------------------------------------------------------------
  say(text) {
    clearTimeout(this.saying);
    const place = this.at('say');
    if (!place) return;
    place.textContent = text;
    if (text) this.saying = setTimeout(() => { place.textContent = ''; }, SAY_MS);
  }

  paint() {
    this.paintCards();
    const empty = this.number && this.blank;
    this.at('calc').textContent = this.number ? this.text('typed') : this.cardLine;
    this.at('sum').textContent = empty ? (this.typed ? '−' : '–') : signed(this.sum);
    const lacking = Boolean(this.lacking);
    const label = this.save?.querySelector('[data-label]');
    if (label) label.textContent = lacking ? this.lackingLabel : this.text('save', { n: signed(this.sum) });
    this.save?.setAttribute('aria-disabled', String(lacking));
    this.toggle?.setAttribute('aria-pressed', String(this.number));
  }
}

export const HandEntry = withKeyboard(Sheet);

drafts.sweep();
