/** The entry sheet of a game whose seats report what they did, not cards: the page's own radio buttons and their sum. */

import { HandEntry } from './entry.js';

class PlainEntry extends HandEntry {
  get fields() { return [...new Set([...this.querySelectorAll('[type=radio], [type=text]')].map((one) => /** @type {HTMLInputElement} */ (one).name))]; }

  /** There are no cards to enter: it is always a number. */
  get number() { return true; }

  get sum() { return this.fields.reduce((sum, name) => sum + Number(this.field(name).value), 0); }

  /** Whoever ended the round did something in it, where the page says so. */
  get wrong() { return this.closed && !this.sum ? this.text('which') : ''; }

  digit() {}

  sign() {}

  rub() {}
}

customElements.define('plain-entry', PlainEntry);
