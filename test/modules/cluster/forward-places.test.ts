/** How many requests wait for other nodes, and that none of them is in the way of another instance or node. */
import { expect, test } from 'bun:test';
import type { AppError } from '../../../src/core/shared/errors.ts';
import type { Node } from '../../../src/modules/cluster/beat.ts';
import { createForwarder } from '../../../src/modules/cluster/forward.ts';
import { UnreachedNodes } from '../../../src/modules/cluster/unreached-nodes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const STEP_MS = 250;
/** Turns of the event loop after which nothing happens any more. */
const TURNS = 4;
const NODES = ['still', 'fine'];
const WAITING = 'too many requests wait for the node that has the instance: nothing was done';
const TOO_MANY = 'too many requests wait for other nodes: nothing was done';
const SILENT = 'the node that has the instance does not answer at present: nothing was done';

/** A node beside one that stands still and one that answers at once; an instance's name begins with that of its node. */
function node() {
  const clock = manualClock();
  const state = { isStill: true, hasOwner: true, looks: 0 };
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const forwarder = createForwarder({
    db: {
      async query(_, [id]) {
        state.looks++;
        const owner = NODES.find((name) => String(id).startsWith(name));
        return [state.hasOwner ? [owner ?? null, `http://${owner}.test`] : [null, null]];
      },
    },
    membership: {
      node: 'this',
      now: 0,
      isCertain: true,
      grantOf: () => null,
      recheck() {},
      unreached: new UnreachedNodes(clock),
      nodes: NODES.map((id) => ({ id }) as Node),
    },
    isBeginning: () => false,
    isReturning: () => false,
    isClosing: () => false,
    hops: { seal: () => 'sealed', open: () => 'forged' },
    clock,
    fetch: async (url, { signal }) => {
      if (!url.endsWith('/health')) asked.push(url);
      if (url.startsWith('http://fine') || !state.isStill) return new Response('done');
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        waiting.push(() => resolve(new Response('done')));
      });
    },
  });
  const outcomes = new Map<string, number>();
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  /** Notes how it ends, once it does. */
  const ask = (streamId: string, signal = new AbortController().signal) => {
    const request = new Request(`http://this.test/${streamId}`, { method: 'POST', signal });
    const from = { client: '192.0.2.1', requestId: 'one', forwarding: null };
    return forwarder.forward({ request, streamId, ...from }).then(
      async (answer) => note((await answer?.text()) ?? 'here'),
      (error: AppError) => note(error.message),
    );
  };
  /** Resolves once none of them goes on without time passing. */
  const askTimes = async (times: number, streamId: string) => {
    for (let call = 0; call < times; call++) void ask(streamId);
    await settle();
  };
  const settle = async () => {
    for (let turn = 0; turn < TURNS; turn++) await clock.advance(0);
  };
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      await settle();
    }
  };
  const goOn = async () => {
    state.isStill = false;
    for (const answer of waiting.splice(0)) answer();
    await settle();
  };
  return { state, asked, outcomes, ask, askTimes, settle, pass, goOn };
}

test('a node is asked for one instance by 64 requests at once, and the others wait for 3 seconds', async () => {
  const { asked, outcomes, askTimes, pass } = node();
  await askTimes(100, 'still-1');
  await pass(2_750);
  expect([asked.length, outcomes.size]).toEqual([64, 0]);
  await pass(250);
  expect(Object.fromEntries(outcomes)).toEqual({ [WAITING]: 36 });
});

test('requests for one instance that wait leave room for another of the same node', async () => {
  const { asked, askTimes } = node();
  await askTimes(1_000, 'still-1');
  await askTimes(1, 'still-2');
  expect(asked.filter((url) => url.endsWith('/still-2'))).toHaveLength(1);
});

test('a node is asked by 512 requests at once, and those for another node do not wait for them', async () => {
  const { asked, outcomes, ask, askTimes } = node();
  for (let instance = 1; instance <= 20; instance++) await askTimes(60, `still-${instance}`);
  expect(asked).toHaveLength(512);
  await ask('fine-1');
  expect(Object.fromEntries(outcomes)).toEqual({ done: 1 });
});

test('a thousand requests at once are all done by a node that answers', async () => {
  const { outcomes, askTimes } = node();
  await askTimes(1_000, 'fine-1');
  expect(Object.fromEntries(outcomes)).toEqual({ done: 1_000 });
});

test('1,024 requests wait for one instance and 4,096 for all, and the next is refused at once', async () => {
  const { outcomes, askTimes } = node();
  for (const instance of [1, 2, 3, 4]) await askTimes(1_100, `still-${instance}`);
  expect(Object.fromEntries(outcomes)).toEqual({ [TOO_MANY]: 4 * 76 });
  await askTimes(1, 'fine-1');
  expect(outcomes.get(TOO_MANY)).toBe(4 * 76 + 1);
});

test('once requests have ended, others have their places', async () => {
  const { outcomes, askTimes, goOn } = node();
  await askTimes(1_024, 'still-1');
  await goOn();
  await askTimes(1_024, 'still-1');
  expect(Object.fromEntries(outcomes)).toEqual({ done: 2_048 });
});

test('a request whose caller goes frees its place', async () => {
  const { asked, ask, askTimes, settle } = node();
  const caller = new AbortController();
  void ask('still-1', caller.signal);
  await settle();
  await askTimes(64, 'still-1');
  expect(asked).toHaveLength(64);
  caller.abort();
  await settle();
  expect(asked).toHaveLength(65);
});

test('a request for a node that has been silent for 3 seconds is refused at once, until it goes on', async () => {
  const { asked, outcomes, ask, askTimes, pass, goOn } = node();
  await askTimes(1, 'still-1');
  await pass(3_000);
  await ask('still-1');
  await ask('still-2');
  expect([Object.fromEntries(outcomes), asked.length]).toEqual([{ [SILENT]: 2 }, 1]);
  await goOn();
  await ask('still-1');
  expect(Object.fromEntries(outcomes)).toEqual({ [SILENT]: 2, done: 2 });
});

test('requests that wait for an instance without an owner share their looks at the table', async () => {
  const { state, askTimes, pass } = node();
  state.hasOwner = false;
  await askTimes(1_000, 'still-1');
  await pass(1_000);
  expect(state.looks).toBe(5);
});
