/** The fingerprints that this phone was shown, by match, and how many cards of each were open: they must not change. */

/** @param {string} match @returns {Record<string, number>} */
export const noted = (match) => {
  try { return JSON.parse(localStorage.getItem(`seals:${match}`)) ?? {}; } catch { return {}; }
};

/** Remember for good what a phone was shown once. @param {string} match @param {string} fingerprint @param {number} open */
export const note = (match, fingerprint, open) => {
  const known = noted(match);
  if (known[fingerprint] >= open) return;
  try { localStorage.setItem(`seals:${match}`, JSON.stringify({ ...known, [fingerprint]: open })); } catch { /* forbidden, or full */ }
};

const look = () => {
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-sealed]'))) {
    note(shown.dataset.sealed, shown.textContent.trim(), 0);
  }
};
if (globalThis.document) {
  look();
  document.addEventListener('htmx:after:swap', look);
}
