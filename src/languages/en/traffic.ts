/** Deliveries and tests of webhooks in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const traffic = {
  deliveries: 'Deliveries',
  state: 'State',
  anyState: 'any state',
  event: 'Event',
  outcome: 'Outcome',
  at: 'When',
  none: 'There is none.',
  newer: 'Newer',
  older: 'Older',
  attempts: 'Attempts',
  attemptCount: (attempts: number) => count(attempts, { one: '# attempt', other: '# attempts' }),
  noAttempts: 'None yet',
  attempt: (time: string, ms: string, result: string) => `${time}, ${ms} ms: ${result}`,
  noOutcome: 'no outcome',
  status: (status: number) => `status ${status}`,
  next: (time: string) => `next ${time}`,
  redeliver: 'Redeliver',
  onItsWay: 'On its way again',
  onItsWayAlready: 'It is on its way already',
  tryIt: 'Try it',
  tryHint: 'Posts a sample event once, marked "test": true.',
  test: 'Test',
  noAnswer: (ms: string, error: string) => `Not delivered: no answer, ${ms} ms. ${error}`,
  answered: (isDelivered: boolean, status: number, ms: string) =>
    `${isDelivered ? 'Delivered' : 'Not delivered'}: status ${status}, ${ms} ms`,
  sent: 'What was sent',
  answer: 'What the receiver answered',
};
