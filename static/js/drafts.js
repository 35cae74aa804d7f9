/** What was typed and not saved yet, kept on this phone under the name of its cell. */

const DRAFT_DAYS = 14;

export const drafts = {
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
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
