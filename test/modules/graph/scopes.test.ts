/** What each scope opens on the paths of the Graph API. */
import { expect, test } from 'bun:test';
import { LOCK_FILE, lockedOperations } from '../../../scripts/api-lock.ts';
import { sharedApp } from '../../helpers/shared.ts';

const PREFIX = '/graph/{version}';
const SCOPES = ['read', 'send', 'settings', 'connect'];
/** Method and path after the version of every operation, with the scope that it needs. */
const OPERATIONS = lockedOperations(await Bun.file(LOCK_FILE).text())
  .filter(({ path }) => path.startsWith(PREFIX))
  .map(({ method, path, credential }) => {
    const [kind, ...scopes] = credential.split(' ');
    return [`${method} ${path.slice(PREFIX.length)}`, scopes, kind] as const;
  });

const app = sharedApp();

test('every operation needs one scope of a bearer token', () => {
  const wrong = OPERATIONS.filter(
    ([, scopes, kind]) => kind !== 'bearer' || scopes.length !== 1 || !SCOPES.includes(scopes[0]!),
  );
  expect(wrong).toEqual([]);
  expect(OPERATIONS.length).toBeGreaterThan(20);
});

test.each(OPERATIONS)('403 %s, with a key that lacks %s', async (operation, [scope]) => {
  const name = operation.replace(/\W+/g, '-');
  const created = await app.call('POST', '/instance/create', { instanceName: name });
  const scopes = SCOPES.filter((one) => one !== scope);
  const rotated = await app.call('POST', `/instance/key/rotate/${name}`, { scopes });
  const { phoneNumberId } = created.body.instance;
  const [method = '', path = ''] = operation.split(' ');
  const headers = { authorization: `Bearer ${rotated.body.apikey}` };
  const { status, body } = await app.call(
    method,
    `/graph/v25.0${path.replace('{id}', phoneNumberId)}`,
    method === 'GET' ? undefined : {},
    null,
    headers,
  );
  expect([status, body.error.code]).toEqual([403, 10]);
});
