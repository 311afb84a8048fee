/** A service that is killed while the form of a message is refused: what takes its place is neither lost nor doubled. */
import { Database } from 'bun:sqlite';
import { afterAll, afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { at } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../../helpers/whatsapp.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

const running: FakeWhatsApp[] = [];
afterEach(async () => {
  for (const whatsapp of running.splice(0)) await whatsapp.stop();
});
afterAll(cleanUp);

const KEY = 'the-key-of-this-test';
const ANA = '5511888880000';
const BUTTONS = {
  number: ANA,
  title: 'Right?',
  buttons: [
    { displayText: 'Yes', id: 'y' },
    { displayText: 'No', id: 'n' },
  ],
  interactive: 'try',
};
const TEXT = 'Right?\n\n1. Yes\n2. No';

async function start(
  dataDir: string,
  whatsapp: FakeWhatsApp,
  variables: Record<string, string> = {},
) {
  const process = spawnService({
    ...isolated(dataDir),
    ...whatsAppVariables(whatsapp),
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...variables,
  });
  const port = await listening(process);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
    return { body: (await response.json()) as any };
  };
  const statusOf = async (id: string) => (await call('GET', `/message/status/shop/${id}`)).body;
  const isOpen = async () =>
    (await call('GET', '/instance/connectionState/shop')).body.instance.state === 'open';
  const kill = async () => {
    process.signal('SIGKILL');
    await process.ended();
  };
  return { call, statusOf, isOpen, kill };
}

async function paired(variables?: Record<string, string>) {
  const [whatsapp, dataDir] = await Promise.all([startFakeWhatsApp(), freshDataDir()]);
  running.push(whatsapp);
  whatsapp.makesPairingShort = true;
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  const service = await start(dataDir, whatsapp, variables);
  await pairInstance(service.call, 'shop', phone);
  return { whatsapp, dataDir, phone, ana, service };
}

const queuedIn = (dataDir: string): unknown[] => {
  const db = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  const ids = db.query('select id from outgoing_messages').values().flat();
  db.close();
  return ids;
};

test('killed between the refusal and what takes its place, that is sent once when the service is back', async () => {
  // The buttons are the one message of their minute, so what takes their place waits for the next.
  const { whatsapp, dataDir, ana, service } = await paired({ SEND_PER_MINUTE: '1' });
  whatsapp.answerMessages((message) => (at(message, 'biz') ? 479 : null));
  const { id } = (await service.call('POST', '/message/sendButtons/shop', BUTTONS)).body.key;
  await until('the refusal is stored', async () => (await service.statusOf(id)).form === 'text');
  expect(await service.statusOf(id)).toMatchObject({ status: 'Pending' });
  expect(queuedIn(dataDir)).toEqual([id]);
  await service.kill();
  expect(ana.received).toEqual([]);
  const second = await start(dataDir, whatsapp);
  expect(await ana.receives(({ text }) => text === TEXT)).toMatchObject({ id });
  await until('it is delivered', async () => (await second.statusOf(id)).status === 'Delivered');
  expect(await second.statusOf(id)).toMatchObject({
    form: 'text',
    history: [
      { status: 'Pending', form: 'interactive' },
      { status: 'Pending', form: 'text', code: 479 },
      { status: 'ServerAck' },
      { status: 'Delivered' },
    ],
  });
  expect(queuedIn(dataDir)).toEqual([]);
  await second.kill();
  const third = await start(dataDir, whatsapp);
  await until('it is open again', third.isOpen);
  await third.call('POST', '/message/sendText/shop', { number: ANA, text: 'last' });
  await ana.receives(({ text }) => text === 'last');
  expect(ana.received.map(({ text }) => text)).toEqual([TEXT, 'last']);
}, 60_000);

test('killed after it was sent and before WhatsApp confirmed it, it is not sent again', async () => {
  const { whatsapp, dataDir, ana, service } = await paired();
  ana.confirmsDelivery = false;
  whatsapp.answerMessages((message) => (at(message, 'biz') ? 405 : 'unsaid'));
  const { id } = (await service.call('POST', '/message/sendButtons/shop', BUTTONS)).body.key;
  await ana.receives(({ text }) => text === TEXT);
  await service.kill();
  expect(queuedIn(dataDir)).toEqual([]);
  whatsapp.answerMessages(() => null);
  const second = await start(dataDir, whatsapp);
  await until('it is open again', second.isOpen);
  expect(await second.statusOf(id)).toMatchObject({ status: 'Pending', form: 'text' });
  await second.call('POST', '/message/sendText/shop', { number: ANA, text: 'last' });
  await ana.receives(({ text }) => text === 'last');
  expect(ana.received.map(({ text }) => text)).toEqual([TEXT, 'last']);
}, 60_000);
