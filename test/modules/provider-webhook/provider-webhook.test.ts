/** What Meta posts to the whole service, from its signature to the events of an instance. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { WEBHOOK_PATH } from '../../../src/modules/provider-webhook/zone.ts';
import { startGraphMedia } from '../../doubles/graph/media.ts';
import { graphMessages } from '../../doubles/graph/messages.ts';
import { startGraph } from '../../doubles/graph/server.ts';
import {
  ANA,
  change,
  contactOf,
  messageFrom,
  ofNumber,
  postWebhook,
  SENT_AT,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { type AppOptions, type RunningApp, startApp } from '../../helpers/app.ts';
import { shared } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const SECRET = 'the-app-secret';
const ANA_CHAT = '5511987654321@s.whatsapp.net';
const messages = graphMessages();
let app: RunningApp;
const running: RunningApp[] = [];
const start = async (options: AppOptions = {}): Promise<RunningApp> => {
  const env = {
    META_GRAPH_URL: double.url,
    META_APP_SECRET: SECRET,
    META_VERIFY_TOKEN: 'the-verify-token',
    ...options.env,
  };
  const started = await startApp({ ...options, env });
  running.push(started);
  return started;
};
const files = shared(startGraphMedia);
const double = shared(() => startGraph(messages.part, files.part));
beforeAll(async () => {
  app = await start();
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
});

let instances = 0;
/** An instance of its own, and how Meta posts to it. */
async function setUp(settings: Record<string, unknown> = {}) {
  const name = `shop${++instances}`;
  const { number: _, ...account } = double.world.addAccount();
  const body = { instanceName: name, provider: 'whatsapp-cloud', ...account, ...settings };
  expect((await app.call('POST', '/instance/create', body)).status).toBe(201);
  const { phoneNumberId, businessAccountId } = account;
  // Sent just now: what is older than the retention is forgotten at a start.
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const messages = (...several: readonly Record<string, unknown>[]) => {
    const sent = several.map((one) => ({ ...one, timestamp }));
    const value = { contacts: [contactOf(ANA)], messages: sent };
    return change('messages', ofNumber(value, phoneNumberId), businessAccountId);
  };
  const post = async (webhook: unknown, { path = WEBHOOK_PATH, secret = SECRET, at = app } = {}) =>
    (await postWebhook(at.url + path, webhook, secret)).status;
  const events = async (event: string, at = app) => {
    const { body } = await at.call('GET', `/event/find/${name}?event=${event}`);
    return body.events;
  };
  return { name, account, messages, post, events };
}

test('a message that Meta posts is an event, stored, and findable in its chat', async () => {
  const { name, messages, post, events } = await setUp();
  const webhook = messages(textFrom(ANA, 'Olá 👋'));
  expect(await post(webhook)).toBe(200);
  expect(await post(webhook)).toBe(200);
  await until('it is published', async () => (await events('Message')).length > 0);
  const all = await events('Message');
  expect(all).toHaveLength(1);
  expect(all[0].data).toMatchObject({
    Info: { Chat: ANA_CHAT, PushName: 'Ana', SenderIds: { number: '5511987654321' } },
    Message: { conversation: 'Olá 👋' },
  });
  const chats = await app.call('POST', `/chat/findChats/${name}`, {});
  expect(chats.body[0]).toMatchObject({ remoteJid: ANA_CHAT, unreadCount: 1 });
  expect(chats.body[0].windowExpires).not.toBeNull();
});

test('a person without a number is a contact under the id for this business', async () => {
  const { name, account, post } = await setUp();
  const hidden = { bsuid: 'BR.13491208655302741918', name: 'Zoe', username: 'zoe' };
  const value = { contacts: [contactOf(hidden)], messages: [textFrom(hidden, 'Hi')] };
  expect(await post(change('messages', ofNumber(value, account.phoneNumberId)))).toBe(200);
  await until('she is a contact', async () => {
    const { body } = await app.call('POST', `/chat/findContacts/${name}`, {});
    return body.length > 0;
  });
  const { body } = await app.call('POST', `/chat/findContacts/${name}`, {});
  expect(body).toMatchObject([{ remoteJid: hidden.bsuid, pushName: 'Zoe' }]);
});

test('an instance of another app has an address, a secret and a verify token of its own', async () => {
  const own = { appSecret: 'their-secret', verifyToken: 'their-token' };
  const { name, messages, post, events } = await setUp(own);
  const path = `${WEBHOOK_PATH}/${name}`;
  const webhook = messages(textFrom(ANA, 'Hello'));
  expect(await post(webhook, { path })).toBe(404);
  expect(await post(webhook)).toBe(200);
  expect(await events('Message')).toEqual([]);
  expect(await post(webhook, { path, secret: 'their-secret' })).toBe(200);
  await until('it is published', async () => (await events('Message')).length === 1);
  const verify = (token: string, at = path) =>
    fetch(`${app.url}${at}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${token}`);
  expect((await verify('their-token')).status).toBe(200);
  expect((await verify('the-verify-token')).status).toBe(403);
  expect(await (await verify('the-verify-token', WEBHOOK_PATH)).text()).toBe('42');
});

test('what comes in is taken when the token is dead, and by an instance that never connected', async () => {
  const { account, messages, post, events } = await setUp();
  double.world.tokens.delete(account.accessToken);
  expect(await post(messages(textFrom(ANA, 'still here')))).toBe(200);
  await until('it is published', async () => (await events('Message')).length === 1);
});

test('what Meta repeats after a restart is no second event', async () => {
  const { messages, post, events } = await setUp();
  const webhook = messages(textFrom(ANA, 'once'));
  expect(await post(webhook)).toBe(200);
  await until('it is published', async () => (await events('Message')).length === 1);
  await running.pop()?.stop();
  const again = await start({ dataDir: app.dataDir, env: { CONNECT_ON_STARTUP: 'false' } });
  app = again;
  expect(await post(webhook)).toBe(200);
  expect(await post(messages(textFrom(ANA, 'twice')))).toBe(200);
  await until('the next is published', async () => (await events('Message')).length > 1);
  expect(await events('Message')).toHaveLength(2);
});

test('a receipt of a message that another system sent is an event', async () => {
  const { account, post, events } = await setUp();
  const status = { id: 'wamid.X', status: 'read', timestamp: SENT_AT, recipient_id: ANA.number };
  const webhook = change('messages', ofNumber({ statuses: [status] }, account.phoneNumberId));
  expect(await post(webhook)).toBe(200);
  expect(await events('Receipt')).toMatchObject([{ state: 'Read', data: { Chat: ANA_CHAT } }]);
});

test('what is sent to either address of a person stands in their one chat', async () => {
  const { name, account, post, events } = await setUp();
  const send = async (number: string) => {
    const body = { number, text: 'Hello' };
    const answer = await app.call('POST', `/message/sendText/${name}`, body);
    return answer.body.key.remoteJid;
  };
  const zoe = { bsuid: 'BR.42', name: 'Zoe' };
  const shown = { ...zoe, number: '5511900000042' };
  const from = async (customer: typeof zoe, text: string) => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const message = textFrom(customer, text, { timestamp });
    const value = { contacts: [contactOf(customer)], messages: [message] };
    await post(change('messages', ofNumber(value, account.phoneNumberId)));
  };
  expect(await send('BR.42')).toBe('BR.42');
  await from(shown, 'with a number');
  await until('it is published', async () => (await events('Message')).length === 1);
  expect((await events('Message'))[0].data.Info.Chat).toBe('BR.42');
  expect(await send('5511900000042')).toBe('BR.42');
  const chats = await app.call('POST', `/chat/findChats/${name}`, {});
  expect(chats.body.map(({ remoteJid }: { remoteJid: string }) => remoteJid)).toEqual(['BR.42']);
  const { phoneNumberId } = account;
  const sent = messages.sent.filter((one) => one.phoneNumberId === phoneNumberId);
  expect(sent.map(({ body }) => body.recipient ?? body.to)).toEqual(['BR.42', '5511900000042']);
});

test('who answers by the other spelling of a number stays in the chat that was begun', async () => {
  const { name, messages: received, post, events } = await setUp();
  messages.spell('5511977776666', '551177776666');
  const body = { number: '5511977776666', text: 'Hello' };
  const { key } = (await app.call('POST', `/message/sendText/${name}`, body)).body;
  const bia = { number: '551177776666', name: 'Bia' };
  const withId = { ...bia, bsuid: 'BR.55' };
  const answers = [textFrom(bia, 'Hi'), textFrom(withId, 'there'), textFrom(withId, '!')];
  expect(await post(received(...answers))).toBe(200);
  await until('they are published', async () => (await events('Message')).length === 3);
  for (const { data } of await events('Message')) expect(data.Info.Chat).toBe(key.remoteJid);
});

test('a picture that Meta names is in its event', async () => {
  const { account, messages: received, post, events } = await setUp();
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 7]);
  const id = files.receive(account.businessAccountId, bytes, 'image/jpeg');
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('base64');
  const image = { id, mime_type: 'image/jpeg', sha256, caption: 'The door' };
  expect(await post(received(messageFrom(ANA, { type: 'image', image })))).toBe(200);
  await until('it is published', async () => (await events('Message')).length === 1);
  expect((await events('Message'))[0].data.Message).toMatchObject({
    imageMessage: { caption: 'The door', fileLength: 4 },
    base64: Buffer.from(bytes).toString('base64'),
  });
});

test('whoever posts without a signature locks out nobody at the same address', async () => {
  const strict = await start({ env: { AUTH_FAILURES_PER_MINUTE: '3' } });
  for (let times = 0; times < 5; times++) {
    const { status } = await strict.call('POST', WEBHOOK_PATH, {}, null);
    expect(status).toBe(401);
  }
  expect((await postWebhook(strict.url + WEBHOOK_PATH, {}, SECRET)).status).toBe(200);
});

test('a deleted instance takes nothing any more', async () => {
  const { name, messages, post } = await setUp();
  await app.call('DELETE', `/instance/delete/${name}`);
  expect(await post(messages(textFrom(ANA, 'anybody?')))).toBe(200);
  expect(app.lines.some(({ message }) => String(message).includes('no instance has'))).toBe(true);
});
