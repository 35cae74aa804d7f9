/** A keyboard on an entry sheet: digits are cards or the number, arrows walk over the keys, Enter saves. */

const TWO_DIGITS_MS = 600;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** @param {typeof import('./entry.js').Sheet} Sheet */
export const withKeyboard = (Sheet) => class extends Sheet {
  /** The digit that may be the first of two, whether its card lies there already, and until when it waits.
   *  @type {{ digit: string, added: boolean, timer: number } | null} */
  pending = null;

  minus = false;

  /** A card typed as digits: 1 is there at once, and becomes 10 if a 0 follows quickly. @param {string} digit */
  typeCard(digit) {
    const before = this.pending;
    this.settle();
    const values = this.keys.map((key) => key.dataset.card);
    const minus = this.minus ? '-' : '';
    this.minus = false;
    if (before && values.includes(before.digit + digit)) {
      if (before.added) this.rubCard(true);
      this.add(Number(before.digit + digit));
      return;
    }
    if (before && !before.added) this.add(Number(before.digit));
    const starts = !minus && values.some((value) => value.length > 1 && value.startsWith(digit));
    if (!starts) { this.add(Number(minus + digit)); return; }
    const added = !this.whyNot(Number(digit)) && Boolean(this.add(Number(digit)));
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

  /** @param {KeyboardEvent} event */
  keydown(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') || target.matches?.('input:not([type=checkbox]), textarea, select')) return;
    const { key } = event;
    const mine = this.contains(target);
    if (key === 'Tab') this.walked = true;
    else if (/^\d$/.test(key)) {
      this.walked = false;
      if (this.number) this.digit(key); else this.typeCard(key);
    } else if (key === '-' && this.at('sign')) {
      if (this.number) this.sign(); else this.minus = true;
    } else if (key === 'Backspace') {
      this.walked = false;
      this.settle();
      this.rub();
    } else if (key.toLowerCase() === this.dataset.closeKey && this.field('closed')) {
      this.field('closed').click();
    } else if (key === 'Enter' && this.enterSaves(target)) {
      this.settle();
      this.form.requestSubmit(this.save);
    } else if (mine && key.startsWith('Arrow') && this.walk(target, key)) {
      this.walked = true;
    } else if (!this.typedKey(key)) return;
    if (key !== 'Tab') event.preventDefault();
  }

  /** Enter presses the button one walked to by Tab or arrows; after typing or tapping it saves. @param {HTMLElement} target */
  enterSaves(target) {
    if (target.matches?.('a[href], summary') || (target.closest?.('button') && !this.contains(target))) return false;
    return !(this.walked && this.contains(target) && target.matches('button'));
  }

  /** @param {HTMLElement} from @param {string} key */
  walk(from, key) {
    const rows = [...this.querySelectorAll('[data-row]')]
      .map((row) => [...row.querySelectorAll('button')].filter((button) => button.checkVisibility?.() ?? button.offsetParent))
      .filter((row) => row.length);
    const y = rows.findIndex((row) => row.includes(from));
    if (y < 0) return false;
    const x = rows[y].indexOf(from);
    const flat = rows.flat();
    const step = STEPS[key];
    const row = rows[y + (key === 'ArrowUp' ? -1 : 1)];
    const to = step ? flat[flat.indexOf(from) + step] : row?.[Math.min(x, row.length - 1)];
    to?.focus();
    return true;
  }
};
