import { describe, expect, test } from 'bun:test';
import { type CrmBench, crmBench } from '../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

describe('credentials', () => {
  test.each([
    ['api_access_token', (token: string) => token],
    ['api-access-token', (token: string) => token],
    ['authorization', (token: string) => `Bearer ${token}`],
  ])('200 a token in the header %s', async (name, value) => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith('roles.read');
    const { status } = await call('GET', '/roles', {
      token: null,
      headers: { [name]: value(token) },
    });
    expect(status).toBe(200);
  });

  test('401 no token, an empty one, an unknown one', async () => {
    const { call } = await crmBench();
    for (const token of [null, '', 'nonsense']) {
      const { status, body } = await call('GET', '/roles', { token });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  test('401 comes before an unknown path, a wrong method and a broken body', async () => {
    const { call } = await crmBench();
    const refused = [
      await call('GET', '/nothing', { token: null }),
      await call('PUT', '/roles', { token: null }),
      await call('POST', '/roles', { token: null, raw: '{' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test('401 from the moment a token expires', async () => {
    const { call, memberWith, db, clock } = await crmBench();
    const { token, userId } = await memberWith('roles.read');
    await db.query('update access_tokens set expires_at = ? where user_id = ?', [
      clock.now() + 1000,
      userId,
    ]);
    expect((await call('GET', '/roles', { token })).status).toBe(200);
    await clock.advance(1000);
    expect((await call('GET', '/roles', { token })).status).toBe(401);
  });

  test('401 at once when the user is deleted', async () => {
    const { call, memberWith, db } = await crmBench();
    const { token, userId } = await memberWith('roles.read');
    await db.query('delete from users where id = ?', [userId]);
    expect((await call('GET', '/roles', { token })).status).toBe(401);
  });

  test('the last use is stored, at most once a minute', async () => {
    const { call, memberWith, rows, clock } = await crmBench();
    const { token, userId } = await memberWith('roles.read');
    const lastUse = async () =>
      (await rows('select last_used_at from access_tokens where user_id = ?', userId))[0]?.[0];
    await call('GET', '/roles', { token });
    const first = clock.now();
    expect(await lastUse()).toBe(first);
    await clock.advance(59_000);
    await call('GET', '/roles', { token });
    expect(await lastUse()).toBe(first);
    await clock.advance(1_000);
    await call('GET', '/roles', { token });
    expect(await lastUse()).toBe(clock.now());
  });
});

/** The bootstrap user as a member of a second account. */
async function twoAccounts(): Promise<CrmBench & { other: string }> {
  const bench = await crmBench();
  const { accountId: other } = await bench.otherAccount();
  await bench.db.query(
    `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
     select ?, ?, id, 1, 1 from roles where account_id = ? limit 1`,
    [other, bench.userId, other],
  );
  return { ...bench, other };
}

describe('the acting account', () => {
  test('200 the only one need not be named', async () => {
    const { call } = await crmBench();
    expect((await call('GET', '/roles')).body.meta.pagination.total).toBe(3);
  });

  test('400 several and none named, naming account-id', async () => {
    const { call } = await twoAccounts();
    const { status, body } = await call('GET', '/roles');
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain('account-id');
  });

  test('200 named by header, by query, by both, in any case', async () => {
    const { call, other } = await twoAccounts();
    const total = async (path: string, headers = {}) =>
      (await call('GET', path, { headers })).body.meta.pagination.total;
    expect(await total('/roles', { 'account-id': other })).toBe(1);
    expect(await total(`/roles?account_id=${other}`)).toBe(1);
    expect(await total(`/roles?account_id=${other.toUpperCase()}`, { 'account-id': other })).toBe(
      1,
    );
  });

  test('400 malformed, empty, or header and query at odds', async () => {
    const { call, other, accountId } = await twoAccounts();
    const refused = [
      await call('GET', '/roles', { headers: { 'account-id': '7' } }),
      await call('GET', '/roles?account_id='),
      await call('GET', `/roles?account_id=${other}`, { headers: { 'account-id': accountId } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  test('404 an unknown account', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', '/roles', { headers: { 'account-id': UNKNOWN } });
    expect([status, body.error.message]).toEqual([404, 'account not found']);
  });

  test('403 an account the user is not a member of', async () => {
    const { call, otherAccount, accountId } = await crmBench();
    const { token } = await otherAccount();
    const { status } = await call('GET', '/roles', { token, headers: { 'account-id': accountId } });
    expect(status).toBe(403);
  });

  test('403 a token bound to another account, though its user is a member', async () => {
    const { call, db, other, userId, accountId } = await twoAccounts();
    await db.query('update access_tokens set bound_to = ? where user_id = ?', [accountId, userId]);
    expect((await call('GET', '/roles')).status).toBe(200);
    const { status, body } = await call('GET', '/roles', { headers: { 'account-id': other } });
    expect([status, body.error.message]).toEqual([403, 'This token is bound to another account']);
  });

  test('403 a suspended account, named or not', async () => {
    const { call, db, accountId } = await crmBench();
    await db.query("update accounts set status = 'suspended'", []);
    const refused = [
      await call('GET', '/roles'),
      await call('GET', '/roles', { headers: { 'account-id': accountId } }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.message])).toEqual([
      [403, 'The account is suspended'],
      [403, 'The account is suspended'],
    ]);
  });
});

describe('the order of refusals', () => {
  test('404 an unknown path, 405 a wrong method with allow', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith();
    expect((await call('GET', '/nothing', { token })).status).toBe(404);
    const wrong = await call('PUT', '/roles', { token });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('400 an unreadable body before 403 a missing permission', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith();
    expect((await call('POST', '/roles', { token, raw: '{' })).status).toBe(400);
    expect((await call('POST', '/roles', { token, body: {} })).status).toBe(403);
  });

  test('403 before 400 a malformed id, before 422 the body, before 404 the record', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith();
    const body = { name: 5 };
    expect((await call('PATCH', '/roles/nonsense', { token, body })).status).toBe(403);
    expect((await call('PATCH', '/roles/nonsense', { body })).status).toBe(400);
    expect((await call('PATCH', `/roles/${UNKNOWN}`, { body })).status).toBe(422);
    expect((await call('PATCH', `/roles/${UNKNOWN}`, { body: {} })).status).toBe(404);
  });

  test('404 before 412, 412 before 409', async () => {
    const { call } = await crmBench();
    const headers = { 'if-match': '"another"' };
    expect((await call('DELETE', `/roles/${UNKNOWN}`, { headers })).status).toBe(404);
    const { body } = await call('GET', '/roles');
    const system = `/roles/${body.data[0].id}`;
    expect((await call('DELETE', system, { headers })).status).toBe(412);
    expect((await call('DELETE', system)).status).toBe(409);
  });
});
