/** What every backend promises behind Drizzle; a part of the conformance suite. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type Database, faultOf } from '../../src/core/db/client.ts';
import { attempts, deliveries, media, streams } from '../../src/core/db/schema/engine.ts';
import { endpoints, instances } from '../../src/core/db/schema/gateway.ts';

const delivery = {
  id: 'd1',
  streamId: 's',
  sequence: 1,
  endpoint: 'webhook',
  eventId: 'e1',
  type: 'MESSAGE',
  target: 'http://127.0.0.1/',
  state: 'waiting' as const,
  nextAttemptAt: 5,
  createdAt: 1,
  updatedAt: 1,
};

/** `open` gives a migrated database of the test's own. */
export function drizzlePromises(open: () => Promise<Database>): void {
  test('foreign keys are enforced, and rows go with their parent', async () => {
    const db = await open();
    const attempt = { deliveryId: 'd1', number: 1, startedAt: 1, durationMs: 1 };
    await db.orm.insert(deliveries).values(delivery);
    await db.orm.insert(attempts).values(attempt);
    const orphan = db.orm.insert(attempts).values({ ...attempt, deliveryId: 'none' });
    expect(await orphan.then(() => null, faultOf)).toBe('constraint');
    await db.orm.delete(deliveries);
    expect(await db.orm.select().from(attempts)).toEqual([]);
  });

  test('Drizzle inserts, selects, updates, returns and deletes', async () => {
    const { orm } = await open();
    await orm.insert(deliveries).values([delivery, { ...delivery, id: 'd2', sequence: 2 }]);
    const [first] = await orm.select().from(deliveries).where(eq(deliveries.id, 'd1'));
    expect(first).toMatchObject({ ...delivery, attemptCount: 0, holder: null, lastError: null });
    const change = { attemptCount: 1 };
    const changed = await orm.update(deliveries).set(change).returning({ id: deliveries.id });
    expect(changed).toEqual([{ id: 'd1' }, { id: 'd2' }]);
    expect(await orm.$count(deliveries)).toBe(2);
    await orm.delete(deliveries);
    expect(await orm.select().from(deliveries)).toEqual([]);
  });

  test('Drizzle gets one row, or undefined', async () => {
    const { orm } = await open();
    await orm.insert(streams).values({ id: 's', lastSequence: 7 });
    const one = (id: string) => orm.select().from(streams).where(eq(streams.id, id)).get();
    expect(await one('s')).toEqual({ id: 's', lastSequence: 7, owner: null, term: 0 });
    expect(await one('none')).toBeUndefined();
  });

  test('Drizzle stores and reads booleans and bytes', async () => {
    const { orm } = await open();
    const bytes = Buffer.from([0, 1, 255]);
    await orm.insert(media).values({ id: 'm', mimetype: 'image/png', bytes, createdAt: 1 });
    const stored = await orm.select().from(media).get();
    expect(Buffer.from(stored?.bytes ?? []).equals(bytes)).toBe(true);
    await orm.insert(instances).values({
      id: 'i',
      name: 'one',
      provider: 'sandbox',
      state: 'close',
      phase: 'created',
      keyHash: 'hash',
      createdAt: 1,
      updatedAt: 1,
    });
    const row = { instanceId: 'i', id: 'default', name: 'default', url: '', secretSealed: 'x' };
    await orm.insert(endpoints).values({ ...row, createdAt: 1, updatedAt: 1 });
    expect(await orm.select().from(endpoints).get()).toMatchObject({
      enabled: true,
      brokers: '{}',
      base64: null,
    });
  });

  test('a Drizzle batch is atomic and typed', async () => {
    const { orm } = await open();
    const id = 's';
    const [, returned, found, none] = await orm.batch([
      orm.insert(streams).values({ id }),
      orm.update(streams).set({ lastSequence: 4 }).returning(),
      orm.select().from(streams).where(eq(streams.id, id)),
      orm.select().from(streams).where(eq(streams.id, 'none')),
    ]);
    expect(returned).toEqual([{ id, lastSequence: 4, owner: null, term: 0 }]);
    expect(found).toEqual([{ id, lastSequence: 4, owner: null, term: 0 }]);
    expect(none).toEqual([]);
    const failing = orm.batch([orm.delete(streams), orm.insert(attempts).values({} as never)]);
    expect(await failing.then(() => null, faultOf)).toBe('constraint');
    expect(await orm.$count(streams)).toBe(1);
  });
}
