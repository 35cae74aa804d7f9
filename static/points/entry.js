/** The entry sheet of a game with the group's own rules: number keys, and nothing to count. */

import { HandEntry } from '../js/entry.js';

const DIGITS = 5;

class PointsEntry extends HandEntry {
  get fields() { return ['points']; }

  get number() { return true; }

  get mostDigits() { return DIGITS; }

  restore() {
    const restored = super.restore();
    this.dataset.mode = 'number';
    return restored;
  }
}

customElements.define('points-entry', PointsEntry);
