import { expect, test } from 'bun:test';
import type { WAMessage } from '@whiskeysockets/baileys';
import { whatsappInbox } from '../../../src/db/schema/whatsapp.ts';
import type { CatalogEvent } from '../../../src/events/catalog.ts';
import { Arrivals } from '../../../src/providers/whatsapp/arrivals.ts';
import { loadClient } from '../../../src/providers/whatsapp/client.ts';
import { createInbox } from '../../../src/providers/whatsapp/inbox.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { createLog } from '../../../src/shared/log.ts';
import { Slots } from '../../../src/shared/slots.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstance } from './stage.ts';

const INSTANCE = '01900000-0000-7000-8000-00000000b001';

async function stage() {
  const db = await testDatabase();
  await insertInstance(db, INSTANCE);
  const client = await loadClient();
  const clock = systemClock();
  const told: CatalogEvent[] = [];
  const start = () =>
    new Arrivals({
      client,
      inbox: createInbox(db.orm, clock, INSTANCE),
      outlet: {
        tell: async (event) => {
          told.push(event);
          return true;
        },
      },
      log: createLog('error', clock.now, () => {}),
      now: clock.now,
      selfFor: async () => ({ jid: '5511999990000@s.whatsapp.net', lid: null, pushName: 'Shop' }),
      isIgnored: () => false,
      wantsFiles: () => true,
      fetchMedia: async () => ({ error: 'there is none' }),
      fileSlots: new Slots(1),
      ended: new AbortController().signal,
    });
  return { db, told, start };
}

const text = (id: string): WAMessage => ({
  key: { remoteJid: '5511888880000@s.whatsapp.net', fromMe: false, id },
  messageTimestamp: 1_767_600_000,
  pushName: 'Ana',
  message: { conversation: 'hello' },
});

test('a message that the library tells of once more is neither written nor told again', async () => {
  const { db, told, start } = await stage();
  const arrivals = start();
  await arrivals.begin();
  await arrivals.keep(text('A1'));
  await arrivals.settled();
  // Were it not recognised before the database is asked, it would be taken for a new one now.
  await db.orm.delete(whatsappInbox);
  await arrivals.keep(text('A1'));
  await arrivals.settled();
  expect(told).toHaveLength(1);
  expect(await db.orm.select().from(whatsappInbox)).toEqual([]);
});

test('a message that comes again after a restart is recognised', async () => {
  const { told, start } = await stage();
  for (const arrivals of [start(), start()]) {
    await arrivals.begin();
    await arrivals.keep(text('A1'));
    await arrivals.settled();
  }
  expect(told).toHaveLength(1);
});

test('a message that could not be kept is kept when it comes again', async () => {
  const { db, told, start } = await stage();
  const arrivals = start();
  await arrivals.begin();
  await db.query('alter table whatsapp_inbox rename to elsewhere', []);
  await expect(arrivals.keep(text('A1'))).rejects.toThrow();
  await db.query('alter table elsewhere rename to whatsapp_inbox', []);
  await arrivals.keep(text('A1'));
  await arrivals.settled();
  expect(told).toHaveLength(1);
});
