/** Query parameters that an operation does not know: clients of older systems add some to every call. */
import { beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';

let withQuery: readonly { readonly method: string; readonly path: string }[];

const app = sharedApp({
  env: { DEFAULT_PROVIDER: 'sandbox', META_VERIFY_TOKEN: 'token' },
  instances: ['shop'],
});
beforeAll(async () => {
  const { body: document } = await app.call('GET', '/swagger/json', undefined, null);
  const placeOf = (parameter: Parameter) =>
    '$ref' in parameter
      ? document.components.parameters[parameter.$ref.slice('#/components/parameters/'.length)].in
      : parameter.in;
  withQuery = Object.entries<Record<string, Operation>>(document.paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
        parameters.some((one) => placeOf(one) === 'query') ? [{ method, path }] : [],
      ),
  );
});

type Parameter = { readonly in: string } | { readonly $ref: string };
interface Operation {
  readonly parameters?: readonly Parameter[];
}

const HANDSHAKE = 'hub.mode=subscribe&hub.verify_token=token&hub.challenge=1';

/** Whether an operation refuses a parameter because it does not know it. */
async function refusesUnknown(method: string, path: string): Promise<boolean> {
  const known = path.replace('{instanceName}', 'shop');
  const target = known.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-00000000ffff');
  const request = new Request(`http://gate.test${target}?_=1&${HANDSHAKE}`, {
    method: method.toUpperCase(),
    headers: {
      apikey: GLOBAL_KEY,
      instanceid: 'shop',
      'content-type': 'application/json',
    },
    ...(method !== 'get' && { body: '{}' }),
  });
  const text = await (await app.app.handle(request)).text();
  return text.includes('is not a known field');
}

test('paths of the gateway ignore query parameters that they do not know', async () => {
  const gateway = withQuery.filter(({ path }) => !path.startsWith('/api/v1'));
  const refusing: string[] = [];
  for (const { method, path } of gateway)
    if (await refusesUnknown(method, path)) refusing.push(`${method} ${path}`);
  expect(gateway.length).toBeGreaterThan(20);
  expect(refusing).toEqual([]);
});

test('a known parameter with a wrong value is refused by name beside an unknown one', async () => {
  const { status, body } = await app.call('GET', '/event/find/shop?_=1&limit=x&evnet=Message');
  expect(status).toBe(400);
  expect(body.error.message).toBe('limit must be a whole number from 1 to 500');
});

test('a misspelt parameter is ignored, as a misspelt field of a body is', async () => {
  const { status, body } = await app.call('GET', '/instance/fetchInstances?instanceNmae=cafe');
  expect(status).toBe(200);
  expect(body).toHaveLength(1);
});
