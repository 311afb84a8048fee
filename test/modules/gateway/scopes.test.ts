/** What each scope opens, of every operation that the documentation of the gateway knows. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { LOCK_FILE, lockedOperations } from '../../../scripts/api-lock.ts';
import { operationsTagged } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

const SCOPES = ['read', 'send', 'settings', 'connect'] as const;
type Scope = (typeof SCOPES)[number];

/** Paths of Evolution Go: OpenAPI allows no path that could also be read as one with another parameter. */
const AMBIGUOUS: readonly (readonly [string, readonly string[]])[] = [
  ['get /instance/{instanceId}/advanced-settings', ['read']],
  ['put /instance/{instanceId}/advanced-settings', ['settings']],
];
/** What no document of the API lists: WebSockets, operations that can only refuse, ambiguous paths. */
const UNLISTED: readonly (readonly [string, readonly string[]])[] = [
  ...AMBIGUOUS,
  ['get /ws', ['read']],
  ['post /call/offer/{instanceName}', ['send']],
  ['post /business/getCatalog/{instanceName}', ['read']],
  ['post /business/getCollections/{instanceName}', ['read']],
];

/** Method and path of every operation of the zone, with the scopes that it needs. */
const OPERATIONS: readonly (readonly [string, readonly string[]])[] = [
  ...lockedOperations(await Bun.file(LOCK_FILE).text())
    .map(({ method, path, credential }) => {
      const [kind, ...scopes] = credential.split(' ').filter((word) => !word.startsWith('page:'));
      return { kind, operation: [`${method.toLowerCase()} ${path}`, scopes] as const };
    })
    .filter(({ kind }) => kind === 'apikey')
    .map(({ operation }) => operation),
  ...UNLISTED,
];

const keys = new Map<Scope | 'all', string>();
/** Of the instances, by their names. */
const ids = new Map<string, string>();
/** Operations of Evolution Go, whose failures are the sentence alone. */
let inWords: ReadonlySet<string>;
const app = sharedApp();
beforeAll(async () => {
  for (const scope of SCOPES) {
    await app.call('POST', '/instance/create', { instanceName: scope });
    const body = { scopes: [scope] };
    const rotated = await app.call('POST', `/instance/key/rotate/${scope}`, body);
    keys.set(scope, rotated.body.apikey);
  }
  const all = await app.call('POST', '/instance/create', { instanceName: 'all' });
  keys.set('all', all.body.apikey);
  const { data: instances } = (await app.call('GET', '/instance/all')).body;
  for (const { id, name } of instances) ids.set(name, id);
  const { body: document } = await app.call('GET', '/swagger/json', undefined, null);
  const listed = operationsTagged(document, 'Evolution Go');
  inWords = new Set([...listed, ...AMBIGUOUS.map(([operation]) => operation)]);
});

test('an operation needs one scope or more, or the global key', () => {
  const words = new Set([...SCOPES, 'global']);
  const wrong = OPERATIONS.filter(
    ([, needed]) => needed.length === 0 || needed.some((one) => !words.has(one)),
  );
  expect(wrong).toEqual([]);
  expect(OPERATIONS.length).toBeGreaterThan(250);
});

/** The answer to an operation on the instance called `name`, which has this key. */
function ask(operation: string, name: string, key = keys.get(name as Scope)) {
  const [method = '', path = ''] = operation.split(' ');
  const url = path
    .replace('{instanceName}', name)
    .replace('{instanceId}', ids.get(name) ?? '')
    .replace('{deliveryId}', 'none');
  const body = method === 'post' || method === 'put' ? {} : undefined;
  return app.call(method.toUpperCase(), url, body, key);
}

describe('a key of an instance', () => {
  test.each(OPERATIONS)('%s is open to keys with %p and to no other', async (operation, needed) => {
    for (const scope of SCOPES) {
      const { status, body } = await ask(operation, scope);
      const missing = needed.filter((one) => one !== scope);
      if (missing.length === 0) {
        expect([scope, status]).not.toEqual([scope, 403]);
        continue;
      }
      const message = needed.includes('global')
        ? 'this operation needs the global key'
        : `this key lacks the scope ${missing.join(', ')}`;
      const inFull = expect.objectContaining({ code: 'FORBIDDEN', message });
      const error = inWords.has(operation) ? message : inFull;
      expect([scope, status, body.error]).toEqual([scope, 403, error]);
    }
  });

  test('with every scope may do all but what is for the global key', async () => {
    for (const [operation, needed] of OPERATIONS) {
      // Some of them would connect the instance, or give it another key.
      if (needed.includes('connect')) continue;
      const { status } = await ask(operation, 'all');
      expect([operation, status === 403]).toEqual([operation, needed.includes('global')]);
    }
  });

  test('is refused for its scope before its body is looked at', async () => {
    const response = await fetch(`${app.url}/message/sendText/read`, {
      method: 'POST',
      headers: { apikey: keys.get('read')!, 'content-type': 'text/plain' },
      body: 'no JSON',
    });
    expect(response.status).toBe(403);
  });

  test('is asked for its scope by HEAD as by GET', async () => {
    const head = (apikey = '') =>
      fetch(`${app.url}/instance/fetchInstances`, { method: 'HEAD', headers: { apikey } });
    expect((await head(keys.get('read'))).status).toBe(200);
    expect((await head(keys.get('send'))).status).toBe(403);
  });

  test('may connect with `connect`, and set where events go by that only with `settings` too', async () => {
    const set = { webhookUrl: 'http://receiver.test/', immediate: true };
    const { status, body } = await app.call('POST', '/instance/connect', set, keys.get('connect'));
    expect([status, body.error?.message]).toEqual([403, 'this key lacks the scope settings']);
    const found = await app.call('GET', '/webhook/find/connect');
    expect(found.body).toBeNull();
    const plain = { immediate: true };
    expect((await app.call('POST', '/instance/connect', plain, keys.get('connect'))).status).toBe(
      200,
    );
    expect((await app.call('POST', '/instance/connect', set, keys.get('all'))).status).toBe(200);
  });

  test('opens a WebSocket by a ticket only with `read`', async () => {
    const { status } = await app.call('POST', '/ws/ticket', undefined, keys.get('send'));
    expect(status).toBe(403);
  });
});
