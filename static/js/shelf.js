/** What this phone keeps for itself. Where its storage is full or forbidden, the memory of this page holds it as long
 *  as the page is open, and the page says so: `data-forgets` on the document. */

/** @type {Map<string, any>} */
const memory = new Map();

const tell = () => document.documentElement.toggleAttribute('data-forgets', memory.size > 0);

export const shelf = {
  /** @param {string} key @returns {any} */
  get(key) {
    if (memory.has(key)) return memory.get(key);
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  },
  /** Whether it is kept, also when the page is gone. @param {string} key @param {object} value */
  put(key, value) {
    memory.delete(key);
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { memory.set(key, value); }
    tell();
    return !memory.has(key);
  },
  /** @param {string} key */
  drop(key) {
    memory.delete(key);
    try { localStorage.removeItem(key); } catch { /* nothing is kept there */ }
    tell();
  },
  /** @param {string} prefix */
  keys(prefix) {
    const keys = [...memory.keys()];
    try { keys.push(...Object.keys(localStorage)); } catch { /* as above */ }
    return [...new Set(keys)].filter((key) => key.startsWith(prefix));
  },
  /** Room may have come since. */
  again() {
    for (const [key, value] of [...memory]) shelf.put(key, value);
  },
};

window.addEventListener('beforeunload', (event) => { if (memory.size) event.preventDefault(); });
