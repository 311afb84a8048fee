/** What a node answers for an instance that another one has, which stands still, or ends, or is found to be another. */
import { expect, test } from 'bun:test';
import type { AppError } from '../../../src/core/shared/errors.ts';
import { withinTrace } from '../../../src/core/shared/tracing.ts';
import type { Node } from '../../../src/modules/cluster/beat.ts';
import { createForwarder } from '../../../src/modules/cluster/forward.ts';
import { RepeatableBodies } from '../../../src/modules/cluster/repeatable-bodies.ts';
import { UnreachedNodes } from '../../../src/modules/cluster/unreached-nodes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';

const OWNERS = { old: 'http://old.test', new: 'http://new.test' } as const;

/** A node among `old`, which owns the instance and never answers, and `new`. */
function node() {
  const clock = manualClock();
  const state = {
    owner: 'old' as keyof typeof OWNERS,
    nodes: ['old', 'new'],
    isCut: false,
    isHandingOver: false,
    isOurs: false,
    isReturning: false,
    /** It is there, and slow. */
    isBusy: false,
    /** Another node has its address. */
    isOther: false,
    streams: new Set(['shop']),
    /** What the request is about, looked up once more. */
    named: 'shop',
  };
  const unreached = new UnreachedNodes(clock);
  const asked: string[] = [];
  const bodies: string[] = [];
  const spans: (string | null)[] = [];
  const caller = new AbortController();
  const forwarder = createForwarder({
    db: {
      query: async (_, [id]) =>
        state.streams.has(String(id)) ? [[state.owner, OWNERS[state.owner]]] : [],
    },
    membership: {
      node: 'this',
      now: 0,
      isCertain: true,
      grantOf: () => (state.isOurs ? { node: 'this', term: 1, holder: 'this.1' } : null),
      recheck() {},
      unreached,
      get nodes() {
        return state.nodes.map((id) => ({ id }) as Node);
      },
    },
    isBeginning: () => false,
    isReturning: () => state.isReturning,
    isClosing: () => false,
    hops: { seal: () => 'sealed', open: () => 'forged' },
    clock,
    fetch: async (url, { signal, body, headers }) => {
      spans.push(new Headers(headers).get('traceparent'));
      if (url.endsWith('/health') && state.isBusy) return new Response('{"status":"ok"}');
      if (!url.endsWith('/health')) asked.push(url);
      bodies.push(await new Response(body).text());
      if (state.isCut) return Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
      if (state.isHandingOver) return Promise.resolve(new Response(null, { status: 421 }));
      if (state.isOther)
        return new Response(null, { status: 421, headers: { 'x-gatehouse-other-node': '1' } });
      if (url.startsWith(OWNERS.new)) return Promise.resolve(new Response('here'));
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  const ask = (method: string, body: string | null = null, isSized = true) => {
    const headers = isSized && body !== null ? { 'content-length': String(body.length) } : {};
    const { signal } = caller;
    const url = 'http://this.test/instance/connectionState/shop';
    const request = new Request(url, { method, signal, headers, body });
    return forwarder.forward({
      request,
      streamId: 'shop',
      findAgain: async () => state.named,
      client: '192.0.2.1',
      requestId: 'one',
      forwarding: null,
    });
  };
  /** `old` stands still until its lease has ended, and `new` has what it had. */
  const takeOver = async () => {
    await until('it was asked', () => asked.length > 0);
    await clock.advance(1_000);
    Object.assign(state, { owner: 'new', nodes: ['new'] });
    await clock.advance(1_000);
  };
  return { clock, asked, bodies, spans, ask, takeOver, state, unreached, caller };
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

test('the other node continues the trace that is present here', async () => {
  const { ask, state, spans } = node();
  Object.assign(state, { owner: 'new', nodes: ['new'] });
  await withinTrace('the span', async () => ask('GET'));
  await ask('GET');
  expect(spans).toEqual(['the span', null]);
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
    message: 'the node that has the instance did not answer: the request may have been carried out',
  });
  expect(asked).toHaveLength(1);
});

test('what is to be done waits until an instance that has just come is connected again, for 15 s at most, and a read does not', async () => {
  const { clock, asked, ask, state } = node();
  Object.assign(state, { isOurs: true, isReturning: true });
  expect(await ask('GET')).toBeNull();
  const from = clock.steady();
  const waits = { first: 0, second: 0 };
  const note = (which: keyof typeof waits) => () => {
    waits[which] = clock.steady() - from;
  };
  void ask('POST').then(note('first'));
  await clock.advance(5_000);
  state.isReturning = false;
  await until('it is done', async () => {
    await clock.advance(250);
    return waits.first > 0;
  });
  state.isReturning = true;
  void ask('POST').then(note('second'));
  await until('it is done all the same', async () => {
    await clock.advance(250);
    return waits.second > 0;
  });
  expect(waits.first).toBeGreaterThan(5_000);
  expect(waits.second - waits.first).toBeGreaterThanOrEqual(15_000);
  expect(asked).toEqual([]);
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
  unreached.recordFailure('new');
  await clock.advance(59_999);
  expect(unreached.ids).toEqual(['new']);
  await clock.advance(1);
  expect(unreached.ids).toEqual([]);
});

const UNREACHABLE = 'the node that was asked cannot reach the one that has the instance';

/** Time goes on until the request is refused or answered. */
async function outcomeOf(clock: ReturnType<typeof node>['clock'], answer: Promise<unknown>) {
  let outcome: unknown;
  let tookMs = 0;
  void answer.then(
    (value) => {
      outcome = value;
    },
    (error) => {
      outcome = error;
    },
  );
  await until('it is over', async () => {
    if (outcome !== undefined) return true;
    await clock.advance(250);
    tookMs += 250;
    return false;
  });
  return { outcome, tookMs };
}

test.each([
  ['GET', UNREACHABLE],
  ['POST', 'the node that has the instance did not answer: the request may have been carried out'],
])(
  'a %s for a node that lives and answers nothing at all is refused after 15 seconds, and says so',
  async (method, message) => {
    const { clock, ask, unreached } = node();
    const { outcome, tookMs } = await outcomeOf(clock, ask(method));
    expect(outcome).toMatchObject({ reason: 'unavailable', message });
    expect(tookMs).toBeWithin(15_000, 16_000);
    expect(unreached.ids).toEqual(['old']);
  },
);

test('a node that is only slow is waited for as long as it is there', async () => {
  const { clock, asked, ask, state, unreached, takeOver } = node();
  state.isBusy = true;
  const answer = ask('POST');
  answer.catch(() => null);
  await until('it was asked', () => asked.length > 0);
  for (let passed = 0; passed < 60_000; passed += 1_000) await clock.advance(1_000);
  expect([asked.length, unreached.ids.length]).toEqual([1, 0]);
  await takeOver();
  await expect(answer).rejects.toMatchObject({ reason: 'unavailable' });
});

test('a node at whose address another one answers is told of as one that cannot be reached', async () => {
  const { clock, ask, state, unreached } = node();
  state.isOther = true;
  const { outcome } = await outcomeOf(clock, ask('POST', 'said once'));
  expect(outcome).toMatchObject({ reason: 'unavailable', message: UNREACHABLE });
  expect(unreached.ids).toEqual(['old']);
});

test('what nobody has is answered here and at once', async () => {
  const { ask, asked, state } = node();
  state.streams.clear();
  expect(await ask('GET')).toBeNull();
  expect(asked).toEqual([]);
});

test('an instance that was made under the name of one that was deleted is asked of its own node', async () => {
  const { clock, ask, state, asked } = node();
  state.isHandingOver = true;
  const answer = ask('DELETE');
  await until('the owner of the former one was asked', () => asked.length > 0);
  Object.assign(state, { named: 'new', isHandingOver: false, owner: 'new' });
  state.streams = new Set(['new']);
  const { outcome } = await outcomeOf(clock, answer);
  expect(await (outcome as Response).text()).toBe('here');
});

test('a request that its caller breaks off says nothing of the node that it was for', async () => {
  const { asked, ask, unreached, caller } = node();
  const answer = ask('GET').catch(() => null);
  await until('it was asked', () => asked.length > 0);
  caller.abort();
  await answer;
  expect(unreached.ids).toEqual([]);
});

test('a change is done by the next node when the one that it was passed on to was just handing over, with the same body', async () => {
  const { clock, asked, bodies, ask, state } = node();
  state.isHandingOver = true;
  const answer = ask('POST', 'said once');
  await until('it was asked', () => asked.length > 0);
  await clock.advance(0);
  Object.assign(state, { owner: 'new', isHandingOver: false });
  await clock.advance(250);
  expect(await (await answer)?.text()).toBe('here');
  expect(bodies).toEqual(['said once', 'said once']);
});

test.each([
  ['more than 1 MiB', 'x'.repeat(1024 * 1024 + 1), true],
  ['an unknown size', 'some', false],
])(
  'a change with %s is refused at once when the node that it was passed on to was just handing over',
  async (_, body, isSized) => {
    const { asked, ask, state } = node();
    state.isHandingOver = true;
    const refusal = await ask('POST', body, isSized).catch((error: AppError) => error);
    expect(refusal).toMatchObject({
      reason: 'unavailable',
      message: 'the instance is moving to another node',
    });
    expect(asked).toHaveLength(1);
  },
);

test('bodies of changes are held up to 32 MiB in all, and not after their answers', async () => {
  const held = new RepeatableBodies(manualClock());
  const body = 'x'.repeat(1024 * 1024);
  const headers = { 'content-length': String(body.length) };
  const hold = () => held.hold(new Request('http://this.test', { method: 'POST', headers, body }));
  const all = await Promise.all(Array.from({ length: 33 }, hold));
  expect(all.map((one) => one !== null)).toEqual([...Array(32).fill(true), false]);
  all[0]?.release();
  expect((await hold())?.bytes).toHaveLength(body.length);
});
