/** One instance in the table of all. */
import { badge, el, setText } from './dom.js';
import { linkTo } from './links.ts';
import { phaseWords } from './phase-words.js';

/** The service counts no further. */
const COUNTED_MAX = 1000;

export function overviewRow({ instanceName, provider }) {
  const state = badge();
  const reason = el('small');
  const messages = el('td.number', { 'data-title': 'Messages/min' });
  const waiting = el('td.number', { 'data-title': 'Waiting' });
  const none = el('span', '0');
  const failed = el('a', { href: linkTo(instanceName, 'deliveries') });
  const discarded = el('td.number', { 'data-title': 'Given up' }, none, failed);
  const name = el('a', { href: linkTo(instanceName) }, instanceName);
  const element = el(
    'tr',
    el('th', { scope: 'row' }, name, ' ', el('small', provider)),
    el('td.state', state.element, ' ', reason),
    messages,
    waiting,
    discarded,
  );
  return {
    element,
    update(glance) {
      element.dataset.attention = glance.attention;
      state.set(glance.state);
      setText(reason, phaseWords(glance));
      setText(messages, glance.messagesPerMinute);
      const retrying = glance.retrying > 0 ? `, ${counted(glance.retrying)} failed before` : '';
      setText(waiting, counted(glance.waiting) + retrying);
      none.hidden = glance.discarded > 0;
      failed.hidden = glance.discarded === 0;
      setText(failed, counted(glance.discarded));
      failed.ariaLabel = `${counted(glance.discarded)} given up of ${instanceName}`;
    },
  };
}

const counted = (count) => (count >= COUNTED_MAX ? `${COUNTED_MAX}+` : String(count));
