/** The events of an instance, the newest first: searched, followed, paused. */
import { at, query } from './api.ts';
import { folded } from './delivery-filter.js';
import { el, keyedList, setText } from './dom.js';
import { EVENT_TYPES } from './event-choice.js';
import { eventRow } from './event-row.js';
import { field, input, select, statusLine } from './forms.js';
import { linkTo } from './links.ts';
import { createPager, isInUse } from './pager.js';
import { keepFresh } from './poll.ts';
import { newerWords, turningButtons } from './turning.js';

const PAGE_SIZE = 50;

/** @param {{ api: object, name: string, about: string, signal: AbortSignal }} deps `about`: the sequence of the one
 *   event that is shown; empty: all */
export function eventPanel({ api, name, about: address, signal }) {
  const about = /^[1-9]\d*$/.test(address) ? address : '';
  const status = statusLine();
  const filter = eventFilter(() => restart());
  const only = about === '' ? {} : { before: Number(about) + 1, after: Number(about) - 1 };
  const pager = createPager(
    async ({ before = only.before, since, limit }) => {
      const after = since ? Math.max(0, since.key - 1) : only.after;
      const asked = query({ ...filter.values(), before, after, limit });
      const { events, next } = await api.get(at`/event/search/${name}` + asked, signal);
      return { rows: events.map((event) => ({ event, key: event.sequence })), next };
    },
    { size: PAGE_SIZE, lowest: 0, following: (sequence) => sequence + 1 },
  );
  const list = keyedList(
    'rows',
    ({ event }) => event.id,
    ({ event }) => eventRow(event, name),
  );
  const [element] = list.elements;
  let isOpened = false;
  const pausing = pauseButton(() => refresh());
  const turning = turningButtons(pager, () => refresh());
  const refresh = keepFresh({ signal, status }, async () => {
    pager.hold(pausing.isPaused() || isInUse(element));
    const found = await pager.read();
    if (found === null) return;
    list.show(found.rows, 'There is none.');
    pausing.update(newerWords(found.newer, PAGE_SIZE), pager.isNewest());
    turning.update(pausing.isPaused() ? 0 : found.newer, card);
    if (about === '' || isOpened || found.rows.length === 0) return;
    // It was linked to, so it is there to be read.
    element.querySelector('details').open = true;
    isOpened = true;
  });
  const restart = () => {
    pager.newest();
    refresh();
  };
  const head = about === '' ? [filter.element, pausing.element] : [oneEvent(name)];
  const attributes = { class: 'card', 'aria-label': 'Events', tabIndex: -1 };
  const card = el('section', attributes, ...head, turning.news, status.element);
  card.append(...list.elements, turning.element);
  return { element: card };
}

const oneEvent = (name) =>
  el('p', 'Only one event. ', el('a', { href: linkTo(name, 'events') }, 'Show all'));

function eventFilter(changed) {
  const form = el(
    'form.filter',
    field('Event', select('event', [['', 'any event'], ...EVENT_TYPES.toSorted()])),
    field('Chat', input('chat', { placeholder: 'number or JID' })),
    field('Text', input('text')),
    field('Id', input('id', { placeholder: 'of an event or message' })),
    el('button', { type: 'submit' }, 'Search'),
  );
  form.addEventListener('submit', (submitted) => {
    submitted.preventDefault();
    changed();
  });
  form.elements.event.addEventListener('change', changed);
  return {
    element: folded('Search', form),
    values: () =>
      Object.fromEntries([...new FormData(form)].map(([name, text]) => [name, text.trim()])),
  };
}

/** While it is paused nothing moves, and it says how many have come; they are in the log and not lost. */
function pauseButton(changed) {
  let isPaused = false;
  const element = el('button', { type: 'button' }, 'Pause');
  element.addEventListener('click', () => {
    isPaused = !isPaused;
    setText(element, isPaused ? 'Resume' : 'Pause');
    changed();
  });
  return {
    element: el('div.row', element),
    isPaused: () => isPaused,
    /** @param {string} waiting how many have come since @param {boolean} isNewest an older page does not follow anyway */
    update(waiting, isNewest) {
      element.hidden = !isNewest;
      if (isPaused) setText(element, waiting === '0' ? 'Resume' : `Resume: ${waiting} waiting`);
    },
  };
}
