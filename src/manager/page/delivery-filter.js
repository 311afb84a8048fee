/** What of the deliveries is shown: their state, event, endpoint and time. */
import { el } from './dom.js';
import { EVENT_TYPES } from './event-choice.js';
import { field, input, select } from './forms.js';
import { DELIVERY_STATES, DESTINATIONS } from './words.ts';

/** As wide as two columns of the page. */
const ROOMY_PX = 768;

/** @param {{ changed: () => void, eventId: string }} options `eventId`: of one event alone; empty: of any */
export function deliveryFilter({ changed, eventId }) {
  const state = select('state', [['', 'any state'], ...DELIVERY_STATES]);
  const event = select('event', [['', 'any event'], ...EVENT_TYPES.toSorted()]);
  const destination = select('destination', [['', 'any endpoint'], ...DESTINATIONS]);
  const from = momentInput('from');
  const to = momentInput('to');
  const form = el(
    'form.filter',
    field('State', state),
    field('Event', event),
    field('Endpoint', destination),
    field('Since', from),
    field('Until', to),
  );
  form.addEventListener('submit', (submitted) => submitted.preventDefault());
  form.addEventListener('change', changed);
  return {
    element: folded('Filter', form),
    values: () => ({
      state: state.value,
      event: event.value,
      destination: destination.value,
      from: isoOf(from),
      to: isoOf(to),
      eventId,
    }),
  };
}

/** Open where there is room for it. */
export const folded = (title, form) =>
  el('details', { open: innerWidth >= ROOMY_PX }, el('summary', title), form);

/** A field for a time of this machine's clock. */
export const momentInput = (name) => input(name, { type: 'datetime-local' });

/** ISO 8601 in UTC; empty while the field is. @param {HTMLInputElement} control of `momentInput` */
export const isoOf = ({ value }) => (value === '' ? '' : new Date(value).toISOString());
