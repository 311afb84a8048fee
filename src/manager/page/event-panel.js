/** The latest events of an instance, the newest first. */
import { at, query } from './api.js';
import { el, keyedList, shownTime } from './dom.js';
import { followEvents } from './event-tail.js';
import { statusLine } from './forms.js';
import { gist } from './gist.js';
import { keepFresh } from './poll.js';

const SHOWN_MAX = 50;
/** Pictures inside an event are longer than anybody reads. */
const TEXT_SHOWN_MAX = 300;

export function eventPanel({ api, name, signal }) {
  const status = statusLine();
  const list = keyedList('rows', ({ id }) => id, eventRow);
  let events = [];
  const find = async (from, limit) =>
    (await api.get(at`/event/find/${name}` + query({ after: from, limit }), signal)).events;
  const follow = followEvents(find, SHOWN_MAX);
  keepFresh({ signal, status }, async () => {
    await follow((found) => {
      events = [...events, ...found].slice(-SHOWN_MAX);
    });
    list.show(events.toReversed(), 'Nothing has happened yet.');
  });
  return {
    element: el('section.card', { 'aria-label': 'Events' }, status.element, ...list.elements),
  };
}

function eventRow(event) {
  const body = el('pre', { tabIndex: 0 });
  const details = el(
    'details',
    el(
      'summary',
      el('span.hint', `#${event.sequence}`),
      ' ',
      el('strong', event.event),
      ' ',
      el('span', gist(event)),
      ' ',
      el('time.hint', { dateTime: event.timestamp }, shownTime(event.timestamp)),
    ),
    body,
  );
  details.addEventListener('toggle', () => {
    if (body.textContent === '') body.textContent = JSON.stringify(event, shortened, 2);
  });
  return { element: el('li', details) };
}

const shortened = (_, value) =>
  typeof value === 'string' && value.length > TEXT_SHOWN_MAX
    ? `${value.slice(0, TEXT_SHOWN_MAX)}… (${value.length} characters)`
    : value;
