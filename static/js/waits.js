/** Hands that wait on this phone. What keeps, sends and shows them is loaded where there is something to wait for: a hand,
 *  or a form that makes one. */

const look = () => {
  let waits = false;
  try { waits = Object.keys(localStorage).some((key) => key.startsWith('waits:')); } catch { /* nothing is kept there */ }
  if (waits || document.querySelector('form[action$="/edit"], [data-forget]')) import('./waiting.js');
};

window.addEventListener('storage', look);
document.addEventListener('htmx:after:swap', look);
look();
