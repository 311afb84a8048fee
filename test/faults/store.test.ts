/** A database that refuses for a while: nothing is acknowledged that is not on disk, nothing is lost. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError, type DatabaseFault } from '../../src/db/client.ts';
import { OK } from '../doubles/scripted-channel.ts';
import { testDatabase } from '../helpers/database.ts';
import { engineBench, message, SHOP } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

interface Refusing extends Database {
  /** What every batch fails with now; null: it works. */
  fault: DatabaseFault | null;
  /** Batches refused so far. */
  refused: number;
}

async function refusing(): Promise<Refusing> {
  const db = await testDatabase();
  const refusing: Refusing = {
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

test('case 44: with the disk full, publish fails, nothing half-written, and works again without a restart', async () => {
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

test('case 45: with the disk full at the mark, the send is not repeated and the mark is made later', async () => {
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
  expect(refused).toBeLessThan(30);
  expect(channel.sent).toHaveLength(1);
  db.fault = null;
  await clock.advance(5_000);
  await until('it is marked', async () => (await rows())[0]?.state === 'delivered');
  expect(channel.sent).toHaveLength(1);
});

test('case 46: an event refused while the database is busy takes no number, and the next one goes out', async () => {
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
