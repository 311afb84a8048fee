/**
 * An attempt that is aborted after the headers of its answer and before the body. The test runner fails the test during
 * which a rejected promise is left unhandled.
 */
import { expect, spyOn, test } from 'bun:test';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../src/core/outbound/outbound.ts';
import { Cancellation } from '../../../src/core/shared/async/cancellation.ts';
import { SharedTimer } from '../../../src/core/shared/async/shared-timer.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { raw, startReceiver } from '../../doubles/receiver.ts';

const LIMIT_MS = 30_000;

const ANSWERS = {
  'a body of which nothing is here': 'content-length: 5\r\n\r\n',
  'a body of which a part is here': 'content-length: 5\r\n\r\nhe',
  'a whole body': 'content-length: 5\r\n\r\nhello',
  'a long body': 'content-length: 5000\r\n\r\nhe',
  'a body in chunks': 'transfer-encoding: chunked\r\n\r\n2\r\nhe\r\n',
  'a body until the connection is closed': 'connection: close\r\n\r\nhe',
};

const CAUSES = ['the deletion of the endpoint', 'the time limit'] as const;

/** Posts once, and aborts the post at the moment that its headers have arrived. */
async function abortedPost(answer: string, cause: (typeof CAUSES)[number]) {
  const receiver = await startReceiver();
  receiver.script(raw(`HTTP/1.1 200 OK\r\n${answer}`));
  const clock = manualClock();
  const guard = createNetworkGuard({ allow: 'everything', clock });
  const outbound = createOutbound({ clock, guard, userAgent: 'gatehouse/1.2.3' });
  const target = outbound.target(receiver.url);
  if ('problem' in target) throw new Error(target.problem);
  const deletion = new Cancellation();
  const original = globalThis.fetch;
  const abortsAfterHeaders = async (...request: Parameters<typeof fetch>) => {
    const response = await original(...request);
    if (cause === 'the time limit') await clock.advance(LIMIT_MS);
    else deletion.abort();
    return response;
  };
  const spy = spyOn(globalThis, 'fetch').mockImplementation(
    Object.assign(abortsAfterHeaders, original),
  );
  const limits = { timer: new SharedTimer(clock, LIMIT_MS), signal: deletion };
  const posted = await outbound.post(target, { headers: {}, body: '{}' }, limits);
  spy.mockRestore();
  await receiver.stop();
  return posted;
}

for (const cause of CAUSES)
  test.each(Object.entries(ANSWERS))(
    `${cause} may abort an attempt between the headers and %s: its rejection is handled`,
    async (_name, answer) => {
      expect(await abortedPost(answer, cause)).toMatchObject({ status: 200, redirect: null });
    },
  );
