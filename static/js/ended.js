/** When a round ends while a page looks on. Each page shows that once, and only when it sees it happen: one that is opened
 *  or loaded again after that, or was away meanwhile, already has all of it on its sheet. */

/** A round that ended longer ago is no news: a phone that comes back does not play what others saw before. */
const FRESH_MS = 10000;

/** The newest version of each match that this page has shown, by the path of its stream: the sheet, the pad and the
 *  table have the same. Corrections, and a round that is open and complete again, belong to a moment that came before.
 *  @type {Record<string, number>} */
const known = {};

const match = () => document.getElementById('live')?.dataset.stream?.split('?')[0] ?? '';

/** What shows it is loaded ahead: there may be no network when it is to be shown. */
const moment = () => import('./moment.js');
const ahead = () => { if (document.getElementById('stage')) moment(); };

/** The first page of a match that is looked at: what it has on it happened before. */
const meet = () => {
  const version = Number(document.getElementById('main')?.dataset.version);
  if (match() && version && !(match() in known)) known[match()] = version;
};

/** @param {string} date when the server sent what came in */
const settle = (date) => {
  const said = /** @type {HTMLTemplateElement} */ (document.getElementById('ended'));
  if (!said || Number(said.dataset.version) <= known[match()]) return;
  known[match()] = Number(said.dataset.version);
  // By the server's clock alone: that of a phone may be wrong.
  if (Date.parse(date) - Number(said.dataset.at) < FRESH_MS) moment().then(({ show }) => show(said));
};

document.addEventListener('htmx:after:swap', (event) => {
  const { target, response } = event.detail?.ctx ?? {};
  meet();
  if (target === document.body) ahead();
  // A status is heard only where it stood before its text did.
  const came = target === document.body || target?.id === 'main';
  if (came) setTimeout(() => settle(response?.raw.headers.get('date') ?? ''));
});
meet();
ahead();
