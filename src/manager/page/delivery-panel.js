/** The deliveries of an instance, the newest first, by state and page by page. */
import { at, query } from './api.js';
import { createPager } from './delivery-pages.js';
import { deliveryRow } from './delivery-row.js';
import { el, keyedList } from './dom.js';
import { attempt, field, select, statusLine } from './forms.js';
import { keepFresh } from './poll.js';
import { DELIVERY_STATES } from './words.js';

const PAGE_SIZE = 25;

export function deliveryPanel({ api, name, signal }) {
  const status = statusLine();
  const freshness = statusLine();
  const state = select('state', [['', 'any state'], ...DELIVERY_STATES]);
  const pager = createPager(async (after, limit) => {
    const asked = query({ state: state.value, after, limit });
    return (await api.get(at`/delivery/find/${name}` + asked, signal)).deliveries;
  }, PAGE_SIZE);

  const redeliver = (id, control) =>
    attempt(control, status, async () => {
      const { redelivering } = await api.post(at`/delivery/redeliver/${name}`, { ids: [id] });
      refresh();
      return redelivering === 1 ? 'On its way again' : 'It is on its way already';
    });
  const create = (row) => deliveryRow(row, { api, redeliver });
  const list = keyedList('rows', ({ id }) => id, create);
  const refresh = keepFresh({ signal, status: freshness }, async () => {
    const rows = await pager.read(Date.now());
    if (rows === null) return;
    list.show(rows, 'There is none.');
    turning.update();
  });
  const turning = turningButtons(pager, refresh);
  state.addEventListener('change', () => {
    pager.newest();
    refresh();
  });
  const tools = el('div.inline.tools', field('State', state), ...turning.elements);
  const about = { class: 'card', 'aria-label': 'Deliveries' };
  const card = el('section', about, tools, status.element, freshness.element, ...list.elements);
  return { element: card };
}

function turningButtons(pager, refresh) {
  const turning = (text, turn) => {
    const element = el('button', { type: 'button', hidden: true }, text);
    element.addEventListener('click', () => {
      turn();
      refresh();
    });
    return element;
  };
  const newest = turning('Newest', () => pager.newest());
  const newer = turning('Newer', () => pager.newer());
  const older = turning('Older', () => pager.hasOlder() && pager.older());
  return {
    elements: [newest, newer, older],
    update() {
      newest.hidden = pager.isNewest();
      newer.hidden = pager.isNewest();
      older.hidden = !pager.hasOlder();
    },
  };
}
