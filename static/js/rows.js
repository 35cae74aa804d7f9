/** People in the order they sit: a row is dragged by its handle, or moved by the arrow keys on it. Both send what the
 *  menu of the row sends without a script. */

/** @type {{ row: HTMLElement, rows: HTMLElement[], from: number, to: number, y: number, pitch: number } | null} */
let drag = null;

/** Send the form as its button of that name would. @param {Element} inside @param {string} act */
const press = (inside, act) => {
  const button = Object.assign(document.createElement('button'), { name: 'act', value: act, hidden: true });
  inside.closest('form')?.append(button);
  button.click();
};

/** @param {EventTarget | null} at */
const grip = (at) => /** @type {HTMLElement | null} */ (at instanceof Element ? at.closest('[data-grip]') : null);

document.addEventListener('pointerdown', (event) => {
  const handle = grip(event.target);
  const row = /** @type {HTMLElement | null} */ (handle?.closest('.seat-row') ?? null);
  if (!handle || !row || event.button) return;
  const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.children ?? [])]);
  const from = rows.indexOf(row);
  handle.setPointerCapture(event.pointerId);
  drag = { row, rows, from, to: from, y: event.clientY, pitch: row.offsetHeight };
  row.classList.add('lifted');
  row.parentElement?.classList.add('dragging');
});

document.addEventListener('pointermove', (event) => {
  if (!drag) return;
  const { row, rows, from, pitch } = drag;
  const by = event.clientY - drag.y;
  const to = Math.min(rows.length - 1, Math.max(0, from + Math.round(by / pitch)));
  drag.to = to;
  row.style.transform = `translateY(${by}px)`;
  rows.forEach((other, at) => {
    if (other === row) return;
    const way = Number(from < at && at <= to) - Number(to <= at && at < from);
    other.style.transform = way ? `translateY(${-way * pitch}px)` : '';
  });
});

/** Put all rows back where the page has them. */
const drop = () => {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.seat-row'))) {
    row.style.transform = '';
    row.classList.remove('lifted');
    row.parentElement?.classList.remove('dragging');
  }
  drag = null;
};

document.addEventListener('pointerup', () => {
  if (!drag) return;
  const { row, from, to, pitch } = drag;
  if (from === to) { drop(); return; }
  // It stays where it was let go until the page comes that has it there.
  row.style.transform = `translateY(${(to - from) * pitch}px)`;
  drag = null;
  press(row, `to-${from}-${to}`);
});
document.addEventListener('pointercancel', drop);
document.addEventListener('htmx:error', drop);

/** @type {Record<string, string>} */
const WAYS = { ArrowUp: 'up', ArrowDown: 'down' };

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { drop(); close(); return; }
  const handle = grip(event.target);
  if (!handle || !(event.key in WAYS)) return;
  event.preventDefault();
  press(handle, `${WAYS[event.key]}-${handle.dataset.grip}`);
});

/** Close the menus of all rows but one. @param {Element | null} [but] */
const close = (but = null) => {
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.row-menu[open]'))) {
    if (menu !== but) menu.open = false;
  }
};
document.addEventListener('click', (event) => {
  close(/** @type {Element} */ (event.target).closest?.('.row-menu'));
});
