/** The document of the whole product: complete, and true to the operations promised. */
import { beforeAll, expect, test } from 'bun:test';
import { resolved } from '../helpers/api-document.ts';
import { GLOBAL_KEY, operationsTagged } from '../helpers/app.ts';
import { OPERATION_TABLE } from '../helpers/operation-table.ts';
import { sharedApp } from '../helpers/shared.ts';

const { anywhere } = OPERATION_TABLE;

// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test.
let document: any;
const app = sharedApp();
beforeAll(async () => {
  document = await resolved((await app.call('GET', '/swagger/json', undefined, null)).body);
});

/** Parts of the document that are for no instance by itself. */
const DECIDED_OTHERWISE = [
  // The process that is asked says how it is.
  /^\/(?:health|server\/ok|ready)$/,
  // Every node knows the webhooks of all instances.
  /^\/echo\//,
  // The token begins with the id of the instance.
  /^\/passkey-ceremony\//,
  // Each change in it goes to the node of its instance.
  /^\/provider\/whatsapp-cloud\/webhook$/,
  // The key names the instance, or with the global key the id in the path.
  /^\/graph\//,
  // Any node, but for changes of webhooks: those go to the node that sends the account's events.
  /^\/api\/v1\//,
];

test('of several nodes it is decided for every operation which one answers it: any, or the one that has the instance', () => {
  const undecided: string[] = [];
  const operations: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths))
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      operations.push(operation);
      const isNamed =
        /\{instance(?:Name|Id)\}/.test(path) ||
        parameters.some(({ name }) => name.toLowerCase() === 'instanceid');
      const isOther = DECIDED_OTHERWISE.some((one) => one.test(path));
      if (!isNamed && !isOther && !anywhere.includes(operation)) undecided.push(operation);
    }
  expect(undecided).toEqual([]);
  // An upgrade is no operation of the document.
  expect(anywhere.filter((one) => !operations.includes(one))).toEqual(['GET /ws']);
});

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
}

test('an operation that can only refuse is not offered', () => {
  for (const path of ['/call/offer', '/business/getCatalog'])
    expect(document.paths).not.toHaveProperty([`${path}/{instanceName}`]);
});

test('every operation of the gateway but those for probes, ceremonies, platforms and deliveries needs a key', () => {
  const open = Object.entries<Record<string, { security?: unknown[] }>>(document.paths)
    .flatMap(([path, methods]) => Object.values(methods).map((method) => ({ path, ...method })))
    .filter(({ security = [] }) => security.length === 0);
  const wrong = open.filter(
    ({ path }) =>
      !/^\/(health$|server\/ok$|ready$|passkey-ceremony\/|provider\/|echo\/)/.test(path),
  );
  expect(open.length).toBeGreaterThan(5);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** The operations of the CRM zone that are promised in full, each with the codes of its own dialect. */
const CRM_PROMISED: readonly [string, string, Record<number, string>][] = [
  [
    'get',
    '/api/v1/permissions',
    {
      400: 'VALIDATION_ERROR',
      401: 'INVALID_TOKEN',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      500: 'INTERNAL_ERROR',
    },
  ],
  [
    'post',
    '/api/v1/pipelines/{pipeline_id}/pipeline_stages',
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      422: 'VALIDATION_ERROR',
      500: 'INTERNAL_SERVER_ERROR',
    },
  ],
  [
    'get',
    '/api/v1/inbox_members/{inbox_id}',
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      500: 'INTERNAL_ERROR',
    },
  ],
  [
    'delete',
    '/api/v1/mcp-servers/{id}',
    {
      400: 'BAD_REQUEST',
      401: 'UNAUTHORIZED',
      403: 'FORBIDDEN',
      404: 'NOT_FOUND',
      500: 'INTERNAL_SERVER_ERROR',
    },
  ],
];

test.each(CRM_PROMISED)('%s %s documents every code of its dialect', (method, path, codes) => {
  const operation = document.paths[path]?.[method];
  expect(operation).toBeDefined();
  expect(operation.security).toEqual([{ api_access_token: [] }]);
  for (const [status, code] of Object.entries(codes)) {
    expect([status, JSON.stringify(operation.responses[status])]).toEqual([
      status,
      expect.stringContaining(code),
    ]);
  }
});

interface Operation {
  readonly responses: Record<string, unknown>;
}

const OPEN = new Set(['/health', '/server/ok', '/ready']);

test('every operation but those for probes documents that the database may refuse for a while', () => {
  const inWords = operationsTagged(document, 'Evolution Go');
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      if (OPEN.has(path)) continue;
      const isInWords = inWords.has(`${method} ${path}`) || path.startsWith('/graph/');
      const text = isInWords ? 'Service Unavailable' : 'SERVICE_UNAVAILABLE';
      expect([method, path, JSON.stringify(responses[503])]).toEqual([
        method,
        path,
        expect.stringContaining(text),
      ]);
    }
  }
});

const HEADER = '"name":"idempotency-key","in":"header"';

test('every operation that sends a message or makes a group names the header Idempotency-Key', () => {
  const sending = Object.entries(document.paths).filter(([path]) =>
    /^\/(message\/(send|forward)|send\/|group\/(create|sendInvite)\/)/.test(path),
  );
  const silent = sending.filter(([, operations]) => !JSON.stringify(operations).includes(HEADER));
  expect(sending.length).toBeGreaterThan(25);
  expect(silent.map(([path]) => path)).toEqual([]);
});

test('without a key every operation of a zone answers 401 in our form, whatever else is wrong', async () => {
  const inWords = operationsTagged(document, 'Evolution Go');
  for (const [path, operations] of Object.entries<Record<string, unknown>>(document.paths)) {
    // Their credential is the token in the path, or a signature.
    if (OPEN.has(path) || /^\/(passkey-ceremony|provider|echo)\//.test(path)) continue;
    for (const method of Object.keys(operations)) {
      const url = path.replaceAll(/\{\w+\}/g, 'nobody');
      const { status, body } = await app.call(method.toUpperCase(), url, undefined, null);
      expect([method, path, status]).toEqual([method, path, 401]);
      if (path.startsWith('/graph/')) expect(body.error.code).toBe(190);
      else if (inWords.has(`${method} ${path}`))
        expect(body).toEqual({ error: expect.any(String) });
      else
        expect(body).toMatchObject({
          success: false,
          meta: { path: url, method: method.toUpperCase() },
        });
    }
  }
});

test('with an instance key every path of another instance answers 403, existing or not', async () => {
  const created = await app.call('POST', '/instance/create', { instanceName: 'mine' });
  await app.call('POST', '/instance/create', { instanceName: 'theirs' });
  for (const [path, operations] of Object.entries<Record<string, unknown>>(document.paths)) {
    if (!path.includes('{instanceName}') || /^\/(provider|echo)\//.test(path)) continue;
    for (const method of Object.keys(operations)) {
      for (const name of ['theirs', 'nobody']) {
        const body = method === 'get' || method === 'delete' ? undefined : {};
        const url = path.replace('{instanceName}', name);
        const { status } = await app.call(method.toUpperCase(), url, body, created.body.apikey);
        expect([method, url, status]).toEqual([method, url, 403]);
      }
    }
  }
});

test('every answer carries a request id, and the one it was given', async () => {
  for (const path of ['/health', '/nowhere', '/instance/fetchInstances', '/api/v1/anything']) {
    const response = await fetch(app.url + path, {
      headers: { 'x-request-id': 'mine-1', apikey: GLOBAL_KEY },
    });
    expect(response.headers.get('x-request-id')).toBe('mine-1');
  }
});
