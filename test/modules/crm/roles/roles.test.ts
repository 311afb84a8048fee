import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';

describe('POST /roles', () => {
  test('201 a custom role, with its key made from its name', async () => {
    const { call, rows, userId } = await crmBench();
    const { status, body, headers } = await call('POST', '/roles', {
      body: { name: '  Sales Team ', permissions: ['users.read', 'pipelines.read', 'users.read'] },
    });
    expect(status).toBe(201);
    expect(body.success).toBe(true);
    expect(body.data).toMatchObject({
      key: 'sales_team',
      name: 'Sales Team',
      description: '',
      type: 'custom',
      permissions: ['pipelines.read', 'users.read'],
    });
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    const [audit] = await rows(
      'select action, resource, resource_id, actor_user_id, before, after from audit_logs',
    );
    expect(audit?.slice(0, 5)).toEqual(['create', 'roles', body.data.id, userId, null]);
    expect(JSON.parse(String(audit?.[5]))).toEqual(body.data);
  });

  test('422 name is missing', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/roles', { body: {} });
    expect(status).toBe(422);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details).toEqual({ name: ['is required'] });
  });

  test.each([
    ['blank', '   ', 'must not be blank'],
    ['null', null, 'must be a string'],
    ['a number', 5, 'must be a string'],
    ['zero-width', 'a\u200bb', 'must not contain control or zero-width characters'],
    ['a control character', 'a\u0007b', 'must not contain control or zero-width characters'],
    ['half a character', 'a\ud800b', 'must not contain control or zero-width characters'],
    ['too long', 'x'.repeat(100_000), 'must have at most 255 characters'],
  ])('422 name is %s', async (_what, name, text) => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/roles', { body: { name } });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ name: [text] });
  });

  test('201 255 characters that take two units each', async () => {
    const { call } = await crmBench();
    const name = '👍'.repeat(255);
    const { status, body } = await call('POST', '/roles', { body: { name } });
    expect([status, body.data.name]).toEqual([201, name]);
  });
});

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

describe('POST /roles, what a role may be', () => {
  test('201 a name without letters gets a key made from its id', async () => {
    const { call } = await crmBench();
    const { body } = await call('POST', '/roles', { body: { name: '販売' } });
    expect(body.data.key).toBe(`role_${body.data.id.slice(-8)}`);
  });

  test('201 a description of several lines', async () => {
    const { call } = await crmBench();
    const fields = { name: 'Sales', description: 'one\ntwo\tthree' };
    const { body } = await call('POST', '/roles', { body: fields });
    expect(body.data.description).toBe('one\ntwo\tthree');
  });

  test('409 a key that is taken, a system role’s too', async () => {
    const { call } = await crmBench();
    expect((await call('POST', '/roles', { body: { name: 'Sales team' } })).status).toBe(201);
    for (const name of ['sales TEAM', 'Super Admin', 'agent']) {
      const { status, body } = await call('POST', '/roles', { body: { name } });
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    }
  });

  test('422 an unknown permission, 422 one the caller does not hold, naming it', async () => {
    const { call, memberWith } = await crmBench();
    const unknown = await call('POST', '/roles', {
      body: { name: 'x', permissions: ['cats.read'] },
    });
    expect([unknown.status, Object.keys(unknown.body.error.details)]).toEqual([
      422,
      ['permissions.0'],
    ]);
    const { token } = await memberWith('roles.create', 'users.read');
    const body = { name: 'x', permissions: ['users.read', 'users.delete'] };
    const unheld = await call('POST', '/roles', { token, body });
    expect(unheld.status).toBe(422);
    expect(unheld.body.error.details.permissions[0]).toEndWith('do not hold: users.delete');
  });
});

test('201 permissions of MCP servers by their other name are stored by ours', async () => {
  const { call } = await crmBench();
  const permissions = ['ai_mcp_servers.read', 'mcp_servers.read', 'ai_mcp_servers.delete'];
  const body = { name: 'Tools', permissions };
  const made = await call('POST', '/roles', { body });
  expect([made.status, made.body.data.permissions]).toEqual([
    201,
    ['mcp_servers.delete', 'mcp_servers.read'],
  ]);
  const token = await call('POST', '/access_tokens', {
    body: { name: 'Tools', scopes: ['ai_mcp_servers.read'] },
  });
  expect([token.status, token.body.data.scopes]).toEqual([201, ['mcp_servers.read']]);
});

describe('GET /roles', () => {
  test('200 the three system roles, and what each permits', async () => {
    const { call } = await crmBench();
    const { body } = await call('GET', '/roles');
    const counts = body.data.map(({ key, type, permissions }: never) => [
      key,
      type,
      (permissions as string[]).length,
    ]);
    expect(counts).toEqual([
      ['super_admin', 'system', 41],
      ['account_owner', 'system', 39],
      ['agent', 'system', 13],
    ]);
  });

  test('404 another account’s, 404 an unknown one', async () => {
    const { call, otherAccount, rows } = await crmBench();
    const { accountId } = await otherAccount();
    const [row] = await rows('select id from roles where account_id = ?', accountId);
    expect((await call('GET', `/roles/${row?.[0]}`)).status).toBe(404);
    expect((await call('GET', `/roles/${UNKNOWN}`)).status).toBe(404);
  });
});

describe('changing a role', () => {
  test('200 PATCH leaves the key as it is; PUT replaces the permissions, at once for the users who hold it', async () => {
    const { call, memberWith, rows } = await crmBench();
    const { token, userId } = await memberWith('roles.read');
    const [row] = await rows('select role_id from memberships where user_id = ?', userId);
    const at = `/roles/${row?.[0]}`;
    const { body: before } = await call('GET', at);
    const patched = await call('PATCH', at, { body: { name: 'Renamed', description: 'x' } });
    expect(patched.body.data).toMatchObject({
      key: before.data.key,
      name: 'Renamed',
      permissions: ['roles.read'],
    });
    const put = await call('PUT', `${at}/permissions`, { body: { permissions: ['users.read'] } });
    expect([put.status, put.body.data.permissions]).toEqual([200, ['users.read']]);
    expect((await call('GET', '/roles', { token })).status).toBe(403);
    expect((await call('GET', '/users', { token })).status).toBe(200);
  });

  test('409 PATCH, PUT and DELETE of a system role', async () => {
    const { call } = await crmBench();
    const { body } = await call('GET', '/roles');
    const at = `/roles/${body.data[2].id}`;
    expect((await call('PATCH', at, { body: { name: 'x' } })).status).toBe(409);
    expect((await call('PUT', `${at}/permissions`, { body: { permissions: [] } })).status).toBe(
      409,
    );
    expect((await call('DELETE', at)).status).toBe(409);
  });

  test('409 DELETE of a role that a user holds, 200 when none does', async () => {
    const { call, memberWith, rows } = await crmBench();
    const { userId } = await memberWith('roles.read');
    const [row] = await rows('select role_id from memberships where user_id = ?', userId);
    const at = `/roles/${row?.[0]}`;
    const held = await call('DELETE', at);
    expect([held.status, held.body.error.code]).toEqual([409, 'CONFLICT']);
    await call('DELETE', `/users/${userId}`);
    const { status, body } = await call('DELETE', at);
    expect([status, body.data]).toEqual([200, { id: row?.[0] }]);
    expect((await call('GET', at)).status).toBe(404);
  });

  test('412 PUT and DELETE with another version', async () => {
    const { call } = await crmBench();
    const made = await call('POST', '/roles', { body: { name: 'x' } });
    const at = `/roles/${made.body.data.id}`;
    const headers = { 'if-match': '"0"' };
    const body = { permissions: [] };
    expect((await call('PUT', `${at}/permissions`, { body, headers })).status).toBe(412);
    expect((await call('DELETE', at, { headers })).status).toBe(412);
  });

  test('422 PUT without permissions, 422 with one the caller lacks', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith('roles.update');
    const at = `/roles/${UNKNOWN}/permissions`;
    const missing = await call('PUT', at, { body: {} });
    expect(missing.body.error.details).toEqual({ permissions: ['is required'] });
    const unheld = await call('PUT', at, { token, body: { permissions: ['users.read'] } });
    expect(unheld.status).toBe(422);
  });
});

test.each(['body', 'toString', 'constructor', 'hasOwnProperty', 'a.b'])(
  '422 the unknown field %s, by its name',
  async (field) => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/roles', { body: { name: 'x', [field]: {} } });
    expect(status).toBe(422);
    expect(Object.entries(body.error.details)).toEqual([[field, ['is not a known field']]]);
  },
);
