/** What each scope opens on the paths of the Graph API. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../helpers/app.ts';

type Scope = 'read' | 'send' | 'settings' | 'connect';

/** Method and path after the version of every operation, by what it needs. A new one is added here on purpose. */
const NEEDED: Record<Scope, readonly string[]> = {
  read: [
    'get /debug_token',
    'get /{id}',
    'get /{id}/bytes',
    ...['message_templates', 'phone_numbers', 'whatsapp_business_profile', 'block_users'].map(
      (edge) => `get /{id}/${edge}`,
    ),
    'get /{id}/subscribed_apps',
  ],
  send: [
    'delete /{id}',
    'post /{id}/media',
    'post /{id}/messages',
    'post /{id}/block_users',
    'delete /{id}/block_users',
  ],
  settings: [
    'post /{id}',
    'post /{id}/message_templates',
    'delete /{id}/message_templates',
    'post /{id}/whatsapp_business_profile',
    'post /{id}/subscribed_apps',
    'delete /{id}/subscribed_apps',
  ],
  connect: ['post /{id}/register', 'post /{id}/deregister'],
};
const PREFIX = '/graph/{version}';
const OPERATIONS = Object.entries(NEEDED).flatMap(([scope, operations]) =>
  operations.map((operation) => [operation, scope as Scope] as const),
);

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('every operation declares the scope it needs, and that its credential is a bearer token', async () => {
  const { body: document } = await app.call('GET', '/swagger/json', undefined, null);
  type Operations = Record<string, { 'x-scopes': string[]; security: object[] }>;
  const found = Object.entries<Operations>(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { 'x-scopes': scopes, security }]) => {
        expect(security).toEqual([{ bearer: [] }]);
        return [`${method} ${path.slice(PREFIX.length)}`, ...scopes];
      }),
    );
  expect(found.toSorted()).toEqual(OPERATIONS.map((one) => [...one]).toSorted());
});

test.each(OPERATIONS)('403 %s, with a key that lacks %s', async (operation, scope) => {
  const name = operation.replace(/\W+/g, '-');
  const created = await app.call('POST', '/instance/create', { instanceName: name });
  const scopes = Object.keys(NEEDED).filter((one) => one !== scope);
  const rotated = await app.call('POST', `/instance/key/rotate/${name}`, { scopes });
  const { phoneNumberId } = created.body.instance;
  const [method = '', path = ''] = operation.split(' ');
  const headers = { authorization: `Bearer ${rotated.body.apikey}` };
  const { status, body } = await app.call(
    method.toUpperCase(),
    `/graph/v25.0${path.replace('{id}', phoneNumberId)}`,
    method === 'get' ? undefined : {},
    null,
    headers,
  );
  expect([status, body.error.code]).toEqual([403, 10]);
});
