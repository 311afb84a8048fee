/** All instances at a glance, in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const overview = {
  title: 'All instances',
  search: 'Search',
  show: 'Show',
  more: (left: number) =>
    count(left, {
      one: '# more: search to narrow the list.',
      other: '# more: search to narrow the list.',
    }),
  showMore: 'Show more',
  totals: {
    instances: 'Instances',
    open: 'Connected',
    connecting: 'Connecting',
    close: 'Not connected',
    needAttention: 'Need attention',
    messagesPerMinute: 'Messages/min',
    waiting: 'Waiting deliveries',
    discarded: 'Discarded',
  },
  reason: 'Reason',
  lastActivity: 'Last activity',
  messagesPerDay: 'Messages/24 h',
  endpoints: 'Endpoints',
  failing: (endpoints: number) => count(endpoints, { one: '# failing', other: '# failing' }),
  disabled: (endpoints: number) => count(endpoints, { one: '# disabled', other: '# disabled' }),
  waiting: 'Waiting',
  waitingAgain: (waiting: string, retrying: string) => `${waiting}, ${retrying} retrying`,
  discardedOf: (discarded: string, name: string) => `${discarded} discarded deliveries of ${name}`,
};
