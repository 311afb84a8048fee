/** A customer's page reaches its own operations and nothing else: every operation that there is says so. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { PORTAL_SCOPES } from '../../../../src/core/instances/scopes.ts';
import { type CustomerPage, openCustomerPage } from '../../../helpers/portal.ts';
import { sharedApp } from '../../../helpers/shared.ts';

/** What each scope opens. A new operation is added here on purpose. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  'endpoints:read': [
    'get /webhook/endpoints/{instanceName}',
    'get /webhook/endpoints/{instanceName}/{endpointId}',
  ],
  'endpoints:write': [
    'post /webhook/endpoints/{instanceName}',
    'patch /webhook/endpoints/{instanceName}/{endpointId}',
    'delete /webhook/endpoints/{instanceName}/{endpointId}',
    'post /webhook/secret/rotate/{instanceName}',
  ],
  'endpoints:test': ['post /webhook/test/{instanceName}'],
  'deliveries:read': [
    'get /instance/figures/{instanceName}',
    'get /delivery/search',
    'get /delivery/count',
    'get /delivery/{deliveryId}',
    'get /delivery/request/{deliveryId}',
  ],
  'deliveries:redeliver': ['post /delivery/redeliver/{instanceName}'],
  // It gives events of the past away.
  recovery: [
    'post /webhook/endpoints/{instanceName}/filter/test',
    'post /webhook/endpoints/{instanceName}/transform/test',
    'post /webhook/endpoints/{instanceName}/{endpointId}/recover',
    'get /webhook/endpoints/{instanceName}/{endpointId}/recoveries',
    'get /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}',
    ...['pause', 'resume', 'cancel'].map(
      (verb) =>
        `post /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/${verb}`,
    ),
  ],
};

/** What no document lists, or what is no operation. */
const UNLISTED = [
  'get /ws',
  'post /call/offer/{instanceName}',
  'post /business/getCatalog/{instanceName}',
  'get /api/v1/pipelines',
  'get /api/v1/anything',
];

/** Anybody may ask these, with or without a credential. */
const PUBLIC = [/^get \/(health|ready|server\/ok)$/, / \/passkey-ceremony\//];

describe.each([{ MCP_ENABLED: 'true' }, { EVOLUTION_MODE: 'true' }])('with %p', (env) => {
  let operations: readonly string[];
  let page: CustomerPage;
  let modest: CustomerPage;
  const app = sharedApp({ env, instances: ['shop', 'other'] });
  beforeAll(async () => {
    const { body: document } = await app.call('GET', '/swagger/json', undefined, null);
    operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method} ${path}`),
    );
    [page, modest] = await Promise.all([
      openCustomerPage(app, 'shop'),
      openCustomerPage(app, 'shop', { scopes: ['endpoints:read'] }),
    ]);
  });

  /** Answers an operation on an instance, asked by a customer's page. */
  async function ask(operation: string, { credential }: CustomerPage, name = 'shop') {
    const [method = '', path = ''] = operation.split(' ');
    const url = path.replace('{instanceName}', name).replaceAll(/\{\w+\}/g, 'none');
    const body = /^(post|put|patch)$/.test(method) ? {} : undefined;
    const headers = {
      ...(path.startsWith('/api/v1') && { api_access_token: credential }),
      ...(path.startsWith('/graph/') && { authorization: `Bearer ${credential}` }),
    };
    return app.call(method.toUpperCase(), url, body, credential, headers);
  }

  const listed = Object.values(OPEN).flat();

  test('every operation that is not for such pages refuses them, and there are hundreds of these', async () => {
    const elsewhere = 'MCP_ENABLED' in env ? 'post /mcp' : 'get /socket.io/';
    const others = [...operations, ...UNLISTED, elsewhere].filter(
      (operation) => !listed.includes(operation) && !PUBLIC.some((one) => one.test(operation)),
    );
    expect(others.length).toBeGreaterThan(250);
    const answered = [];
    for (const operation of others) {
      const { status } = await ask(operation, page);
      // The CRM, the Graph API, providers and the echo receiver know no such credential.
      const isElsewhere = / \/(api\/v1|graph|provider|echo)\//.test(operation);
      const isRefused = status === 403 || (isElsewhere && status === 401);
      if (!isRefused) answered.push(`${operation} ${status}`);
    }
    expect(answered).toEqual([]);
  });

  test('each scope opens its operations and no others', async () => {
    expect(Object.keys(OPEN)).toEqual([...PORTAL_SCOPES]);
    for (const [scope, opened] of Object.entries(OPEN)) {
      for (const operation of opened) {
        const { status } = await ask(operation, page);
        expect([operation, status]).not.toEqual([operation, 403]);
        const { status: refused, body } = await ask(operation, modest);
        if (scope === 'endpoints:read') expect([operation, refused]).not.toEqual([operation, 403]);
        else
          expect([operation, refused, JSON.stringify(body)]).toEqual([
            operation,
            403,
            expect.stringContaining(`this customer's page lacks ${scope}`),
          ]);
      }
    }
  });

  test('another instance is refused like one that does not exist', async () => {
    for (const operation of listed.filter((one) => one.includes('{instanceName}')))
      for (const name of ['other', 'nobody'])
        expect([operation, (await ask(operation, page, name)).status]).toEqual([operation, 403]);
    const search = await app.call(
      'GET',
      '/delivery/search?instance=other',
      undefined,
      page.credential,
    );
    expect(search.status).toBe(403);
  });
});
