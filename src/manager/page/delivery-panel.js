/** The deliveries of one instance, or of all: the newest first, narrowed by a filter, page by page. */
import { query } from './api.js';
import { choiceBar, deliveriesOf, failedSince, redeliver } from './delivery-choice.js';
import { deliveryFilter } from './delivery-filter.js';
import { createPager } from './delivery-pages.js';
import { deliveryRow } from './delivery-row.js';
import { el, keyedList, setText } from './dom.js';
import { attempt, statusLine } from './forms.js';
import { keepFresh } from './poll.js';
import { linkTo } from './route.js';

const PAGE_SIZE = 25;

/** @param {{ api: object, name: string | null, about?: string, signal: AbortSignal }} deps `name` null: of every
 *   instance; `about`: the id of the one event whose deliveries are shown */
export function deliveryPanel({ api, name, about = '', signal }) {
  const status = statusLine();
  const freshness = statusLine();
  const filter = deliveryFilter({ changed: () => restart(), eventId: about });
  const pager = createPager((asked) => {
    const wanted = { ...filter.values(), instance: name ?? '' };
    // A held page asks for what came since its top; a person may have asked for later ones.
    const from = [asked.from ?? '', wanted.from].sort().at(-1);
    return api.get(`/delivery/search${query({ ...wanted, ...asked, from })}`, signal);
  }, PAGE_SIZE);

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
    turning.update(found.newer);
  });
  const restart = () => {
    pager.newest();
    rows.show([], 'Loading…');
    refresh();
  };
  const parts = [filter.element, bar.element, turning.news, status.element, freshness.element];
  const list = el('section', { class: 'card', 'aria-label': 'Deliveries' }, ...parts);
  list.append(...rows.elements, turning.element);
  const failed = failedSince({ api, name, done: () => refresh() });
  return { element: el('div', about === '' ? failed : ofOneEvent(name, about), list) };
}

const ofOneEvent = (name, id) =>
  el(
    'p.card',
    'Only the deliveries of ',
    el('a', { href: linkTo(name, 'events', id) }, 'one event'),
    '. ',
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
    /** Somebody reads, ticks or opens something: nothing may move. */
    isInUse: () =>
      element.matches(':focus-within') ||
      element.querySelector('details[open], input:checked') !== null ||
      (shown.length > 0 && element.getBoundingClientRect().top < 0),
  };
}

function turningButtons(pager, refresh) {
  const turning = (text, turn) => {
    const element = el('button', { type: 'button', hidden: true }, text);
    element.addEventListener('click', async () => {
      await turn();
      refresh();
    });
    return element;
  };
  const news = turning('', () => {
    document.activeElement?.blur();
    pager.newest();
  });
  const newest = turning('Newest', () => pager.newest());
  const newer = turning('Newer', () => pager.newer());
  const older = turning('Older', () => pager.hasOlder() && pager.older());
  const further = turning('Look further back', () => pager.lookFurther());
  return {
    element: el('div.row', newest, newer, older, further),
    news: el('p', { role: 'status' }, news),
    /** @param {number} count of those that came while the page was held */
    update(count) {
      news.hidden = count === 0;
      setText(news, `Show ${count} new`);
      newest.hidden = pager.isNewest();
      newer.hidden = pager.isNewest();
      older.hidden = !pager.hasOlder();
      further.hidden = !pager.isUnfinished();
    },
  };
}
