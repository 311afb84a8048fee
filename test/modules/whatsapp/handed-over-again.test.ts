/** Messages that WhatsApp hands over once more, because their acknowledgement was lost. */
import { afterEach, expect, test } from 'bun:test';
import { createDatabase } from '../../../src/core/db/client.ts';
import { yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import type { Contact } from '../../doubles/whatsapp/server.ts';
import type { BinaryNode } from '../../doubles/whatsapp/stanzas.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import {
  endAll,
  nobodyConnected,
  openBench,
  recorded,
  texts,
  timesRecorded,
  unacknowledged,
} from './setup.ts';
import { insertInstance } from './stage.ts';

afterEach(endAll);

/** What the account's devices said of a message: `inactive` is that it has come, `retry` asks for it again. */
const receiptsOf = ({ person }: Contact, id: string) =>
  person.receipts.all.filter(({ attrs }) => attrs.id === id).map(({ attrs }) => attrs.type);

/** Of `ProtocolMessage.Type`. */
const EPHEMERAL_SETTING = 3;

/** Ciphertext that cannot be read any more: what was deciphered once has used up its key. */
const unreadable = (id: string) => ({ id, undecryptable: true as const });

test('a message that is stored is acknowledged when it comes again at once, and neither told, refused nor asked for', async () => {
  const made = await openBench();
  const { phone, contact, host } = made;
  const id = await contact.writes(phone, { text: 'once' });
  await recorded(host, 'Message');
  await contact.writes(phone, { text: 'once' }, unreadable(id));
  await contact.writes(phone, { text: 'the last word' });
  await recorded(host, 'Message', 2);
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(receiptsOf(contact, id)).toEqual(['inactive', 'inactive']);
  expect(texts(host)).toEqual(['once', 'the last word']);
  expect(timesRecorded(host, 'Undecryptable')).toBe(0);
});

test('a message that is stored is acknowledged when it comes again after a restart, and neither told, refused nor asked for', async () => {
  const made = await openBench();
  const { phone, contact, host, session, again } = made;
  const group = contact.creates({ subject: 'Crew', members: [phone] });
  const ids = [
    await contact.writes(phone, { text: 'once' }),
    await contact.writes(group, { text: 'once to all' }),
  ];
  await recorded(host, 'Message', 2);
  await session.stop();
  await nobodyConnected(made);
  const [own = '', shared = ''] = ids;
  await contact.writes(phone, { text: 'once' }, unreadable(own));
  await contact.writes(group, { text: 'once to all' }, unreadable(shared));
  await contact.writes(phone, { text: 'written meanwhile' });
  const later = again();
  await later.session.connect({});
  await recorded(later.host, 'OfflineSyncCompleted');
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  for (const id of ids) expect(receiptsOf(contact, id)).toEqual(['inactive', 'inactive']);
  expect(texts(later.host)).toEqual(['written meanwhile']);
  expect(timesRecorded(later.host, 'Undecryptable')).toBe(0);
});

test('a message without content for receivers is acknowledged when it comes again, and neither told, refused nor asked for', async () => {
  const made = await openBench();
  const { phone, contact, host, session, again } = made;
  const protocolMessage = { type: EPHEMERAL_SETTING, ephemeralExpiration: 86_400 };
  const id = await contact.writes(phone, { message: { protocolMessage } });
  await contact.receiptFor(id, 'delivered');
  await session.stop();
  await nobodyConnected(made);
  await contact.writes(phone, { message: { protocolMessage } }, unreadable(id));
  await contact.writes(phone, { text: 'written meanwhile' });
  const later = again();
  await later.session.connect({});
  await recorded(later.host, 'OfflineSyncCompleted');
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(receiptsOf(contact, id)).toEqual(['inactive', 'inactive']);
  expect(texts(later.host)).toEqual(['written meanwhile']);
  expect([...host.recorded, ...later.host.recorded]).not.toContain('Undecryptable');
});

test('a message that comes again at once is recognised, however many came in between', async () => {
  const made = await openBench();
  const { phone, contact, host } = made;
  const id = await contact.writes(phone, { text: 'once' });
  // More than are known without asking the database.
  for (let count = 0; count < 520; count++) await contact.writes(phone, { text: 'another' });
  await recorded(host, 'Message', 521);
  await contact.writes(phone, { text: 'once' }, unreadable(id));
  await contact.writes(phone, { text: 'the last word' });
  await recorded(host, 'Message', 522);
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(receiptsOf(contact, id)).toEqual(['inactive', 'inactive']);
  expect(timesRecorded(host, 'Undecryptable')).toBe(0);
});

test('what had waited is looked up a hundred messages at a time, and what comes at once not at all', async () => {
  const file = await testDatabase();
  await insertInstance(file, recordingHost().instanceId);
  const lookedUp: number[] = [];
  // As with a server, what comes meanwhile is read before the answer.
  const db = createDatabase({
    ...file,
    async query(sql, params) {
      if (sql.includes('message_key in')) {
        lookedUp.push(JSON.parse(String(params[1])).length);
        await yieldToEventLoop();
      }
      return file.query(sql, params);
    },
  });
  const { phone, contact, host, session, again } = await openBench({ db });
  for (const text of ['one', 'two']) await contact.writes(phone, { text });
  await recorded(host, 'Message', 2);
  expect(lookedUp).toEqual([]);
  await session.stop();
  for (let count = 0; count < 150; count++) await contact.writes(phone, { text: `${count}` });
  const later = again();
  await later.session.connect({});
  await recorded(later.host, 'OfflineSyncCompleted');
  expect(texts(later.host)).toHaveLength(150);
  expect(lookedUp.reduce((sum, keys) => sum + keys, 0)).toBe(150);
  expect(Math.max(...lookedUp)).toBeLessThanOrEqual(100);
  expect(lookedUp.length).toBeLessThan(30);
});

test('a message of which one part is spoilt that it does not need is told, and neither told as unreadable nor asked for', async () => {
  const made = await openBench();
  const { phone, contact, host } = made;
  const group = contact.creates({ subject: 'Crew', members: [phone] });
  await contact.writes(group, { text: 'first' });
  await recorded(host, 'Message');
  const [device] = phone.devices;
  if (device === undefined) throw new Error('no device is linked');
  const push = device.push.bind(device);
  const spoilt: BinaryNode = {
    tag: 'enc',
    attrs: { v: '2', type: 'msg' },
    content: Buffer.alloc(60, 7),
  };
  device.push = (node) => {
    const isMessage = node.tag === 'message' && Array.isArray(node.content);
    push(isMessage ? { ...node, content: [spoilt, ...(node.content as BinaryNode[])] } : node);
  };
  const id = await contact.writes(group, { text: 'second' });
  await contact.writes(group, { text: 'third' });
  await recorded(host, 'Message', 3);
  await until('all is acknowledged', () => unacknowledged(made) === 0);
  expect(receiptsOf(contact, id)).toEqual(['inactive']);
  expect(texts(host)).toEqual(['first', 'second', 'third']);
  expect(timesRecorded(host, 'Undecryptable')).toBe(0);
});
