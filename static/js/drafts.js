/** What was typed on a sheet and is not saved yet, kept on this phone under the address of its sheet. It goes when it
 *  was saved, or when a person clears it or keeps what others wrote; nothing else takes it away. */

import { shelf } from './shelf.js';

const DAYS = 30;
const OLD = /^draft:([\w-]+)-r(\d+)-s(\d+)$/;

/** @typedef {number | Record<string, number>} Had */

/** A sheet as it was left. `closed`: what was said of the end of the round, if anything was; `had`: the number of what
 *  stood in its cell when typing began, or those of several cells; `beside`: what stood in the other cells of the round, in words.
 *  @typedef {{ fields: Record<string, string>, closed?: boolean, mode?: string, client_id: string, had: Had,
 *    beside: Record<string, string>, at: number }} Draft */

export const drafts = {
  /** @param {string} url @returns {Draft | null} */
  read(url) { return shelf.get(`draft:${url}`); },
  /** Whether it is kept. @param {string} url @param {Draft} draft */
  write(url, draft) { return shelf.put(`draft:${url}`, draft); },
  /** @param {string} url */
  drop(url) { shelf.drop(`draft:${url}`); },
  /** What was saved with that client id has arrived. What was typed since goes on from there: its cell has the number
   *  `now`. @param {string} url @param {string} clientId @param {Had} now */
  arrived(url, clientId, now) {
    const draft = drafts.read(url);
    if (draft?.client_id === clientId) drafts.drop(url);
    else if (draft) drafts.write(url, { ...draft, had: now });
  },
  sweep() {
    const old = Date.now() - DAYS * 864e5;
    for (const key of shelf.keys('draft:')) {
      if (OLD.test(key)) upgrade(key);
      else if (!(shelf.get(key)?.at > old)) shelf.drop(key);
    }
  },
};

/** A draft as version 0.3 kept it. @param {string} key */
const upgrade = (key) => {
  const { cards, points, bonus, mode, closed, client_id, seen, at } = shelf.get(key) ?? {};
  shelf.drop(key);
  const had = Number(String(seen).split('-')[0]) || 0;
  const fields = Object.fromEntries(Object.entries({ cards, points, bonus }).filter(([, value]) => value));
  const [, match, round, seat] = key.match(OLD);
  if (at) drafts.write(`/m/${match}/r/${round}/s/${seat}/edit`, { fields, closed, mode, client_id, had, beside: {}, at });
};

/** randomUUID needs https; a kitchen table often has none. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
