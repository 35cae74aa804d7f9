/** Counts down to the moment at which others may act for somebody whose phone is gone; then the page looks again. */

let counting = 0;
let due = 0;

const count = () => {
  const line = document.querySelector('[data-away]');
  if (!line) { clearInterval(counting); return; }
  const left = Math.max(0, Math.ceil((due - Date.now()) / 1000));
  line.textContent = line.dataset.text.replace('%(seconds)s', String(left));
  if (left) return;
  clearInterval(counting);
  document.body.dispatchEvent(new CustomEvent('wake'));
};

const begin = () => {
  clearInterval(counting);
  const line = document.querySelector('[data-away]');
  if (!line) return;
  due = Date.now() + Number(line.dataset.away) * 1000;
  counting = setInterval(count, 1000);
};

document.addEventListener('htmx:after:swap', begin);
begin();
