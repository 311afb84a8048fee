/** GRAPH_AT_ROOT: the paths without the prefix, over a real connection. */
import { beforeAll, expect, test } from 'bun:test';
import { startApp } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

let key: string;
let id: string;
const app = sharedApp({ env: { GRAPH_AT_ROOT: 'true' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  id = (await app.call('GET', '/instance/fetchInstances')).body[0].phoneNumberId;
});

const TEXT = {
  messaging_product: 'whatsapp',
  to: '5511999990000',
  type: 'text',
  text: { body: 'Hello' },
};
const post = (path: string, token = key) =>
  app.call('POST', path, TEXT, null, { authorization: `Bearer ${token}` });

test.each(['', '/', '/graph', '//graph'])(
  '200 a message by a path that begins with %p before its version',
  async (start) => {
    const { status, body } = await post(`${start}/v25.0/${id}/messages`);
    expect([status, body.messages]).toEqual([200, [{ id: expect.any(String) }]]);
  },
);

test('200 with the token in the query, after several slashes', async () => {
  const { status } = await app.call(
    'POST',
    `//v25.0/${id}/messages?access_token=${key}`,
    TEXT,
    null,
  );
  expect(status).toBe(200);
});

test('401 and 404 in the form of the Graph API', async () => {
  const wrong = await post(`/v25.0/${id}/messages`, 'x'.repeat(40));
  expect([wrong.status, wrong.body.error.code]).toEqual([401, 190]);
  const missing = await post(`/v25.0/${id}/nothing`);
  expect([missing.status, missing.body.error.code]).toEqual([404, 100]);
});

test('other paths are as they were', async () => {
  expect((await app.call('GET', '/health')).status).toBe(200);
  const { status, body } = await post(`/v25/${id}/messages`);
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
});

test('without the variable they are at the prefix alone', async () => {
  const other = await startApp();
  const { status, body } = await other.call('POST', `/v25.0/${id}/messages`, TEXT, null);
  await other.stop();
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
});
