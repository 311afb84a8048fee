/** What a node answers for an instance that another one has, which stands still, or ends, or is found to be another. */
import { expect, test } from 'bun:test';
import type { Node } from '../../src/cluster/beat.ts';
import { createForwarder } from '../../src/cluster/forward.ts';
import { Unreached } from '../../src/cluster/unreached.ts';
import type { AppError } from '../../src/shared/errors.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { until } from '../helpers/until.ts';

const OWNERS = { old: 'http://old.test', new: 'http://new.test' } as const;

/** A node among `old`, which owns the instance and never answers, and `new`. */
function node() {
  const clock = manualClock();
  const state = { owner: 'old' as keyof typeof OWNERS, nodes: ['old', 'new'], isCut: false };
  const unreached = new Unreached(clock);
  const asked: string[] = [];
  const caller = new AbortController();
  const forwarder = createForwarder({
    db: { query: async () => [[state.owner, OWNERS[state.owner]]] },
    membership: {
      node: 'this',
      now: 0,
      isCertain: true,
      grantOf: () => null,
      doubted() {},
      unreached,
      get nodes() {
        return state.nodes.map((id) => ({ id }) as Node);
      },
    },
    isBeginning: () => false,
    isClosing: () => false,
    hops: { seal: () => 'sealed', open: () => null },
    clock,
    fetch: (url, { signal }) => {
      asked.push(url);
      if (state.isCut) return Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
      if (url.startsWith(OWNERS.new)) return Promise.resolve(new Response('here'));
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  const ask = (method: string) =>
    forwarder.forward({
      request: new Request('http://this.test/instance/connectionState/shop', {
        method,
        signal: caller.signal,
      }),
      streamId: 'shop',
      client: '192.0.2.1',
      requestId: 'one',
      passedOn: null,
    });
  /** `old` stands still until its lease has ended, and `new` has what it had. */
  const takeOver = async () => {
    await until('it was asked', () => asked.length > 0);
    await clock.advance(1_000);
    Object.assign(state, { owner: 'new', nodes: ['new'] });
    await clock.advance(1_000);
  };
  return { clock, asked, ask, takeOver, state, unreached, caller };
}

test('a read that waits for a node that stands still is answered by the one that takes over', async () => {
  const { clock, asked, ask, takeOver } = node();
  const answer = ask('GET');
  await takeOver();
  await until('the next one is asked', async () => {
    await clock.advance(250);
    return asked.length > 1;
  });
  expect(await (await answer)?.text()).toBe('here');
});

test('a change that waits for a node that stands still is refused as soon as that node has lost what it had', async () => {
  const { asked, ask, takeOver } = node();
  const refusal = ask('POST').then(
    () => null,
    (error: AppError) => error,
  );
  await takeOver();
  expect(await refusal).toMatchObject({
    reason: 'unavailable',
    message: 'the node that has the instance did not answer: what was asked may have been done',
  });
  expect(asked).toHaveLength(1);
});

test('a node that a request did not reach is known for a minute, or until one reaches it', async () => {
  const { clock, asked, ask, state, unreached } = node();
  Object.assign(state, { owner: 'new', isCut: true });
  const answer = ask('GET');
  await until('it was asked', () => asked.length > 0);
  await clock.advance(0);
  expect(unreached.ids).toEqual(['new']);
  state.isCut = false;
  await clock.advance(1_000);
  expect((await answer)?.status).toBe(200);
  expect(unreached.ids).toEqual([]);
  unreached.failed('new');
  await clock.advance(59_999);
  expect(unreached.ids).toEqual(['new']);
  await clock.advance(1);
  expect(unreached.ids).toEqual([]);
});

test('a request that its caller breaks off says nothing of the node that it was for', async () => {
  const { asked, ask, unreached, caller } = node();
  const answer = ask('GET').catch(() => null);
  await until('it was asked', () => asked.length > 0);
  caller.abort();
  await answer;
  expect(unreached.ids).toEqual([]);
});
