import { expect, test } from 'bun:test';
import { brokerFailure } from '../../../src/core/channels/broker-link.ts';

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
  ['Socket not connected', 'connection_lost', undefined],
  ['no_stream: stream A is gone', 'no_stream', undefined],
  // What brokers were made to answer; a word that nobody foresaw holds up its lane like the others.
  ['something else', 'broker_error', 'address'],
  ['invalid operation on sealed stream', 'sealed', 'address'],
  ['expected stream does not match', 'wrong_stream', 'address'],
  ['JetStream system temporarily unavailable', 'unavailable', 'address'],
  ['no suitable peers for placement', 'unavailable', 'address'],
  ['resource limits exceeded for account', 'full', 'address'],
  ['insufficient storage resources available', 'full', 'address'],
  [
    "channel 1 closed: RESOURCE_LOCKED - cannot obtain exclusive access to locked queue 'a'",
    'locked',
    'address',
  ],
  [
    "channel 1 closed: PRECONDITION_FAILED - cannot declare queue 'a': queue limit in vhost '/' (1) is reached (406)",
    'queue_limit',
    'address',
  ],
  [
    "channel 1 closed: NOT_FOUND - home node 'b' of durable queue 'a' in vhost '/' is down",
    'unavailable',
    'address',
  ],
  [
    "channel 1 closed: ACCESS_REFUSED - access to queue 'a' in vhost '/' refused for user 'b' (403)",
    'access_refused',
    'address',
  ],
  [
    "connection closed: NOT_ALLOWED - access to vhost '/' refused for user 'guest': connection limit (1) is reached (530)",
    'connection_limit',
    undefined,
  ],
  [
    "connection closed: NOT_ALLOWED - connection refused for user 'guest': user connection limit (1) is reached (530)",
    'connection_limit',
    undefined,
  ],
  ['connection closed: NOT_ALLOWED - vhost nowhere not found (530)', 'no_vhost', undefined],
  ['Maximum Payload Violation', 'too_large', undefined],
])('%s is %s, refused by %s', (text, word, refusedBy) => {
  const outcome = brokerFailure(new Error(text));
  expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining(`${word}: `) });
  expect('refusedBy' in outcome ? outcome.refusedBy : undefined).toBe(refusedBy as never);
});
