/** Where the webhooks of an account go, by the paths of the Graph API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, type Receiver, respond, startReceiver } from '../../doubles/receiver.ts';
import { until } from '../../helpers/until.ts';
import { failure, type GraphStage, type MetaStage, metaGraph, sandboxGraph } from './stages.ts';

let receiver: Receiver;
let sandbox: GraphStage;
let meta: MetaStage;
beforeAll(async () => {
  [receiver, sandbox, meta] = await Promise.all([
    startReceiver(),
    sandboxGraph({ WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' }),
    metaGraph(),
  ]);
});
afterAll(() => Promise.all([receiver, sandbox, meta].map((one) => one.stop())));

const TOKEN = 'what-both-know';
/** Answers the challenge to whoever has the token. */
const challenge: Answer = (socket, request) => {
  const query = new URL(request.path, receiver.url).searchParams;
  const isKnown = query.get('hub.verify_token') === TOKEN;
  respond(isKnown ? 200 : 403, { body: query.get('hub.challenge') ?? '' })(socket, request);
};

const subscribe = (stage: GraphStage, body: object = {}) =>
  stage.graph('POST', `/${stage.wabaId}/subscribed_apps`, body);
const list = async (stage: GraphStage) =>
  (await stage.graph('GET', `/${stage.wabaId}/subscribed_apps`)).body;
const unsubscribe = (stage: GraphStage) =>
  stage.graph('DELETE', `/${stage.wabaId}/subscribed_apps`);
const to = (path: string) => ({
  override_callback_uri: `${receiver.url}/${path}`,
  verify_token: TOKEN,
});
const shown = (path: string) => ({
  whatsapp_business_api_data: { id: '1', name: 'Gatehouse', link: expect.any(String) },
  override_callback_uri: `${receiver.url}/${path}`,
});

beforeEach(() => Promise.all([unsubscribe(sandbox), unsubscribe(meta)]));

test('200 a URL whose receiver answers the challenge is an endpoint, shown, moved and removed', async () => {
  for (const stage of [sandbox, meta]) {
    receiver.script(challenge);
    expect((await subscribe(stage, to('one'))).body).toEqual({ success: true });
    expect(await list(stage)).toEqual({ data: [shown('one')] });
    const { endpoints } = (await stage.call('GET', '/webhook/endpoints/shop')).body;
    expect(
      endpoints.find(({ name }: { name: string }) => name === 'subscribed_apps'),
    ).toMatchObject({
      ...{ format: 'whatsapp-cloud', enabled: true, url: `${receiver.url}/one` },
      verifyToken: '********',
    });
    receiver.script(challenge);
    expect((await subscribe(stage, to('two'))).body).toEqual({ success: true });
    expect(await list(stage)).toEqual({ data: [shown('two')] });
    expect((await unsubscribe(stage)).body).toEqual({ success: true });
    expect(await list(stage)).toEqual({ data: [] });
    expect((await unsubscribe(stage)).body).toEqual({ success: true });
  }
});

test('a message then comes as Meta sends it', async () => {
  receiver.script(challenge);
  await subscribe(sandbox, to('messages'));
  const said = { kind: 'text', text: 'Hello', from: '5511888880000' };
  await sandbox.call('POST', '/sandbox/shop/message', said);
  const bodies = () =>
    receiver.requests
      .filter(({ method, path }) => method === 'POST' && path === '/messages')
      .map(({ body }) => JSON.parse(body));
  await until('the message has come', () => bodies().length > 0);
  const [{ id, changes }] = bodies()[0].entry;
  expect([id, changes[0].value.messages[0].text]).toEqual([sandbox.wabaId, { body: 'Hello' }]);
});

test('URLs that are set at once make one endpoint, which is removed as a whole', async () => {
  receiver.script(challenge, challenge, challenge);
  const set = await Promise.all(['a', 'b', 'b'].map((path) => subscribe(sandbox, to(path))));
  expect(set.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { data } = await list(sandbox);
  expect(data).toHaveLength(1);
  await Promise.all([unsubscribe(sandbox), unsubscribe(sandbox)]);
  expect(await list(sandbox)).toEqual({ data: [] });
});

test.each([{}, { override_callback_uri: null, verify_token: null }, { override_callback_uri: '' }])(
  '200 without a URL nothing changes: %j',
  async (without) => {
    receiver.script(challenge);
    await subscribe(sandbox, to('kept'));
    const { status, body } = await subscribe(sandbox, without);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await list(sandbox)).toEqual({ data: [shown('kept')] });
  },
);

test('200 an endpoint that was made elsewhere is shown, taken for its URL, and not removed', async () => {
  receiver.script(challenge);
  const made = { name: 'inbox', format: 'whatsapp-cloud', url: `${receiver.url}/inbox` };
  const { id } = (await sandbox.call('POST', '/webhook/endpoints/shop', made)).body;
  expect((await subscribe(sandbox, to('inbox'))).body).toEqual({ success: true });
  await unsubscribe(sandbox);
  expect(await list(sandbox)).toEqual({ data: [shown('inbox')] });
  await sandbox.call('DELETE', `/webhook/endpoints/shop/${id}`);
});

describe('400 nothing is stored of', () => {
  test.each([
    [{ verify_token: TOKEN, override_callback_uri: 7 }, 'override_callback_uri'],
    [{ verify_token: TOKEN, override_callback_uri: 'no address' }, 'override_callback_uri'],
    [{ verify_token: TOKEN, override_callback_uri: 'http://10.0.0.1/' }, 'override_callback_uri'],
    [{ override_callback_uri: 'http://127.0.0.1:1/' }, 'verify_token'],
    [{ override_callback_uri: 'http://127.0.0.1:1/', verify_token: 'a b' }, 'verify_token'],
  ])('%j', async (body, said) => {
    const { status, body: answer } = await subscribe(sandbox, body);
    expect([status, answer]).toEqual([400, failure(100, said)]);
    expect(await list(sandbox)).toEqual({ data: [] });
  });

  test('a receiver that does not know the token, and the former URL stays', async () => {
    receiver.script(challenge);
    await subscribe(sandbox, to('former'));
    receiver.script(challenge);
    const wrong = { ...to('other'), verify_token: 'something-else' };
    const { status, body } = await subscribe(sandbox, wrong);
    expect([status, body]).toEqual([
      400,
      failure(100, 'override_callback_uri must answer the handshake with its challenge'),
    ]);
    expect(await list(sandbox)).toEqual({ data: [shown('former')] });
  });
});

test('404 the number of an account has no apps', async () => {
  const { status, body } = await sandbox.graph('GET', `/${sandbox.phoneNumberId}/subscribed_apps`);
  expect([status, body]).toEqual([404, failure(100, '', 33)]);
});
