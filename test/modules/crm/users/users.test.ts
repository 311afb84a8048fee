import { describe, expect, test } from 'bun:test';
import { PERMISSIONS } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
const ANA = { name: 'Ana', email: 'ana@example.com' };

describe('POST /users', () => {
  test('201 an agent of the acting account', async () => {
    const { call, rows, accountId } = await crmBench();
    const { status, body, headers } = await call('POST', '/users', {
      body: { ...ANA, display_name: ' Annie ' },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Ana',
      display_name: 'Annie',
      available_name: 'Annie',
      email: 'ana@example.com',
      role: 'agent',
      confirmed: false,
      availability_status: 'offline',
      auto_offline: false,
      avatar_url: null,
    });
    expect(headers.get('etag')).not.toBeNull();
    const sql = 'select account_id from memberships where user_id = ?';
    expect(await rows(sql, body.data.id)).toEqual([[accountId]]);
  });

  test('201 a new person with an address of another account, who shares nothing with the other', async () => {
    const { call, db, otherAccount, rows } = await crmBench();
    const { userId } = await otherAccount();
    await db.query("update users set email = 'Ana@Example.com' where id = ?", [userId]);
    const body = { ...ANA, new_person: true };
    const made = await call('POST', '/users', { body });
    expect([made.status, made.body.data.name]).toEqual([201, 'Ana']);
    expect(made.body.data.id).not.toBe(userId);
    expect(await rows('select 1 from memberships where user_id = ?', userId)).toHaveLength(1);
    expect((await call('POST', '/users', { body })).status).toBe(409);
    const at = `/users/${made.body.data.id}`;
    expect((await call('PATCH', at, { body: { new_person: true } })).status).toBe(422);
  });

  test('201 a super_admin is a member of every account, a later one too', async () => {
    const { call, otherAccount, rows, db } = await crmBench();
    const { accountId } = await otherAccount();
    await db.query(
      `insert into roles (id, account_id, key, name, is_system, created_at, updated_at)
       values (?, ?, 'super_admin', 'Super Admin', 1, 1, 1)`,
      [UNKNOWN, accountId],
    );
    const { status, body } = await call('POST', '/users', {
      body: { ...ANA, role: 'super_admin' },
    });
    expect(status).toBe(201);
    const memberships = 'select 1 from memberships where user_id = ?';
    expect(await rows(memberships, body.data.id)).toHaveLength(2);
    expect((await call('POST', '/accounts', { body: { name: 'Third' } })).status).toBe(201);
    expect(await rows(memberships, body.data.id)).toHaveLength(3);
  });

  test.each([
    ['name is missing', { email: 'a@example.com' }, 'name'],
    ['email is missing', { name: 'Ana' }, 'email'],
    ['email is malformed', { ...ANA, email: 'ana@' }, 'email'],
    ['email is too long', { ...ANA, email: `${'a'.repeat(300)}@example.com` }, 'email'],
    ['role is unknown', { ...ANA, role: 'king' }, 'role'],
    ['role is null', { ...ANA, role: null }, 'role'],
    ['display_name is too long', { ...ANA, display_name: 'x'.repeat(256) }, 'display_name'],
    ['a field is unknown', { ...ANA, password: 'x' }, 'password'],
  ])('422 %s', async (_what, fields, field) => {
    const { call } = await crmBench();
    const { status, body } = await call('POST', '/users', { body: fields });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(Object.keys(body.error.details)).toEqual([field]);
  });

  test('422 a role that holds what the caller does not', async () => {
    const { call, memberWith } = await crmBench();
    const { token } = await memberWith('users.create');
    const { status, body } = await call('POST', '/users', {
      token,
      body: { ...ANA, role: 'account_owner' },
    });
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['role']]);
  });

  test('409 a member already, whatever the case of the address', async () => {
    const { call } = await crmBench();
    await call('POST', '/users', { body: ANA });
    const again = { ...ANA, email: 'ANA@example.com' };
    const { status, body } = await call('POST', '/users', { body: again });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('409 for all but one of twenty at once', async () => {
    const { call } = await crmBench();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/users', { body: ANA })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe('GET /users', () => {
  test('200 pages of the acting account alone, with totals', async () => {
    const { call, otherAccount } = await crmBench();
    await otherAccount();
    for (const n of [1, 2, 3])
      await call('POST', '/users', { body: { name: `User ${n}`, email: `u${n}@example.com` } });
    const { status, body } = await call('GET', '/users?page=2&pageSize=3');
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['User 3']);
    expect(body.meta.pagination).toEqual({
      page: 2,
      page_size: 3,
      total: 4,
      total_pages: 2,
      has_next_page: false,
      has_previous_page: true,
    });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=',
    'page=1.5',
    'pageSize=0',
    'pageSize=101',
    'pageSize=5x',
  ])('400 %s', async (query) => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', `/users?${query}`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('one user', () => {
  test('200 GET with an ETag', async () => {
    const { call, userId } = await crmBench();
    const { status, body, headers } = await call('GET', `/users/${userId.toUpperCase()}`);
    expect([status, body.data.role]).toEqual([200, 'super_admin']);
    expect(headers.get('etag')).toMatch(/^"\w+"$/);
  });

  test('404 GET, PATCH and DELETE of an unknown one and of another account’s', async () => {
    const { call, otherAccount } = await crmBench();
    const { userId } = await otherAccount();
    for (const id of [UNKNOWN, userId]) {
      expect((await call('GET', `/users/${id}`)).status).toBe(404);
      expect((await call('PATCH', `/users/${id}`, { body: { name: 'X' } })).status).toBe(404);
      expect((await call('DELETE', `/users/${id}`)).status).toBe(404);
    }
  });

  test('200 PATCH of every field, and only of those given', async () => {
    const { call } = await crmBench();
    const { body: made } = await call('POST', '/users', { body: ANA });
    const change = {
      name: 'Ana Maria',
      display_name: 'AM',
      email: 'am@example.com',
      role: 'account_owner',
      availability_status: 'busy',
      auto_offline: true,
      avatar_url: 'https://example.com/a.png',
    };
    const { status, body } = await call('PATCH', `/users/${made.data.id}`, { body: change });
    expect(status).toBe(200);
    expect(body.data).toMatchObject(change);
    const { body: second } = await call('PATCH', `/users/${made.data.id}`, {
      body: { avatar_url: null },
    });
    expect(second.data).toMatchObject({ ...change, avatar_url: null });
    const { body: read } = await call('GET', `/users/${made.data.id}`);
    expect(read.data).toEqual(second.data);
  });

  test.each([
    ['availability_status', 'away'],
    ['auto_offline', 'yes'],
    ['avatar_url', 'javascript:alert(1)'],
    ['email', null],
    ['role', 'nobody'],
  ])('422 PATCH %s is %p', async (field, value) => {
    const { call, userId } = await crmBench();
    const { status, body } = await call('PATCH', `/users/${userId}`, { body: { [field]: value } });
    expect([status, Object.keys(body.error.details)]).toEqual([422, [field]]);
  });

  test('409 PATCH to the address of another, 409 the own role', async () => {
    const { call, userId } = await crmBench();
    await call('POST', '/users', { body: ANA });
    expect((await call('PATCH', `/users/${userId}`, { body: { email: ANA.email } })).status).toBe(
      409,
    );
    expect((await call('PATCH', `/users/${userId}`, { body: { role: 'agent' } })).status).toBe(409);
  });

  test('200 PATCH to an address of another account, 409 to one of a member of any of their accounts', async () => {
    const { call, otherAccount, join, rows } = await crmBench();
    const stranger = await otherAccount();
    const shop = await otherAccount();
    const { body: made } = await call('POST', '/users', { body: ANA });
    await join(made.data.id, shop.accountId, 'users.read');
    const addressOf = async (id: string) =>
      String((await rows('select email from users where id = ?', id))[0]?.[0]);
    const change = async (email: string) =>
      (await call('PATCH', `/users/${made.data.id}`, { body: { email } })).status;
    expect(await change(await addressOf(stranger.userId))).toBe(200);
    expect(await change((await addressOf(shop.userId)).toUpperCase())).toBe(409);
    expect(await change('ANA@example.com')).toBe(200);
  });

  test('403 PATCH and DELETE of a higher role', async () => {
    const { call, memberWith, userId } = await crmBench();
    const { token } = await memberWith('users.update', 'users.delete');
    const patch = await call('PATCH', `/users/${userId}`, { token, body: { name: 'X' } });
    expect([patch.status, patch.body.error.message]).toEqual([
      403,
      'The role super_admin permits more than your token does',
    ]);
    expect((await call('DELETE', `/users/${userId}`, { token })).status).toBe(403);
  });

  test('403 PATCH of who is a member elsewhere too, but their role here may change', async () => {
    const { call, otherAccount, db, accountId } = await crmBench();
    const owner = await otherAccount();
    const { body: made } = await call('POST', '/users', { body: ANA });
    await db.query(
      `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
       select ?, ?, role_id, 1, 1 from memberships where account_id = ?`,
      [owner.accountId, made.data.id, owner.accountId],
    );
    const headers = { 'account-id': owner.accountId };
    const at = `/users/${made.data.id}`;
    const patch = { token: owner.token, headers, body: { name: 'Taken over' } };
    expect((await call('PATCH', at, patch)).status).toBe(403);
    expect(
      (await call('PATCH', at, { headers: { 'account-id': accountId }, body: { name: 'X' } }))
        .status,
    ).toBe(200);
  });

  test('200 DELETE: gone with the last account, tokens 401 at once, roles free again', async () => {
    const { call, memberWith, rows } = await crmBench();
    const { token, userId } = await memberWith('users.read');
    expect((await call('GET', '/users', { token })).status).toBe(200);
    const { status, body } = await call('DELETE', `/users/${userId}`);
    expect([status, body.data]).toEqual([200, { id: userId }]);
    expect((await call('GET', '/users', { token })).status).toBe(401);
    expect(await rows('select 1 from users where id = ?', userId)).toEqual([]);
    expect((await call('DELETE', `/users/${userId}`)).status).toBe(404);
  });

  test('200 DELETE of who is a member elsewhere leaves them and their free tokens there', async () => {
    const { call, otherAccount, rows, join, userId, accountId } = await crmBench();
    const owner = await otherAccount();
    await join(userId, owner.accountId, ...PERMISSIONS);
    const headers = { 'account-id': accountId };
    const { body: made } = await call('POST', '/users', { headers, body: ANA });
    const { id } = made.data;
    await join(id, owner.accountId, 'users.read');
    const tokenFor = async (account_id: string | null) => {
      const body = { name: 'x', user_id: id, account_id };
      return (await call('POST', '/access_tokens', { headers, body })).body.data;
    };
    const [free, bound] = [await tokenFor(null), await tokenFor(accountId)];
    expect((await call('DELETE', `/users/${id}`, { headers })).status).toBe(200);
    expect((await call('GET', '/users', { token: free.token })).status).toBe(200);
    expect((await call('GET', '/users', { token: bound.token })).status).toBe(401);
    const opened = 'select account_id from access_token_accounts where token_id = ?';
    expect(await rows(opened, free.id)).toEqual([[owner.accountId]]);
  });

  test('409 DELETE of oneself', async () => {
    const { call, userId } = await crmBench();
    expect((await call('DELETE', `/users/${userId}`)).status).toBe(409);
  });

  test('412 PATCH and DELETE when If-Match names another version; * and the right one pass', async () => {
    const { call } = await crmBench();
    const made = await call('POST', '/users', { body: ANA });
    const at = `/users/${made.body.data.id}`;
    const first = String(made.headers.get('etag'));
    const patch = (tag: string) =>
      call('PATCH', at, { body: { name: 'New' }, headers: { 'if-match': tag } });
    const changed = await patch(first);
    expect(changed.status).toBe(200);
    const late = await patch(first);
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(late.headers.get('etag')).toBe(changed.headers.get('etag'));
    expect((await patch('*')).status).toBe(200);
    expect((await patch(`W/${(await call('GET', at)).headers.get('etag')}`)).status).toBe(200);
    expect((await patch(`W/${first}`)).status).toBe(412);
    expect((await call('DELETE', at, { headers: { 'if-match': first } })).status).toBe(412);
    const now = String((await call('GET', at)).headers.get('etag'));
    expect((await call('DELETE', at, { headers: { 'if-match': `"x", ${now}` } })).status).toBe(200);
  });

  test('fifty changes at once all happen, each from what the one before left', async () => {
    const { call, userId, rows } = await crmBench();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call('PATCH', `/users/${userId}`, { body: { name: `N${n}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(50);
    const chain = await rows(
      "select before, after from audit_logs where action = 'update' order by id",
    );
    expect(chain).toHaveLength(50);
    for (const [index, [before]] of chain.entries())
      if (index > 0) expect(before).toBe(chain[index - 1]?.[1] as string);
  });

  test('200 DELETE also ends memberships in inboxes, each with its audit row and event', async () => {
    const { call, rows, accountId } = await crmBench();
    await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/hook' } });
    const { body: ana } = await call('POST', '/users', { body: ANA });
    for (const name of ['One', 'Two']) {
      const { body: inbox } = await call('POST', '/inboxes', { body: { name } });
      const members = { inbox_id: inbox.data.id, user_ids: [ana.data.id] };
      expect((await call('POST', '/inbox_members', { body: members })).status).toBe(200);
    }
    expect((await call('DELETE', `/users/${ana.data.id}`)).status).toBe(200);
    const removed =
      "select 1 from audit_logs where resource = 'inbox_members' and action = 'delete'";
    expect(await rows(removed)).toHaveLength(2);
    const types = await rows(
      'select type from events where stream_id = ? order by sequence',
      accountId,
    );
    expect(types.flat().slice(-2)).toEqual(['inbox_member.removed', 'inbox_member.removed']);
  });
});
