/** For how long another node is waited for, and what is known of one that does not answer. */
import { expect, test } from 'bun:test';
import { NodeWatches } from '../../../src/modules/cluster/node-watches.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const NODE = { id: 'a', url: 'http://a.test' };

/** A node that answers whether it is there, stands still, or refuses connections. */
function watching() {
  const clock = manualClock();
  const state = {
    node: 'there' as 'there' | 'still' | 'refusing' | 'resetting',
    nodes: [NODE.id],
    asked: 0,
  };
  const membership = {
    get nodes() {
      // Only the ids are looked at.
      return state.nodes.map((id) => ({ id })) as never;
    },
  };
  const fetch = async (_: string, { signal }: BunFetchRequestInit): Promise<Response> => {
    state.asked++;
    if (state.node === 'there') return new Response('alive');
    if (state.node === 'refusing') throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
    if (state.node === 'resetting') throw Object.assign(new Error(), { code: 'ECONNRESET' });
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      waiting.push(() => resolve(new Response('alive')));
    });
  };
  /** Answers what was asked while the node stood still. */
  const waiting: (() => void)[] = [];
  const watches = new NodeWatches({ clock, membership, fetch });
  const goOn = async () => {
    state.node = 'there';
    for (const answer of waiting.splice(0)) answer();
    await clock.advance(0);
  };
  return { clock, watches, state, goOn };
}

test('a node that is there and does not answer a call is waited for 120 seconds', async () => {
  const { clock, watches } = watching();
  const call = watches.begin(NODE);
  await clock.advance(119_999);
  expect(call.gone.aborted).toBe(false);
  await clock.advance(1);
  expect(String(call.gone.reason)).toBe('Error: the node has not answered in 120 seconds');
  expect([clock.pending(), watches.isSilent(NODE.id)]).toEqual([0, false]);
});

test('once no call waits nothing is looked at any more', () => {
  const { clock, watches } = watching();
  const calls = [watches.begin(NODE), watches.begin(NODE)];
  for (const call of calls) call.stop();
  expect(clock.pending()).toBe(0);
});

test('a node is asked once a second whether it is there, however many calls wait', async () => {
  const { clock, watches, state } = watching();
  for (let call = 0; call < 100; call++) watches.begin(NODE);
  await clock.advance(10_000);
  expect(state.asked).toBe(10);
});

test('a node that answers other calls is not asked', async () => {
  const { clock, watches, state } = watching();
  watches.begin(NODE);
  for (let passed = 0; passed < 10_000; passed += 500) {
    await clock.advance(500);
    const call = watches.begin(NODE);
    call.recordAnswer();
    call.stop();
  }
  expect(state.asked).toBeLessThanOrEqual(10);
  expect(watches.isSilent(NODE.id)).toBe(false);
});

test('a node is silent after three seconds, and no longer once it goes on', async () => {
  const { clock, watches, state, goOn } = watching();
  state.node = 'still';
  const call = watches.begin(NODE);
  await clock.advance(2_999);
  expect(watches.isSilent(NODE.id)).toBe(false);
  await clock.advance(1);
  expect([watches.isSilent(NODE.id), watches.isSilent('b')]).toEqual([true, false]);
  await goOn();
  expect([watches.isSilent(NODE.id), call.gone.aborted]).toEqual([false, false]);
});

test('a node that answers a call late is no longer silent', async () => {
  const { clock, watches, state } = watching();
  state.node = 'still';
  const call = watches.begin(NODE);
  await clock.advance(3_000);
  call.recordAnswer();
  call.stop();
  expect([watches.isSilent(NODE.id), clock.pending()]).toEqual([false, 0]);
});

test('calls for a silent node end after 15 seconds, and it is silent until it answers', async () => {
  const { clock, watches, state, goOn } = watching();
  state.node = 'still';
  const call = watches.begin(NODE);
  await clock.advance(14_999);
  expect(call.gone.aborted).toBe(false);
  await clock.advance(1);
  expect(String(call.gone.reason)).toBe('Error: nothing answers at http://a.test');
  await clock.advance(10_000);
  expect(watches.isSilent(NODE.id)).toBe(true);
  await goOn();
  expect([watches.isSilent(NODE.id), clock.pending()]).toEqual([false, 0]);
});

test('a silent node that nobody calls is forgotten after half a minute', async () => {
  const { clock, watches, state } = watching();
  state.node = 'still';
  const call = watches.begin(NODE);
  await clock.advance(3_000);
  call.stop();
  await clock.advance(29_999);
  expect(watches.isSilent(NODE.id)).toBe(true);
  await clock.advance(1);
  expect([watches.isSilent(NODE.id), clock.pending()]).toEqual([false, 0]);
});

test('calls end within a second once the lease of the node has, and it is not silent then', async () => {
  const { clock, watches, state } = watching();
  state.node = 'still';
  const call = watches.begin(NODE);
  await clock.advance(5_000);
  state.nodes = [];
  await clock.advance(1_000);
  expect(String(call.gone.reason)).toBe('Error: the lease of the node has ended');
  expect([watches.isSilent(NODE.id), clock.pending()]).toEqual([false, 0]);
});

test('calls end as soon as the node refuses connections', async () => {
  const { clock, watches, state } = watching();
  state.node = 'refusing';
  const call = watches.begin(NODE);
  await clock.advance(1_000);
  expect(String(call.gone.reason)).toBe('Error: nothing answers at http://a.test');
  expect([watches.isSilent(NODE.id), clock.pending()]).toEqual([false, 0]);
});

test('a connection that breaks while the node is asked ends no call, and the node is asked again', async () => {
  const { clock, watches, state } = watching();
  state.node = 'resetting';
  const call = watches.begin(NODE);
  await clock.advance(2_000);
  expect([call.gone.aborted, state.asked]).toEqual([false, 2]);
  state.node = 'there';
  await clock.advance(1_000);
  expect([call.gone.aborted, watches.isSilent(NODE.id)]).toEqual([false, false]);
});
