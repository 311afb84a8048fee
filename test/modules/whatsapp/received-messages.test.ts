import { expect, test } from 'bun:test';
import type { WAMessage } from '@whiskeysockets/baileys';
import { whatsappInbox } from '../../../src/core/db/schema/whatsapp.ts';
import type { CatalogEvent } from '../../../src/core/events/contract/catalog.ts';
import { createInbox, createMessageCommit } from '../../../src/core/messages/inbox.ts';
import type { SessionHost } from '../../../src/core/providers/provider.ts';
import { Semaphore } from '../../../src/core/shared/async/semaphore.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { ReceivedMessages, SeenMessages } from '../../../src/modules/whatsapp/received-messages.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { planned } from '../../helpers/query-plans.ts';
import { until } from '../../helpers/until.ts';
import { insertInstance } from './stage.ts';

const INSTANCE = '01900000-0000-7000-8000-00000000b001';

const SELF = { jid: '5511999990000@s.whatsapp.net', lid: null, pushName: 'Shop' };

interface StageOptions {
  /** The process ends as soon as an event is on disk: nothing is told that it is. */
  readonly crashes?: boolean;
}

async function stage({ crashes = false }: StageOptions = {}) {
  const db = await testDatabase();
  await insertInstance(db, INSTANCE);
  const baileys = await loadBaileys();
  const clock = manualClock();
  const recorded: CatalogEvent[] = [];
  const fetched = Promise.withResolvers<void>();
  const inbox = createInbox(db, clock, INSTANCE);
  const emitAll: SessionHost['emitAll'] = async (events, _messages, change = []) => {
    await db.batch(change);
    recorded.push(...events);
    if (crashes) await new Promise<never>(() => {});
  };
  const start = () =>
    new ReceivedMessages({
      baileys,
      inbox,
      commit: createMessageCommit(db, inbox, { emitAll }),
      seen: new SeenMessages(inbox),
      queues: {
        async publish(event, _message, mark) {
          await emitAll([event], [], mark && [mark.statement]);
          return true;
        },
        ignore: () => {},
      },
      log: createLog('error', clock.now, () => {}),
      clock,
      host: { instanceName: 'shop', wantsFiles: () => true },
      addresses: {
        forMessage: async () => SELF,
        knownFor: async () => ({ self: SELF, isComplete: true }),
      },
      timers: { note: () => {} },
      isIgnored: () => false,
      targets: { resolve: async (message, incoming) => ({ ...incoming, message }) },
      files: {
        async fetch() {
          await fetched.promise;
          return { error: 'there is none' };
        },
      },
      fileSlots: new Semaphore(1),
      ended: new AbortController().signal,
    });
  return { db, clock, recorded, start, fetched };
}

/** Beginning again waits for all that is in hand. */
const settled = (arrivals: ReceivedMessages) => arrivals.begin(async () => {}, true);

const text = (id: string, remoteJid = '5511888880000@s.whatsapp.net'): WAMessage => ({
  key: { remoteJid, fromMe: false, id },
  messageTimestamp: 1_767_600_000,
  pushName: 'Ana',
  message: { conversation: 'hello' },
});

const picture = (id: string): WAMessage => ({
  ...text(id),
  message: {
    imageMessage: {
      url: 'https://mmg.whatsapp.net/file',
      directPath: '/file',
      mediaKey: Buffer.alloc(32, 1),
      fileEncSha256: Buffer.alloc(32, 2),
      fileSha256: Buffer.alloc(32, 3),
      fileLength: 3,
      mimetype: 'image/jpeg',
    },
  },
});

const ids = (events: readonly CatalogEvent[]) =>
  events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : []));

test('a message that Baileys reports once more is neither written nor published again', async () => {
  const { db, recorded, start } = await stage();
  const arrivals = start();
  await settled(arrivals);
  await arrivals.store(text('A1'));
  await settled(arrivals);
  // Were it not recognised before the database is asked, it would be taken for a new one now.
  await db.orm.delete(whatsappInbox);
  await arrivals.store(text('A1'));
  await settled(arrivals);
  expect(recorded).toHaveLength(1);
  expect(await db.orm.select().from(whatsappInbox)).toEqual([]);
});

test('a message whose event is on disk is told under no second event, whenever the process ends', async () => {
  const { recorded, start } = await stage({ crashes: true });
  const first = start();
  await settled(first);
  void first.store(text('A1'));
  await until('its event is on disk', () => recorded.length === 1);
  const second = start();
  await settled(second);
  await second.store(text('A1'));
  await settled(second);
  expect(recorded).toHaveLength(1);
});

test('a published message is marked by an index, however many came in a week', async () => {
  const { db } = await stage();
  const { query, plans } = planned(db);
  const { sql, params } = createInbox(db, manualClock(), INSTANCE).publishedStatement('one');
  await query(sql, params).catch(() => {});
  expect(plans.flat()).toContainEqual(
    expect.stringContaining('USING INDEX whatsapp_inbox_waiting (instance_id=? AND id=?)'),
  );
  expect(plans.flat().join()).not.toContain('SCAN whatsapp_inbox');
});

test('a message that comes again after a restart is recognised', async () => {
  const { recorded, start } = await stage();
  for (const arrivals of [start(), start()]) {
    await settled(arrivals);
    await arrivals.store(text('A1'));
    await settled(arrivals);
  }
  expect(recorded).toHaveLength(1);
});

test('what its chat says after a file waits for it, and other chats do not', async () => {
  const { recorded, start, fetched } = await stage();
  const arrivals = start();
  await settled(arrivals);
  await arrivals.store(picture('A1'));
  await arrivals.store(text('A2'));
  await arrivals.store(text('B1', '5511888880001@s.whatsapp.net'));
  expect(ids(recorded)).toEqual(['B1']);
  fetched.resolve();
  await settled(arrivals);
  await arrivals.store(text('A3'));
  expect(ids(recorded)).toEqual(['B1', 'A1', 'A2', 'A3']);
});

test('what comes before the session publishes is told by it, before what comes since', async () => {
  const { recorded, start } = await stage();
  const arrivals = start();
  await arrivals.store(text('A1'));
  expect(recorded).toEqual([]);
  const begun = settled(arrivals);
  await arrivals.store(text('A2'));
  await begun;
  await arrivals.store(text('A3'));
  await settled(arrivals);
  expect(ids(recorded)).toEqual(['A1', 'A2', 'A3']);
});

test('a message that cannot be stored is tried again until it is', async () => {
  const { db, clock, recorded, start } = await stage();
  const arrivals = start();
  await settled(arrivals);
  await db.query('alter table whatsapp_inbox rename to elsewhere', []);
  let isStored = false;
  const stored = arrivals.store(text('A1')).then(() => {
    isStored = true;
  });
  await clock.advance(5_000);
  expect(isStored).toBe(false);
  await db.query('alter table elsewhere rename to whatsapp_inbox', []);
  await clock.advance(1_000);
  await stored;
  await settled(arrivals);
  expect(recorded).toHaveLength(1);
});
