/** Whether the promises of a file of seals were kept: the twin of companion/seals.py, which says what each check is. */

/** The file of seals, as docs/architecture.md tells it.
 *  @typedef {{ commitment: string, card: string | null, nonce: string | null }} SealedCard
 *  @typedef {{ round: number, line: number, before: string, pack: number, whole: boolean, open: number, fingerprint: string,
 *    cards: SealedCard[] }} Shuffle
 *  @typedef {{ format: string, match: string, count: number, packs: Record<string, number>[], shuffles: Shuffle[] }} Seals
 *  What is wrong, the round and line of its shuffle, and a place or a fingerprint.
 *  @typedef {[what: string, round: number, line: number, more: string]} Wrong */

const FORMAT = 'companion seals 2';

/** Whether this browser computes hashes: over https and on localhost only. */
export const computes = Boolean(globalThis.crypto?.subtle);

/** @param {string} text */
const sha256 = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** @param {SealedCard[]} cards */
export const opened = (cards) => cards.filter(({ card }) => card !== null).length;

/** @param {Shuffle} shuffle @param {Record<string, number>} pack @param {boolean} first */
const isPack = ({ cards, whole }, pack, first) => {
  const size = Object.values(pack).reduce((sum, copies) => sum + copies, 0);
  /** @type {Map<string, number>} */
  const there = new Map();
  for (const { card } of cards) if (card !== null) there.set(card, (there.get(card) ?? 0) + 1);
  if (cards.length > size || ((whole || first) && cards.length !== size)) return false;
  return [...there].every(([card, copies]) => copies <= (pack[card] ?? 0));
};

/** @param {Seals} told @returns {Wrong[]} */
const notWhole = ({ shuffles, count, packs }) => {
  if (!shuffles.length) return [['empty', 0, 0, '']];
  /** @type {Wrong[]} */
  const wrong = [];
  const begun = new Set();
  for (const [number, shuffle] of shuffles.entries()) {
    const { round, line, before, pack } = shuffle;
    const expected = number ? shuffles[number - 1].fingerprint : '';
    if (before !== expected || (number === shuffles.length - 1 && count !== shuffles.length)) wrong.push(['missing', round, line, '']);
    if (!isPack(shuffle, packs[pack], !begun.has(pack))) wrong.push(['pack', round, line, '']);
    begun.add(pack);
  }
  return wrong;
};

/** @param {Seals} told @returns {Promise<Wrong[]>} */
const notKept = async ({ match, shuffles }) => {
  /** @type {Wrong[]} */
  const wrong = [];
  for (const { round, line, cards, fingerprint, open } of shuffles) {
    if (computes) {
      const whole = await sha256(cards.map((card) => card.commitment).join('\n'));
      if (whole.slice(0, 16) !== fingerprint) wrong.push(['fingerprint', round, line, '']);
      for (const [place, { card, nonce, commitment }] of cards.entries()) {
        if (card !== null && await sha256(`${match}/${round}/${line}/${place}/${card}/${nonce}`) !== commitment) {
          wrong.push(['card', round, line, String(place)]);
        }
      }
    }
    if (opened(cards) !== open) wrong.push(['hidden', round, line, '']);
  }
  return wrong;
};

/** @param {Seals} told @param {Record<string, number>} noted @returns {Wrong[]} */
const notKnown = ({ shuffles }, noted) => {
  /** @type {Wrong[]} */
  const wrong = [];
  for (const [mark, open] of Object.entries(noted)) {
    const found = shuffles.findLast(({ fingerprint }) => fingerprint === mark);
    if (!found) wrong.push(['unknown', 0, 0, mark]);
    else if (opened(found.cards) < open) wrong.push(['hidden', found.round, found.line, '']);
  }
  return wrong;
};

/** What is wrong in a file; without `computes` only what needs no hash. `noted`: fingerprints that were seen before, with how
 *  many cards were open then. Rejects what is no such file. @param {Seals} told @param {Record<string, number>} noted */
export const check = async (told, noted) => {
  if (told.format !== FORMAT) throw new Error('no file of seals');
  return [...notWhole(told), ...await notKept(told), ...notKnown(told, noted)];
};
