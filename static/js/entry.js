/** The entry sheet's script. It turns the plain form inside <hand-entry> into keys, chips and a
 *  live sum. The form's own fields stay the only state: what is posted is what a page without
 *  script would post. Every word on the screen comes from the page (data-text-*). */

const TWO_DIGITS_MS = 600;
const SAY_MS = 4000;
const SENDING_MS = 10000;
const DRAFT_DAYS = 14;

const fill = (text, values) => (text ?? '').replace(/%\((\w+)\)s/g, (_, key) => values[key] ?? '');

/** The cards that count, in tapped order: the highest of each suit, equal ones once. */
export const counted = (hand, suits) => {
  const best = suits.map((suit) => Math.max(...hand.filter((card) => suit.includes(card))));
  return [...new Set(hand)].filter((card) => best.includes(card));
};

const drafts = {
  read(name) {
    try { return JSON.parse(localStorage.getItem(`draft:${name}`)); } catch { return null; }
  },
  write(name, value) {
    try { localStorage.setItem(`draft:${name}`, JSON.stringify(value)); } catch { /* full or forbidden: the form still works */ }
  },
  drop(name) {
    try { localStorage.removeItem(`draft:${name}`); } catch { /* nothing to forget */ }
  },
  sweep() {
    const old = Date.now() - DRAFT_DAYS * 864e5;
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith('draft:') && !(drafts.read(key.slice(6))?.at > old)) localStorage.removeItem(key);
      }
    } catch { /* as above */ }
  },
};

/** randomUUID needs https; a kitchen table often has none. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

class HandEntry extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector('form');
    if (!this.form || this.off) return;
    this.off = new AbortController();
    this.suits = JSON.parse(this.dataset.suits ?? '[]');
    this.max = Number(this.dataset.max ?? Infinity);
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

  // --- what is in the form ---------------------------------------------------------------------
  at(name) { return this.querySelector(`[data-${name}]`); }

  field(name) { return this.form.elements.namedItem(name); }

  get hand() { return this.field('cards').value.split(/[^\d-]+/).filter(Boolean).map(Number); }

  set hand(cards) { this.field('cards').value = cards.join(' '); }

  get typed() { return this.field('points').value; }

  get number() { return this.dataset.mode === 'number'; }

  get counting() { return counted(this.hand, this.suits); }

  get sum() { return this.number ? Number(this.typed) : this.counting.reduce((sum, card) => sum + card, 0); }

  get closed() { return Boolean(this.field('closed')?.checked); }

  /** What stands left of the total; a single card needs no sum. */
  get calculation() {
    if (this.number) return this.text('typed');
    const cards = this.counting;
    if (!cards.length) return this.hand.length ? '' : `${this.text('empty')} =`;
    return cards.length > 1 ? `${cards.join(' + ')} =` : '';
  }

  get blank() { return this.number ? !this.typed : !this.hand.length && !this.closed; }

  text(name, values = {}) {
    const key = `text${name[0].toUpperCase()}${name.slice(1)}`;
    return fill(this.dataset[key], values);
  }

  // --- what the person does --------------------------------------------------------------------
  add(card) {
    const reason = this.whyNot(card);
    if (reason) return this.say(reason);
    this.hand = [...this.hand, card];
    this.changed();
    return true;
  }

  removeAt(index) {
    const hand = this.hand;
    if (index < 0 || index >= hand.length) return;
    hand.splice(index, 1);
    this.hand = hand;
    this.changed();
  }

  whyNot(card) {
    if (this.hand.length >= this.max) return this.text('full', { max: this.max });
    const key = this.keys.find((button) => Number(button.dataset.card) === card);
    if (!key) return this.text('unknown', { card });
    const copies = Number(key.dataset.copies ?? Infinity);
    const held = this.hand.filter((other) => other === card).length;
    return held >= copies ? this.text('copies', { card, copies }) : '';
  }

  digit(digit) {
    const typed = this.typed + digit;
    if (typed.length > 3) return;
    this.field('points').value = typed.replace(/^0+(?=\d)/, '');
    this.changed();
  }

  rub() {
    if (this.number) {
      this.field('points').value = this.typed.slice(0, -1);
      this.changed();
    } else this.removeAt(this.hand.length - 1);
  }

  setMode(mode) {
    this.dataset.mode = mode;
    this.changed();
  }

  /** A card typed as digits: 1 is there at once, and becomes 10 if a 0 follows quickly. */
  typeCard(digit) {
    const before = this.pending;
    this.settle();
    const values = this.keys.map((key) => key.dataset.card);
    if (before && values.includes(before.digit + digit)) {
      if (before.added) this.removeAt(this.hand.length - 1);
      this.add(Number(before.digit + digit));
      return;
    }
    if (before && !before.added) this.add(Number(before.digit));
    const starts = values.some((value) => value.length > 1 && value.startsWith(digit));
    if (!starts) { this.add(Number(digit)); return; }
    const added = !this.whyNot(Number(digit)) && this.add(Number(digit));
    const timer = setTimeout(() => {
      this.pending = null;
      if (!added) this.add(Number(digit));
    }, TWO_DIGITS_MS);
    this.pending = { digit, added, timer };
  }

  settle() {
    clearTimeout(this.pending?.timer);
    this.pending = null;
  }

  // --- listening -------------------------------------------------------------------------------
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
    const { card, digit, held } = button.dataset;
    if (card !== undefined) this.add(Number(card));
    else if (digit !== undefined) this.digit(digit);
    else if (held !== undefined) {
      this.removeAt(Number(held));
      const chips = this.querySelectorAll('[data-held]');
      (chips[Math.min(held, chips.length - 1)] ?? this.keys[0])?.focus({ preventScroll: true });
    } else if ('rub' in button.dataset) this.rub();
  }

  keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') || event.target.matches?.('input:not([type=checkbox]), textarea, select')) return;
    const { key } = event;
    const mine = this.contains(event.target);
    if (key === 'Tab') this.walked = true;
    else if (/^\d$/.test(key)) {
      this.walked = false;
      if (this.number) this.digit(key); else this.typeCard(key);
    } else if (key === 'Backspace') {
      this.walked = false;
      this.settle();
      this.rub();
    } else if (key.toLowerCase() === 'm' && this.field('closed')) {
      this.field('closed').click();
    } else if (key === 'Enter' && this.enterSaves(event.target)) {
      this.settle();
      this.form.requestSubmit(this.save);
    } else if (mine && key.startsWith('Arrow') && this.walk(event.target, key)) {
      this.walked = true;
    } else return;
    if (key !== 'Tab') event.preventDefault();
  }

  /** Enter presses the button one walked to by Tab or arrows; after typing or tapping it saves. */
  enterSaves(target) {
    if (target.matches?.('a[href], summary') || (target.closest?.('button') && !this.contains(target))) return false;
    return !(this.walked && this.contains(target) && target.matches('button'));
  }

  walk(from, key) {
    const rows = [...this.querySelectorAll('[data-row]')]
      .map((row) => [...row.querySelectorAll('button')].filter((button) => button.checkVisibility?.() ?? button.offsetParent))
      .filter((row) => row.length);
    const y = rows.findIndex((row) => row.includes(from));
    if (y < 0) return false;
    const x = rows[y].indexOf(from);
    const flat = rows.flat();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const row = rows[y + (key === 'ArrowUp' ? -1 : 1)];
    const to = step ? flat[flat.indexOf(from) + step] : row?.[Math.min(x, row.length - 1)];
    to?.focus();
    return true;
  }

  // --- saving ----------------------------------------------------------------------------------
  get save() { return this.querySelector('[type=submit][data-save]'); }

  submitted(event) {
    const other = event.submitter && !event.submitter.matches('[data-save]');
    if (this.busy || (!other && this.blank && this.dataset.textNeed)) {
      if (!this.busy) this.say(this.text('need'));
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

  // --- the draft -------------------------------------------------------------------------------
  keep() {
    drafts.write(this.dataset.draft, {
      cards: this.field('cards').value,
      points: this.typed,
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
    const server = this.typed ? 'number' : 'cards';
    if (draft && draft.seen === this.dataset.seen) {
      this.field('cards').value = draft.cards ?? '';
      this.field('points').value = draft.points ?? '';
      if (this.field('closed')) this.field('closed').checked = Boolean(draft.closed);
      if (draft.client_id && this.field('client_id')) this.field('client_id').value = draft.client_id;
      this.sent = Boolean(draft.sent);
    } else if (draft) drafts.drop(this.dataset.draft);
    this.dataset.mode = (draft?.seen === this.dataset.seen && draft?.mode) || server;
    return draft?.seen === this.dataset.seen;
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
    this.dispatchEvent(new CustomEvent('handchange', { bubbles: true, detail: { sum: this.sum, hand: this.hand } }));
  }

  // --- what is on the screen -------------------------------------------------------------------
  say(text) {
    clearTimeout(this.saying);
    const place = this.at('say');
    if (!place) return;
    place.textContent = text;
    if (text) this.saying = setTimeout(() => { place.textContent = ''; }, SAY_MS);
  }

  paint() {
    const hand = this.hand;
    const counting = this.counting;
    for (const key of this.keys) {
      const card = Number(key.dataset.card);
      const copies = hand.filter((other) => other === card).length;
      const counts = counting.includes(card);
      key.classList.toggle('counts', counts);
      key.classList.toggle('inhand', copies > 0 && !counts);
      key.setAttribute('aria-disabled', String(Boolean(this.whyNot(card))));
      key.setAttribute('aria-label', copies ? this.text(counts ? 'counts' : 'held', { card, copies }) || card : card);
      const badge = key.querySelector('.n');
      if (badge) badge.textContent = copies > 1 ? copies : '';
    }
    this.paintHeld(hand, counting);
    const empty = this.number && !this.typed;
    this.at('calc').textContent = this.calculation;
    this.at('sum').textContent = empty ? '–' : this.sum;
    const label = this.save?.querySelector('[data-label]');
    if (label) label.textContent = this.blank && this.dataset.textNeed ? this.text('none') : this.text('save', { n: this.sum });
    this.save?.setAttribute('aria-disabled', String(this.blank && Boolean(this.dataset.textNeed)));
    this.toggle?.setAttribute('aria-pressed', String(this.number));
  }

  paintHeld(hand, counting) {
    const place = this.at('hand');
    const seen = new Set();
    const chips = this.number ? [] : hand.map((card, index) => {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.dataset.held = index;
      chip.className = `suit-${this.suits.findIndex((suit) => suit.includes(card))}`;
      chip.classList.toggle('counts', counting.includes(card) && !seen.has(card));
      seen.add(card);
      chip.textContent = card;
      chip.setAttribute('aria-label', this.text('remove', { card }));
      return chip;
    });
    const hint = document.createElement('p');
    hint.className = 'hint';
    hint.textContent = this.text(this.number ? 'hintNumber' : 'hint');
    place.replaceChildren(...(chips.length ? chips : [hint]));
    place.scrollLeft = place.scrollWidth;
  }
}

drafts.sweep();
customElements.define('hand-entry', HandEntry);
