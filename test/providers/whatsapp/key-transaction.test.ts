import { expect, test } from 'bun:test';
import { createInbox } from '../../../src/messages/inbox.ts';
import { loadClient } from '../../../src/providers/whatsapp/client.ts';
import { createCredentials } from '../../../src/providers/whatsapp/credentials.ts';
import {
  inKeyTransaction,
  joinTransaction,
} from '../../../src/providers/whatsapp/key-transaction.ts';
import { RecentKeys } from '../../../src/providers/whatsapp/recent-keys.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { CONTACT, PHONE } from '../conformance-stage.ts';
import { recordingHost } from '../recording-host.ts';
import { insertInstance, vault, whatsAppStage } from './stage.ts';

/** A session that is open, and a contact who has written to it once. */
async function conversation() {
  const host = recordingHost();
  const { whatsapp, provider, db, lines } = await whatsAppStage(host.instanceId);
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const ana = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  const session = provider.open(host, null);
  await session.connect({});
  await until('a code is on show', () => session.offer() !== null);
  const offer = session.offer();
  await phone.scan(offer?.kind === 'qr' ? offer.code : '');
  await until('the connection is open', () => host.phases.at(-1)?.phase === 'open');
  const messages = () => host.events.filter(({ type }) => type === 'Message').length;
  await ana.writes(phone, { text: 'first' });
  await until('the first message is published', () => messages() === 1);
  return {
    ana,
    phone,
    messages,
    refuse: (table: string) =>
      db.query(
        `create trigger refusal before insert on ${table} begin select raise(abort, 'no'); end`,
        [],
      ),
    sessions: () =>
      db.query("select id, value_sealed from whatsapp_keys where type = 'session' order by id", []),
    inbox: () => db.query('select message_key from whatsapp_inbox', []),
    /** The library's own text for it must not be logged. */
    refused: () =>
      until('the library complains', () => lines.some((line) => line.includes('said something'))),
    async end() {
      await session.stop();
      await whatsapp.stop();
    },
  };
}

test('the keys that open a message are not on disk without it', async () => {
  const { ana, phone, refuse, refused, sessions, end } = await conversation();
  const before = await sessions();
  await refuse('whatsapp_inbox');
  await ana.writes(phone, { text: 'second' });
  await refused();
  expect(await sessions()).toEqual(before);
  await end();
});

test('a message is neither on disk nor published without the keys that open it', async () => {
  const { ana, phone, refuse, refused, inbox, messages, end } = await conversation();
  await refuse('whatsapp_keys');
  await ana.writes(phone, { text: 'second' });
  await refused();
  expect(await inbox()).toHaveLength(1);
  expect(messages()).toBe(1);
  await end();
});

test('a message whose commit failed goes along with the next try, and with that alone', async () => {
  const id = recordingHost().instanceId;
  const db = await testDatabase();
  await insertInstance(db, id);
  const clock = manualClock();
  const ended = new AbortController().signal;
  const signals = { ended, abandoned: ended };
  const deps = { orm: db.orm, vault, clock, recentKeys: new RecentKeys(), ...signals };
  const { keys, keyWrites } = createCredentials(deps, await loadClient(), id);
  const { statement } = createInbox(db.orm, clock, id).arriving('A1', 'body');
  const written: unknown[] = [];
  await db.query('alter table whatsapp_keys rename to elsewhere', []);
  await inKeyTransaction(async () => {
    joinTransaction({ statement, written: (rows) => written.push(rows), dropped() {} });
    await keys.set({ session: { ana: Buffer.from('ana') } });
  });
  await until('it is to be tried again', () => clock.pending() === 1);
  expect(await db.query('select 1 from whatsapp_inbox', [])).toEqual([]);
  await db.query('alter table elsewhere rename to whatsapp_keys', []);
  await clock.advance(1_000);
  await keyWrites.settled();
  await keys.set({ session: { ana: Buffer.from('again') } });
  await keyWrites.settled();
  expect(written).toHaveLength(1);
  expect(await db.query('select message_key from whatsapp_inbox', [])).toEqual([['A1']]);
});
