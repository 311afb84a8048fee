import { describe, expect, test } from 'bun:test';
import { faultOf } from '../../../src/db/client.ts';
import { createSentLog } from '../../../src/providers/sandbox/sent-log.ts';
import { testDatabase } from '../../helpers/database.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const entry = (index: number) => ({
  id: `3EB0${index}`,
  number: '5511988887777',
  remoteJid: '5511988887777@s.whatsapp.net',
  text: `message ${index}`,
  timestamp: 1_767_607_200 + index,
});

async function sentLog() {
  const db = await testDatabase();
  await insertInstances(db);
  return { db, log: createSentLog(db) };
}

describe('the log of what was sent', () => {
  test('lists what one instance sent, oldest first', async () => {
    const { log } = await sentLog();
    expect(await log.list(SHOP.id)).toEqual([]);
    await log.add(SHOP.id, entry(1));
    await log.add(CAFE.id, entry(2));
    await log.add(SHOP.id, entry(3));
    expect(await log.list(SHOP.id)).toEqual([entry(1), entry(3)]);
    expect(await log.list(CAFE.id)).toEqual([entry(2)]);
  });

  test('stores the newest 1,000 of each instance', async () => {
    const { db, log } = await sentLog();
    const row = (id: string, instanceId: string, index: number) => ({
      sql: 'insert into sandbox_sent (id, instance_id, body, created_at) values (?, ?, ?, 0)',
      params: [id, instanceId, JSON.stringify(entry(index))],
    });
    const old = Array.from({ length: 1000 }, (_, index) =>
      row(`00000000-${String(index).padStart(4, '0')}`, SHOP.id, index),
    );
    await db.batch([...old, row('00000000-', CAFE.id, 0)]);
    await log.add(SHOP.id, entry(1000));
    const stored = await log.list(SHOP.id);
    expect(stored).toHaveLength(1000);
    expect(stored[0]).toEqual(entry(1));
    expect(stored.at(-1)).toEqual(entry(1000));
    const [[rows]] = (await db.query('select count(*) from sandbox_sent', [])) as [[number]];
    expect(rows).toBe(1001);
  });

  test('lists the newest that have 8 MiB together', async () => {
    const { log } = await sentLog();
    const long = (index: number) => ({ ...entry(index), text: 'x'.repeat(1024 * 1024) });
    for (let index = 0; index < 10; index++) await log.add(SHOP.id, long(index));
    const listed = await log.list(SHOP.id);
    expect(listed.map(({ id }) => id)).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((index) => `3EB0${index}`),
    );
  });

  test('holds a hundred rows more at most, which nobody sees', async () => {
    const { db, log } = await sentLog();
    await Promise.all(Array.from({ length: 1_350 }, (_, index) => log.add(SHOP.id, entry(index))));
    const stored = await log.list(SHOP.id);
    expect([stored.length, stored[0], stored.at(-1)]).toEqual([1_000, entry(350), entry(1_349)]);
    const [[rows]] = (await db.query('select count(*) from sandbox_sent', [])) as [[number]];
    expect(rows).toBeLessThanOrEqual(1_100);
  });

  test('refuses what an unknown instance sent', async () => {
    const { log } = await sentLog();
    const fault = await log.add('nobody', entry(1)).catch(faultOf);
    expect(fault).toBe('constraint');
  });
});
