/** Messages that come and cannot be read are reported, with what is being done about it. */
import { afterEach, expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import type { WASocket } from '@whiskeysockets/baileys';
import { createLog } from '../../../src/core/shared/log.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { askedForEach, PhoneCopies } from '../../../src/modules/whatsapp/phone-copies.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { asFirstOfChain } from '../../doubles/whatsapp/damage.ts';
import { newSecret } from '../../doubles/whatsapp/secrets.ts';
import { stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

test('a message that does not decipher is reported once, however often it comes, and published when it can be read', async () => {
  const { phone, ana, recorded, message, settled, all } = await opened();
  const id = await ana.writes(phone, { text: 'at last' }, { undecryptable: 'once' });
  const { data } = await recorded('Undecryptable');
  expect(data).toEqual({
    Info: expect.objectContaining({ ID: id, Chat: ANA, Sender: ANA, Type: 'undecryptable' }),
    IsUnavailable: false,
    UnavailableType: '',
    Reason: expect.stringMatching(/^The message could not be deciphered: .+\.$/),
    Action: 'Its sender is asked to send it again, up to 5 times. If they do, a Message follows.',
  });
  expect((await message(id)).data.Message.conversation).toBe('at last');
  const lost = await ana.writes(phone, { text: 'never' }, { undecryptable: true });
  await ana.writes(phone, { text: 'never' }, { id: lost, undecryptable: true });
  await settled();
  expect(all('Undecryptable').map(({ data }) => data.Info.ID)).toEqual([id, lost]);
});

test('a message that does not decipher is reported before it is asked for again, so that a crash between loses no word of it', async () => {
  const { whatsapp, phone, ana, all } = await opened();
  const reported: string[][] = [];
  whatsapp.hearsEach((_from, { attrs }) => {
    if (attrs.type === 'retry') reported.push(all('Undecryptable').map(({ data }) => data.Info.ID));
  });
  const id = await ana.writes(phone, { text: 'damaged' }, { undecryptable: true });
  await ana.receiptFor(id, 'retry');
  expect(reported).toEqual([[id]]);
});

test('a damaged message that claims the place of an earlier one is reported and asked for again, not taken for read', async () => {
  const { phone, ana, message, settled, all } = await opened();
  for (const text of ['one', 'two']) await ana.writes(phone, { text });
  const earlier = (bytes: Buffer) => {
    const claiming = asFirstOfChain(bytes);
    if (claiming === null) throw new Error('it has no counter');
    return claiming;
  };
  const damage = { undecryptable: 'once', spoil: earlier } as const;
  const id = await ana.writes(phone, { text: 'three' }, damage);
  expect((await message(id)).data.Message.conversation).toBe('three');
  await settled();
  expect(all('Undecryptable').map(({ data }) => data.Info.ID)).toEqual([id]);
});

test('a message that cannot be read is reported once, also when the service was killed before it was acknowledged', async () => {
  const { host, provider, session, whatsapp, phone, ana, recorded } = await opened();
  const damaged = { undecryptable: true } as const;
  const id = await ana.writes(phone, { text: 'damaged' }, damaged);
  await recorded('Undecryptable');
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  await ana.writes(phone, { text: 'damaged' }, { ...damaged, id });
  await ana.writes(phone, { text: 'whole' });
  const later = recordingHost(host.instanceId);
  const again = provider.open(later, host.account());
  await again.connect({});
  await until('all was read', () => later.recorded.includes('Message'));
  await again.stop();
  expect(later.recorded).not.toContain('Undecryptable');
});

test('a message to be seen once is reported as one that only the phone shows', async () => {
  const { phone, ana, recorded, settled, all } = await opened();
  for (const unavailable of ['view_once', 'view_once_unavailable_fanout']) {
    const id = await ana.writes(phone, { text: 'a secret' }, { unavailable });
    const { data } = await recorded('Undecryptable', ({ data }) => data.Info.ID === id);
    expect(data).toMatchObject({
      Info: { Chat: ANA, Sender: ANA },
      IsUnavailable: true,
      UnavailableType: 'view_once',
      Action: 'Nothing: open the message on the phone.',
    });
  }
  await settled();
  expect(all('Undecryptable')).toHaveLength(2);
});

test('a message that WhatsApp sent without its content says that the phone is asked', async () => {
  const { phone, ana, recorded } = await opened();
  const id = await ana.writes(phone, { text: 'an advertisement' }, { unavailable: 'unknown' });
  const { data } = await recorded('Undecryptable');
  expect(data).toMatchObject({
    Info: { ID: id, Chat: ANA },
    IsUnavailable: true,
    UnavailableType: 'content',
    Action: "The account's phone is asked for it. If it answers, a Message follows.",
  });
});

test("a message that WhatsApp sent without its content is published once the phone has sent its copy, with its sender's name", async () => {
  const { phone, ana, message, whatsapp, all, settled } = await opened();
  const id = 'KEPT-BACK';
  const key = { remoteJid: ANA, fromMe: false, id };
  phone.history.copies.set(id, { key, message: { conversation: 'an advertisement' } });
  await ana.writes(phone, { text: 'kept back' }, { unavailable: 'unknown', id });
  const { data } = await message(id);
  expect(data.Message.conversation).toBe('an advertisement');
  expect(data.Info).toMatchObject({ Chat: ANA, Sender: ANA, PushName: 'Ana' });
  await settled();
  expect(phone.history.copyRequests).toEqual([id]);
  expect(all('Undecryptable')).toHaveLength(1);
  expect(whatsapp.complaints).toEqual([]);
});

test('the phone is asked for a message without its content although the connection is lost before', async () => {
  const { phone, ana, message, recorded, whatsapp } = await opened();
  const id = 'KEPT-BACK';
  const key = { remoteJid: ANA, fromMe: false, id };
  phone.history.copies.set(id, { key, message: { conversation: 'an advertisement' } });
  await ana.writes(phone, { text: 'kept back' }, { unavailable: 'unknown', id });
  await recorded('Undecryptable');
  await until('it is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
  whatsapp.drop(phone);
  expect((await message(id)).data.Message.conversation).toBe('an advertisement');
  expect(phone.history.copyRequests).toEqual([id]);
});

test('the phone is asked for a message that its sender does not send again, and not for one that comes', async () => {
  const { phone, ana, message } = await opened();
  const id = 'NEVER-SENT-AGAIN';
  const key = { remoteJid: ANA, fromMe: false, id };
  phone.history.copies.set(id, { key, message: { conversation: 'the copy' } });
  const other = await ana.writes(phone, { text: 'again' }, { undecryptable: 'once' });
  await ana.writes(phone, { text: 'damaged' }, { undecryptable: true, id });
  expect((await message(other)).data.Message.conversation).toBe('again');
  expect((await message(id)).data.Message.conversation).toBe('the copy');
  expect(phone.history.copyRequests).toEqual([id]);
});

test('a phone that has no copy is asked for a message twice at most, and a thousand messages are no more than that', async () => {
  const clock = manualClock();
  const socket = new EventEmitter();
  const sent: unknown[] = [];
  const connection = { isGone: false };
  const copies = new PhoneCopies(
    await loadBaileys(),
    clock,
    createLog('debug', clock.now, () => {}),
    'shop',
  );
  copies.listenTo({
    ev: socket,
    placeholderResendCache: askedForEach(),
    authState: { creds: { me: { id: '5511999990000:3@s.whatsapp.net' } } },
    signalRepository: {
      encryptMessage: async () => ({ type: 'msg', ciphertext: Buffer.from('sealed') }),
    },
    async sendRawMessage(bytes: unknown) {
      if (connection.isGone) throw new Error('the connection has ended');
      sent.push(bytes);
    },
  } as unknown as WASocket);
  const comes = (id: string, more = {}) =>
    socket.emit('messages.upsert', {
      messages: [{ key: { remoteJid: ANA, id }, messageStubType: 2, ...more }],
    });
  for (let round = 0; round < 4; round++) {
    comes('A');
    comes('A');
    await clock.advance(5_000);
  }
  expect(sent).toHaveLength(2);
  comes('OF-PEERS', { category: 'peer' });
  comes('');
  comes('B');
  socket.emit('messages.upsert', { messages: [{ key: { id: 'B' }, message: {} }] });
  await clock.advance(5_000);
  expect(sent).toHaveLength(2);
  connection.isGone = true;
  comes('C');
  await clock.advance(5_000);
  connection.isGone = false;
  socket.emit('connection.update', { connection: 'open' });
  await clock.advance(5_000);
  expect(sent).toHaveLength(3);
  for (let index = 0; index < 2_000; index++) comes(`MANY-${index}`);
  expect(clock.pending()).toBe(1_000);
  socket.emit('connection.update', { connection: 'close' });
  expect(clock.pending()).toBe(0);
  socket.emit('connection.update', { connection: 'open' });
  expect(clock.pending()).toBe(1_000);
});

const OLD = Math.floor(Date.now() / 1_000) - 15 * 24 * 3_600;
const PHONE = 'Nothing: open the message on the phone.';

test.each([
  ['of a hosted business', { unavailable: 'hosted_unavailable_fanout' }, 'hosted', PHONE],
  ['of an assistant', { unavailable: 'bot_unavailable_fanout' }, 'bot', PHONE],
  ['of Meta AI', { sealedAs: 'msmsg' }, 'meta_ai', PHONE],
  ['with nothing in it', { unavailable: '' }, 'content', "The account's phone is asked for it."],
  ['with an unknown notice', { unavailable: 'x'.repeat(5_000) }, 'content', 'is asked for it.'],
  ['older than 14 days', { unavailable: '', timestamp: OLD }, 'old', 'the phone is not asked'],
  ['of a hosted business, old', { unavailable: 'hosted_', timestamp: OLD }, 'hosted', PHONE],
])(
  'a message %s is reported with its own reason before it is acknowledged',
  async (_, options, type, action) => {
    const { whatsapp, phone, ana, all, recorded, settled } = await opened();
    const reported: number[] = [];
    let id = '';
    whatsapp.hearsEach((_from, { tag, attrs }) => {
      if (tag === 'ack' && attrs.id === id) reported.push(all('Undecryptable').length);
    });
    id = await ana.writes(phone, { text: 'kept back' }, { ...options, id: 'KEPT-BACK' });
    const { data } = await recorded('Undecryptable');
    expect(data).toMatchObject({
      Info: { ID: id, Chat: ANA },
      IsUnavailable: true,
      UnavailableType: type,
      Action: expect.stringContaining(action),
    });
    ana.repeats(phone, id);
    await settled();
    await until('it is acknowledged', () => phone.devices.every(({ pending }) => pending === 0));
    expect(all('Undecryptable')).toHaveLength(1);
    expect(reported.every((count) => count === 1)).toBe(true);
  },
);

test('a message of an assistant with an address of its own is reported too', async () => {
  const { phone, recorded } = await opened();
  const from = '867051314767696@bot';
  for (const device of phone.devices) {
    const sealed = stanza('enc', { v: '2', type: 'msmsg' }, Buffer.from('sealed'));
    device.push(stanza('message', { from, id: 'AI-1', t: '1767607200', type: 'text' }, [sealed]));
  }
  const { data } = await recorded('Undecryptable');
  expect(data).toMatchObject({ Info: { ID: 'AI-1', Chat: from }, UnavailableType: 'meta_ai' });
});

test('an edit that its message does not open is reported, one of nobody knows what too', async () => {
  const { phone, ana, message, recorded } = await opened();
  const { lid } = ana.person;
  const secret = newSecret();
  const seal = { secret, author: lid, writer: lid };
  const messageContextInfo = { messageSecret: newSecret() };
  const id = await ana.writes(phone, { message: { conversation: 'fisrt', messageContextInfo } });
  await message(id);
  const cases = [
    { target: id, reason: 'The secret of the message that it is about does not open it.' },
    { target: 'UNKNOWN', reason: 'It is sealed with the secret of a message that is not stored.' },
  ];
  for (const { target, reason } of cases) {
    const edit = await ana.editsSealed(phone, target, 'first', seal);
    const { data } = await recorded('Undecryptable', ({ data }) => data.Info.ID === edit);
    expect(data).toMatchObject({ Info: { Chat: ANA }, Reason: reason });
  }
});

test('groups that are to be ignored give no report either', async () => {
  const { phone, ana, bob, settled, all } = await opened({ ignoreGroups: true });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  await ana.writes(group, { text: 'unread' }, { undecryptable: true });
  await settled();
  expect(all('Undecryptable')).toEqual([]);
});
