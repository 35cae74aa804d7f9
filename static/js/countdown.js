/** Counts down to the moment at which others may act for somebody whose phone is gone; then the page looks again. */

let counting = 0;

const lines = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-away]'))];

const count = () => {
  const left = lines().map((line) => {
    const seconds = Math.max(0, Math.ceil((Number(line.dataset.until) - Date.now()) / 1000));
    line.textContent = line.dataset.text.replace('%(seconds)s', String(seconds));
    return seconds;
  });
  if (left.length && left.every(Boolean)) return;
  clearInterval(counting);
  if (left.length) document.body.dispatchEvent(new CustomEvent('wake'));
};

/** A line that came in has no end yet; one that stays keeps its own. */
const begin = () => {
  clearInterval(counting);
  for (const line of lines()) line.dataset.until ??= String(Date.now() + Number(line.dataset.away) * 1000);
  counting = setInterval(count, 1000);
};

document.addEventListener('htmx:after:swap', begin);
begin();
