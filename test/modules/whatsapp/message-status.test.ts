/** What WhatsApp and recipients say of messages that were sent, from the wire to the host. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const hello = { number: ANA, content: { kind: 'text', text: 'hello' } } as const;

test('a message is stored, with what later words about it need, before it is sent', async () => {
  const { session, host, ana } = await opened();
  const release = host.hold();
  const sending = session.send(hello);
  // A whole pairing is many round trips: time enough to be sent.
  await opened();
  expect(ana.received).toEqual([]);
  release();
  const { id } = await sending;
  expect((await ana.receives((received) => received.id === id)).text).toBe('hello');
  expect(host.messages).toMatchObject([
    { id, isFromMe: true, chat: ANA, chatAddress: ANA, kind: 'text', status: 'Pending' },
  ]);
  expect(host.events.find(({ type }) => type === 'SendMessage')?.data).toMatchObject({
    Info: { ID: id, Chat: ANA, IsFromMe: true },
    Message: { extendedTextMessage: { text: 'hello' } },
  });
});

test('the server, the device and the reader each say how far it has come', async () => {
  const { session, host, ana, phone } = await opened();
  const { id } = await session.send(hello);
  const statuses = () => host.statuses.filter((one) => one.id === id).map(({ status }) => status);
  await until('delivered', () => statuses().includes('Delivered'));
  ana.reads(phone, [id]);
  await until('read', () => statuses().includes('Read'));
  expect(new Set(statuses())).toEqual(new Set(['ServerAck', 'Delivered', 'Read']));
});

test.each([
  [463, /does not let this account open new chats/],
  [479, /Send it again/],
  [405, /lists and buttons/],
  [999, /refused the message with error 999/],
])('a refusal with %i is reported with the reason', async (code, reason) => {
  const { session, host, whatsapp } = await opened();
  whatsapp.refuseMessages(code);
  const { id } = await session.send(hello);
  await until('refused', () => host.statuses.length > 0);
  expect(host.statuses).toEqual([
    { id, status: 'Error', code, reason: expect.stringMatching(reason), at: expect.any(Number) },
  ]);
});

test('a received message is stored with its event, and one written on the phone as taken by the server', async () => {
  const { host, ana, phone, message } = await opened();
  const id = await ana.writes(phone, { text: 'hi' });
  await message(id);
  expect(host.messages).toMatchObject([
    { id, isFromMe: false, chat: ANA, sender: ANA, kind: 'text', status: null },
  ]);
});
