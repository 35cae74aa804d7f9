/** The entry sheet of Skyjo: the grid as it lies on the table. A value goes into the place that waits, column by column;
 *  a tap on a place goes there, a tap on a column that is gone brings it back. The text field stays the only state:
 *  a number for a card, `x` for a column that is gone, `_` for a place that is still empty. */

import { HandEntry, asSum, signed } from '../js/entry.js';

/** A place of the grid: a card, GONE, or null for one that is still empty. @typedef {number | 'x' | null} Spot */

const ROWS = 3;
const COLUMNS = 4;
const PLACES = ROWS * COLUMNS;
const GONE = 'x';
const EMPTY = '_';

/** Three equal cards in one column. @param {Spot[]} column */
export const strikes = (column) => column.every((card) => typeof card === 'number' && card === column[0]);

/** Twelve places, column by column: a number, GONE three times for a column that is gone, null where nothing is yet.
 *  @param {string} text */
export const read = (text) => {
  /** @type {Spot[]} */
  const places = [];
  for (const word of text.replaceAll('−', '-').split(/[\s,;+]+/).filter(Boolean)) {
    if (/^[x×]$/i.test(word)) places.push(...Array(ROWS).fill(GONE));
    else places.push(/^-?\d+$/.test(word) ? Number(word) : null);
  }
  return [...places, ...Array(PLACES).fill(null)].slice(0, PLACES);
};

/** @param {Spot[]} places */
const columnsOf = (places) => Array.from({ length: COLUMNS }, (_, at) => places.slice(at * ROWS, at * ROWS + ROWS));

/** @param {Spot[]} places */
export const spell = (places) => {
  const words = columnsOf(places).map((column) => (column[0] === GONE ? GONE : column.map((card) => card ?? EMPTY).join(' ')));
  return words.join(' ').replace(/(\s*_)+$/, '');
};

class SkyjoEntry extends HandEntry {
  /** The place that was tapped. @type {number | null} */
  chosen = null;

  /** The place where a card was put last. */
  last = -1;

  get places() { return read(this.field('cards').value); }

  set places(places) { this.field('cards').value = spell(places); }

  get counting() {
    return columnsOf(this.places).filter((column) => !strikes(column)).flat().filter((card) => typeof card === 'number');
  }

  get cardless() { return this.places.every((card) => card === null); }

  /** The columns that count, as a sum. */
  get cardLine() {
    const columns = columnsOf(this.places).map((column) => (strikes(column) ? [] : column.filter((card) => typeof card === 'number')));
    const sums = columns.filter((column) => column.length).map((column) => column.reduce((sum, card) => sum + card, 0));
    return sums.length > 1 ? asSum(sums) : '';
  }

  get filled() { return this.places.filter((card) => card !== null).length; }

  get lacking() {
    if (this.number || this.filled === PLACES) return super.lacking;
    return this.text('need');
  }

  get lackingLabel() { return this.number || !this.filled ? super.lackingLabel : this.text('some', { n: this.filled, max: PLACES }); }

  /** Where the next value goes: the place that was tapped, else the first empty one; -1 when the grid is full. */
  get cursor() { return this.chosen ?? this.places.indexOf(null); }

  get column() { return Math.floor(Math.max(this.cursor, 0) / ROWS); }

  /** @param {number} at @param {Spot} card */
  put(at, card) {
    const places = this.places;
    places[at] = card;
    this.places = places;
  }

  /** @param {number} card */
  add(card) {
    const reason = this.whyNot(card);
    if (reason) return this.say(reason);
    this.last = this.cursor;
    this.put(this.last, card);
    this.chosen = null;
    this.changed();
    return true;
  }

  /** @param {number} card */
  whyNot(card) {
    if (this.cursor < 0) return this.text('full');
    const key = this.keys.find((button) => Number(button.dataset.card) === card);
    if (!key) return this.text('unknown', { card: signed(card) });
    const copies = Number(key.dataset.copies);
    const held = this.places.filter((other, at) => other === card && at !== this.cursor).length;
    return held >= copies ? this.text('copies', { card: signed(card), copies }) : '';
  }

  /** Backspace: the chosen place, else what was put last; `again`: the card that was just typed, to type it longer. */
  rubCard(again = false) {
    const places = this.places;
    const last = again ? this.last : places.findLastIndex((card) => card !== null);
    const at = !again && this.chosen != null && places[this.chosen] !== null ? this.chosen : last;
    if (at < 0) return;
    if (places[at] === GONE) this.bringBack(Math.floor(at / ROWS));
    else {
      this.put(at, null);
      this.chosen = again || at === this.chosen ? at : null;
      this.changed();
    }
  }

  strikeColumn() {
    if (this.cursor < 0) { this.say(this.text('full')); return; }
    const places = this.places;
    places.fill(GONE, this.column * ROWS, this.column * ROWS + ROWS);
    this.places = places;
    this.chosen = null;
    this.changed();
  }

  /** @param {number} column */
  bringBack(column) {
    const places = this.places;
    places.fill(null, column * ROWS, column * ROWS + ROWS);
    this.places = places;
    this.chosen = null;
    this.changed();
  }

  /** @param {HTMLElement} button */
  pressed(button) {
    if ('gone' in button.dataset) this.strikeColumn();
    else if (button.dataset.place !== undefined) this.choose(Number(button.dataset.place));
    else return false;
    return true;
  }

  /** @param {string} key */
  typedKey(key) {
    if (this.number || key.toLowerCase() !== 'x') return false;
    this.settle();
    this.strikeColumn();
    return true;
  }

  /** @param {number} at */
  choose(at) {
    if (this.places[at] === GONE) { this.bringBack(Math.floor(at / ROWS)); return; }
    this.chosen = this.chosen === at ? null : at;
    this.say('');
    this.paint();
  }

  /** @param {string} mode */
  setMode(mode) {
    this.chosen = null;
    super.setMode(mode);
  }

  // --- what is on the screen ---------------------------------------------------------------------
  paintCards() {
    const { places, cursor } = this;
    const struck = columnsOf(places).map(strikes);
    for (const cell of this.querySelectorAll('[data-place]')) this.paintPlace(cell, places, struck, cursor);
    for (const key of this.keys) {
      const card = Number(key.dataset.card);
      key.setAttribute('aria-disabled', String(Boolean(this.whyNot(card))));
    }
    const gone = this.at('gone');
    gone.setAttribute('aria-disabled', String(cursor < 0));
    gone.querySelector('[data-which]').textContent = this.text(cursor < 0 ? 'goneNone' : 'gone', { column: this.column + 1 });
    this.at('much').textContent = this.number ? '' : this.text('much', { n: this.filled, max: PLACES });
  }

  /** @param {HTMLElement} cell @param {Spot[]} places @param {boolean[]} struck @param {number} cursor */
  paintPlace(cell, places, struck, cursor) {
    const at = Number(cell.dataset.place);
    const card = places[at];
    const column = Math.floor(at / ROWS);
    const where = { column: column + 1, row: (at % ROWS) + 1 };
    const value = typeof card === 'number';
    const state = card === GONE ? 'gone' : value ? (struck[column] ? 'struck' : 'laid') : 'blank';
    const hue = value ? this.keys.find((key) => Number(key.dataset.card) === card)?.className.match(/suit-\d+/)?.[0] : '';
    cell.className = `slot ${state} ${hue ?? ''}`;
    cell.classList.toggle('here', at === cursor);
    cell.textContent = value ? signed(card) : '';
    const said = { gone: 'isGone', struck: 'isStruck', laid: 'isCard', blank: 'isEmpty' }[state];
    cell.setAttribute('aria-label', this.text(said, { ...where, card: signed(card ?? '') }));
    cell.setAttribute('aria-pressed', String(at === this.chosen));
  }
}

customElements.define('skyjo-entry', SkyjoEntry);
