/** A shop and its customer on WhatsApp: paired, written to, answering, read. Through every part of the product. */
import { afterEach, expect, test } from 'bun:test';
import { type Receiver, startReceiver } from '../doubles/receiver.ts';
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { GLOBAL_KEY, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function begin(environment: Record<string, string> = {}) {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const receiver = await startReceiver();
  const app = await startApp({ env: { ...whatsAppVariables(whatsapp), ...environment } });
  running.push(whatsapp, receiver, app);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
  return { whatsapp, receiver, app, phone, ana };
}

const eventsOf = (receiver: Receiver) => receiver.requests.map(({ body }) => JSON.parse(body));

test('pairing, a message, an answer sent once, and its receipts arrive in order, as documented', async () => {
  const { whatsapp, receiver, app, phone, ana } = await begin();
  const { call, url } = app;
  const shop = { instanceName: 'shop', provider: 'whatsapp' };
  const { instanceId } = (await call('POST', '/instance/create', shop)).body.instance;
  await call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/hook` });
  await pairInstance(call, 'shop', phone);
  const asked = await ana.writes(phone, { text: 'Are you open?' });
  await until('the question arrives', () =>
    eventsOf(receiver).some(({ event }) => event === 'Message'),
  );

  const send = async (text: string) => {
    const headers = {
      apikey: 'the-global-key-of-this-test',
      'content-type': 'application/json',
      'idempotency-key': 'answer-1',
    };
    const body = JSON.stringify({ number: '+55 (11) 88888-0000', text });
    const answer = await fetch(`${url}/message/sendText/shop`, { method: 'POST', headers, body });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const [first, second] = await Promise.all([send('Until six.'), send('Until six.')]);
  const third = await send('Until six.');
  expect(first).toEqual({
    status: 201,
    body: {
      key: {
        remoteJid: '5511888880000@s.whatsapp.net',
        fromMe: true,
        id: expect.stringMatching(/^[0-9A-F]{18,}$/),
      },
      pushName: expect.any(String),
      status: 'PENDING',
      message: { conversation: 'Until six.' },
      messageType: 'conversation',
      messageTimestamp: expect.any(Number),
      instanceId,
      source: 'web',
    },
  });
  expect([second, third]).toEqual([first, first]);
  const { id } = first.body.key;
  expect(await ana.receives()).toMatchObject({ id, text: 'Until six.' });
  const arrived = (event: string) => eventsOf(receiver).filter((one) => one.event === event);
  await until('it is delivered', () => arrived('Receipt').length === 1);
  ana.reads(phone, [id]);
  await until('it is read', () => arrived('Receipt').length === 2);
  await until('each step is known', () => arrived('MessageStatus').length === 3);
  expect(ana.received).toHaveLength(1);

  const steps = arrived('MessageStatus');
  expect(steps.map(({ data }) => [data.ID, data.Status])).toEqual([
    [id, 'ServerAck'],
    [id, 'Delivered'],
    [id, 'Read'],
  ]);
  expect((await call('GET', `/message/status/shop/${id}`)).body).toMatchObject({
    id,
    status: 'Read',
    history: [{ status: 'Pending' }, ...steps.map(({ data }) => ({ status: data.Status }))],
  });
  const events = eventsOf(receiver);
  expect(events.slice(0, 7).map(({ event }) => event)).toEqual([
    'QRCode',
    'QRCode',
    'PairSuccess',
    'Connected',
    'OfflineSyncCompleted',
    'Message',
    'SendMessage',
  ]);
  for (const [index, event] of events.entries()) {
    const receipt = event.event === 'Receipt' ? { state: expect.any(String) } : {};
    expect(event).toEqual({
      id: receiver.requests[index]?.header('webhook-id'),
      event: event.event,
      instanceId,
      instanceName: 'shop',
      sequence: index + 1,
      timestamp: expect.stringMatching(/^20.*Z$/),
      data: expect.any(Object),
      ...receipt,
    });
  }
  const message = events[5];
  const [delivered, read] = arrived('Receipt');
  expect(message.data.Info).toMatchObject({ ID: asked, Chat: '5511888880000@s.whatsapp.net' });
  expect(message.data.Message).toEqual({ conversation: 'Are you open?' });
  expect([delivered.state, read.state]).toEqual(['Delivered', 'Read']);
  expect(read.data).toMatchObject({ Chat: '5511888880000@s.whatsapp.net', MessageIDs: [id] });
  expect(JSON.stringify(events)).not.toContain('apikey');
  expect(whatsapp.complaints).toEqual([]);
});

test('400 for numbers that WhatsApp does not know, each named; 409 while no phone is paired', async () => {
  const { app, phone } = await begin();
  const { call } = app;
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  const message = { number: '5511000000000', text: 'hello?' };
  expect((await call('POST', '/message/sendText/shop', message)).status).toBe(409);
  await pairInstance(call, 'shop', phone);
  const { status, body } = await call('POST', '/message/sendText/shop', message);
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    'BAD_REQUEST',
    'number 5511000000000 is not on WhatsApp',
  ]);
});

test('400 a file on a network that is closed, by address or by name; nothing is fetched or sent', async () => {
  const { app, phone, ana, receiver } = await begin({ NODE_ENV: 'production' });
  const { call } = app;
  await pairInstance(call, 'shop', phone);
  const { port } = receiver;
  for (const media of [
    `http://127.0.0.1:${port}/a.png`,
    `http://localhost:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    'http://10.0.0.1/a.png',
    'http://169.254.169.254/latest/meta-data/',
  ]) {
    const file = { number: ana.number, mediatype: 'image', media };
    const { status, body } = await call('POST', '/message/sendMedia/shop', file);
    expect([media, status, body.error.code]).toEqual([media, 400, 'BAD_REQUEST']);
  }
  expect(receiver.connections()).toBe(0);
  expect(ana.received).toEqual([]);
});

test('a message whose connection was lost is not sent again: a repetition hears that it may have been sent, and later that it was', async () => {
  const { app, whatsapp, receiver, phone, ana } = await begin();
  const { call } = app;
  await pairInstance(call, 'shop', phone);
  await call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url });
  await call('POST', '/chat/whatsappNumbers/shop', { numbers: [ana.number] });
  const message = { number: ana.number, text: 'perhaps' };
  const send = () =>
    call('POST', '/message/sendText/shop', message, GLOBAL_KEY, { 'idempotency-key': 'k' });
  whatsapp.silence(phone);
  const first = send();
  const stored = () => eventsOf(receiver).filter(({ event }) => event === 'SendMessage');
  await until('it is stored', () => stored().length === 1);
  const { ID: id } = stored()[0].data.Info;
  // Before, it would be certain that it was not sent.
  await until('it has left', () => whatsapp.hasIgnored(phone));
  whatsapp.drop(phone);
  for (const { status, body } of [await first, await send(), await send()]) {
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(body.error.message).toContain(`whether message ${id} was sent`);
  }
  const stateOf = async (path: string) => (await call('GET', path)).body;
  await until('open again', async () => {
    const { instance } = await stateOf('/instance/connectionState/shop');
    return instance.state === 'open';
  });
  ana.reads(phone, [id]);
  await until(
    'it is read',
    async () => (await stateOf(`/message/status/shop/${id}`)).status === 'Read',
  );
  expect(await send()).toMatchObject({ status: 201, body: { key: { id } } });
  expect(stored()).toHaveLength(1);
}, 30_000);
