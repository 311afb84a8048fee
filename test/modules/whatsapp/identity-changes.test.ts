/** `ContactIdentityChanged`: that a contact has WhatsApp anew. */
import { afterEach, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createDatabase, DatabaseError } from '../../../src/core/db/client.ts';
import { whatsappKeys } from '../../../src/core/db/schema/whatsapp.ts';
import type { WhatsAppOptions } from '../../../src/modules/whatsapp/context.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { testDatabase } from '../../helpers/database.ts';
import { ANA, endAll, opened } from './opened-stage.ts';
import { phaseIs } from './setup.ts';
import { insertInstance } from './stage.ts';

afterEach(endAll);

async function told(options: Partial<WhatsAppOptions> = {}) {
  const stage = await opened({ tellsIdentityChanges: true, ...options });
  const { phone, ana, bob, session, message, settled, all } = stage;
  const writes = async (from = ana) => message(await from.writes(phone, { text: 'hello' }));
  const say = (text: string) =>
    session.send({ number: ANA, content: { kind: 'text' as const, text } });
  const changes = async () => {
    await settled();
    return all('ContactIdentityChanged').map(({ data }) => data.Contact.number);
  };
  await writes(ana);
  await writes(bob);
  return { ...stage, writes, say, changes };
}

const number = ANA.slice(0, ANA.indexOf('@'));

test('a contact that has WhatsApp anew is told once, whether it writes first, is written to, or WhatsApp says so', async () => {
  const { phone, ana, writes, say, changes, recorded, all } = await told();
  expect(await changes()).toEqual([]);
  ana.reinstalls(phone, false);
  await writes();
  await writes();
  expect(await changes()).toEqual([number]);
  ana.reinstalls(phone);
  await recorded('ContactIdentityChanged', (event) => event !== all('ContactIdentityChanged')[0]);
  await say('hello');
  await ana.receives();
  await writes();
  expect(await changes()).toEqual([number, number]);
  const [{ data } = { data: null }] = all('ContactIdentityChanged');
  const { pn: jid, lid } = ana.person;
  expect(data).toMatchObject({ Contact: { jid, number, lid }, Device: 0 });
  expect(data).toMatchObject({ Timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test('the event comes before whatever the new device wrote', async () => {
  const { phone, ana, writes, host } = await told();
  const before = host.recorded.length;
  ana.reinstalls(phone, false);
  await writes();
  const rest = host.recorded.slice(before).filter((name) => /^(Message|Contact)/.test(name));
  expect(rest).toEqual(['ContactIdentityChanged', 'Message']);
});

test('nobody is told unless it is switched on', async () => {
  const { phone, ana, writes, changes } = await told({ tellsIdentityChanges: false });
  ana.reinstalls(phone, false);
  await writes();
  expect(await changes()).toEqual([]);
});

test('a change under the number and then under the LID is one change', async () => {
  const { phone, ana, message, changes, all } = await told();
  ana.reinstalls(phone, false);
  await message(await ana.writes(phone, { text: 'by number' }, { addressing: 'pn' }));
  await message(await ana.writes(phone, { text: 'by LID' }, { addressing: 'lid' }));
  ana.reinstalls(phone, false);
  await message(await ana.writes(phone, { text: 'by LID' }, { addressing: 'lid' }));
  await message(await ana.writes(phone, { text: 'by number' }, { addressing: 'pn' }));
  expect(await changes()).toEqual([number, number]);
  const addresses = all('ContactIdentityChanged').map(({ data }) => data.Contact);
  expect(new Set(addresses.map(({ lid }) => lid))).toEqual(new Set([ana.person.lid]));
});

test("the account's own phone is not a contact", async () => {
  const { phone, ana, message, changes } = await told();
  await message(await phone.writes(ana, 'from the phone'));
  phone.person.reinstall();
  await message(await phone.writes(ana, 'from the phone'));
  expect(await changes()).toEqual([]);
});

test('a change whose keys never reached the disk is told once although the message comes again', async () => {
  const db = await testDatabase();
  await insertInstance(db, recordingHost().instanceId);
  const disk = { refuses: false };
  const watched = createDatabase({
    ...db,
    async batch(statements) {
      const isKeys = statements.some(({ sql }) => sql.startsWith('insert into whatsapp_keys'));
      if (isKeys && disk.refuses) throw new DatabaseError('full', 'the disk is full');
      return db.batch(statements);
    },
  });
  const stage = await told({ db: watched, timing: { keysRetryMs: 1 } });
  const { phone, ana, changes, recorded, message, host } = stage;
  disk.refuses = true;
  ana.reinstalls(phone, false);
  const id = await ana.writes(phone, { text: 'again' });
  await recorded('ContactIdentityChanged');
  await phaseIs(host, 'reconnecting');
  disk.refuses = false;
  await message(id);
  expect(await changes()).toEqual([number]);
});

test('an identity that changes with each message is told each time, and leaves one identity and one session', async () => {
  const { phone, ana, db, message, changes } = await told();
  const ids: string[] = [];
  for (let count = 0; count < 30; count++) {
    ana.reinstalls(phone, false);
    ids.push(await ana.writes(phone, { text: `${count}` }));
  }
  for (const id of ids) await message(id);
  expect(await changes()).toEqual(ids.map(() => number));
  const stored = async (type: string) =>
    (await db.orm.select().from(whatsappKeys).where(eq(whatsappKeys.type, type))).map(({ id }) =>
      id.split('.').at(-1),
    );
  // Ana's and Bob's.
  expect(await stored('identity-key')).toEqual(['0', '0']);
  expect(await stored('session')).toHaveLength(2);
});
