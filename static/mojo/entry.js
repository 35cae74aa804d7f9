/** The entry sheet of Mojo: five colour rows of keys, and the hand as chips above them. */

import { HandEntry } from '../js/entry.js';

/** The cards that count, in tapped order: the highest of each suit, equal ones once.
 *  @param {number[]} hand @param {number[][]} suits */
export const counted = (hand, suits) => {
  const best = suits.map((suit) => Math.max(...hand.filter((card) => suit.includes(card))));
  return [...new Set(hand)].filter((card) => best.includes(card));
};

class MojoEntry extends HandEntry {
  /** @returns {number[][]} */
  get suits() { return JSON.parse(this.dataset.suits); }

  get max() { return Number(this.closed ? this.dataset.maxClosed : this.dataset.max); }

  get hand() { return this.field('cards').value.split(/[^\d-]+/).filter(Boolean).map(Number); }

  set hand(cards) { this.field('cards').value = cards.join(' '); }

  get counting() { return counted(this.hand, this.suits); }

  get cardless() { return !this.hand.length && !this.closed; }

  get wrong() { return !this.number && this.hand.length > this.max ? this.text('fullClosed', { max: this.max }) : ''; }

  get lackingLabel() { return this.wrong ? this.text('much', { n: this.hand.length, max: this.max }) : super.lackingLabel; }

  get cardLine() { return this.hand.length ? super.cardLine : `${this.text('empty')} =`; }

  /** @param {number} card */
  add(card) {
    const reason = this.whyNot(card);
    if (reason) return this.say(reason);
    this.hand = [...this.hand, card];
    this.changed();
    return true;
  }

  rubCard() { this.removeAt(this.hand.length - 1); }

  /** @param {number} index */
  removeAt(index) {
    const hand = this.hand;
    if (index < 0 || index >= hand.length) return;
    hand.splice(index, 1);
    this.hand = hand;
    this.changed();
  }

  /** @param {number} card */
  whyNot(card) {
    if (this.hand.length >= this.max) return this.text(this.closed ? 'fullClosed' : 'full', { max: this.max });
    const key = this.keys.find((button) => Number(button.dataset.card) === card);
    if (!key) return this.text('unknown', { card });
    const copies = Number(key.dataset.copies);
    const held = this.hand.filter((other) => other === card).length;
    return held >= copies ? this.text('copies', { card, copies }) : '';
  }

  /** @param {HTMLElement} button */
  pressed(button) {
    const { held } = button.dataset;
    if (held === undefined) return false;
    this.removeAt(Number(held));
    const chips = this.querySelectorAll('[data-held]');
    (chips[Math.min(Number(held), chips.length - 1)] ?? this.keys[0])?.focus({ preventScroll: true });
    return true;
  }

  paintCards() {
    const { hand, counting } = this;
    for (const key of this.keys) {
      const card = Number(key.dataset.card);
      const copies = hand.filter((other) => other === card).length;
      const counts = counting.includes(card);
      key.classList.toggle('counts', counts);
      key.classList.toggle('inhand', copies > 0 && !counts);
      key.setAttribute('aria-disabled', String(Boolean(this.whyNot(card))));
      key.setAttribute('aria-label', copies ? this.text(counts ? 'counts' : 'held', { card, copies }) : String(card));
      key.querySelector('.n').textContent = copies > 1 ? String(copies) : '';
    }
    this.paintHeld(hand, counting);
  }

  /** @param {number[]} hand @param {number[]} counting */
  paintHeld(hand, counting) {
    const place = this.at('hand');
    const seen = new Set();
    const chips = this.number ? [] : hand.map((card, index) => {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.dataset.held = String(index);
      chip.className = `suit-${this.suits.findIndex((suit) => suit.includes(card))}`;
      chip.classList.toggle('counts', counting.includes(card) && !seen.has(card));
      seen.add(card);
      chip.textContent = String(card);
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

customElements.define('mojo-entry', MojoEntry);
