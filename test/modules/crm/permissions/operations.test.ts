import { describe, expect, test } from 'bun:test';
import { byAllNames, PERMISSIONS } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

/** The bootstrap user as an agent of a second account. */
async function agentElsewhere(): Promise<CrmBench & { other: string }> {
  const bench = await crmBench();
  const { accountId: other } = await bench.otherAccount();
  await bench.db.batch([
    {
      sql: `insert into roles (id, account_id, key, name, is_system, created_at, updated_at)
        values ('01900000-0000-7000-8000-0000000000aa', ?, 'agent', 'Agent', 1, 1, 1)`,
      params: [other],
    },
    {
      sql: "insert into memberships (account_id, user_id, role_id, created_at, updated_at) values (?, ?, '01900000-0000-7000-8000-0000000000aa', 1, 1)",
      params: [other, bench.userId],
    },
  ]);
  return { ...bench, other };
}

describe('GET /permissions', () => {
  test('200 the whole catalogue for the first user, sorted and unique', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', '/permissions');
    expect(status).toBe(200);
    expect(body.data.permissions).toEqual(byAllNames(PERMISSIONS));
    expect(body.data.permissions).toHaveLength(45);
    expect(body.data.permissions).toEqual([...new Set<string>(body.data.permissions)].sort());
    expect(body.data.role_data).toMatchObject({ key: 'super_admin', name: 'Super Admin' });
    expect(body.message).toBe('User permissions retrieved successfully');
    expect(body.meta.timestamp).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  });

  test('200 in an account by header and by query, only what the role there permits', async () => {
    const { call, other } = await agentElsewhere();
    const answers = [
      await call('GET', '/permissions', { headers: { 'account-id': other } }),
      await call('GET', `/permissions?account_id=${other}`),
      await call('GET', `/permissions?account%5Fid=${other}`),
      await call('GET', `/permissions?account_id=${other}`, { headers: { 'account-id': other } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([200, 'Account permissions retrieved successfully']);
      expect(body.data.role_data.key).toBe('agent');
      expect(body.data.permissions).toContain('pipeline_stages.create');
      expect(body.data.permissions).not.toContain('pipelines.create');
    }
  });

  test('200 none named: all roles together, shown as the strongest', async () => {
    const { call } = await agentElsewhere();
    const { body } = await call('GET', '/permissions');
    expect(body.data.permissions).toEqual(byAllNames(PERMISSIONS));
    expect(body.data.role_data.key).toBe('super_admin');
  });

  test('200 none named: the account of a bound token', async () => {
    const { call, db, userId, other } = await agentElsewhere();
    await db.query('update access_tokens set bound_to = ? where user_id = ?', [other, userId]);
    const { body } = await call('GET', '/permissions');
    expect([body.message, body.data.role_data.key]).toEqual([
      'Account permissions retrieved successfully',
      'agent',
    ]);
  });

  test('200 role and scopes meet: what either lacks is not there', async () => {
    const { call, db, memberWith } = await crmBench();
    const { token, userId } = await memberWith('roles.read', 'users.read');
    const scopes = '["pipelines.read","users.read"]';
    await db.query('update access_tokens set scopes = ? where user_id = ?', [scopes, userId]);
    const { body } = await call('GET', '/permissions', { token });
    expect(body.data.permissions).toEqual(['users.read']);
    expect((await call('GET', '/roles', { token })).status).toBe(403);
  });

  test('200 for a role that permits nothing: nothing is granted by itself', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith();
    const { status, body } = await call('GET', '/permissions', { token });
    expect([status, body.data.permissions]).toEqual([200, []]);
  });

  test('200 a change of the role shows at once', async () => {
    const { call, db, memberWith } = await crmBench();
    const { token, userId } = await memberWith('roles.read');
    await call('GET', '/permissions', { token });
    await db.query(
      `update roles set permissions = '["users.read"]'
       where id = (select role_id from memberships where user_id = ?)`,
      [userId],
    );
    const { body } = await call('GET', '/permissions', { token });
    expect(body.data.permissions).toEqual(['users.read']);
  });

  test.each([
    ['a malformed header', '/permissions', { 'account-id': 'nonsense' }],
    ['a malformed query', '/permissions?account_id=1', {}],
    ['an empty query', '/permissions?account_id=', {}],
    [
      'header and query at odds',
      `/permissions?account_id=${UNKNOWN}`,
      { 'account-id': UNKNOWN.replace('f', 'e') },
    ],
    [
      'two queries at odds',
      `/permissions?account_id=${UNKNOWN}&account_id=${UNKNOWN.replace('f', 'e')}`,
      {},
    ],
  ])('400 %s, with details.account_id', async (_what, path, headers) => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', path, { headers });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details.account_id).toHaveLength(1);
    expect(body.meta).toMatchObject({ path: '/api/v1/permissions', method: 'GET' });
  });

  test('401 is INVALID_TOKEN here', async () => {
    const { call } = await crmBench();
    for (const token of [null, 'nonsense']) {
      const { status, body } = await call('GET', '/permissions', { token });
      expect([status, body.error.code]).toEqual([401, 'INVALID_TOKEN']);
    }
  });

  test('403 not a member, 403 bound to another account, 403 suspended', async () => {
    const { call, db, other, userId, otherAccount, accountId } = await agentElsewhere();
    const outsider = await otherAccount();
    const headers = { 'account-id': accountId };
    const { status, body } = await call('GET', '/permissions', { token: outsider.token, headers });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);

    await db.query('update access_tokens set bound_to = ? where user_id = ?', [other, userId]);
    expect((await call('GET', '/permissions', { headers })).status).toBe(403);

    await db.query("update accounts set status = 'suspended' where id = ?", [outsider.accountId]);
    for (const path of ['/permissions', `/permissions?account_id=${outsider.accountId}`]) {
      expect((await call('GET', path, { token: outsider.token })).status).toBe(403);
    }
  });

  test('404 an unknown account', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', `/permissions?account_id=${UNKNOWN}`);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('500 is INTERNAL_ERROR here and says nothing of the cause', async () => {
    const { call, db } = await crmBench();
    await db.query('drop table access_tokens', []);
    const { status, body } = await call('GET', '/permissions');
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('access_tokens');
  });
});

describe('POST /permissions/check', () => {
  test.each([
    ['pipelines.read', true],
    ['mcp_servers.delete', true],
    ['ai_mcp_servers.delete', true],
    ['pipelines.create', false],
    ['ai_mcp_servers.create', false],
    ['conversations.read', false],
  ])('200 for %s: %p', async (permission_key, has_permission) => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith('pipelines.read', 'mcp_servers.delete');
    const body = { permission_key };
    const answer = await call('POST', '/permissions/check', { token, body });
    expect([answer.status, answer.body.data]).toEqual([200, { has_permission, permission_key }]);
    expect(answer.body.message).toBe(has_permission ? 'Permission granted' : 'Permission denied');
  });

  test('200 the answer of each account, also with one Idempotency-Key for both', async () => {
    const { call, accountId, other } = await agentElsewhere();
    const body = { permission_key: 'pipelines.create' };
    const key = { 'idempotency-key': 'same' };
    const answerIn = async (path: string, named: Record<string, string>) => {
      const { status, body: answer } = await call('POST', path, {
        body,
        headers: { ...key, ...named },
      });
      return [status, answer.data?.has_permission];
    };
    const path = '/permissions/check';
    expect(await answerIn(path, { 'account-id': accountId })).toEqual([200, true]);
    expect(await answerIn(path, { 'account-id': other })).toEqual([200, false]);
    expect(await answerIn(`${path}?account_id=${other}`, {})).toEqual([200, false]);
    expect(await answerIn(path, { 'account-id': 'x' })).toEqual([400, undefined]);
    expect(await answerIn(path, {})).toEqual([200, true]);
  });

  test('401, 403, 404, 400 and 422 in the words of GET /permissions', async () => {
    const { call, otherAccount, memberWith } = await crmBench();
    const { accountId: other } = await otherAccount();
    const { token } = await memberWith('pipelines.read');
    const codeOf = async (more: object, body: object = { permission_key: 'pipelines.read' }) => {
      const { status, body: answer } = await call('POST', '/permissions/check', { body, ...more });
      return [status, answer.error.code];
    };
    expect(await codeOf({ token: 'nonsense' })).toEqual([401, 'INVALID_TOKEN']);
    const unknown = '01900000-0000-7000-8000-00000000ffff';
    expect(await codeOf({ headers: { 'account-id': unknown } })).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf({ token, headers: { 'account-id': other } })).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf({ headers: { 'account-id': 'x' } })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await codeOf({}, { permission_key: ' ' })).toEqual([422, 'VALIDATION_ERROR']);
    expect(await codeOf({}, {})).toEqual([422, 'VALIDATION_ERROR']);
  });
});
