/** A database that refuses for a while: nothing is acknowledged that is not on disk, nothing is lost. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError, type DatabaseFault } from '../../src/core/db/client.ts';
import { OK } from '../doubles/scripted-channel.ts';
import { testDatabase } from '../helpers/database.ts';
import { engineBench, message, SHOP } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

interface RefusingDatabase extends Database {
  /** What every batch fails with now; null: it works. */
  fault: DatabaseFault | null;
  /** Batches refused so far. */
  refused: number;
}

async function refusing(): Promise<RefusingDatabase> {
  const db = await testDatabase();
  const refusing: RefusingDatabase = {
    ...db,
    fault: null,
    refused: 0,
    batch(statements) {
      if (refusing.fault === null) return db.batch(statements);
      refusing.refused++;
      return Promise.reject(new DatabaseError(refusing.fault, 'refused by the test'));
    },
  };
  return refusing;
}

test('with the disk full, publish fails, nothing half-written, and works again without a restart', async () => {
  const db = await refusing();
  const { engine, channel, clock, rows } = await engineBench({ db });
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  db.fault = 'full';
  expect(engine.publish(SHOP, [message('a')])).rejects.toThrow('refused by the test');
  await until('it was refused', () => db.refused > 0);
  db.fault = null;
  await clock.advance(5_000);
  await engine.publish(SHOP, [message('a')]);
  await until('both are delivered', async () =>
    (await rows()).every((row) => row.state === 'delivered'),
  );
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2]);
});

test('with the disk full at the mark, the send is not repeated and the mark is made later', async () => {
  const db = await refusing();
  const { engine, channel, clock, rows } = await engineBench({ db });
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it runs', () => channel.open.size === 1);
  db.fault = 'full';
  channel.sent[0]!.end(OK);
  await until('the mark was refused', () => db.refused > 0);
  await clock.advance(60_000);
  const { refused } = db;
  expect(refused).toBeLessThan(80);
  expect(channel.sent).toHaveLength(1);
  db.fault = null;
  await clock.advance(5_000);
  await until('it is marked', async () => (await rows())[0]?.state === 'delivered');
  expect(channel.sent).toHaveLength(1);
});

test('while results wait for a full disk, a publish is refused at once and not queued behind them', async () => {
  const db = await refusing();
  const { engine, channel, clock, rows } = await engineBench({ db });
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a', '1'), message('b', '2')]);
  await until('both run', () => channel.open.size === 2);
  db.fault = 'full';
  for (const sent of channel.sent) sent.end(OK);
  await until('the results were refused', () => db.refused > 0);
  for (let pass = 0; pass < 5; pass++) {
    const refused = engine.publish(SHOP, [message('c', '3')]).catch((error) => error.message);
    expect(await refused).toBe('refused by the test');
    await clock.advance(2_000);
  }
  db.fault = null;
  await engine.publish(SHOP, [message('c', '3')]);
  await until('the results are on disk, with no time gone by', async () =>
    (await rows()).slice(0, 2).every((row) => row.state === 'delivered'),
  );
  await until('the third is sent', () => channel.sent.length === 3);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
});

test('results that waited for a full disk are written in their order, those that came meanwhile after them', async () => {
  const db = await refusing();
  const written: string[] = [];
  const { engine, channel, clock } = await engineBench({
    db: {
      ...db,
      batch(statements) {
        const ids = statements
          .filter(({ sql }) => sql.startsWith('update deliveries set state = ?'))
          .map(({ params }) => String(params.at(-2)));
        return db.batch(statements).then((done) => {
          written.push(...ids);
          return done;
        });
      },
    },
  });
  channel.script = () => null;
  await engine.start();
  const chats = ['a', 'b', 'c', 'd'];
  await engine.publish(
    SHOP,
    chats.map((chat) => message(chat)),
  );
  await until('all run', () => channel.open.size === 4);
  db.fault = 'full';
  const ids = await db.query('select id from deliveries order by sequence', []);
  const ended: string[] = [];
  for (const sent of [...channel.sent].reverse()) {
    const { refused } = db;
    ended.push(String(ids[sent.body.sequence - 1]?.[0]));
    sent.end(OK);
    await clock.advance(1_000);
    await until('the disk was asked', () => db.refused > refused);
  }
  db.fault = null;
  await clock.advance(1_000);
  await until('all are on disk', () => written.length === 4);
  expect(written).toEqual(ended);
});

test('an event refused while the database is busy takes no number, and the next one goes out', async () => {
  const db = await refusing();
  const { engine, channel, clock, rows } = await engineBench({ db });
  await engine.start();
  await engine.publish(SHOP, [message('a', '1')]);
  await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  db.fault = 'busy';
  const refused = engine.publish(SHOP, [message('a', '2')]);
  expect(refused).rejects.toThrow('refused by the test');
  await refused.catch(() => {});
  db.fault = null;
  await clock.advance(5_000);
  await engine.publish(SHOP, [message('a', '3')]);
  await until('it is sent', () => channel.sent.length === 2);
  expect(channel.sent[1]!.body.sequence).toBe(2);
});

test('one write the database refuses for what it is does not take the others with it', async () => {
  const { engine, db, channel } = await engineBench();
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await db.query(
    "create trigger poison before insert on events when new.body like '%poison%' begin select raise(abort, 'no'); end",
    [],
  );
  const results = await Promise.allSettled(
    ['good', 'poison', 'good'].map((text) => engine.publish(SHOP, [message('a', text)])),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await until('the good ones are sent', () => channel.sent.length === 3);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
});
