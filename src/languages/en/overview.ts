/** All instances at a glance, in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const overview = {
  title: 'All instances',
  search: 'Search',
  searchHint: 'Name or number',
  show: 'Show',
  filters: {
    all: 'All',
    attention: 'Needs attention',
    open: 'Connected',
    connecting: 'Connecting',
    close: 'Not connected',
  },
  none: 'None that is looked for.',
  more: (left: number) =>
    count(left, {
      one: '# more: search to narrow them down.',
      other: '# more: search to narrow them down.',
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
    discarded: 'Given up',
  },
  instance: 'Instance',
  state: 'State',
  waiting: 'Waiting',
  waitingAgain: (waiting: string, retrying: string) => `${waiting}, ${retrying} failed before`,
  discardedOf: (discarded: string, name: string) => `${discarded} given up of ${name}`,
};
