/** One event, with its JSON to be read and copied, and a way to what became of it. */
import { el, shownTime } from './dom.js';
import { copyButton } from './forms.js';
import { gist } from './gist.js';
import { linkTo } from './links.ts';

/** Pictures inside an event are longer than anybody reads. */
const TEXT_SHOWN_MAX = 300;

/** @param {object} event its body @param {string} name of its instance */
export function eventRow(event, name) {
  const body = el('pre', {
    tabIndex: 0,
    role: 'group',
    'aria-label': `${event.event} ${event.sequence} as JSON`,
  });
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
    el(
      'div.row',
      el('a', { href: linkTo(name, 'deliveries', event.id) }, 'Its deliveries'),
      copyButton('Copy JSON', body, () => JSON.stringify(event, null, 2)),
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
