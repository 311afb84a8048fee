/** That the WhatsApp double deserves its name: what it signs holds, what it checks is checked, what it cannot read it survives. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { isSignatureOf } from '../../packages/signal/src/signatures.ts';
import { librarySignature, signature } from '../../packages/signal/test/sign-fast.ts';
import { until } from '../helpers/until.ts';
import { Desk } from './whatsapp/desk.ts';
import { connect, endAll, linked, start } from './whatsapp/linked-phone.ts';

const published = { verify: Curve.verify, root: WA_CERT_DETAILS.PUBLIC_KEY };
afterEach(async () => {
  await endAll();
  Curve.verify = published.verify;
  WA_CERT_DETAILS.PUBLIC_KEY = published.root;
});

test('a signature holds for its key and its message, and for no other', () => {
  const pair = Curve.generateKeyPair();
  const message = randomBytes(100);
  const signature = Curve.sign(pair.private, message);
  expect(isSignatureOf(pair.public, message, signature)).toBe(true);
  expect(isSignatureOf(pair.public, randomBytes(100), signature)).toBe(false);
  expect(isSignatureOf(Curve.generateKeyPair().public, message, signature)).toBe(false);
  expect(isSignatureOf(pair.public, message, new Uint8Array(64))).toBe(false);
  expect(isSignatureOf(pair.public, message, signature.subarray(1))).toBe(false);
  // This key belongs to no point of the curve that signs.
  const withoutPoint = Buffer.from(`ec${'ff'.repeat(30)}7f`, 'hex');
  expect(isSignatureOf(withoutPoint, message, signature)).toBe(false);
});

test('what it signs fast is, bit for bit, what the library would have signed', () => {
  for (const length of [0, 1, 32, 33, 500]) {
    const [key, message] = [randomBytes(32), randomBytes(length)];
    expect(signature(key, message)).toEqual(librarySignature(key, message));
  }
});

test('a client that does check signatures takes the chain under its root, and under no other', async () => {
  Curve.verify = isSignatureOf;
  const whatsapp = await start();
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(Curve.generateKeyPair().public);
  await connect(whatsapp, {}, false).closed(400);
  const phone = whatsapp.phone({ number: '5511999990000' });
  const shop = connect(whatsapp);
  await phone.scan(await shop.qr());
  await shop.opened(1);
  expect(whatsapp.complaints).toEqual([]);
});

test('whatever an unknown client sends, the server says what it was and goes on', async () => {
  const { whatsapp, phone, shop, ana } = await linked();
  const starts = [randomBytes(50), 'WA\x06\x03\0\0\x04junk', 'ED\0\x01', '', 'GET / HTTP/1.1'];
  const ended = starts.map((bytes) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = new WebSocket(whatsapp.url);
    socket.onopen = () => {
      socket.send(bytes);
      socket.send(randomBytes(50));
      if (bytes === '' || `${bytes}`.startsWith('ED')) socket.close();
    };
    socket.onclose = () => resolve();
    return promise;
  });
  await Promise.all(ended);
  await until('only the shop is left', () => whatsapp.connections === 1);
  expect(whatsapp.complaints.length).toBeGreaterThan(2);
  await ana.writes(phone, { text: 'still here' });
  await shop.message((m) => m.message?.conversation === 'still here');
});

test('a stanza of megabytes and the first share of history arrive whole', async () => {
  const { whatsapp, phone, shop } = await linked();
  whatsapp.oversized(phone, 1_000_000);
  await whatsapp.hears(phone, ({ tag, attrs }) => tag === 'receipt' && attrs.type === 'retry');
  await phone.sendsHistory();
  await shop.event('messaging-history.set');
  await until('the client has synchronised', () => shop.creds.accountSyncCounter === 1);
  expect(whatsapp.unanswered).toEqual([]);
});

test('the desk does by HTTP what phones and contacts do', async () => {
  const whatsapp = await start();
  const desk = new Desk(whatsapp);
  desk.start(0);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${desk.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const shop = connect(whatsapp);
  const qr = await shop.qr();
  expect((await post('/phones/5511999990000/scan', { qr: 'nothing' })).status).toBe(400);
  expect((await post('/phones/5511999990000/scan', { qr })).status).toBe(200);
  await shop.opened(1);
  const { body } = await post('/contacts/5511888880000/write', { to: '5511999990000', text: 'hi' });
  expect((await shop.message((m) => m.key.id === body.id)).message?.conversation).toBe('hi');
  await shop.socket.sendMessage('5511888880000@s.whatsapp.net', { text: 'ho' });
  await whatsapp.contact({ number: '5511888880000' }).receives();
  const received = await fetch(`${desk.url}/contacts/5511888880000/received`);
  expect(await received.json()).toMatchObject([{ from: '5511999990000', text: 'ho' }]);
  expect((await fetch(`${desk.url}/state`, { headers: { origin: 'http://x' } })).status).toBe(403);
  await post('/phones/5511999990000/remove', {});
  await shop.closed(401);
  await desk.stop();
});
