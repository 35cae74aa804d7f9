/** Checks the seals in this browser, where it may compute (https or localhost). */

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (text) => hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Whether every open card of the file fits its seal, and every fingerprint its seals. */
const holds = async ({ match, shuffles }) => {
  for (const { round, line, cards, fingerprint } of shuffles) {
    const whole = await sha256(cards.map((card) => card.commitment).join('\n'));
    if (whole.slice(0, 16) !== fingerprint) return false;
    for (const [place, { card, nonce, commitment }] of cards.entries()) {
      if (card !== null && await sha256(`${match}/${round}/${line}/${place}/${card}/${nonce}`) !== commitment) return false;
    }
  }
  return true;
};

const place = document.getElementById('checked-here');
const file = document.getElementById('seal-file');
if (place && file && globalThis.crypto?.subtle) {
  const told = await (await fetch(file.href)).json();
  place.textContent = await holds(told) ? place.dataset.text : place.dataset.textWrong;
}
