import { expect, test } from 'bun:test';
import { DatabaseError } from '../../src/core/db/client.ts';
import { BODY_IN_MEMORY_MAX } from '../../src/core/events/contract/channel.ts';
import { OK } from '../doubles/scripted-channel.ts';
import { testDatabase } from '../helpers/database.ts';
import { engineBench, SHOP, message as text } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

test('while the database cannot be read, deliveries whose bodies are there wait untried, in their order', async () => {
  const db = await testDatabase();
  let isAway = false;
  const { engine, channel, clock, rows, lines } = await engineBench({
    db: {
      ...db,
      query: (sql, params) =>
        isAway ? Promise.reject(new DatabaseError('unreachable', 'away')) : db.query(sql, params),
    },
  });
  await engine.start();
  // From here on its count of events is known and need not be read.
  await engine.publish(SHOP, [text('b', '0')]);
  await until('the first went out', () => channel.sent.length === 1);
  isAway = true;
  const large = 'x'.repeat(BODY_IN_MEMORY_MAX + 1);
  await engine.publish(SHOP, [text('a', `1${large}`), text('a', '2'), text('b', '3')]);
  await until('what is in memory went out', () => channel.sent.length === 2);
  for (let second = 0; second < 200; second++) await clock.advance(1_000);
  expect(channel.sent).toHaveLength(2);
  const counts = await db.query('select attempt_count from deliveries order by sequence', []);
  expect(counts).toEqual([[1], [0], [0], [1]]);
  isAway = false;
  await clock.advance(1_000);
  await until('all are delivered', async () =>
    (await rows()).every(({ state, attemptCount }) => state === 'delivered' && attemptCount === 1),
  );
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 4, 2, 3]);
  const said = lines.filter(
    ({ message }) => message === 'deliveries could not be sent and will be tried again',
  );
  expect(said.length).toBeGreaterThan(0);
  // Once a minute: 200 seconds.
  expect(said.length).toBeLessThan(6);
});

test('what could not be sent for a cause on this side is no attempt, says nothing of the receiver, and is sent later', async () => {
  const { engine, channel, clock, rows } = await engineBench();
  let hasFiles = false;
  channel.script = () =>
    hasFiles ? OK : { kind: 'unsent', reason: 'out_of_resources: none left' };
  await engine.start();
  await engine.publish(SHOP, [text('a'), text('a'), text('b')]);
  await until('both chats began', () => channel.sent.length === 2);
  for (let second = 0; second < 10; second++) await clock.advance(1_000);
  await until('it was tried again', () => channel.sent.length > 2);
  hasFiles = true;
  await clock.advance(1_000);
  await until('all are delivered', async () =>
    (await rows()).every(({ state, attemptCount }) => state === 'delivered' && attemptCount === 1),
  );
});

test('what waits for a cause on this side does not delay a stop, and goes out after the next start', async () => {
  const db = await testDatabase();
  const first = await engineBench({ db });
  first.channel.script = () => ({ kind: 'unsent', reason: 'out_of_resources: none left' });
  await first.engine.start();
  await first.engine.publish(SHOP, [text('a')]);
  await until('it was tried', () => first.channel.sent.length === 1);
  await first.engine.stop(1_000);
  const second = await engineBench({ db });
  await second.engine.start();
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
  expect((await second.rows())[0]?.attemptCount).toBe(1);
});
