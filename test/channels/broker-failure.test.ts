import { expect, test } from 'bun:test';
import { brokerFailure } from '../../src/channels/broker-failure.ts';

test.each([
  ["PRECONDITION_FAILED - inequivalent arg 'x-queue-type'", 'precondition_failed', 'address'],
  ['ACCESS_REFUSED - write access denied', 'access_refused', 'address'],
  ['Message rejected', 'refused', 'address'],
  ['maximum messages exceeded', 'full', 'address'],
  ['maximum bytes exceeded', 'full', 'address'],
  ['maximum messages per subject exceeded', 'full', 'address'],
  ['insufficient resources', 'full', 'address'],
  ['timeout: no answer within 30000 ms', 'timeout', 'address'],
  ['unroutable: the broker returned it: NO_ROUTE', 'unroutable', 'address'],
  ['wrong_stream: stream A does not take message', 'wrong_stream', 'address'],
  ['too_large: 9 bytes, the broker takes 8', 'too_large', 'event'],
  // It may fit without its media the next time.
  ['message size exceeds maximum allowed', 'too_large', undefined],
  ['connection_lost: closed', 'connection_lost', undefined],
  ['something else', 'broker_error', undefined],
])('%s is %s, refused by %s', (text, word, refusedBy) => {
  const outcome = brokerFailure(new Error(text));
  expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining(`${word}: `) });
  expect('refusedBy' in outcome ? outcome.refusedBy : undefined).toBe(refusedBy as never);
});
