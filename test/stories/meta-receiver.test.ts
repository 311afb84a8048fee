/** A receiver that was made for Meta's webhooks gets the events of a phone, as surely as any other endpoint does. */
import { afterEach, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { type MetaReceiver, startMetaReceiver } from '../helpers/meta-receiver.ts';
import { until } from '../helpers/until.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.stop())));

const TOKEN = 'a-verify-token';
const ANA = '5511988887777';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

interface Stage {
  readonly app: RunningApp;
  readonly inbox: MetaReceiver;
  /** Of the endpoint. */
  readonly id: string;
  readonly path: string;
  /** Of the instance. */
  readonly key: string;
}

async function begin(fields: object = {}, env: Record<string, string> = {}): Promise<Stage> {
  const app = await startApp({ env });
  const inbox = await startMetaReceiver(TOKEN);
  open.push(app, inbox);
  const key = await app.openInstance('shop');
  const { status, body } = await app.call('POST', '/webhook/endpoints/shop', {
    ...{ name: 'inbox', url: inbox.url, format: 'whatsapp-cloud', verifyToken: TOKEN },
    ...{ retry: { attempts: 5, delaysMs: [1_000] }, ...fields },
  });
  expect(status).toBe(201);
  inbox.secret = body.secret;
  return { app, inbox, id: body.id, path: `/webhook/endpoints/shop/${body.id}`, key };
}

const arrives = ({ call }: RunningApp, message: object) =>
  call('POST', '/sandbox/shop/message', { kind: 'text', from: ANA, ...message });

// biome-ignore lint/suspicious/noExplicitAny: tests read webhooks as receivers do, without types.
const messagesOf = (inbox: MetaReceiver): any[] =>
  inbox.changes().flatMap(({ value }) => (value.messages as unknown[] | undefined) ?? []);
const textsOf = (inbox: MetaReceiver) => messagesOf(inbox).map(({ text }) => text?.body);

test('texts, files and statuses arrive in order and signed, and what has no form is counted for nobody', async () => {
  const { app, inbox, id } = await begin();
  await arrives(app, { text: 'Olá 👋' });
  await arrives(app, { kind: 'image', base64: PIXEL, caption: 'This one?' });
  const sent = await app.call('POST', '/message/sendText/shop', { number: ANA, text: 'Yes' });
  await until('all is there', () => {
    const statuses = inbox.changes().filter(({ value }) => value.statuses !== undefined);
    return messagesOf(inbox).length === 2 && statuses.length >= 1;
  });
  const [text, image] = messagesOf(inbox);
  expect(text).toMatchObject({ from: ANA, type: 'text', text: { body: 'Olá 👋' } });
  expect(image).toMatchObject({ type: 'image', image: { caption: 'This one?' } });
  expect(inbox.posts.map(({ body }) => body).join('')).not.toContain(PIXEL);
  const [status] = inbox.changes().flatMap(({ value }) => (value.statuses as object[]) ?? []);
  expect(status).toMatchObject({ id: sent.body.key.id, recipient_id: ANA });

  const { body: found } = await app.call('GET', `/delivery/find/shop?endpoint=${id}&limit=100`);
  const types = found.deliveries.map(({ event }: { event: string }) => event);
  expect(new Set(types)).toEqual(new Set(['Message', 'MessageStatus']));
  const { body: log } = await app.call('GET', '/event/find/shop?limit=100');
  const sequences = log.events.map(({ sequence }: { sequence: number }) => sequence);
  expect(sequences).toEqual(sequences.map((_: number, at: number) => at + 1));
  expect(log.events.map(({ event }: { event: string }) => event)).toContain('SendMessage');
  expect(inbox.forged()).toBe(0);
});

test('a file has the address that a look-up of its id answers, for the same key, if the service knows its own', async () => {
  const PUBLIC_URL = 'https://gate.example.com';
  const { app, inbox, key } = await begin({}, { PUBLIC_URL });
  const bearer = { authorization: `Bearer ${key}` };
  await arrives(app, { kind: 'image', base64: PIXEL, caption: 'This one?' });
  await until('it is there', () => messagesOf(inbox).length === 1);
  const [{ image }] = messagesOf(inbox);
  expect(image.url).toBe(`${PUBLIC_URL}/graph/v26.0/${image.id}/bytes`);
  const { body } = await app.call('GET', `/graph/v26.0/${image.id}`, undefined, null, bearer);
  expect(body.url).toBe(image.url);
  const answer = await fetch(`${app.url}${new URL(image.url).pathname}`, { headers: bearer });
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PIXEL);
});

test('what comes while the receiver is down arrives afterwards, each once and in its order', async () => {
  const { app, inbox } = await begin();
  inbox.refusal = 503;
  for (const text of ['1', '2', '3']) await arrives(app, { text });
  await until('it was tried', async () => {
    const { body } = await app.call('GET', '/delivery/find/shop?limit=100');
    return body.deliveries.every(({ attemptCount }: { attemptCount: number }) => attemptCount > 0);
  });
  inbox.refusal = null;
  await until('all came', () => textsOf(inbox).length === 3);
  expect(textsOf(inbox).toSorted()).toEqual(['1', '2', '3']);
});

test('after the secret was replaced, both the old and the new one take every message', async () => {
  const { app, inbox, id } = await begin();
  const former = inbox.secret;
  const { body } = await app.call('POST', `/webhook/secret/rotate/shop?endpoint=${id}`);
  expect(body.secret).not.toBe(former);
  await arrives(app, { text: 'with the old one' });
  await until('it came', () => textsOf(inbox).length === 1);
  expect([inbox.forged(), inbox.posts.at(-1)?.headers.get('x-gatehouse-attempt')]).toEqual([
    1,
    '2',
  ]);
  inbox.secret = body.secret;
  await arrives(app, { text: 'with the new one' });
  await until('it came', () => textsOf(inbox).length === 2);
  expect([inbox.forged(), inbox.posts.at(-1)?.headers.get('x-gatehouse-attempt')]).toEqual([
    1,
    '1',
  ]);
});

test('a filter and a transform are about the body that the receiver gets', async () => {
  const value = 'entry.changes.value';
  const { app, inbox } = await begin({
    filter: { [`${value}.messages.text.body`]: { $contains: 'order' } },
    transform: { omit: [`${value}.contacts`] },
  });
  await arrives(app, { text: 'hello' });
  await arrives(app, { text: 'my order' });
  await until('it came', () => inbox.posts.length === 1);
  expect(textsOf(inbox)).toEqual(['my order']);
  expect(inbox.changes()[0]?.value.contacts).toBeUndefined();
  const trial = await app.call('POST', '/webhook/endpoints/shop/filter/test', {
    ...{ filter: { object: 'whatsapp_business_account' }, format: 'whatsapp-cloud' },
  });
  expect(trial.body).toMatchObject({ undecided: 0 });
  expect(new Set(trial.body.events.map(({ event }: { event: string }) => event))).toEqual(
    new Set(['Message']),
  );
});

test('messages of groups can be kept from a receiver that does not know them, as the docs say', async () => {
  const { app, inbox } = await begin({
    filter: { 'entry.changes.value.messages.group_id': { $exists: false } },
  });
  const { body: group } = await app.call('POST', '/group/create/shop', {
    ...{ subject: 'Team', participants: [ANA] },
  });
  await arrives(app, { text: 'to all', group: group.id });
  await arrives(app, { text: 'to the shop' });
  await until('it came', () => textsOf(inbox).includes('to the shop'));
  expect(textsOf(inbox).filter((text) => text !== undefined)).toEqual(['to the shop']);
});

test('a delivery that is sent again, and what an endpoint missed, come in the form too', async () => {
  const { app, inbox, id, path } = await begin();
  await arrives(app, { text: 'first' });
  await until('it came', () => inbox.posts.length === 1);
  const { body } = await app.call('GET', `/delivery/find/shop?endpoint=${id}`);
  const [delivery] = body.deliveries;
  const again = await app.call('POST', '/delivery/redeliver/shop', { ids: [delivery.id] });
  expect(again.body).toEqual({ redelivering: 1 });
  await until('it came again', () => inbox.posts.length === 2);
  expect(inbox.posts[1]?.body).toBe(inbox.posts[0]?.body ?? '');
  expect(inbox.posts[1]?.headers.get('webhook-id')).toBe(delivery.eventId);

  const shown = await app.call('GET', `/delivery/request/${delivery.id}`);
  expect(JSON.parse(shown.body.body)).toEqual(JSON.parse(inbox.posts[0]?.body ?? ''));
  expect(shown.body.headers['x-hub-signature-256']).toStartWith('sha256=');

  const begun = await app.call('POST', `${path}/recover`, { since: '2020-01-01T00:00:00Z' });
  expect(begun.status).toBe(202);
  await until('the replay is done', async () => {
    const { body: recovery } = await app.call('GET', `${path}/recoveries/${begun.body.id}`);
    return recovery.state === 'done';
  });
  const replayed = inbox.posts.filter(({ headers }) => headers.has('x-gatehouse-replay'));
  expect(replayed.map(({ body }) => body)).toEqual([inbox.posts[0]?.body ?? '']);
  expect(inbox.forged()).toBe(0);
});

test('a sample can be tried in the form, and of what has none the answer says so', async () => {
  const { app, inbox, id } = await begin();
  const tried = await app.call('POST', '/webhook/test/shop', { endpoint: id });
  expect(tried.body).toMatchObject({ delivered: true, status: 200 });
  expect(inbox.changes()[0]?.field).toBe('messages');
  const formless = await app.call('POST', '/webhook/test/shop', {
    ...{ endpoint: id, event: 'Presence' },
  });
  expect([formless.status, formless.body.error.message]).toEqual([
    400,
    'event must be another: the format whatsapp-cloud has no form for this event',
  ]);
});

test('an endpoint that gets the form while events wait is not sent those that it has none for', async () => {
  const { app, inbox, path } = await begin({ format: 'gatehouse', events: ['MESSAGE', 'CHAT'] });
  inbox.refusal = 503;
  await app.call('POST', '/chat/archiveChat/shop', {
    chat: `${ANA}@s.whatsapp.net`,
    archive: true,
  });
  await arrives(app, { text: 'hello' });
  const waiting = async () =>
    (await app.call('GET', '/delivery/find/shop?state=waiting')).body.deliveries;
  await until('both wait', async () => (await waiting()).length >= 1);
  await app.call('PATCH', path, { format: 'whatsapp-cloud' });
  inbox.refusal = null;
  await until('it came', () => textsOf(inbox).includes('hello'));
  await until('nothing waits', async () => (await waiting()).length === 0);
  expect(inbox.posts.every(({ changes }) => changes.length > 0)).toBe(true);
});

const CHATS = ['5511988887701', '5511988887702', '5511988887703', '5511988887704'];
/** Messages in several chats, of which nobody waits for the one before. */
const manyArrive = (app: RunningApp, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      arrives(app, { text: `message ${at}`, from: CHATS[at % CHATS.length] ?? '' }),
    ),
  );
/** The texts of the messages in the order of the instance. */
async function textsInOrder(app: RunningApp): Promise<string[]> {
  const texts: string[] = [];
  for (let after = 0; ; ) {
    const { body } = await app.call('GET', `/event/find/shop?limit=100&after=${after}`);
    for (const { event, data } of body.events)
      if (event === 'Message') texts.push(data.Message.conversation);
    if (body.events.length === 0) return texts;
    after = body.events.at(-1).sequence;
  }
}

test('a message that the receiver refuses holds up none of the others', async () => {
  const { app, inbox, id } = await begin({ retry: { attempts: 2, delaysMs: [1_000] } });
  inbox.refuses = (body) => body.includes('"message 7"');
  await manyArrive(app, 40);
  await until('all others came', () => new Set(textsOf(inbox)).size === 39);
  await until('the last attempt at it was made', async () => {
    const { body } = await app.call('GET', `/delivery/find/shop?endpoint=${id}&state=discarded`);
    return body.deliveries.length === 1;
  });
  expect(textsOf(inbox).toSorted()).toEqual(
    (await textsInOrder(app)).filter((text) => text !== 'message 7').toSorted(),
  );
});
