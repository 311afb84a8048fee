/** What follows from having a body: each operation that takes one documents how it may be refused, and refuses it so. */
import { beforeAll, expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';

let bodied: readonly OperationWithBody[];
/** The headers of a caller who may use every operation. */
let allowed: Record<string, string>;

interface OperationWithBody {
  readonly method: string;
  readonly path: string;
  readonly documented: readonly string[];
}

const app = sharedApp({ env: { DEFAULT_PROVIDER: 'sandbox' }, instances: ['shop'] });
beforeAll(async () => {
  const { body: document } = await app.call('GET', '/swagger/json', undefined, null);
  const accounts = await app.call('GET', '/api/v1/accounts');
  allowed = {
    apikey: GLOBAL_KEY,
    api_access_token: ACCESS_TOKEN,
    'account-id': accounts.body.data[0].id,
    // The instance of paths that name none.
    instanceid: 'shop',
  };
  bodied = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses }]) =>
      requestBody ? [{ method, path, documented: Object.keys(responses) }] : [],
    ),
  );
});

interface Operation {
  readonly requestBody?: object;
  readonly responses: object;
}

/** What reads its body as bytes takes any media type. */
const TAKES_BYTES = /^\/(?:provider|echo)\//;
/** Who may ask is decided by the path before the body is looked at, and these name nothing that is there. */
const NAMES_NOTHING = /^\/(?:passkey-ceremony|provider|echo)\//;

test('every operation that takes a body documents that it may be unreadable, too large or of another media type', () => {
  const silent = bodied.flatMap(({ method, path, documented }) =>
    (TAKES_BYTES.test(path) ? ['400', '413'] : ['400', '413', '415'])
      .filter((status) => !documented.includes(status))
      .map((status) => `${method} ${path} ${status}`),
  );
  expect(bodied.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});

async function statusOf({ method, path }: OperationWithBody, headers: Record<string, string>) {
  const known = path.replace('{instanceName}', 'shop');
  const target = known.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-00000000ffff');
  const request = new Request(`http://gate.test${target}`, {
    method: method.toUpperCase(),
    headers: {
      ...allowed,
      ...(path.startsWith('/graph/') && { authorization: `Bearer ${GLOBAL_KEY}` }),
      ...headers,
    },
    body: '{}',
  });
  return (await app.app.handle(request)).status;
}

const TOO_LARGE = String(2 ** 40);

test.each([
  [415, 'a body of another media type', { 'content-type': 'text/plain' }],
  [
    413,
    'a body that says it is too large',
    { 'content-type': 'application/json', 'content-length': TOO_LARGE },
  ],
])('every operation that takes a body answers %s to %s', async (status, _, headers) => {
  const others: [string, string, number][] = [];
  for (const operation of bodied) {
    if (NAMES_NOTHING.test(operation.path)) continue;
    const answered = await statusOf(operation, headers);
    if (answered !== status) others.push([operation.method, operation.path, answered]);
  }
  expect(others).toEqual([]);
});
