/** What Evo CRM does with deliveries: the rules by which its receiver reads them, as its source has them. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { shared } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';
import { ANA, ANA_JID } from './stage.ts';

let app: RunningApp;
const receiver = shared(startReceiver);
beforeAll(async () => {
  const mode = { EVOLUTION_MODE: 'true', EVOLUTION_SHOW_KEYS: 'true' };
  app = await startApp({ env: { ...mode, DEFAULT_PROVIDER: 'sandbox' } });
});
afterAll(async () => {
  await app.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: a delivery as its receiver takes it, without types.
type Delivery = any;

/** The first delivery to this path that has this event. */
async function delivered(path: string, event: string): Promise<Delivery> {
  const found = () =>
    receiver.requests
      .filter((request) => request.path === path)
      .map(({ body }): Delivery => JSON.parse(body))
      .find((body) => body.event === event);
  await until(`${event} came to ${path}`, () => found() !== undefined);
  return found();
}

async function pair(name: string): Promise<void> {
  await app.call('GET', `/instance/connect/${name}`);
  await app.call('POST', `/sandbox/${name}/scan`, {});
  await until(`${name} is open`, async () => {
    const { body } = await app.call('GET', `/instance/connectionState/${name}`);
    return body.instance.state === 'open';
  });
}

const arrives = async (name: string): Promise<string> => {
  const message = { kind: 'text', from: ANA, text: 'Good morning' };
  return (await app.call('POST', `/sandbox/${name}/message`, message)).body.messageId;
};

/** It takes the first of these for the id of the message. */
const idIn = ({ messageId, keyId, key }: Delivery): unknown => messageId ?? keyId ?? key?.id;

const STATUSES = ['SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED'];

test('as a client of Evolution API it reads a message and a status', async () => {
  const webhook = {
    ...{ url: `${receiver.url}/evolution`, byEvents: false, base64: true },
    events: ['MESSAGES_UPSERT', 'MESSAGES_UPDATE', 'CONNECTION_UPDATE', 'SEND_MESSAGE'],
  };
  const body = { instanceName: 'crm', integration: 'WHATSAPP-BAILEYS', qrcode: false, webhook };
  await app.call('POST', '/instance/create', { ...body, provider: 'sandbox' });
  await pair('crm');

  const connection = await delivered('/evolution', 'connection.update');
  expect([connection.instance, typeof connection.data.state]).toEqual(['crm', 'string']);

  const id = await arrives('crm');
  const { instance, data } = await delivered('/evolution', 'messages.upsert');
  expect([instance, idIn(data), data.key.fromMe, data.key.remoteJid]).toEqual([
    ...['crm', id, false, ANA_JID],
  ]);
  const content = data.message.conversation ?? data.message.extendedTextMessage?.text;
  expect([content, Number.isInteger(data.messageTimestamp)]).toEqual(['Good morning', true]);

  const sent = await app.call('POST', '/message/sendText/crm', { number: ANA, text: 'Hello' });
  const update = await delivered('/evolution', 'messages.update');
  const [first] = [update.data].flat();
  expect([update.instance, idIn(first), first.fromMe]).toEqual(['crm', sent.body.key.id, true]);
  expect(STATUSES).toContain(first.status);
});

test('as a client of Evolution Go it reads a message and a receipt', async () => {
  const [instanceId, token] = [crypto.randomUUID(), crypto.randomUUID()];
  await app.call('POST', '/instance/create', { name: 'branch', instanceId, token });
  const hook = { subscribe: ['MESSAGE', 'READ_RECEIPT', 'CONNECTION'] };
  const webhookUrl = `${receiver.url}/evolution_go`;
  await app.call('POST', '/instance/connect', { ...hook, webhookUrl }, token);
  await pair('branch');

  const id = await arrives('branch');
  const message = await delivered('/evolution_go', 'Message');
  // Without these four it refuses the delivery.
  expect([message.instanceId, message.instanceToken]).toEqual([instanceId, token]);
  const { Info, Message } = message.data;
  expect([Info.ID, Info.IsFromMe, Info.IsGroup, Info.Chat]).toEqual([id, false, false, ANA_JID]);
  expect(Message.conversation ?? Message.extendedTextMessage?.text).toBe('Good morning');
  expect(Number.isNaN(Date.parse(Info.Timestamp))).toBe(false);

  const sent = await app.call('POST', '/send/text', { number: ANA, text: 'Hello' }, token);
  const receipt = await delivered('/evolution_go', 'Receipt');
  expect([receipt.instanceId, receipt.instanceToken]).toEqual([instanceId, token]);
  expect([receipt.state, receipt.data.MessageIDs]).toEqual([
    ...['Delivered', [sent.body.data.Info.ID]],
  ]);
});
