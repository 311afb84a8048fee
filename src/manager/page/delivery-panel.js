/** The deliveries of one instance, or of all: the newest first, narrowed by a filter, page by page. */
import { query } from './api.ts';
import { choiceBar, deliveriesOf, failedSince, redeliver } from './delivery-choice.js';
import { deliveryFilter } from './delivery-filter.js';
import { deliveryRow } from './delivery-row.js';
import { el, keyedList } from './dom.js';
import { attempt, statusLine } from './forms.js';
import { linkTo } from './links.ts';
import { createPager, isInUse } from './pager.js';
import { keepFresh } from './poll.ts';
import { turningButtons } from './turning.js';

const PAGE_SIZE = 25;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** @param {{ api: object, name: string | null, about?: string, signal: AbortSignal }} deps `name` null: of every
 *   instance; `about`: the id of the one event whose deliveries are shown */
export function deliveryPanel({ api, name, about = '', signal }) {
  const status = statusLine();
  const freshness = statusLine();
  const filter = deliveryFilter({ changed: () => restart(), eventId: about });
  const pager = createPager(
    async ({ before, since, limit }) => {
      const wanted = { ...filter.values(), instance: name ?? '' };
      // A person may have asked for later ones.
      const from = [since?.createdAt ?? '', wanted.from].sort().at(-1);
      const asked = query({ ...wanted, from, before, limit });
      const { deliveries, next } = await api.get(`/delivery/search${asked}`, signal);
      return { rows: deliveries.map((one) => ({ ...one, key: one.id })), next };
    },
    { size: PAGE_SIZE, lowest: LOWEST_ID, following: idAfter },
  );

  const sendAgain = (control, deliveries) =>
    attempt(control, status, async () => {
      const count = await redeliver(api, deliveries);
      refresh();
      if (deliveries.length > 1) return `${deliveriesOf(count)} on the way again`;
      return count === 1 ? 'On its way again' : 'It is on its way already';
    });
  const rows = chosenRows({ api, isOfAll: name === null, sendAgain });
  const bar = choiceBar({
    redeliverChosen: (control) => sendAgain(control, rows.chosen()),
    chooseAll: rows.chooseAll,
  });
  rows.whenChosen(() => bar.update(rows.chosen().length, rows.shown().length));
  const turning = turningButtons(pager, () => refresh());
  const refresh = keepFresh({ signal, status: freshness }, async () => {
    pager.hold(rows.isInUse());
    const found = await pager.read();
    if (found === null) return;
    rows.show(found.rows, 'There is none.');
    bar.update(rows.chosen().length, found.rows.length);
    turning.update(found.newer, list);
  });
  const restart = () => {
    pager.newest();
    rows.show([], 'Loading…');
    refresh();
  };
  const parts = [filter.element, bar.element, turning.news, status.element, freshness.element];
  const list = el('section', { class: 'card', 'aria-label': 'Deliveries', tabIndex: -1 }, ...parts);
  list.append(...rows.elements, turning.element);
  const failed = failedSince({ api, name, done: () => refresh() });
  return { element: el('div', about === '' ? failed : ofOneEvent(name), list) };
}

const ofOneEvent = (name) =>
  el(
    'p.card',
    'Only the deliveries of one event. ',
    el('a', { href: linkTo(name, 'deliveries') }, 'Show all'),
  );

/** The list with what is ticked in it. */
function chosenRows({ api, isOfAll, sendAgain }) {
  let shown = [];
  let told = () => {};
  const ticks = new Map();
  const list = keyedList(
    'rows',
    ({ id }) => id,
    (delivery) => {
      const again = (control) => sendAgain(control, [delivery]);
      const row = deliveryRow(delivery, { api, isOfAll, again, ticked: () => told() });
      ticks.set(delivery.id, row.tick);
      return row;
    },
  );
  const [element] = list.elements;
  return {
    elements: list.elements,
    shown: () => shown,
    chosen: () => shown.filter(({ id }) => ticks.get(id).checked),
    chooseAll(isWanted) {
      for (const { id } of shown) ticks.get(id).checked = isWanted && !ticks.get(id).disabled;
      told();
    },
    whenChosen(listener) {
      told = listener;
    },
    show(deliveries, whenEmpty) {
      shown = deliveries;
      list.show(deliveries, whenEmpty);
      const ids = new Set(deliveries.map(({ id }) => id));
      for (const id of ticks.keys()) if (!ids.has(id)) ticks.delete(id);
    },
    isInUse: () => isInUse(element),
  };
}

/** The least id after this one. @param {string} id a UUID */
export function idAfter(id) {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
