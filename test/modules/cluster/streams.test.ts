/** What a node does with streams that move while it still reads, opens or waits: each step with those alone that are its own. */
import { expect, test } from 'bun:test';
import { DatabaseError } from '../../../src/core/db/client.ts';
import { notOwned } from '../../../src/core/events/publish/ownership.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import type { ChangeReaders } from '../../../src/modules/cluster/changes.ts';
import { Grants } from '../../../src/modules/cluster/grants.ts';
import type { MembershipHooks } from '../../../src/modules/cluster/membership.ts';
import { ReturningInstances } from '../../../src/modules/cluster/returning-instances.ts';
import { followStreams } from '../../../src/modules/cluster/streams.ts';
import type { MovableParts } from '../../../src/offers.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

/** Reading a stream waits for `pass` while it is held up. */
function gates() {
  const held = new Map<string, PromiseWithResolvers<void>>();
  return {
    hold: (id: string) => void held.set(id, Promise.withResolvers()),
    pass(id: string) {
      held.get(id)?.resolve();
      held.delete(id);
    },
    at: (id: string) => held.get(id)?.promise ?? Promise.resolve(),
  };
}

/** A node whose beats are made by the test, and what it did, in order. */
async function stage(first: readonly string[] = []) {
  const clock = manualClock();
  const done: string[] = [];
  const terms = new Map<string, number>();
  const queue = new Set<string>();
  const database = { failures: 0 };
  const reading = gates();
  const opening = gates();
  let hooks: MembershipHooks | null = null;
  const grants = new Grants('n');
  const own = (id: string) => {
    const term = (terms.get(id) ?? 0) + 1;
    terms.set(id, term);
    grants.add({ id, term });
  };
  const take = (...ids: readonly string[]) => {
    for (const id of ids) own(id);
    hooks?.onGained(ids);
  };
  const maySend = (id: string) => grants.toSend(id) !== null;
  /** Streams whose waiting deliveries were looked for while they could be sent. */
  const found: string[] = [];
  const membership = {
    grants,
    isCertain: true,
    get streams() {
      return [...terms.keys()];
    },
    grantOf(id: string) {
      const term = terms.get(id);
      return term === undefined ? null : { node: 'n', term, holder: `n.${term}` };
    },
    async start(startHooks: MembershipHooks) {
      hooks = startHooks;
      if (first.length > 0) take(...first);
    },
  };
  const parts: MovableParts = {
    engine: {
      findWaiting: async (ids) => void found.push(...ids.filter(maySend)),
      attemptsEnded: async () => {},
    },
    directory: { byId: () => null },
    service: {
      async open(ids) {
        for (const id of ids) await opening.at(id);
        if (database.failures-- > 0) throw new DatabaseError('unreachable', 'cut by the test');
        if (ids.some((id) => !terms.has(id))) throw notOwned();
        if (ids.length > 0) done.push(`open ${ids.join(' ')}`);
      },
      close: async () => {},
      abandon: (ids) => void (ids.length > 0 && done.push(`abandon ${ids.join(' ')}`)),
    },
    accounts: null,
    live: { feed: { size: 0, committed() {}, keysChanged() {} } },
    tables: [
      {
        async refresh(id, isOwn) {
          done.push(isOwn ? `read own ${id}` : `read ${id}`);
          await reading.at(id);
        },
      },
    ],
    queued: {
      load: async () => {},
      refresh: async (id) => void queue.add(id),
      forget: (id) => void queue.delete(id),
      instances: () => [...queue],
    },
    memories: [{ forget: (ids) => void done.push(`forget ${[...ids].join(' ')}`) }],
    outgoing: { nudge: (id) => void done.push(`send for ${id}`) },
  };
  const beginning = new Map<string, string>();
  const log = createLog('error', clock.now, () => {});
  let readers: ChangeReaders | null = null;
  const changes = {
    read: async () => {},
    follow(changeReaders: ChangeReaders) {
      readers = changeReaders;
    },
  };
  const returning = new ReturningInstances(clock);
  await followStreams(parts, { membership, changes, beginning, returning, clock, log });
  done.length = 0;
  const startedHooks = () => {
    if (hooks === null) throw new Error('it has not started');
    return hooks;
  };
  return {
    done,
    queue,
    database,
    reading,
    opening,
    beginning,
    returning,
    take,
    maySend,
    found,
    lose(id: string) {
      terms.delete(id);
      startedHooks().onLost([id]);
    },
    retake(id: string) {
      own(id);
      startedHooks().onLost([id]);
      startedHooks().onGained([id]);
    },
    lapse() {
      membership.isCertain = false;
      startedHooks().onLapse();
    },
    resume() {
      membership.isCertain = true;
      startedHooks().onResume();
    },
    pass: (ms = 0) => clock.advance(ms),
    changed: (id: string) => readers?.instance(id),
  };
}

test('what was remembered of a stream that was gained is forgotten, it is read and opened, and its queue goes on', async () => {
  const node = await stage();
  node.take('a');
  expect([...node.beginning]).toEqual([['a', 'n.1']]);
  await node.pass();
  expect(node.done).toEqual(['forget a', 'read a', 'abandon a', 'open a', 'send for a']);
  expect(node.beginning.size).toBe(0);
});

test('calls wait for an instance that has come to be connected again, once and for 10 s at most', async () => {
  const node = await stage();
  expect(node.returning.has('a', 'reconnecting')).toBe(false);
  node.take('a', 'b');
  await node.pass();
  await node.pass(9_999);
  expect(node.returning.has('a', 'reconnecting')).toBe(true);
  expect(node.returning.has('a', 'starting')).toBe(true);
  expect(node.returning.has('b', 'open')).toBe(false);
  expect(node.returning.has('b', 'reconnecting')).toBe(false);
  await node.pass(1);
  expect(node.returning.has('a', 'reconnecting')).toBe(false);
  node.retake('a');
  await node.pass();
  node.lose('a');
  expect(node.returning.has('a', 'reconnecting')).toBe(false);
  node.take('a');
  await node.pass();
  node.lapse();
  node.resume();
  await node.pass();
  await node.pass(9_999);
  expect(node.returning.has('a', 'reconnecting')).toBe(true);
});

test('nothing is sent for a stream that was gained before it is read where that goes to', async () => {
  const node = await stage();
  node.reading.hold('a');
  node.take('a');
  await node.pass();
  expect(node.maySend('a')).toBe(false);
  node.retake('a');
  await node.pass();
  expect(node.maySend('a')).toBe(false);
  node.reading.pass('a');
  await node.pass();
  expect(node.maySend('a')).toBe(true);
  expect(node.found).toEqual(['a']);
});

test('a stream that is lost while it is being read is not opened, and nothing of its queue is kept', async () => {
  const node = await stage();
  node.reading.hold('a');
  node.take('a', 'b');
  await node.pass();
  node.lose('a');
  node.reading.pass('a');
  await node.pass();
  expect(node.done.filter((what) => what.startsWith('open'))).toEqual(['open b']);
  expect([...node.queue]).toEqual(['b']);
  expect(node.beginning.size).toBe(0);
});

test('a stream that is lost and gained again while it is being read is read again before it is opened, once', async () => {
  const node = await stage();
  node.reading.hold('a');
  node.take('a');
  await node.pass();
  node.retake('a');
  node.reading.pass('a');
  await node.pass();
  const read = ['forget a', 'read a'];
  const all = [...read, 'abandon a', ...read, 'abandon a', 'open a', 'send for a'];
  expect(node.done).toEqual(all);
});

test('a stream that is lost while it is being opened does not keep back those that were gained with it', async () => {
  const node = await stage();
  node.opening.hold('a');
  node.take('a', 'b');
  await node.pass();
  node.lose('a');
  node.opening.pass('a');
  await node.pass();
  await node.pass(1_000);
  expect(node.done.filter((what) => what.startsWith('open'))).toEqual(['open b']);
});

test('what was read while the lease had ended is opened once it is held again, and once', async () => {
  const node = await stage();
  node.lapse();
  node.take('a');
  await node.pass();
  expect(node.done).not.toContain('open a');
  node.resume();
  await node.pass(5_000);
  expect(node.done.filter((what) => what === 'open a')).toHaveLength(1);
});

test('when the lease ends and is held again before a stream is read, the stream is not opened unread', async () => {
  const node = await stage(['b']);
  node.reading.hold('a');
  node.take('a');
  await node.pass();
  node.lapse();
  node.resume();
  await node.pass();
  expect(node.done.filter((what) => what.startsWith('open'))).toEqual(['open b']);
  node.reading.pass('a');
  await node.pass();
  expect(node.done.filter((what) => what.startsWith('open'))).toEqual(['open b', 'open a']);
});

test('instances are connected again after an outage, even when the database fails once more just then', async () => {
  const node = await stage(['shop', 'cafe']);
  node.database.failures = 2;
  node.lapse();
  node.resume();
  await node.pass();
  await node.pass(1_000);
  expect(node.done).toEqual(['abandon shop cafe']);
  await node.pass(1_000);
  expect(node.done).toEqual(['abandon shop cafe', 'open shop cafe']);
});

test('requests wait for an instance whose session ended with the lease until it is opened anew', async () => {
  const node = await stage(['shop', 'cafe']);
  expect([...node.beginning.keys()]).toEqual([]);
  node.opening.hold('shop');
  node.lapse();
  node.resume();
  await node.pass();
  expect([...node.beginning.keys()]).toEqual(['shop', 'cafe']);
  // What its table says of it was read before, by this node.
  await node.changed('shop');
  expect(node.done.at(-1)).toBe('read own shop');
  node.lose('cafe');
  expect([...node.beginning.keys()]).toEqual(['shop']);
  node.opening.pass('shop');
  await node.pass();
  // The first attempt was for the lost one too.
  await node.pass(1_000);
  expect([...node.beginning.keys()]).toEqual([]);
});

test('requests wait no longer for what a lease that has ended again was to open, once it is open', async () => {
  const node = await stage(['shop']);
  node.opening.hold('shop');
  node.lapse();
  node.resume();
  await node.pass();
  node.lapse();
  expect([...node.beginning.keys()]).toEqual([]);
  node.resume();
  expect([...node.beginning.keys()]).toEqual(['shop']);
  node.opening.pass('shop');
  await node.pass();
  expect([...node.beginning.keys()]).toEqual([]);
});

test('an instance that another node has taken meanwhile is left to that one', async () => {
  const node = await stage(['shop', 'cafe']);
  node.database.failures = 1;
  node.lapse();
  node.resume();
  await node.pass();
  node.lose('shop');
  await node.pass(1_000);
  expect(node.done.at(-1)).toBe('open cafe');
});

test('of two outages the second ends what was tried again after the first', async () => {
  const node = await stage(['shop']);
  node.database.failures = 1;
  node.lapse();
  node.resume();
  await node.pass();
  node.lapse();
  node.resume();
  await node.pass(2_000);
  expect(node.done.filter((what) => what === 'open shop')).toHaveLength(1);
});

test('a stream whose lease ended while it was being opened is opened anew once the lease is held again', async () => {
  const node = await stage();
  node.opening.hold('a');
  node.take('a');
  await node.pass();
  node.lapse();
  node.resume();
  node.done.length = 0;
  node.opening.pass('a');
  await node.pass();
  expect(node.done).toEqual(['open a', 'open a', 'send for a']);
});

test('a change of an instance is heard also where its session is, and not for its own before it is open', async () => {
  const node = await stage();
  node.reading.hold('a');
  node.take('a');
  await node.pass();
  node.reading.pass('a');
  const changed = node.changed('a');
  await node.pass();
  await changed;
  await node.changed('a');
  await node.changed('b');
  expect(node.done.filter((what) => what.startsWith('read'))).toEqual([
    'read a',
    'read a',
    'read own a',
    'read b',
  ]);
});
