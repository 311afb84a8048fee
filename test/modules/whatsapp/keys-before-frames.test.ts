/** What leaves the machine, and the keys it was sealed with. */
import { afterEach, expect, test } from 'bun:test';
import { createDatabase, DatabaseError } from '../../../src/core/db/client.ts';
import { unavailabilityOf } from '../../../src/core/shared/errors.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';
import { timesRecorded } from './setup.ts';
import { insertInstance } from './stage.ts';

afterEach(endAll);

/** A conversation over a database whose writes of keys the test counts, holds up, or refuses. */
async function stage(keysRetryMs?: number) {
  const db = await testDatabase();
  await insertInstance(db, recordingHost().instanceId);
  const disk = {
    mayWrite: Promise.resolve(),
    refuses: false,
    refusesReads: false,
    refusesGroupKeyOnce: false,
    writes: 0,
  };
  const watched = createDatabase({
    ...db,
    async query(sql, params) {
      const isGroupKey = sql.includes('from whatsapp_keys') && params.includes('sender-key');
      if (disk.refusesGroupKeyOnce && isGroupKey) {
        disk.refusesGroupKeyOnce = false;
        throw new DatabaseError('unreachable', 'the server does not answer');
      }
      if (disk.refusesReads && sql.includes('from whatsapp_keys'))
        throw new DatabaseError('unreachable', 'the server does not answer');
      return db.query(sql, params);
    },
    async batch(statements) {
      if (!statements.some(({ sql }) => sql.startsWith('insert into whatsapp_keys')))
        return db.batch(statements);
      disk.writes++;
      await disk.mayWrite;
      if (disk.refuses) throw new DatabaseError('full', 'the disk is full');
      return db.batch(statements);
    },
  });
  const timing = keysRetryMs === undefined ? {} : { keysRetryMs };
  const made = await opened({ db: watched, timing });
  const { session, ana } = made;
  const say = (text: string, number = ANA) =>
    session.send({ number, content: { kind: 'text' as const, text } });
  // Both sides have written, so that nothing more is asked of WhatsApp.
  await ana.writes(made.phone, { text: 'hello' });
  await say('hello');
  await ana.receives();
  return { ...made, disk, say };
}

test('a text leaves once the keys that sealed it are on disk, and not before', async () => {
  const { ana, disk, say } = await stage();
  const { promise, resolve: write } = Promise.withResolvers<void>();
  disk.mayWrite = promise;
  const before = disk.writes;
  let isSent = false;
  const sending = say('sealed').then((sent) => {
    isSent = true;
    return sent;
  });
  await until('its keys are being written', () => disk.writes > before);
  const others = say('sealed by the next key');
  expect([ana.received.length, isSent]).toEqual([1, false]);
  write();
  const [{ id }, { id: next }] = await Promise.all([sending, others]);
  expect((await ana.receives((received) => received.id === id)).text).toBe('sealed');
  expect((await ana.receives((received) => received.id === next)).text).toStartWith('sealed by');
});

test('texts to many chats at once share the writes of their keys', async () => {
  const { whatsapp, disk, say } = await stage();
  const people = Array.from({ length: 20 }, (_, index) =>
    whatsapp.contact({ number: `55116666600${10 + index}`, name: `Person ${index}` }),
  );
  const all = (text: string) =>
    Promise.all(people.map(({ person }) => say(text, `${person.number}@s.whatsapp.net`)));
  await all('first');
  const before = disk.writes;
  await all('second');
  expect(disk.writes - before).toBeLessThan(10);
  for (const contact of people) await contact.receives(({ text }) => text === 'second');
});

test('a text whose keys cannot be written never leaves, its sender hears so, and the next one is read', async () => {
  const { ana, disk, host, say } = await stage(1);
  disk.refuses = true;
  const problem = await say('never').catch((error) => unavailabilityOf(error)?.message);
  expect(problem).toBe('the disk is full');
  disk.refuses = false;
  await until('it is open again', () => timesRecorded(host, 'OfflineSyncCompleted') === 2);
  await say('read');
  await ana.receives(({ text }) => text === 'read');
  expect(ana.received.map(({ text }) => text)).toEqual(['hello', 'read']);
});

test('a log-out reaches WhatsApp although keys are on their way to the disk', async () => {
  const { phone, session, disk, ana } = await stage();
  const { promise, resolve: write } = Promise.withResolvers<void>();
  disk.mayWrite = promise;
  const before = disk.writes;
  await ana.writes(phone, { text: 'the keys change' });
  await until('its keys are being written', () => disk.writes > before);
  const loggingOut = session.logout();
  write();
  await loggingOut;
  await phone.unlinked();
  expect(phone.devices).toEqual([]);
});

test('messages that come while the keys cannot be read are not refused, and come again when they can', async () => {
  const { whatsapp, phone, disk, host } = await stage();
  const people = Array.from({ length: 12 }, (_, index) =>
    whatsapp.contact({ number: `55116666600${10 + index}`, name: `Person ${index}` }),
  );
  disk.refusesReads = true;
  await Promise.all(people.map((person, index) => person.writes(phone, { text: `text ${index}` })));
  await until('the connection has ended', () =>
    host.phases.some(({ phase }) => phase === 'reconnecting'),
  );
  disk.refusesReads = false;
  const texts = () =>
    host.events.flatMap((event) =>
      event.type === 'Message' ? [event.data.Message.conversation ?? ''] : [],
    );
  await until('all were told', () => texts().length >= 13);
  expect(new Set(texts().slice(1))).toEqual(new Set(people.map((_, index) => `text ${index}`)));
  expect(host.events.filter(({ type }) => type === 'Undecryptable')).toEqual([]);
});

test('the key that a member of a group writes with is kept with the message that brings it, or that message comes again', async () => {
  const { whatsapp, phone, ana, disk, message, all } = await stage();
  const askedAgain: string[] = [];
  whatsapp.hearsEach((_from, { attrs }) => {
    if (attrs.type === 'retry') askedAgain.push(attrs.id ?? '');
  });
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  disk.refusesGroupKeyOnce = true;
  const id = await ana.writes(group, { text: 'the first in the group' });
  expect((await message(id)).data.Message.conversation).toBe('the first in the group');
  expect([disk.refusesGroupKeyOnce, askedAgain, all('Undecryptable')]).toEqual([false, [], []]);
});
