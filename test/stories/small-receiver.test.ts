/** A receiver that takes no large bodies gets every event nevertheless, without its file. */
import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { type Answer, respond, startReceiver } from '../doubles/receiver.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

const LIMIT_BYTES = 100 * 1024;
const FILE = Buffer.alloc(200 * 1024, 'file').toString('base64');
const limited: Answer = (socket, request) =>
  respond(request.bytes.length > LIMIT_BYTES ? 413 : 200)(socket, request);
const inReturn = (count: number) => Array.from({ length: count }, () => limited);
const REASON =
  'the receiver refused the whole event as too large (413), whose file has 204800 bytes';

async function begin(fields: object) {
  const receiver = await startReceiver();
  const app = await startApp({ env: { WEBHOOK_RETRY_DELAY_MS: '100' } });
  running.push(app, receiver);
  await app.openInstance('shop');
  const { body: endpoint } = await app.call('POST', '/webhook/endpoints/shop', {
    name: 'a',
    url: `${receiver.url}/hook`,
    events: ['MESSAGE'],
    ...fields,
  });
  const say = (message: object) =>
    app.call('POST', '/sandbox/shop/message', { from: '5511888880000', ...message });
  const document = { kind: 'document', base64: FILE, mimetype: 'text/plain', fileName: 'a.txt' };
  const deliveries = async () =>
    (await app.call('GET', `/delivery/search?endpoint=${endpoint.id}`)).body.deliveries;
  return { app, receiver, endpoint, say, sendFile: () => say(document), deliveries };
}

const OWN = { file: '{{data.Message.base64}}', problem: '{{data.Message.mediaError}}' };

test.each([
  ['the stored form', {}, ['data', 'Message', 'base64'], ['data', 'Message', 'mediaError']],
  [
    'the form of Evolution API',
    { format: 'evolution-api' },
    ['data', 'message', 'base64'],
    ['data', 'message', 'mediaError'],
  ],
  [
    'a transformed form',
    { transform: { omit: ['data.Info'] } },
    ['data', 'Message', 'base64'],
    ['data', 'Message', 'mediaError'],
  ],
  ['a form of its own', { transform: { template: OWN } }, ['file'], ['problem']],
])(
  'after a 413 an event in %s comes without its file and says why',
  async (_, fields, file, why) => {
    const { receiver, endpoint, sendFile, deliveries } = await begin(fields);
    receiver.script(...inReturn(2));
    await sendFile();
    await until('it is delivered', async () => (await deliveries())[0]?.state === 'delivered');
    const last = receiver.requests.at(-1);
    const headers = Object.fromEntries((last?.headers ?? []).map(([name, value]) => [name, value]));
    new Webhook(endpoint.secret).verify(last?.body ?? '', headers);
    const body = JSON.parse(last?.body ?? '');
    const at = (path: readonly string[]) => path.reduce((value, name) => value[name], body);
    expect(receiver.requests).toHaveLength(2);
    expect(at(why)).toBe(REASON);
    expect(at(file) ?? null).toBeNull();
  },
);

test('the file stays left out in further attempts, and a redelivery by hand tries the whole event', async () => {
  const { app, receiver, sendFile, deliveries } = await begin({});
  receiver.script(limited, respond(500), limited);
  await sendFile();
  await until('it is delivered', async () => (await deliveries())[0]?.state === 'delivered');
  const hasFile = () => receiver.requests.map(({ body }) => body.includes(FILE));
  expect(hasFile()).toEqual([true, false, false]);
  const [{ id }] = await deliveries();
  await app.call('POST', '/delivery/redeliver/shop', { ids: [id] });
  await until('it came again', () => receiver.requests.length === 4);
  expect(hasFile()).toEqual([true, false, false, true]);
});

test('an event without a file that is refused as too large is tried as often as any other', async () => {
  const { receiver, say, deliveries } = await begin({});
  receiver.script(...Array.from({ length: 5 }, () => respond(413)));
  await say({ kind: 'text', text: 'Hello' });
  await until('it is given up', async () => (await deliveries())[0]?.state === 'discarded');
  expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
  expect(receiver.requests).toHaveLength(5);
});
