/** A shop on WhatsApp's official API, from its credentials to the day its token dies. Through every part of the product. */
import { afterEach, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { startGraphMedia } from '../doubles/graph/media.ts';
import { graphMessages } from '../doubles/graph/messages.ts';
import { startGraph } from '../doubles/graph/server.ts';
import { graphTemplates } from '../doubles/graph/templates.ts';
import {
  change,
  contactOf,
  messageFrom,
  ofNumber,
  postWebhook,
  textFrom,
} from '../doubles/graph/webhooks.ts';
import { type Receiver, startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

const SECRET = 'the-secret-of-the-app';
const ANA = { number: '5511988887777', bsuid: 'BR.13491208655302741918', name: 'Ana' };
/** Seconds since 1970: a person may be answered for a day. */
const now = () => `${Math.floor(Date.now() / 1000)}`;
const ANA_JID = `${ANA.number}@s.whatsapp.net`;

async function begin() {
  const meta = { templates: graphTemplates(), messages: graphMessages() };
  const media = await startGraphMedia();
  const graph = await startGraph(meta.templates.part, meta.messages.part, media.part);
  const receiver = await startReceiver();
  const env = { META_GRAPH_URL: graph.url, META_APP_SECRET: SECRET };
  const app = await startApp({ env });
  running.push(media, graph, receiver, app);
  const { number, ...account } = graph.world.addAccount();
  const { businessAccountId, phoneNumberId } = account;
  const hook = (webhook: unknown) =>
    postWebhook(`${app.url}/provider/whatsapp-cloud/webhook`, webhook, SECRET);
  /** What Meta says about the number. */
  const says = (value: Record<string, unknown>) =>
    hook(change('messages', ofNumber(value, phoneNumberId), businessAccountId));
  return { ...meta, media, graph, receiver, app, number, account, hook, says };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read events as receivers do, without types.
const eventsOf = (receiver: Receiver, type: string): any[] =>
  receiver.requests.map(({ body }) => JSON.parse(body)).filter(({ event }) => event === type);

async function create({ app, account, receiver }: Awaited<ReturnType<typeof begin>>) {
  const made = await app.call('POST', '/instance/create', {
    ...{ instanceName: 'shop', provider: 'whatsapp-cloud', ...account },
  });
  expect(made.status).toBe(201);
  const webhook = { enabled: true, url: `${receiver.url}/hook` };
  expect((await app.call('POST', '/webhook/set/shop', webhook)).status).toBe(200);
  return made.body;
}

const DRAFT = {
  ...{ name: 'order_ready', language: 'pt_BR', category: 'UTILITY', parameter_format: 'NAMED' },
  components: [
    {
      type: 'BODY',
      text: 'Olá {{first_name}}, your order is ready.',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ana' }] },
    },
  ],
};
const sendTemplate = ({ call }: RunningApp) =>
  call('POST', '/message/sendTemplate/shop', {
    ...{ number: ANA.number, name: 'order_ready', language: 'pt_BR' },
    components: [
      {
        type: 'body',
        parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ana' }],
      },
    ],
  });

test('a shop writes first by a template that was approved, and a customer answers with a picture', async () => {
  const stage = await begin();
  const { app, account, templates, messages, media, receiver, hook, says } = stage;
  const created = await create(stage);
  expect(JSON.stringify(created)).not.toContain(account.accessToken);
  expect(created.instance).toMatchObject({ state: 'open' });

  const { body: draft } = await app.call('POST', '/template/create/shop', DRAFT);
  expect(draft.status).toBe('PENDING');
  expect((await sendTemplate(app)).status).toBe(409);
  const approved = {
    ...{ event: 'APPROVED', reason: 'NONE', message_template_id: Number(draft.id) },
    ...{ message_template_name: 'order_ready', message_template_language: 'pt_BR' },
  };
  await hook(change('message_template_status_update', approved, account.businessAccountId));
  await until('the approval is told', () => eventsOf(receiver, 'TemplateUpdate').length === 1);
  expect(eventsOf(receiver, 'TemplateUpdate')[0].data).toMatchObject({ Status: 'APPROVED' });
  expect((await app.call('GET', '/template/find/shop')).body).toMatchObject([
    { id: draft.id, status: 'APPROVED', parameter_format: 'NAMED' },
  ]);
  expect(templates.all.size).toBe(1);

  const sent = await sendTemplate(app);
  expect([sent.status, sent.body.message.templateMessage.text]).toEqual([
    201,
    'Olá Ana, your order is ready.',
  ]);
  const { id } = sent.body.key;
  expect(sent.body.platformId).toBe(messages.sent[0]?.wamid);
  const [{ wamid, body } = { wamid: '', body: {} }] = messages.sent;
  expect(body).toMatchObject({ type: 'template', biz_opaque_callback_data: id });
  const status = (word: string) => ({
    ...{ id: wamid, status: word, timestamp: now(), recipient_id: ANA.number },
    biz_opaque_callback_data: id,
  });
  const pricing = { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' };
  await says({ statuses: [{ ...status('delivered'), pricing }, status('sent')] });
  await says({ statuses: [status('read')] });
  const fate = async (of: string) => (await app.call('GET', `/message/status/shop/${of}`)).body;
  expect([(await fate(id)).status, (await fate(wamid)).status]).toEqual(['Read', 'Read']);
  expect((await fate(id)).pricing).toEqual(pricing);
  await until('both are told', () => eventsOf(receiver, 'MessageStatus').length === 2);
  expect(eventsOf(receiver, 'MessageStatus')[0].data).toMatchObject({ Pricing: pricing });
  const named = eventsOf(receiver, 'MessageStatus').map(({ data }) => [data.ID, data.PlatformID]);
  expect(named).toEqual([
    [id, wamid],
    [id, wamid],
  ]);

  const picture = Buffer.from('a picture of the order');
  const file = media.receive(account.businessAccountId, picture, 'image/jpeg');
  const sha256 = createHash('sha256').update(picture).digest('base64');
  const image = { id: file, mime_type: 'image/jpeg', sha256, caption: 'Is it this one? 🎁' };
  const answer = messageFrom(ANA, {
    ...{ type: 'image', image, timestamp: now() },
    context: { id: wamid },
  });
  const contacts = [contactOf(ANA)];
  await says({ contacts, messages: [answer] });
  await says({ contacts, messages: [answer, textFrom(ANA, 'Obrigada', { timestamp: now() })] });
  await until('the picture and the text arrive', () => eventsOf(receiver, 'Message').length === 2);
  const [shown, thanks] = eventsOf(receiver, 'Message');
  expect(shown.data).toMatchObject({
    Info: { Chat: ANA_JID, Sender: ANA_JID, PushName: 'Ana', SenderIds: { bsuid: ANA.bsuid } },
    Message: {
      base64: picture.toString('base64'),
      imageMessage: { caption: 'Is it this one? 🎁', contextInfo: { stanzaId: id } },
    },
  });
  expect(thanks.data.Message).toEqual({ conversation: 'Obrigada' });

  const reply = { number: ANA.bsuid, text: 'Yes!' };
  expect((await app.call('POST', '/message/sendText/shop', reply)).status).toBe(201);
  expect(messages.sent.at(-1)?.body).toMatchObject({ recipient: ANA.bsuid, type: 'text' });
});

test('a token that dies is told once, loses nothing that comes in, and another one opens the instance', async () => {
  const stage = await begin();
  const { app, account, graph, messages, receiver, says } = stage;
  await create(stage);
  const state = async () => (await app.call('GET', '/instance/connectionState/shop')).body.instance;
  const send = () =>
    app.call('POST', '/message/sendText/shop', { number: ANA.number, text: 'Hello' });
  expect((await send()).status).toBe(201);

  graph.world.tokens.delete(account.accessToken);
  const refused = await send();
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('PATCH /instance/credentials');
  await until('the instance is closed', async () => (await state()).phase === 'failed');
  expect((await state()).reason).toContain('access token');
  expect((await send()).status).toBe(409);
  expect((await app.call('GET', '/template/find/shop')).status).toBe(502);
  await says({
    contacts: [contactOf(ANA)],
    messages: [textFrom(ANA, 'Are you there?', { timestamp: now() })],
  });
  await until('the question arrives', () => eventsOf(receiver, 'Message').length === 1);
  await until('the log-out is told', () => eventsOf(receiver, 'LoggedOut').length === 1);

  const answers = [...app.lines.map((line) => JSON.stringify(line)), refused.body.error.message];
  for (const text of answers) expect(text).not.toContain(account.accessToken);

  const credentials = (accessToken: string) =>
    app.call('PATCH', '/instance/credentials/shop', { accessToken });
  expect((await credentials('EAAGwrong')).status).toBe(400);
  const accessToken = graph.world.addToken(account.businessAccountId);
  expect((await credentials(accessToken)).status).toBe(200);
  await until('the instance is open', async () => (await state()).state === 'open');
  expect((await send()).status).toBe(201);
  expect(messages.sent).toHaveLength(2);
  expect(eventsOf(receiver, 'LoggedOut')).toHaveLength(1);
});

test('a customer who changes number is one contact with one chat, where everything is found and answered', async () => {
  const stage = await begin();
  const { app, messages, receiver, says } = stage;
  await create(stage);
  await says({
    contacts: [contactOf(ANA)],
    messages: [textFrom(ANA, 'Is it open on Sunday?', { timestamp: now() })],
  });
  const later = { number: '5521977776666', bsuid: 'BR.200', name: 'Ana' };
  const system = {
    ...{ type: 'user_changed_number', body: 'Ana changed their number', wa_id: later.number },
    ...{ user_id: later.bsuid, previous_user_id: ANA.bsuid },
  };
  await says({ messages: [messageFrom(ANA, { type: 'system', timestamp: now(), system })] });
  const Kept = `${later.number}@s.whatsapp.net`;
  await until('it is told', () => eventsOf(receiver, 'ContactMerged').length > 0);
  expect(eventsOf(receiver, 'ContactMerged').map(({ data }) => data)).toContainEqual({
    Kept,
    Merged: ANA_JID,
    Contact: { jid: Kept, number: later.number, lid: null, name: 'Ana' },
  });
  const contacts = [contactOf(later)];
  await says({ contacts, messages: [textFrom(later, 'Still there?', { timestamp: now() })] });
  await until('all have come', () => eventsOf(receiver, 'Message').length === 3);

  const find = async (verb: string, where: object) =>
    (await app.call('POST', `/chat/${verb}/shop`, { where })).body;
  expect(await find('findChats', {})).toMatchObject([{ remoteJid: Kept, pushName: 'Ana' }]);
  expect(await find('findContacts', {})).toMatchObject([{ remoteJid: Kept }]);
  for (const address of [Kept, later.bsuid, ANA_JID, ANA.bsuid]) {
    const found = await find('findMessages', { key: { remoteJid: address } });
    expect([address, found.messages.total]).toEqual([address, 3]);
  }
  const answer = { number: Kept, text: 'Yes!' };
  expect((await app.call('POST', '/message/sendText/shop', answer)).status).toBe(201);
  expect(messages.sent.at(-1)?.body).toMatchObject({ to: later.number });
});

test('in the form of Evolution API each status that Meta tells comes once', async () => {
  const stage = await begin();
  const { app, receiver, says, messages } = stage;
  await create(stage);
  const url = `${receiver.url}/evolution`;
  const webhook = { enabled: true, url, format: 'evolution-api' };
  expect((await app.call('POST', '/webhook/set/shop', webhook)).status).toBe(200);
  await says({
    contacts: [contactOf(ANA)],
    messages: [textFrom(ANA, 'hello', { timestamp: now() })],
  });
  await until('Ana was read', () => eventsOf(receiver, 'messages.upsert').length === 1);
  const answer = { number: ANA.number, text: 'hi' };
  const { id } = (await app.call('POST', '/message/sendText/shop', answer)).body.key;
  const wamid = messages.sent.at(-1)?.wamid;
  for (const status of ['sent', 'delivered', 'delivered', 'read'])
    await says({
      statuses: [{ id: wamid, status, timestamp: now(), recipient_id: ANA.number }],
    });
  await says({
    contacts: [contactOf(ANA)],
    messages: [textFrom(ANA, 'bye', { timestamp: now() })],
  });
  await until('Ana was read again', () => eventsOf(receiver, 'messages.upsert').length === 2);
  const updates = eventsOf(receiver, 'messages.update').filter(({ data }) => data.keyId === id);
  expect(updates.map(({ data }) => data.status)).toEqual(['SERVER_ACK', 'DELIVERY_ACK', 'READ']);
});
