/** What a node does as streams become its own or another's, when not all of it can be done at once. */
import { expect, test } from 'bun:test';
import { followStreams } from '../../src/app/streams.ts';
import type { MembershipHooks } from '../../src/cluster/membership.ts';
import { DatabaseError } from '../../src/db/client.ts';
import { createLog } from '../../src/shared/log.ts';
import { manualClock } from '../doubles/manual-clock.ts';

/** A node that owns the streams `shop` and `cafe`, and has begun with them. */
async function node() {
  const clock = manualClock();
  const owned = new Set(['shop', 'cafe']);
  const opened: string[] = [];
  /** Of which the node remembers something. */
  const remembered = new Set(owned);
  const database = { failures: 0 };
  const hooks: { of?: MembershipHooks } = {};
  const nothing = async () => {};
  await followStreams(
    {
      engine: { findWaiting: nothing },
      service: {
        async open(ids) {
          if (database.failures-- > 0) throw new DatabaseError('unreachable', 'cut by the test');
          opened.push(...ids.map((id) => (remembered.has(id) ? id : `${id} read anew`)));
        },
        abandon() {},
      },
      crm: { refreshWebhooks: nothing },
      live: { feed: { size: 0, committed() {} } },
      tables: [],
      queued: { refresh: nothing, forget() {} },
      memories: [{ forget: (ids) => void ids.forEach((id) => void remembered.delete(id)) }],
    },
    {
      membership: {
        get streams() {
          return [...owned];
        },
        grantOf: (id) => (owned.has(id) ? { node: 'one', token: 1, lease: 'one.1' } : null),
        async start(given) {
          hooks.of = given;
        },
      },
      changes: { read: nothing, follow() {} },
      beginning: new Set(),
      clock,
      log: createLog('error', clock.now, () => {}),
    },
  );
  const resume = () => hooks.of?.resumed();
  const gain = (id: string) => hooks.of?.gained([id]);
  return { clock, owned, opened, database, resume, gain };
}

test('instances are connected again after an outage, even when the database fails once more just then', async () => {
  const { clock, opened, database, resume } = await node();
  database.failures = 2;
  resume();
  await clock.advance(0);
  await clock.advance(1_000);
  expect(opened).toEqual([]);
  await clock.advance(1_000);
  expect(opened).toEqual(['shop', 'cafe']);
});

test('an instance that another node has taken meanwhile is left to that one', async () => {
  const { clock, owned, opened, database, resume } = await node();
  database.failures = 1;
  resume();
  await clock.advance(0);
  owned.delete('shop');
  await clock.advance(1_000);
  expect(opened).toEqual(['cafe']);
});

test('what was remembered of an instance that another node has had is forgotten before it is connected', async () => {
  const { clock, opened, gain } = await node();
  gain('shop');
  await clock.advance(0);
  expect(opened).toEqual(['shop read anew']);
});
