import { describe, expect, test } from 'bun:test';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
const WHOLE = {
  name: 'Search',
  description: 'Looks\nthings up',
  config_type: 'studio',
  config_json: { command: 'npx', args: ['-y', 'search'] },
  environments: {},
  tools: [{ id: 'find', tags: ['a'] }],
  type: 'official',
};

const create = async ({ call }: CrmBench, fields: object = {}) => {
  const body = { name: 'Search', config_type: 'sse', ...fields };
  const { status, body: answer, headers } = await call('POST', '/mcp-servers', { body });
  expect(status).toBe(201);
  return { id: String(answer.data.id), data: answer.data, etag: String(headers.get('etag')) };
};

describe('POST /mcp-servers', () => {
  test('201 everything else gets its default', async () => {
    const bench = await crmBench();
    const { data, etag } = await create(bench);
    expect(data).toEqual({
      id: expect.any(String),
      name: 'Search',
      description: '',
      config_type: 'sse',
      config_json: {},
      environments: {},
      tools: [],
      type: 'community',
      created_at: '2026-01-05T10:00:00.000Z',
      updated_at: '2026-01-05T10:00:00.000Z',
    });
    expect(etag).toMatch(/^"[^"]+"$/);
    const [audit] = await bench.rows('select action, resource, before, after from audit_logs');
    expect(audit?.slice(0, 3)).toEqual(['create', 'mcp_servers', null]);
    expect(JSON.parse(String(audit?.[3]))).toEqual(data);
  });

  test('201 every field as it was given', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/mcp-servers', { body: WHOLE });
    expect([status, body.data]).toEqual([201, expect.objectContaining(WHOLE)]);
  });

  test('409 the name is taken, 201 in another account and in other letters', async () => {
    const bench = await crmBench();
    await create(bench);
    const body = { name: ' Search ', config_type: 'sse' };
    const second = await bench.call('POST', '/mcp-servers', { body });
    expect([second.status, second.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await bench.rows('select count(*) from audit_logs')).toEqual([[1]]);
    const { token } = await bench.otherAccount();
    expect((await bench.call('POST', '/mcp-servers', { token, body })).status).toBe(201);
    await create(bench, { name: 'search' });
  });

  test.each<[string, object, string, string]>([
    ['name is missing', { name: undefined }, 'name', 'is required'],
    ['name is blank', { name: ' ' }, 'name', 'must not be blank'],
    ['name is too long', { name: 'x'.repeat(256) }, 'name', 'must have at most 255 characters'],
    ['config_type is missing', { config_type: undefined }, 'config_type', 'is required'],
    [
      'config_type is unknown',
      { config_type: 'stdio' },
      'config_type',
      'must be one of: studio, sse',
    ],
    ['type is unknown', { type: 'own' }, 'type', 'must be one of: official, community'],
    ['config_json is null', { config_json: null }, 'config_json', 'must be an object'],
    ['config_json is a list', { config_json: [] }, 'config_json', 'must be an object'],
    [
      'config_json is too deep',
      { config_json: nested(17) },
      'config_json',
      'must have at most 16 levels',
    ],
    [
      'config_json is too large',
      { config_json: { a: 'x'.repeat(65_536) } },
      'config_json',
      'must have at most 65536 bytes as JSON',
    ],
    [
      'env is no object',
      { config_json: { env: 'x' } },
      'config_json.env',
      'must be an object of strings',
    ],
    [
      'a header is no text',
      { config_json: { headers: { A: 5 } } },
      'config_json.headers.A',
      'must be a string',
    ],
    [
      'an environment is no text',
      { environments: { A: {} } },
      'environments.A',
      'must be a string',
    ],
    [
      'an environment has no usable name',
      { environments: { 'A\n': 'x' } },
      'environments',
      'must have names of 1 to 255 visible ASCII characters',
    ],
    [
      'a mask stands for nothing',
      { environments: { A: '********' } },
      'environments.A',
      'must have a value: ******** keeps a stored value, and none is stored under this name',
    ],
    ['tools is no list', { tools: {} }, 'tools', 'must be an array'],
    ['a tool is a text', { tools: ['find'] }, 'tools.0', 'must be an object'],
    ['a field is unknown', { url: 'x' }, 'url', 'is not a known field'],
  ])('422 %s', async (_what, fields, field, text) => {
    const { call, rows } = await crmBench();
    const { status, body } = await call('POST', '/mcp-servers', {
      body: { name: 'Search', config_type: 'sse', ...fields },
    });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual({ [field]: [text] });
    expect(await rows('select count(*) from mcp_servers')).toEqual([[0]]);
  });

  test('201 once for one Idempotency-Key', async () => {
    const { call, rows } = await crmBench();
    const again = { body: WHOLE, headers: { 'idempotency-key': 'k1' } };
    const first = await call('POST', '/mcp-servers', again);
    const second = await call('POST', '/mcp-servers', again);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await rows('select count(*) from mcp_servers')).toEqual([[1]]);
  });
});

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

describe('reading', () => {
  test('200 GET /mcp-servers in pages, of this account alone', async () => {
    const bench = await crmBench();
    for (const name of ['a', 'b', 'c']) await create(bench, { name });
    const { token } = await bench.otherAccount();
    const page = await bench.call('GET', '/mcp-servers?page=2&pageSize=2');
    expect([page.status, page.body.data.map(({ name }: { name: string }) => name)]).toEqual([
      200,
      ['c'],
    ]);
    expect(page.body.meta.pagination).toMatchObject({ page: 2, total: 3, total_pages: 2 });
    expect((await bench.call('GET', '/mcp-servers', { token })).body.data).toEqual([]);
    expect((await bench.call('GET', '/mcp-servers?pageSize=101')).status).toBe(400);
  });

  test('200 GET one with its ETag, 404 unknown or another account’s, 400 malformed', async () => {
    const bench = await crmBench();
    const { id, data, etag } = await create(bench);
    const one = await bench.call('GET', `/mcp-servers/${id.toUpperCase()}`);
    expect([one.status, one.body.data, one.headers.get('etag')]).toEqual([200, data, etag]);
    const { token } = await bench.otherAccount();
    expect((await bench.call('GET', `/mcp-servers/${id}`, { token })).status).toBe(404);
    const unknown = await bench.call('GET', `/mcp-servers/${UNKNOWN}`);
    expect([unknown.status, unknown.body.error.message]).toEqual([404, 'MCP server not found']);
    const malformed = await bench.call('GET', '/mcp-servers/42');
    expect([malformed.status, malformed.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('PATCH and PUT /mcp-servers/{id}', () => {
  test('200 PATCH changes what is given and nothing else', async () => {
    const bench = await crmBench();
    const { id, data } = await create(bench, WHOLE);
    const { status, body } = await bench.call('PATCH', `/mcp-servers/${id}`, {
      body: { description: '', tools: [] },
    });
    expect([status, body.data]).toEqual([
      200,
      { ...data, description: '', tools: [], updated_at: '2026-01-05T10:00:00.001Z' },
    ]);
  });

  test('200 PUT gives what is absent its default, 422 without a name', async () => {
    const bench = await crmBench();
    const { id } = await create(bench, WHOLE);
    const body = { name: 'Plain', config_type: 'sse' };
    const put = await bench.call('PUT', `/mcp-servers/${id}`, { body });
    expect([put.status, put.body.data]).toEqual([
      200,
      expect.objectContaining({
        ...body,
        description: '',
        config_json: {},
        tools: [],
        type: 'community',
      }),
    ]);
    const without = await bench.call('PUT', `/mcp-servers/${id}`, { body: { config_type: 'sse' } });
    expect([without.status, without.body.error.details]).toEqual([422, { name: ['is required'] }]);
  });

  test.each(['PATCH', 'PUT'])('409 %s to a name that is taken', async (method) => {
    const bench = await crmBench();
    await create(bench, { name: 'a' });
    const { id } = await create(bench, { name: 'b' });
    const body = { name: 'a', config_type: 'sse' };
    expect((await bench.call(method, `/mcp-servers/${id}`, { body })).status).toBe(409);
  });

  test.each(['PATCH', 'PUT', 'DELETE'])(
    '412 %s with another version, and done with the right one',
    async (method) => {
      const bench = await crmBench();
      const { id, etag } = await create(bench);
      const body = method === 'DELETE' ? {} : { body: { name: 'b', config_type: 'sse' } };
      const at = `/mcp-servers/${id}`;
      const stale = await bench.call(method, at, { ...body, headers: { 'if-match': '"old"' } });
      expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
      const right = await bench.call(method, at, { ...body, headers: { 'if-match': etag } });
      expect(right.status).toBe(method === 'DELETE' ? 204 : 200);
    },
  );

  test.each(['PATCH', 'PUT', 'DELETE'])('404 %s of another account’s', async (method) => {
    const bench = await crmBench();
    const { id } = await create(bench);
    const { token } = await bench.otherAccount();
    const body = method === 'DELETE' ? {} : { body: { name: 'b', config_type: 'sse' } };
    expect((await bench.call(method, `/mcp-servers/${id}`, { token, ...body })).status).toBe(404);
    expect(await bench.rows('select name from mcp_servers')).toEqual([['Search']]);
  });
});

describe('DELETE /mcp-servers/{id}', () => {
  test('204 without a body, then 404', async () => {
    const bench = await crmBench();
    const { id, data } = await create(bench);
    const gone = await bench.call('DELETE', `/mcp-servers/${id}`);
    expect([gone.status, gone.body, gone.headers.get('content-type')]).toEqual([204, null, null]);
    const second = await bench.call('DELETE', `/mcp-servers/${id}`);
    expect([second.status, second.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const [audit] = await bench.rows(
      "select before, after from audit_logs where action = 'delete'",
    );
    expect([JSON.parse(String(audit?.[0])), audit?.[1]]).toEqual([data, null]);
  });

  test('400 an id of invalid format', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('DELETE', '/mcp-servers/not-a-uuid');
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('204 and mcp_server.deleted with what it was, when a webhook wants it', async () => {
    const bench = await crmBench();
    const { id, data } = await create(bench, { environments: { KEY: 'topsecret' } });
    await bench.call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
    expect((await bench.call('DELETE', `/mcp-servers/${id}`)).status).toBe(204);
    const [event] = await bench.events();
    expect(event).toMatchObject({ event: 'mcp_server.deleted', accountId: bench.accountId });
    expect(event.data).toEqual({ previous: data, current: null });
  });
});
