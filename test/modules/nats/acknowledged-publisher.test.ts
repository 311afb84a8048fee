import { expect, test } from 'bun:test';
import { createAcknowledged } from '../../../src/modules/nats/acknowledged-publisher.ts';
import type { Answer, Client } from '../../../src/modules/nats/client.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

/** The client as far as it is asked here; the server's answers are the test's. */
function bench() {
  const clock = manualClock();
  const replies: string[] = [];
  let callback: (error: Error | null, answer: Answer) => void = () => {};
  const client: Pick<Client, 'publish' | 'subscribe'> = {
    publish: (_subject, _body, options) => void replies.push(options?.reply ?? ''),
    subscribe: (_subject, options) => {
      callback = options.callback;
    },
  };
  const headers = () => ({ set() {}, delete() {} });
  const acknowledged = createAcknowledged({ client, clock, stream: 'S', headers });
  const publish = (subject = 'a.message') => acknowledged.publish(subject, new Uint8Array(1), 'id');
  const answer = (index: number, text: string, code?: number) =>
    callback(null, {
      subject: replies[index] ?? '',
      data: new TextEncoder().encode(text),
      ...(code && { headers: { code } }),
    });
  return { clock, acknowledged, publish, answer };
}

const ack = (seq: number) => JSON.stringify({ stream: 'S', seq });

test('acknowledgements settle their publish in whatever order they come', async () => {
  const { publish, answer } = bench();
  const published = [publish(), publish(), publish()];
  for (const index of [2, 0, 1]) answer(index, ack(index + 10));
  const found = await Promise.all(published);
  expect(found.map(({ seq }) => seq)).toEqual([10, 11, 12]);
});

test('a publish that the server refuses fails with its reason', async () => {
  const { publish, answer } = bench();
  const published = [publish(), publish(), publish(), publish()];
  answer(0, '{"error":{"code":400,"description":"expected stream does not match"}}');
  answer(1, '', 503);
  answer(2, '{}');
  answer(3, 'no JSON');
  const reasons = await Promise.all(published.map((one) => one.catch((error) => error.message)));
  expect(reasons.slice(0, 3)).toEqual([
    'expected stream does not match',
    'no responders',
    'not an acknowledgement: {}',
  ]);
  expect(reasons[3]).toContain('JSON');
});

test('a refused subject fails the publishes that wait for it, and no others', async () => {
  const { acknowledged, publish, answer } = bench();
  const refused = [publish('refused.message'), publish('refused.message')];
  const other = publish();
  acknowledged.refuse('refused.message', new Error('access_refused: no'));
  for (const one of refused) expect(one).rejects.toThrow('access_refused: no');
  answer(2, ack(1));
  expect((await other).seq).toBe(1);
});

test('a publish that was never acknowledged is dropped, and a late answer changes nothing', async () => {
  const { clock, publish, answer } = bench();
  let settled = false;
  void publish().finally(() => {
    settled = true;
  });
  await clock.advance(60_000);
  const next = publish();
  answer(0, ack(1));
  answer(1, ack(2));
  expect((await next).seq).toBe(2);
  expect(settled).toBe(false);
});
