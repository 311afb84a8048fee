/** All instances at a glance: states, deliveries, messages per minute; those first that somebody should look at. */
import { el, keyedChildren, setText } from './dom.js';
import { finder } from './finder.js';
import { overviewRow } from './overview-row.js';

const COLUMNS = ['Instance', 'State', 'Messages/min', 'Waiting', 'Given up'];

/** @param {ReturnType<typeof import('./finder.js').createSearch>} search */
export function overview(search) {
  const heading = el('h1', { tabIndex: -1 }, 'All instances');
  const totals = totalsLine();
  const find = finder(search);
  const rows = el('tbody');
  const list = keyedChildren(rows, ({ instanceId }) => instanceId, overviewRow);
  const head = el('tr', ...COLUMNS.map((title) => el('th', { scope: 'col' }, title)));
  const table = el('table.overview', { 'aria-label': 'Instances' }, el('thead', head), rows);
  const empty = el('p.hint', 'Loading…');
  const more = el('button', { type: 'button', hidden: true }, 'Show more');
  more.addEventListener('click', () => search.grow());
  const rest = el('p.hint', { role: 'status' });
  table.hidden = true;
  return {
    element: el('section', heading, totals.element, find.element, table, empty, rest, more),
    focus: () => heading.focus(),
    sync: () => find.sync(),
    /** @param {object} found the answer of GET /instance/overview */
    update(found) {
      const { instances } = found;
      totals.update(found.totals);
      list.show(instances);
      table.hidden = instances.length === 0;
      empty.hidden = instances.length > 0;
      setText(empty, emptyText(found));
      const left = found.found - instances.length;
      more.hidden = left === 0 || !search.canGrow;
      setText(rest, left === 0 ? '' : `${left} more: search to narrow them down.`);
    },
  };
}

const emptyText = ({ totals }) =>
  totals.instances === 0
    ? 'There is none yet. Create one: an instance of the sandbox needs no phone, since this page plays the phone and everybody who writes to it.'
    : 'None that is looked for.';

/** Sums of what is counted up to 1000 an instance. */
function totalsLine() {
  const shown = {
    instances: 'Instances',
    open: 'Connected',
    connecting: 'Connecting',
    close: 'Not connected',
    needAttention: 'Need attention',
    messagesPerMinute: 'Messages/min',
    waiting: 'Waiting deliveries',
    discarded: 'Given up',
  };
  const values = Object.fromEntries(Object.keys(shown).map((key) => [key, el('dd', '–')]));
  const rows = Object.entries(shown).map(([key, title]) => el('div', el('dt', title), values[key]));
  return {
    element: el('dl.facts.totals', ...rows),
    update(totals) {
      for (const [key, value] of Object.entries(values)) {
        setText(value, totals[key].toLocaleString());
        value.dataset.level = totals[key] > 0 ? key : '';
      }
    },
  };
}
