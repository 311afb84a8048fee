/** Paths without a version, as some libraries write them, over a real connection. */
import { beforeAll, expect, test } from 'bun:test';
import { sharedApp } from '../../helpers/shared.ts';

let key: string;
let id: string;
const app = sharedApp();
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
const post = (path: string) =>
  app.call('POST', path, TEXT, null, { authorization: `Bearer ${key}` });

test('200 a message to an id that follows the prefix, as Meta takes it', async () => {
  const { status, body } = await post(`/graph/${id}/messages`);
  expect([status, body.messages]).toEqual([200, [{ id: expect.any(String) }]]);
});

test('200 the number itself, and its token in the query', async () => {
  const { status, body } = await app.call(
    'GET',
    `/graph/${id}?access_token=${key}`,
    undefined,
    null,
  );
  expect([status, body.id]).toEqual([200, id]);
});

test('404 an id of nothing here, in the form of the Graph API', async () => {
  const { status, body } = await post('/graph/100000000000000/messages');
  expect([status, body.error.code, body.error.error_subcode]).toEqual([404, 100, 33]);
});

test.each(['v25', 'v25.0.1', '25.0', 'latest'])(
  '400 %s is no id, and no version',
  async (first) => {
    const { status, body } = await post(`/graph/${first}/${id}/messages`);
    expect([status, body.error.code]).toEqual([400, 2500]);
  },
);
