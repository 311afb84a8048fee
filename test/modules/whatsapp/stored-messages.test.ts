import { afterEach, describe, expect, test } from 'bun:test';
import { createDatabase, DatabaseError } from '../../../src/core/db/client.ts';
import { whatsappInbox } from '../../../src/core/db/schema/whatsapp.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import {
  type Bench,
  bench,
  endAll,
  nobodyConnected,
  openBench,
  phaseIs,
  qrOf,
  recorded,
  rowsOf,
  storedUntilCalm,
  texts,
  timesRecorded,
  unacknowledged,
} from './setup.ts';
import { insertInstance } from './stage.ts';

afterEach(endAll);

const DAY_MS = 24 * 3_600_000;
const waitingRows = async ({ db }: Pick<Bench, 'db'>) => {
  const rows = await db.orm.select({ body: whatsappInbox.body }).from(whatsappInbox);
  return rows.filter(({ body }) => body !== null).length;
};

/** Drops the connection and waits until the session is back and caught up. */
async function reconnected({ whatsapp, phone, host, session }: Bench): Promise<void> {
  const before = timesRecorded(host, 'OfflineSyncCompleted');
  whatsapp.drop(phone);
  await phaseIs(host, 'reconnecting');
  await session.connect({});
  await recorded(host, 'OfflineSyncCompleted', before + 1);
}

/** A database whose inbox refuses messages while `isBroken`. */
async function brittleInbox() {
  const file = await testDatabase();
  await insertInstance(file, recordingHost().instanceId);
  const disk = { isBroken: false, refusals: 0 };
  const check = (...statements: readonly string[]) => {
    const isMessage = statements.some((sql) => sql.startsWith('insert into whatsapp_inbox'));
    if (!disk.isBroken || !isMessage) return;
    disk.refusals += 1;
    throw new DatabaseError('full', 'the disk is full');
  };
  const db = createDatabase({
    ...file,
    async query(sql, params) {
      check(sql);
      return file.query(sql, params);
    },
    async batch(statements) {
      check(...statements.map(({ sql }) => sql));
      return file.batch(statements);
    },
  });
  return { db, disk };
}

describe('a message', () => {
  test('is one event, acknowledged, and marked as published', async () => {
    const made = await openBench();
    const id = await made.contact.writes(made.phone, { text: 'Hello' });
    await recorded(made.host, 'Message');
    await made.contact.receiptFor(id, 'delivered');
    await until('it is marked', async () => (await waitingRows(made)) === 0);
    expect(made.host.events.find(({ type }) => type === 'Message')?.data).toMatchObject({
      Info: { ID: id },
    });
    expect(await rowsOf(made)).toMatchObject({ inbox: 1 });
  });

  test('that comes again, on this connection or another, is no second event', async () => {
    const made = await openBench();
    const { contact, phone, host } = made;
    const first = await contact.writes(phone, { text: 'first' });
    await recorded(host, 'Message');
    contact.repeats(phone, first);
    // Sealed anew, as a sender does who got no receipt.
    await contact.writes(phone, { text: 'first' }, { id: first });
    await contact.writes(phone, { text: 'second' });
    await recorded(host, 'Message', 2);
    await reconnected(made);
    contact.repeats(phone, first);
    await contact.writes(phone, { text: 'third' });
    await recorded(host, 'Message', 3);
    await reconnected(made);
    expect(texts(host)).toEqual(['first', 'second', 'third']);
  });

  test('that nobody can read is asked for again, and published once when it comes', async () => {
    const made = await openBench();
    const { contact, phone, host } = made;
    const id = await contact.writes(phone, { text: 'spoilt' }, { undecryptable: 'once' });
    await contact.receiptFor(id, 'retry');
    await recorded(host, 'Message');
    await reconnected(made);
    expect(texts(host)).toEqual(['spoilt']);
  });

  test('that nobody can ever read is no event', async () => {
    const made = await openBench();
    const { contact, phone, host } = made;
    const id = await contact.writes(phone, { text: 'lost' }, { undecryptable: true });
    await contact.receiptFor(id, 'retry');
    await reconnected(made);
    expect(texts(host)).toEqual([]);
    expect(await waitingRows(made)).toBe(0);
  });

  test('from many chats at once is published in the order of its chat', async () => {
    const made = await openBench();
    const { whatsapp, phone, host } = made;
    const people = Array.from({ length: 8 }, (_, index) =>
      whatsapp.contact({ number: `551100000000${index}`, name: `Person ${index}` }),
    );
    await Promise.all(
      people.map(async (person, index) => {
        for (let count = 0; count < 10; count++) {
          await person.writes(phone, { text: `${index}:${count}` });
        }
      }),
    );
    await recorded(host, 'Message', 80);
    for (let index = 0; index < 8; index++) {
      const own = texts(host).filter((text) => text.startsWith(`${index}:`));
      expect(own).toEqual(Array.from({ length: 10 }, (_, count) => `${index}:${count}`));
    }
  });
});

describe('a message that the event log does not take', () => {
  test('is tried again, in its place', async () => {
    const clock = manualClock();
    const made = await openBench({ clock });
    const { contact, phone, host } = made;
    host.failOn('Message');
    await contact.writes(phone, { text: 'first' });
    await until('a retry is due', () => clock.pending() === 1);
    await contact.writes(phone, { text: 'second' });
    await until('it waits for the first', () => unacknowledged(made) === 2);
    expect(texts(host)).toEqual([]);
    await clock.advance(1_000);
    await recorded(host, 'Message', 2);
    expect(texts(host)).toEqual(['first', 'second']);
  });

  test('before the process ends comes again to the next one, before what came later', async () => {
    const clock = manualClock();
    const made = await openBench({ clock });
    const { contact, phone, host, session } = made;
    host.failOn('Message');
    const sent = ['first', 'second', 'third'];
    for (const text of sent) await contact.writes(phone, { text });
    await until('all wait for the first', () => unacknowledged(made) === 3);
    await session.stop();
    await nobodyConnected(made);
    await contact.writes(phone, { text: 'later' });
    const { host: next, session: again } = made.again();
    await again.connect({});
    await recorded(next, 'OfflineSyncCompleted');
    expect(texts(host)).toEqual([]);
    expect(texts(next)).toEqual([...sent, 'later']);
    expect(await waitingRows(made)).toBe(0);
  });

  test('and that is no longer wanted at the next start, is forgotten', async () => {
    const clock = manualClock();
    const made = await openBench({ clock });
    const { contact, phone, host, session, whatsapp } = made;
    const group = contact.creates({ subject: 'Shop talk', members: [phone, contact] });
    host.failOn('Message');
    // With a file it waits on disk.
    await contact.writes(group, { media: 'image', bytes: Buffer.from('picture') });
    await until('it is stored', async () => (await waitingRows(made)) === 1);
    await session.stop();
    await nobodyConnected(made);
    const { db } = made;
    const next = await bench({ db, ignoreGroups: true, ...made.whereabouts });
    const again = next.provider.open(next.host, host.account());
    await again.connect({});
    await recorded(next.host, 'OfflineSyncCompleted');
    expect(texts(next.host)).toEqual([]);
    expect(await waitingRows(made)).toBe(0);
    await again.stop();
    expect(whatsapp.complaints).toEqual([]);
  });

  test('waits at WhatsApp once two hundred are in hand', async () => {
    const made = await openBench();
    const { contact, phone, host } = made;
    const release = host.hold();
    const sent = Array.from({ length: 229 }, (_, index) => `${index}`);
    // On disk, with all that follows in its chat, until it is published.
    await contact.writes(phone, { media: 'image', bytes: Buffer.from('picture') });
    for (const text of sent) await contact.writes(phone, { text });
    expect(await storedUntilCalm(made)).toBe(200);
    expect(unacknowledged(made)).toBeGreaterThanOrEqual(29);
    release();
    await recorded(host, 'Message', 230);
    expect(texts(host).slice(1)).toEqual(sent);
    await until('all are acknowledged', () => unacknowledged(made) === 0);
  });
});

describe('a message that cannot be stored', () => {
  test('is not acknowledged, and published once it can be', async () => {
    const { db, disk } = await brittleInbox();
    const made = await openBench({ db, timing: { keysRetryMs: 20 } });
    const { contact, phone, host } = made;
    disk.isBroken = true;
    const id = await contact.writes(phone, { text: 'Hello' });
    await until('it is tried again', () => disk.refusals >= 2);
    expect(unacknowledged(made)).toBe(1);
    disk.isBroken = false;
    await contact.receiptFor(id, 'delivered');
    await recorded(host, 'Message');
    expect(texts(host)).toEqual(['Hello']);
  });

  test('in a channel is not acknowledged before it is stored either', async () => {
    const { db, disk } = await brittleInbox();
    const made = await openBench({ db, timing: { keysRetryMs: 20 } });
    const { whatsapp, phone, host } = made;
    const id = '120363000000000001@newsletter';
    whatsapp.newsletters.follows(phone.person, { id, name: 'News' });
    disk.isBroken = true;
    whatsapp.newsletters.writes(id, { conversation: 'Rain' });
    await until('it is tried again', () => disk.refusals >= 2);
    expect(unacknowledged(made)).toBe(1);
    disk.isBroken = false;
    await recorded(host, 'Message');
    await until('it is acknowledged', () => unacknowledged(made) === 0);
    expect(texts(host)).toEqual(['Rain']);
  });

  test('for too long ends the connection, and is published once when WhatsApp has handed it over again', async () => {
    const { db, disk } = await brittleInbox();
    const { contact, phone, host } = await openBench({ db, timing: { keysRetryMs: 1 } });
    disk.isBroken = true;
    await contact.writes(phone, { text: 'Hello' });
    await phaseIs(host, 'reconnecting');
    expect(disk.refusals).toBeGreaterThanOrEqual(30);
    expect(texts(host)).toEqual([]);
    disk.isBroken = false;
    await recorded(host, 'Message');
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(texts(host)).toEqual(['Hello']);
  });

  test('until the end of the process comes again to the next one', async () => {
    const { db, disk } = await brittleInbox();
    const made = await openBench({ db });
    const { contact, phone, session } = made;
    disk.isBroken = true;
    await contact.writes(phone, { text: 'Hello' });
    await until('it is tried', () => disk.refusals > 0);
    await session.stop();
    await nobodyConnected(made);
    disk.isBroken = false;
    const { host, session: again } = made.again();
    await again.connect({});
    await recorded(host, 'OfflineSyncCompleted');
    expect(texts(host)).toEqual(['Hello']);
  });
});

test('messages published a week ago are forgotten, those still waiting are not', async () => {
  const clock = manualClock();
  const made = await bench({ clock });
  const { contact, phone, host, session } = made;
  await session.connect({});
  await phone.scan(() => qrOf(made));
  await recorded(host, 'OfflineSyncCompleted');
  await contact.writes(phone, { text: 'told' });
  await recorded(host, 'Message');
  await until('it is marked', async () => (await waitingRows(made)) === 0);
  clock.jump(7 * DAY_MS);
  await reconnected(made);
  expect(await rowsOf(made)).toMatchObject({ inbox: 1 });
  clock.jump(1);
  await reconnected(made);
  expect(await rowsOf(made)).toMatchObject({ inbox: 0 });
});

test('a message that comes again after more than a week is recognised before it is forgotten', async () => {
  const clock = manualClock();
  const made = await bench({ clock });
  const { contact, phone, host, session } = made;
  await session.connect({});
  await phone.scan(() => qrOf(made));
  await recorded(host, 'OfflineSyncCompleted');
  const id = await contact.writes(phone, { text: 'told' });
  await recorded(host, 'Message');
  await session.stop();
  await nobodyConnected(made);
  clock.jump(8 * DAY_MS);
  await contact.writes(phone, { text: 'told' }, { id, undecryptable: true });
  const later = made.again();
  await later.session.connect({});
  await recorded(later.host, 'OfflineSyncCompleted');
  expect(later.host.recorded).not.toContain('Undecryptable');
  expect(unacknowledged(made)).toBe(0);
});
