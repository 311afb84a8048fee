/** How often a node that has nothing to do asks the database server, and what rides on what it asks. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { ChangeFeed } from '../../../src/modules/cluster/changes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { nodeBench } from '../../helpers/engine.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const MINUTE_MS = 60_000;
/** How long the server takes to answer. */
const ANSWER_MS = 2;
const LOOK = 'from changes where seq >';
const BEAT = 'insert into nodes';

/** A node whose database answers after a moment; `requests` has the statements of each request. */
async function idleNode() {
  const disk = await testDatabase();
  await insertInstances(disk);
  const clock = manualClock(Date.now());
  const requests: string[] = [];
  let isAnswering = (_sql: string): boolean => true;
  const ask = async <T>(sql: string, answer: () => Promise<T>): Promise<T> => {
    requests.push(sql);
    await new Promise<void>((resolve) => clock.after(ANSWER_MS, resolve));
    if (!isAnswering(sql)) throw new DatabaseError('unreachable', 'away');
    return answer();
  };
  const db: Database = {
    ...disk,
    query: (sql, params) => ask(sql, () => disk.query(sql, params)),
    batch: (list) => ask(list.map(({ sql }) => sql).join(';'), () => disk.batch(list)),
  };
  const changes = new ChangeFeed({ db, clock, log: createLog('error', clock.now, () => {}) });
  const heard: string[] = [];
  const start = async () => {
    const { engine } = await nodeBench({ db, clock, changes });
    await changes.begin();
    changes.follow({
      instance: async (id) => void heard.push(id),
      webhooks: async () => {},
      waiting: async () => {},
      lastEvent() {},
    });
    await engine.start();
  };
  const started = start().then(() => true);
  while (!(await Promise.race([started, clock.advance(ANSWER_MS)])));
  return {
    disk,
    clock,
    heard,
    requests,
    answers(isAnswered: (sql: string) => boolean) {
      isAnswering = isAnswered;
    },
    async during(ms: number): Promise<readonly string[]> {
      requests.length = 0;
      await clock.advance(ms);
      return [...requests];
    },
  };
}

const having = (text: string, requests: readonly string[]) =>
  requests.filter((sql) => sql.includes(text));

test('an idle node asks less than twice a second, its looks at what other nodes change included', async () => {
  const { during } = await idleNode();
  await during(2 * MINUTE_MS);
  const requests = await during(MINUTE_MS);
  const beats = having(BEAT, requests);
  const looks = having(LOOK, requests);
  expect(beats).toHaveLength(20);
  expect(looks.length).toBeGreaterThanOrEqual(100);
  // Six looks for work of others, and two at what is to be pruned.
  expect(requests.length - looks.length).toBeLessThanOrEqual(8);
  expect(looks).toEqual(expect.arrayContaining(beats));
  expect(requests.length).toBeLessThanOrEqual(110);
});

const change = ({ disk }: Awaited<ReturnType<typeof idleNode>>) =>
  disk.query('update instances set updated_at = updated_at + 1 where id = ?', [SHOP.id]);

test('what a beat has read of changes is passed on once, and a look of its own is not made for it', async () => {
  const node = await idleNode();
  node.answers((sql) => sql.includes(BEAT));
  await change(node);
  await node.during(3_100);
  expect(node.heard).toEqual([SHOP.id]);
  node.answers(() => true);
  await node.during(3_100);
  expect(node.heard).toEqual([SHOP.id]);
});

test('a beat that is not answered keeps no change from being heard of within 0.6 s', async () => {
  const node = await idleNode();
  node.answers((sql) => !sql.includes(BEAT));
  for (let count = 1; count <= 12; count++) {
    await change(node);
    await node.during(600 + 2 * ANSWER_MS);
    expect(node.heard).toHaveLength(count);
  }
});
