/** Figures of the last 48 hours in the manager. */
export const figures = {
  title: 'The last 48 hours',
  none: 'Nothing was received, sent or delivered in the last 48 hours.',
  received: 'Messages received',
  sent: 'Messages sent',
  delivered: 'Delivered',
  failed: 'Failed attempts',
  discarded: 'Discarded',
  filtered: 'Filtered out',
  slowest: 'Latency p95, ms',
  byEndpoint: 'The last 48 hours by endpoint',
  half: 'p50, ms',
  most: 'p95, ms',
};
