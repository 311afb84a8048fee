/** What a webhook of the account was sent: the newest first, by state, with every attempt, and sent again. */
import { at, query } from '../api.ts';
import { attemptList, outcomeOf } from '../delivery-row.js';
import { badge, card, el, keyedList, setText, shownTime } from '../dom.js';
import { button, field, select, statusLine } from '../forms.js';
import { createPager, isInUse } from '../pager.js';
import { keepFresh } from '../poll.ts';
import { turningButtons } from '../turning.js';
import { DELIVERY_STATES } from '../words.ts';
import { camelCased } from './names.js';

const PAGE_SIZE = 20;

/** @param {import('./record-view.js').Session} session @param {string} path of the webhook, after /api/v1 */
export function webhookDeliveries(session, path) {
  const { api, signal } = session;
  const status = statusLine();
  const freshness = statusLine();
  const state = select('state', [['', 'any state'], ...DELIVERY_STATES]);
  const pager = createPager(
    async ({ before, limit }) => {
      const asked = query({ order: 'newest', state: state.value, before, limit });
      const { deliveries, next } = await api.get(`${path}/deliveries${asked}`);
      return { rows: deliveries.map((one) => ({ ...camelCased(one), key: one.id })), next };
    },
    { size: PAGE_SIZE },
  );
  const context = { session, path, status, refresh: () => refresh() };
  const list = keyedList(
    'rows',
    ({ id }) => id,
    (delivery) => deliveryRow(context, delivery),
  );
  let shown = [];
  const refresh = keepFresh({ signal, status: freshness }, async () => {
    const found = await pager.read();
    if (found === null || signal.aborted) return;
    const latest = new Map(found.rows.map((row) => [row.id, row]));
    // Under somebody's hands nothing moves; what stands there is kept up to date.
    const isHeld = shown.length > 0 && isInUse(list.elements[0]);
    shown = isHeld ? shown.map((row) => latest.get(row.id) ?? row) : found.rows;
    list.show(shown, 'There is none.');
    turning.update(0);
  });
  const turning = turningButtons(pager, () => {
    shown = [];
    refresh();
  });
  state.addEventListener('change', () => {
    shown = [];
    pager.newest();
    refresh();
  });
  const tools = el('div.inline.tools', field('State', state));
  const lines = [status.element, freshness.element];
  return card('Deliveries', tools, ...lines, ...list.elements, turning.element);
}

function deliveryRow({ session, path, status, refresh }, { id, event, sequence, createdAt }) {
  const state = badge();
  const outcome = el('p');
  const attempts = attemptList(async () => {
    const found = await session.api.get(path + at`/deliveries/${id}`);
    return found.attempts.map(camelCased);
  });
  const again = button('Redeliver', {
    status,
    async run() {
      const { data } = await session.api.post(`${path}/redeliver`, { ids: [id] });
      refresh();
      return data.redelivering === 1 ? 'On its way again' : 'It is on its way already';
    },
  });
  again.ariaLabel = `Redeliver ${event} ${sequence}`;
  const head = el(
    'div.row',
    state.element,
    el('strong', event),
    el('span.hint', `#${sequence}`),
    el('time.hint', { dateTime: createdAt }, shownTime(createdAt)),
    session.can('webhooks.update') ? again : null,
  );
  return {
    element: el('li', head, outcome, attempts.element),
    update(now) {
      state.set(now.state);
      setText(outcome, outcomeOf(now));
      attempts.update(now);
    },
  };
}
