/** Versions of webhooks: of two editors that are open at once, the later one does not win unnoticed. */
import { beforeAll, expect, test } from 'bun:test';
import { type Answer, GLOBAL_KEY } from '../../../helpers/app.ts';
import { sharedApp } from '../../../helpers/shared.ts';

let id: string;
const app = sharedApp({ instances: ['shop'] });
beforeAll(async () => {
  const made = await app.call('POST', PATH, { name: 'orders', url: 'https://orders.test/' });
  id = made.body.id;
  await app.call('POST', '/webhook/set/shop', { enabled: false, url: 'https://shop.test/' });
});

const PATH = '/webhook/endpoints/shop';

/** Calls with the global key and If-Match. */
async function change(method: string, path: string, body: object | null, version: string | null) {
  const answer = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      apikey: GLOBAL_KEY,
      ...(body && { 'content-type': 'application/json' }),
      ...(version !== null && { 'if-match': version }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said: Answer['body'] = await answer.json();
  return { status: answer.status, etag: answer.headers.get('etag'), body: said };
}
const versionOf = async (path: string) =>
  (await app.call('GET', path)).headers.get('etag') ?? 'no ETag';

test.each([
  ['an endpoint', () => `${PATH}/${id}`, () => `${PATH}/${id}`, 'PATCH', { description: 'a' }],
  ['the endpoint default', () => `${PATH}/default`, () => `${PATH}/default`, 'PATCH', {}],
  [
    'the webhook of webhook/set',
    () => '/webhook/find/shop',
    () => '/webhook/set/shop',
    'POST',
    { enabled: false, url: 'https://shop.test/' },
  ],
])(
  '%s: 412 and nothing changes when it has another version than If-Match names',
  async (_, read, write, method, body) => {
    const version = await versionOf(read());
    expect(version).toMatch(/^"\w+"$/);
    expect((await change(method, write(), body, version)).status).toBeLessThan(300);
    const present = await versionOf(read());
    expect(present).not.toBe(version);
    const late = await change(method, write(), body, version);
    expect([late.status, late.body.error.code, late.etag]).toEqual([
      412,
      'PRECONDITION_FAILED',
      present,
    ]);
    expect(await versionOf(read())).toBe(present);
    expect((await change(method, write(), body, `"other", ${present}`)).status).toBeLessThan(300);
    expect((await change(method, write(), body, '*')).status).toBeLessThan(300);
    expect((await change(method, write(), body, null)).status).toBeLessThan(300);
  },
);

test('of changes from one version that come at once, one is made', async () => {
  const path = `${PATH}/${id}`;
  const version = await versionOf(path);
  const changes = Array.from({ length: 8 }, (_, at) =>
    change('PATCH', path, { description: `by ${at}` }, version),
  );
  const answers = await Promise.all(changes);
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ status }) => status === 412).length).toBe(7);
  const [made] = answers.filter(({ status }) => status === 200);
  const { body, headers } = await app.call('GET', path);
  expect([body.description, headers.get('etag')]).toEqual([made?.body.description, made?.etag]);
});

test('an endpoint that was changed since it was read is not deleted', async () => {
  const path = `${PATH}/${id}`;
  const version = await versionOf(path);
  await app.call('PATCH', path, { description: 'meanwhile' });
  expect((await change('DELETE', path, null, version)).status).toBe(412);
  expect((await change('DELETE', path, null, await versionOf(path))).status).toBe(200);
});
