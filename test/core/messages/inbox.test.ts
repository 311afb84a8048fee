import { expect, test } from 'bun:test';
import { createInbox } from '../../../src/core/messages/inbox.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';

test('the commit of an event that was committed before fails as a whole, and the message does not wait', async () => {
  const db = await testDatabase();
  await insertInstances(db);
  const inbox = createInbox(db, manualClock(), SHOP.id);
  const arrival = inbox.arrival('ana/A1', '{}');
  await inbox.store([arrival], (some) => db.batch(some.map(({ statement }) => statement)));
  expect(await inbox.isWaiting(arrival.id)).toBe(true);
  await db.batch([inbox.publishedStatement(arrival.id)]);
  expect(await inbox.isWaiting(arrival.id)).toBe(false);
  const rename = { sql: "update instances set name = 'twice' where id = ?", params: [SHOP.id] };
  const again = db.batch([rename, inbox.publishedStatement(arrival.id)]);
  expect(await again.catch((error) => error.fault)).toBe('constraint');
  expect(await db.query('select name from instances where id = ?', [SHOP.id])).toEqual([['shop']]);
  expect(await db.query('select count(*) from whatsapp_inbox', [])).toEqual([[1]]);
});
