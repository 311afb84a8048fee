/** The addresses of webhooks, over HTTP: what Meta is answered, and what is refused before it is read. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { providerWebhookRoutes } from '../../../src/modules/provider-webhook/routes.ts';
import {
  providerWebhookZone,
  type ShareWebhook,
  WEBHOOK_BYTES_MAX,
  WEBHOOK_PATH,
} from '../../../src/modules/provider-webhook/zone.ts';
import type { Change } from '../../../src/modules/whatsapp-cloud/webhook-changes.ts';
import { createCloudWebhooks } from '../../../src/modules/whatsapp-cloud/webhooks.ts';
import { rawRequest } from '../../core/http/raw-request.ts';
import { sampleServer } from '../../core/http/sample-server.ts';
import {
  ANA,
  escaped,
  PHONE_NUMBER_ID,
  received,
  signatureOf,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const SECRET = 'the app secret';
const number = { instanceId: 'id of shop', ownSecret: 'secret of the shop' };
let taken: Change[] = [];
let failure: Error | null = null;
const byName = (name: string) => (name === 'shop' ? ({ id: number.instanceId } as never) : null);
const webhooks = createCloudWebhooks({
  numbers: {
    byInstance: (id) => (id === number.instanceId ? number : null),
    appSecretOf: () => SECRET,
    verifyTokenOf: () => 'token of the shop',
  },
  directory: {
    byPhoneNumberId: (id) => (id === PHONE_NUMBER_ID ? { id: number.instanceId } : null),
    byWabaId: () => [{ id: number.instanceId }],
  },
  appSecret: SECRET,
  verifyToken: 'token of all',
  receiverOf: () => ({
    async received(changes) {
      if (failure) throw failure;
      taken.push(...changes);
    },
  }),
  clock: manualClock(),
  log: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
});
const server = sampleServer({
  zones: [providerWebhookZone({ directory: { byName }, webhooks })],
  bodyLimits: () => WEBHOOK_BYTES_MAX,
});
/** Bodies that were passed on to other nodes, in bytes. */
const passedOn: number[] = [];
const share: ShareWebhook = (_, body) => ({
  isForOne: false,
  async catchUp() {},
  async passOn() {
    passedOn.push(body.byteLength);
    return false;
  },
});
server.app.use(providerWebhookRoutes({ webhooks, share }));
const port = server.listen();
afterAll(() => server.stop());
beforeEach(() => {
  taken = [];
  failure = null;
});

const hello = () => escaped(received(ANA, textFrom(ANA, 'Olá')));
const post = (body: string, headers: Record<string, string> = {}, path = WEBHOOK_PATH) =>
  server.ask(`POST ${path}`, {
    body,
    headers: { 'x-hub-signature-256': signatureOf(SECRET, body), ...headers },
  });
const get = (query: Record<string, string>, path = WEBHOOK_PATH) =>
  server.ask(`GET ${path}?${new URLSearchParams(query)}`);
const asked = (token: string) => ({
  'hub.mode': 'subscribe',
  'hub.verify_token': token,
  'hub.challenge': '1158201444',
});

test('whoever knows the verify token gets the challenge back as a plain text', async () => {
  const { status, text, headers } = await get(asked('token of all'));
  expect([status, text]).toEqual([200, '1158201444']);
  expect(headers.get('content-type')).toStartWith('text/plain');
  const own = await get(asked('token of the shop'), `${WEBHOOK_PATH}/shop`);
  expect([own.status, own.text]).toEqual([200, '1158201444']);
});

test('a callback address with a query of its own is verified, and what comes to it is taken', async () => {
  const own = { site: '1', 'hub.site': 'x' };
  const verified = await get({ ...own, ...asked('token of all') }, WEBHOOK_PATH);
  expect([verified.status, verified.text]).toEqual([200, '1158201444']);
  const ofShop = await get({ ...own, ...asked('token of the shop') }, `${WEBHOOK_PATH}/shop`);
  expect([ofShop.status, ofShop.text]).toEqual([200, '1158201444']);
  expect((await get({ ...own, ...asked('guessed') })).status).toBe(403);
  for (const path of [`${WEBHOOK_PATH}?site=1`, `${WEBHOOK_PATH}/shop?site=1`])
    expect((await post(hello(), {}, path)).status).toBe(200);
  expect(taken.map(({ field }) => field)).toEqual(['messages', 'messages']);
});

test('a wrong verify token, none, or another mode is 403', async () => {
  const wrong = [asked('guessed'), {}, { ...asked('token of all'), 'hub.mode': 'unsubscribe' }];
  for (const query of wrong) expect((await get(query)).status).toBe(403);
  expect((await get(asked('token of all'), `${WEBHOOK_PATH}/shop`)).status).toBe(403);
  expect((await get(asked('token of all'), `${WEBHOOK_PATH}/nobody`)).status).toBe(403);
});

test('a challenge that is none is 400, so that nothing else can be made to come back', async () => {
  for (const challenge of ['', 'x'.repeat(257), '<b>\n'])
    expect((await get({ ...asked('token of all'), 'hub.challenge': challenge })).status).toBe(400);
});

test('a signed webhook is 200 once it is taken, at either address and of any type', async () => {
  const plain = await post(hello());
  expect([plain.status, plain.json]).toEqual([200, { success: true }]);
  const own = await post(hello(), { 'content-type': 'text/plain' }, `${WEBHOOK_PATH}/shop`);
  expect(own.status).toBe(200);
  expect(taken.map(({ field }) => field)).toEqual(['messages', 'messages']);
});

test('what has no signature, or a malformed one, is 401 at every address', async () => {
  for (const path of [WEBHOOK_PATH, `${WEBHOOK_PATH}/shop`, `${WEBHOOK_PATH}/nobody`])
    for (const signature of ['', 'sha256=1', `sha1=${'0'.repeat(40)}`]) {
      const { status, json } = await post(hello(), { 'x-hub-signature-256': signature }, path);
      expect([status, json.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
});

test('a wrong signature is answered the same for names that exist and that do not, and says what to check', async () => {
  const body = hello();
  const wrong = signatureOf(SECRET, JSON.stringify(JSON.parse(body)));
  const answers = [];
  for (const path of [WEBHOOK_PATH, `${WEBHOOK_PATH}/shop`, `${WEBHOOK_PATH}/nobody`]) {
    const { status, json } = await post(body, { 'x-hub-signature-256': wrong }, path);
    answers.push([status, json.error]);
  }
  const { error } = (await post(body, {}, `${WEBHOOK_PATH}/nobody`)).json;
  expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify([404, error])]),
  );
  expect(error.message).toContain('META_APP_SECRET');
  expect(taken).toEqual([]);
});

test('where no secret is known not a byte of the body is waited for', async () => {
  const head = `POST ${WEBHOOK_PATH}/nobody HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\nX-Hub-Signature-256: ${signatureOf('', '')}\r\n\r\n`;
  expect((await rawRequest(port, head)).status).toBe(404);
});

test('a large webhook is passed on to other nodes as it came', async () => {
  const body = escaped(received(ANA, textFrom(ANA, 'x'.repeat(100_000))));
  expect((await post(body)).status).toBe(200);
  expect(passedOn.at(-1)).toBe(body.length);
});

test('3 MB are taken, one byte more is 413', async () => {
  const sized = (bytes: number) => `{"object":"${'x'.repeat(bytes - 13)}"}`;
  expect((await post(sized(WEBHOOK_BYTES_MAX))).status).toBe(200);
  expect((await post(sized(WEBHOOK_BYTES_MAX + 1))).status).toBe(413);
});

test('without a signature not a byte of the body is waited for', async () => {
  expect((await server.ask(`POST ${WEBHOOK_PATH}`)).status).toBe(401);
  const head = `POST ${WEBHOOK_PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n`;
  expect((await rawRequest(port, head)).status).toBe(401);
});

test('signed bodies that are no JSON object are 400: broken, deep, or of a million values', async () => {
  const million = `[${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}]`;
  const wrong = [
    '',
    '[]',
    '{"a":',
    million,
    `{"a":${million}}`,
    `{"a":[${'1,'.repeat(600_000)}1]}`,
  ];
  for (const body of wrong) expect((await post(body)).status).toBe(400);
  expect((await post('{}')).status).toBe(200);
  expect(taken).toEqual([]);
});

test('what could not be written is no 200, so that Meta sends it again', async () => {
  failure = new Error('the disk is full');
  expect((await post(hello())).status).toBe(500);
  failure = null;
  expect((await post(hello())).status).toBe(200);
});

test('other methods are 405, and other paths beside it 404', async () => {
  const { status, headers } = await server.ask(`DELETE ${WEBHOOK_PATH}`);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await server.ask('GET /provider/whatsapp-cloud')).status).toBe(404);
  expect((await server.ask('GET /provider')).status).toBe(404);
});
