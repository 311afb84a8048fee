import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
const idOf = (answer: { body: { data: { id: string } } }) => answer.body.data.id;

describe('POST /accounts', () => {
  test('201 with system roles, and its maker a super_admin there as well', async () => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/accounts', {
      body: { name: ' Shop ', locale: 'pt_BR', support_email: 'help@example.com' },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Shop',
      locale: 'pt_BR',
      support_email: 'help@example.com',
      status: 'active',
    });
    const headers = { 'account-id': body.data.id };
    const roles = await call('GET', '/roles', { headers });
    expect(roles.body.data.map(({ key }: { key: string }) => key)).toEqual([
      'super_admin',
      'account_owner',
      'agent',
    ]);
    const permissions = await call('GET', '/permissions', { headers });
    expect(permissions.body.data.role_data).toEqual({
      id: roles.body.data[0].id,
      key: 'super_admin',
      name: 'Super Admin',
    });
  });

  test('201 a third without naming an account: all roles together decide', async () => {
    const { call } = await crmBench();
    for (const name of ['Second', 'Third'])
      expect((await call('POST', '/accounts', { body: { name } })).status).toBe(201);
    expect((await call('GET', '/accounts')).body.meta.pagination.total).toBe(3);
    expect((await call('GET', '/roles')).status).toBe(400);
  });

  test('201 its maker, when not a super_admin, owns it', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith('accounts.create', 'accounts.read');
    const id = idOf(await call('POST', '/accounts', { token, body: { name: 'Mine' } }));
    const { body } = await call('GET', '/permissions', { token, headers: { 'account-id': id } });
    expect(body.data.role_data.key).toBe('account_owner');
  });

  test('403 for an account_owner, who may not create accounts', async () => {
    const { call, otherAccount } = await crmBench();
    const { token } = await otherAccount();
    const { status, body } = await call('POST', '/accounts', { token, body: { name: 'X' } });
    expect(status).toBe(403);
    expect(body.error.message).toContain('accounts.create');
  });

  test.each([
    ['name is missing', {}, 'name'],
    ['locale is no language', { name: 'X', locale: 'Klingon language' }, 'locale'],
    ['support_email is malformed', { name: 'X', support_email: 'x' }, 'support_email'],
    ['status is not for new ones', { name: 'X', status: 'active' }, 'status'],
  ])('422 %s', async (_what, fields, field) => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/accounts', { body: fields });
    expect([status, Object.keys(body.error.details)]).toEqual([422, [field]]);
  });
});

describe('GET /accounts', () => {
  test('200 those of the user alone', async () => {
    const { call, otherAccount, accountId } = await crmBench();
    const owner = await otherAccount();
    const mine = await call('GET', '/accounts');
    expect(mine.body.data.map(({ id }: { id: string }) => id)).toEqual([accountId]);
    const theirs = await call('GET', '/accounts', { token: owner.token });
    expect(theirs.body.data.map(({ id }: { id: string }) => id)).toEqual([owner.accountId]);
  });

  test('200 the one that a token is bound to', async () => {
    const { call, accountId } = await crmBench();
    await call('POST', '/accounts', { body: { name: 'Second' } });
    const headers = { 'account-id': accountId };
    const bound = await call('POST', '/access_tokens', {
      headers,
      body: { name: 'bound', account_id: accountId },
    });
    const { body } = await call('GET', '/accounts', { token: bound.body.data.token });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([accountId]);
    expect(body.meta.pagination.total).toBe(1);
  });
});

describe('one account', () => {
  test('404 GET, PATCH and DELETE of an unknown one and of one the user is not in', async () => {
    const { call, otherAccount } = await crmBench();
    const { accountId } = await otherAccount();
    for (const id of [UNKNOWN, accountId]) {
      expect((await call('GET', `/accounts/${id}`)).status).toBe(404);
      expect((await call('PATCH', `/accounts/${id}`, { body: { name: 'X' } })).status).toBe(404);
      expect((await call('DELETE', `/accounts/${id}`)).status).toBe(404);
    }
  });

  test('404 what a token is not bound to, though its user is a member', async () => {
    const { call, accountId } = await crmBench();
    const second = idOf(await call('POST', '/accounts', { body: { name: 'Second' } }));
    const headers = { 'account-id': accountId };
    const { body } = await call('POST', '/access_tokens', {
      headers,
      body: { name: 'bound', account_id: accountId },
    });
    const { token } = body.data;
    expect((await call('GET', `/accounts/${second}`, { token })).status).toBe(404);
    expect((await call('GET', `/accounts/${accountId}`, { token })).status).toBe(200);
  });

  test('403 where the role there does not permit it, whatever other roles do', async () => {
    const { call, otherAccount, db, userId } = await crmBench();
    const { accountId } = await otherAccount();
    await db.query(
      `insert into roles (id, account_id, key, name, is_system, created_at, updated_at)
       values (?, ?, 'agent', 'Agent', 1, 1, 1)`,
      [UNKNOWN, accountId],
    );
    await db.query(
      'insert into memberships (account_id, user_id, role_id, created_at, updated_at) values (?, ?, ?, 1, 1)',
      [accountId, userId, UNKNOWN],
    );
    const { status } = await call('PATCH', `/accounts/${accountId}`, {
      body: { name: 'Mine now' },
    });
    expect(status).toBe(403);
  });

  test('200 PATCH, 412 with an old version, 200 with null for the address', async () => {
    const { call, accountId } = await crmBench();
    const at = `/accounts/${accountId}`;
    const first = String((await call('GET', at)).headers.get('etag'));
    const body = { name: 'New', support_email: 'a@example.com' };
    const changed = await call('PATCH', at, { body, headers: { 'if-match': first } });
    expect([changed.status, changed.body.data.name]).toEqual([200, 'New']);
    expect((await call('PATCH', at, { body, headers: { 'if-match': first } })).status).toBe(412);
    const cleared = await call('PATCH', at, { body: { support_email: null } });
    expect(cleared.body.data.support_email).toBeNull();
  });

  test('suspended: 403 for everyone in it, and a super_admin can end it', async () => {
    const { call, accountId, memberWith } = await crmBench();
    const { token } = await memberWith('accounts.update', 'roles.read');
    const at = `/accounts/${accountId}`;
    expect((await call('PATCH', at, { body: { status: 'suspended' } })).status).toBe(200);
    expect((await call('GET', '/roles', { token })).status).toBe(403);
    expect((await call('GET', '/roles')).status).toBe(403);
    expect((await call('PATCH', at, { token, body: { status: 'active' } })).status).toBe(403);
    expect((await call('PATCH', at, { body: { status: 'active' } })).status).toBe(200);
    expect((await call('GET', '/roles', { token })).status).toBe(200);
  });

  test('409 DELETE of the only one', async () => {
    const { call, accountId } = await crmBench();
    expect((await call('DELETE', `/accounts/${accountId}`)).status).toBe(409);
  });

  test('200 DELETE with everything in it; who has another account stays, tokens and all', async () => {
    const { call, accountId, memberWith, rows } = await crmBench();
    const person = await memberWith('roles.read');
    const second = idOf(await call('POST', '/accounts', { body: { name: 'Second' } }));
    const { status, body } = await call('DELETE', `/accounts/${accountId}`);
    expect([status, body.data]).toEqual([200, { id: accountId }]);
    expect((await call('GET', '/roles', { token: person.token })).status).toBe(401);
    expect((await call('GET', '/roles')).status).toBe(200);
    expect(await rows('select count(*) from users')).toEqual([[1]]);
    const totals = await rows('select list, total from list_totals where owner_id = ?', accountId);
    expect(totals).toEqual([]);
    const log = await call('GET', '/audit_logs?resource=accounts');
    expect(log.body.data[0]).toMatchObject({
      action: 'delete',
      resource_id: accountId,
      after: null,
    });
    const tokens = await rows('select account_id from access_token_accounts');
    expect(tokens).toEqual([[second]]);
  });

  test('200 DELETE: its webhooks get no more events', async () => {
    const { call, accountId, crm } = await crmBench();
    const { body } = await call('POST', '/webhooks', {
      body: { name: 'all', url: 'http://receiver.test/hook' },
    });
    const wanting = () => crm.destinations.of(accountId, 'inbox_member.added');
    expect(wanting()).toEqual([expect.stringContaining(body.data.id)]);
    await call('POST', '/accounts', { body: { name: 'Second' } });
    await call('DELETE', `/accounts/${accountId}`);
    expect(wanting()).toEqual([]);
  });
});
