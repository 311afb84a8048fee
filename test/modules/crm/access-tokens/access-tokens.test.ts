import { describe, expect, test } from 'bun:test';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import { PERMISSIONS } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
const LATER = '2026-02-01T00:00:00Z';

describe('POST /access_tokens', () => {
  test('201 for the caller: the secret is shown once, its hash is stored, and it opens the acting account', async () => {
    const { call, rows, userId, accountId } = await crmBench();
    const { status, body } = await call('POST', '/access_tokens', { body: { name: 'CI' } });
    expect(status).toBe(201);
    const { token, ...record } = body.data;
    expect(record).toMatchObject({
      name: 'CI',
      user_id: userId,
      account_id: accountId,
      scopes: null,
      expires_at: null,
      last_used_at: null,
      token_prefix: token.slice(0, 8),
    });
    const stored = await rows('select token_hash from access_tokens where id = ?', record.id);
    expect(stored).toEqual([[sha256(token)]]);
    expect((await call('GET', '/roles', { token })).status).toBe(200);
    const { body: read } = await call('GET', `/access_tokens/${record.id}`);
    expect(read.data).toMatchObject({ name: 'CI', scopes: null });
    expect(JSON.stringify(read)).not.toContain(token);
    expect(JSON.stringify(await rows('select * from audit_logs'))).not.toContain(token);
  });

  test('201 with scopes and expiry: it permits role ∩ scopes until then', async () => {
    const { call, clock, memberWith } = await crmBench();
    const { userId } = await memberWith('roles.read', 'users.read');
    const { body } = await call('POST', '/access_tokens', {
      body: {
        name: 'narrow',
        user_id: userId,
        scopes: ['users.read', 'pipelines.read', 'users.read'],
        expires_at: '2026-01-05T10:00:10Z',
      },
    });
    const { token } = body.data;
    expect(body.data.scopes).toEqual(['pipelines.read', 'users.read']);
    expect(body.data.expires_at).toBe('2026-01-05T10:00:10.000Z');
    const { body: permitted } = await call('GET', '/permissions', { token });
    expect(permitted.data.permissions).toEqual(['users.read']);
    await clock.advance(10_000);
    expect((await call('GET', '/permissions', { token })).status).toBe(401);
  });

  test('201 for another user by a member: bound to the account, never more than its maker', async () => {
    const { call, memberWith, accountId, db } = await crmBench();
    const maker = await memberWith('access_tokens.create', 'roles.read');
    const holder = await memberWith('roles.read');
    const { status, body } = await call('POST', '/access_tokens', {
      token: maker.token,
      body: { name: 'for another', user_id: holder.userId },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      account_id: accountId,
      scopes: ['access_tokens.create', 'roles.read'],
    });
    const wider = JSON.stringify(['roles.read', 'users.read']);
    await db.query(
      `update roles set permissions = ?
        where id = (select role_id from memberships where user_id = ?)`,
      [wider, holder.userId],
    );
    const { body: permitted } = await call('GET', '/permissions', { token: body.data.token });
    expect(permitted.data.permissions).toEqual(['roles.read']);
  });

  test('201 a token opens the acting account alone, unless account_id: null asks for all of them', async () => {
    const { call, accountId } = await crmBench();
    const second = (await call('POST', '/accounts', { body: { name: 'Second' } })).body.data.id;
    const opens = async (account_id?: null) => {
      const body = { name: 'x', ...(account_id === null && { account_id }) };
      const headers = { 'account-id': accountId };
      const { token } = (await call('POST', '/access_tokens', { body, headers })).body.data;
      const { body: accounts } = await call('GET', '/accounts', { token });
      return accounts.data.map(({ id }: { id: string }) => id);
    };
    expect(await opens()).toEqual([accountId]);
    expect(await opens(null)).toEqual([accountId, second]);
  });

  test('422 account_id: null by a bound token, and by a member for another user', async () => {
    const { call, memberWith } = await crmBench();
    const bound = await call('POST', '/access_tokens', { body: { name: 'bound' } });
    const member = await memberWith('access_tokens.create');
    const other = await memberWith('access_tokens.create');
    for (const [token, body] of [
      [bound.body.data.token, {}],
      [member.token, { user_id: other.userId }],
    ]) {
      const fields = { name: 'x', account_id: null, ...body };
      const refused = await call('POST', '/access_tokens', { token, body: fields });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.error.details)).toEqual(['account_id']);
    }
  });

  test('201 a bound token makes bound tokens only, a narrow one narrow ones only', async () => {
    const { call, accountId } = await crmBench();
    const make = async (token: string | undefined, body: object) =>
      (await call('POST', '/access_tokens', { ...(token && { token }), body })).body.data;
    const bound = await make(undefined, { name: 'bound', account_id: accountId });
    expect((await make(bound.token, { name: 'child' })).account_id).toBe(accountId);
    const narrow = await make(undefined, { name: 'narrow', scopes: ['access_tokens.create'] });
    const child = await make(narrow.token, { name: 'child' });
    expect(child.scopes).toEqual(['access_tokens.create']);
  });

  test.each([
    ['name is missing', {}, 'name'],
    ['user_id is malformed', { name: 'x', user_id: '1' }, 'user_id'],
    ['user_id is unknown', { name: 'x', user_id: UNKNOWN }, 'user_id'],
    ['account_id is unknown', { name: 'x', account_id: UNKNOWN }, 'account_id'],
    ['expires_at is gone by', { name: 'x', expires_at: '2026-01-05T10:00:00Z' }, 'expires_at'],
    ['expires_at has no zone', { name: 'x', expires_at: '2027-01-05T10:00:00' }, 'expires_at'],
    ['expires_at is no day', { name: 'x', expires_at: '2027-02-30T10:00:00Z' }, 'expires_at'],
    ['scopes is a text', { name: 'x', scopes: 'roles.read' }, 'scopes'],
    ['a scope is unknown', { name: 'x', scopes: ['roles.fly'] }, 'scopes.0'],
    ['a field is unknown', { name: 'x', token: 'mine' }, 'token'],
  ])('422 %s', async (_what, fields, field) => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/access_tokens', { body: fields });
    expect([status, Object.keys(body.error.details)]).toEqual([422, [field]]);
  });

  test('422 another account’s user, 422 scopes the caller lacks, 422 an account not acted in', async () => {
    const { call, memberWith, otherAccount } = await crmBench();
    const { token } = await memberWith('access_tokens.create');
    const outsider = await otherAccount();
    const refused = async (body: object) =>
      Object.keys((await call('POST', '/access_tokens', { token, body })).body.error.details);
    expect(await refused({ name: 'x', user_id: outsider.userId })).toEqual(['user_id']);
    expect(await refused({ name: 'x', scopes: ['roles.read'] })).toEqual(['scopes']);
    expect(await refused({ name: 'x', account_id: outsider.accountId })).toEqual(['account_id']);
  });

  test('403 for a user of a higher role', async () => {
    const { call, memberWith, userId } = await crmBench();
    const { token } = await memberWith('access_tokens.create');
    const body = { name: 'x', user_id: userId };
    expect((await call('POST', '/access_tokens', { token, body })).status).toBe(403);
  });
});

describe('GET /access_tokens', () => {
  test('200 the list shows prefixes and last use, and no secret', async () => {
    const { call, clock } = await crmBench();
    const { body } = await call('GET', '/access_tokens');
    expect(body.meta.pagination.total).toBe(1);
    expect(body.data[0]).toMatchObject({ name: 'Bootstrap', token_prefix: 'bootstr' });
    expect(body.data[0].last_used_at).toBe(new Date(clock.now()).toISOString());
    expect(Object.keys(body.data[0])).not.toContain('token');
  });

  test('404 GET, PATCH, DELETE and rotate of an unknown one and of another account’s', async () => {
    const { call, otherAccount, rows } = await crmBench();
    const { userId } = await otherAccount();
    const [row] = await rows('select id from access_tokens where user_id = ?', userId);
    for (const id of [UNKNOWN, String(row?.[0])]) {
      expect((await call('GET', `/access_tokens/${id}`)).status).toBe(404);
      expect((await call('PATCH', `/access_tokens/${id}`, { body: { name: 'x' } })).status).toBe(
        404,
      );
      expect((await call('POST', `/access_tokens/${id}/rotate`)).status).toBe(404);
      expect((await call('DELETE', `/access_tokens/${id}`)).status).toBe(404);
    }
  });
});

describe('changing a token', () => {
  test('200 PATCH of name, scopes and expiry; null takes the expiry away', async () => {
    const { call } = await crmBench();
    const { body: made } = await call('POST', '/access_tokens', { body: { name: 'x' } });
    const at = `/access_tokens/${made.data.id}`;
    const change = { name: 'y', scopes: ['roles.read'], expires_at: LATER };
    const { status, body } = await call('PATCH', at, { body: change });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...change, expires_at: '2026-02-01T00:00:00.000Z' });
    expect((await call('GET', '/users', { token: made.data.token })).status).toBe(403);
    const { body: endless } = await call('PATCH', at, { body: { expires_at: null } });
    expect(endless.data).toMatchObject({ name: 'y', expires_at: null });
  });

  test('412 PATCH of another version; its use in between is no other version', async () => {
    const { call } = await crmBench();
    const made = await call('POST', '/access_tokens', { body: { name: 'x' } });
    const at = `/access_tokens/${made.body.data.id}`;
    await call('GET', '/roles', { token: made.body.data.token });
    const headers = { 'if-match': String(made.headers.get('etag')) };
    expect((await call('PATCH', at, { body: { name: 'y' }, headers })).status).toBe(200);
    expect((await call('PATCH', at, { body: { name: 'z' }, headers })).status).toBe(412);
  });

  test('200 rotate: the old secret is refused at once, the new one works', async () => {
    const { call } = await crmBench();
    const { body: made } = await call('POST', '/access_tokens', { body: { name: 'x' } });
    const { status, body } = await call('POST', `/access_tokens/${made.data.id}/rotate`);
    expect(status).toBe(200);
    expect(body.data.token).not.toBe(made.data.token);
    expect((await call('GET', '/roles', { token: made.data.token })).status).toBe(401);
    expect((await call('GET', '/roles', { token: body.data.token })).status).toBe(200);
    const log = await call('GET', `/audit_logs?resource_id=${made.data.id}`);
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'rotate',
      'create',
    ]);
  });

  test('200 rotating the token in use', async () => {
    const { call, memberWith, rows } = await crmBench();
    const { token, userId } = await memberWith('access_tokens.update');
    const [row] = await rows('select id from access_tokens where user_id = ?', userId);
    const { status } = await call('POST', `/access_tokens/${row?.[0]}/rotate`, { token });
    expect(status).toBe(200);
  });

  test('403 rotating a token that permits more, of a higher role, or open elsewhere', async () => {
    const { call, memberWith, rows } = await crmBench();
    const { token } = await memberWith('access_tokens.update');
    const stronger = await memberWith('access_tokens.update', 'roles.read');
    const same = await memberWith('access_tokens.update');
    const all = await rows('select id, user_id, bound_to from access_tokens');
    for (const [id, userId] of all) {
      if (userId !== stronger.userId && userId !== same.userId) continue;
      expect((await call('POST', `/access_tokens/${id}/rotate`, { token })).status).toBe(403);
    }
    const bootstrap = all[0]?.[0];
    expect((await call('POST', `/access_tokens/${bootstrap}/rotate`, { token })).status).toBe(403);
    expect((await call('DELETE', `/access_tokens/${bootstrap}`, { token })).status).toBe(403);
  });

  test('403 a narrow token does not get hold of a wider one of the same user', async () => {
    const { call } = await crmBench();
    const narrow = await call('POST', '/access_tokens', {
      body: { name: 'narrow', scopes: ['access_tokens.update', 'access_tokens.read'] },
    });
    const { token } = narrow.body.data;
    const list = await call('GET', '/access_tokens', { token });
    const wide = list.body.data[0].id;
    expect((await call('POST', `/access_tokens/${wide}/rotate`, { token })).status).toBe(403);
    const body = { scopes: ['users.delete'] };
    expect((await call('PATCH', `/access_tokens/${wide}`, { token, body })).status).toBe(422);
  });

  test('200 DELETE: refused at once', async () => {
    const { call } = await crmBench();
    const { body: made } = await call('POST', '/access_tokens', { body: { name: 'x' } });
    const { id, token } = made.data;
    const { status, body } = await call('DELETE', `/access_tokens/${id}`);
    expect([status, body.data]).toEqual([200, { id }]);
    expect((await call('GET', '/roles', { token })).status).toBe(401);
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'once' };

  test('the first answer again, its secret and ETag too, and one token', async () => {
    const { call, rows } = await crmBench();
    const post = () => call('POST', '/access_tokens', { headers, body: { name: 'x' } });
    const [first, again] = [await post(), await post()];
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect([first, again].map((one) => one.headers.get('idempotency-replayed'))).toEqual([
      null,
      'true',
    ]);
    expect(await rows('select count(*) from access_tokens')).toEqual([[2]]);
    expect(JSON.stringify(await rows('select * from idempotency_keys'))).not.toContain(
      first.body.data.token,
    );
  });

  test('twins at once: one token', async () => {
    const { call, rows } = await crmBench();
    const post = () => call('POST', '/access_tokens', { headers, body: { name: 'x' } });
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await rows('select count(*) from access_tokens')).toEqual([[2]]);
  });

  test('409 another body; another account and another token are another request', async () => {
    const { call, accountId } = await crmBench();
    const post = (name: string, account?: string, token?: string) =>
      call('POST', '/roles', {
        headers: { ...headers, ...(account && { 'account-id': account }) },
        body: { name },
        ...(token && { token }),
      });
    expect((await post('One')).status).toBe(201);
    expect((await post('Two')).status).toBe(409);
    const second = (await call('POST', '/accounts', { body: { name: 'Second' } })).body.data.id;
    const there = await post('One', second);
    expect([there.status, there.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const { token } = (
      await call('POST', '/access_tokens', {
        headers: { 'account-id': accountId },
        body: { name: 'other' },
      })
    ).body.data;
    expect((await post('Three', accountId, token)).status).toBe(201);
  });

  test('another answer for somebody else who has rotated the token', async () => {
    const { call, memberWith, db } = await crmBench();
    const [person, owner] = [await memberWith(...PERMISSIONS), await memberWith(...PERMISSIONS)];
    const { data } = (await call('GET', '/access_tokens')).body;
    const theirs = data.find(({ user_id }: { user_id: string }) => user_id === person.userId);
    const asked = (token: string) => ({
      token,
      headers: { 'idempotency-key': 'once' },
      body: { name: 'x', scopes: [] },
    });
    const first = await call('POST', '/access_tokens', asked(person.token));
    const bound = 'update access_tokens set bound_to = ? where id = ?';
    await db.query(bound, [person.accountId, theirs.id]);
    const at = `/access_tokens/${theirs.id}/rotate`;
    const rotated = await call('POST', at, { token: owner.token });
    const second = await call('POST', '/access_tokens', asked(rotated.body.data.token));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data.token).not.toBe(first.body.data.token);
  });

  test('a failure is not stored', async () => {
    const { call } = await crmBench();
    const body = { name: 'x', user_id: UNKNOWN };
    expect((await call('POST', '/access_tokens', { headers, body })).status).toBe(422);
    expect((await call('POST', '/access_tokens', { headers, body: { name: 'x' } })).status).toBe(
      201,
    );
  });
});
