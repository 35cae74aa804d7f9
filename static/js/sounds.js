/** What this phone is set to, and its quiet sounds: shared by the table, the pad and the television. */

/** @param {string} name */
export const setting = (name) => {
  try { return localStorage.getItem(`table:${name}`) === '1'; } catch { return false; }
};

/** @type {Record<string, number[]>} */
const NOTES = {
  turn: [523, 659], card: [330], draw: [262], end: [392, 523, 659], moment: [440, 554], won: [392, 523, 659, 784, 1047],
};
/** @type {AudioContext | null} */
let audio = null;

/** A few notes, where somebody has switched them on. @param {string} name */
export const tone = (name) => {
  if (!setting('sound')) return;
  try {
    audio ??= new AudioContext();
    NOTES[name].forEach((pitch, at) => {
      const start = audio.currentTime + at * 0.11;
      const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
      oscillator.frequency.value = pitch;
      gain.gain.setValueAtTime(0.06, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(start);
      oscillator.stop(start + 0.2);
    });
  } catch { /* a phone that may not make a sound is quiet */ }
};

/** The boxes of a page that came in stand as this phone is set. */
const settle = () => {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[data-setting]'))) {
    box.checked = setting(box.dataset.setting);
  }
};
document.addEventListener('htmx:after:swap', (event) => { if (event.detail?.ctx?.target === document.body) settle(); });
document.addEventListener('change', (event) => {
  const box = /** @type {HTMLInputElement} */ (/** @type {Element} */ (event.target).closest?.('[data-setting]'));
  if (!box) return;
  try { localStorage.setItem(`table:${box.dataset.setting}`, box.checked ? '1' : '0'); } catch { /* for this page only */ }
  if (box.checked && box.dataset.setting === 'sound') tone('turn');
});
settle();
