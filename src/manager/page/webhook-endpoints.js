/** Every place that the events of an instance go to, switched on or not. */
import { at } from './api.ts';
import { card, el, keyedList, setText } from './dom.js';
import { EVENT_TYPES } from './event-choice.js';
import { statusLine } from './forms.js';
import { keepFresh } from './poll.ts';

export function endpointsCard({ api, name, signal }) {
  const status = statusLine();
  const list = keyedList('rows', ({ id }) => id, endpointRow);
  keepFresh({ signal, status }, async () => {
    const { endpoints } = await api.get(at`/webhook/endpoints/${name}`, signal);
    // Those that are on first.
    const inOrder = endpoints.toSorted(
      (a, b) => Number(b.target !== null) - Number(a.target !== null),
    );
    list.show(inOrder, '');
  });
  return card('Where its events go', status.element, ...list.elements);
}

function endpointRow({ name, destination }) {
  const title = name === destination ? name : `${destination} ${name}`;
  const where = el('span');
  const events = el('p.hint');
  return {
    element: el('li', el('div', el('strong', title), ' ', where), events),
    update({ target, reason, events: names }) {
      setText(where, target ?? reason);
      where.className = target === null ? 'hint' : '';
      const isAll = names.includes('ALL') || names.length === EVENT_TYPES.length;
      setText(events, target === null ? '' : isAll ? 'every event' : names.join(', '));
    },
  };
}
