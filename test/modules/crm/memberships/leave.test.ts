/** DELETE /memberships/me: anyone may leave an account, and no account is left without an owner. */
import { describe, expect, test } from 'bun:test';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import {
  type Permission,
  SYSTEM_ROLES,
} from '../../../../src/modules/crm/permissions/catalogue.ts';
import { crmBench } from '../../../helpers/crm.ts';

const ofOwners = SYSTEM_ROLES.find(({ key }) => key === 'account_owner')
  ?.permissions as Permission[];

/** A zone, and a way to add people to the account that `otherAccount` makes. */
async function leavingBench() {
  const bench = await crmBench();
  const { db } = bench;
  const owner = await bench.otherAccount();
  /** The person becomes a member of the owner's account, in the owner's role. */
  const joinOwner = (userId: string) =>
    db.query(
      `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
       select account_id, ?, role_id, 1, 1 from memberships where user_id = ?`,
      [userId, owner.userId],
    );
  const leave = (token: string, accountId?: string) =>
    bench.call('DELETE', '/memberships/me', {
      token,
      ...(accountId !== undefined && { headers: { 'account-id': accountId } }),
    });
  const isMember = async (userId: string, accountId: string) =>
    (
      await bench.rows(
        'select 1 from memberships where user_id = ? and account_id = ?',
        userId,
        accountId,
      )
    ).length === 1;
  return { ...bench, owner, joinOwner, leave, isMember };
}

describe('DELETE /memberships/me', () => {
  test('200 a member without any permission leaves, and is still a member elsewhere', async () => {
    const { memberWith, owner, joinOwner, leave, isMember, accountId, call } = await leavingBench();
    const { token, userId } = await memberWith();
    await joinOwner(userId);
    const { status, body } = await leave(token, accountId);
    expect([status, body.data]).toEqual([200, { account_id: accountId, user_id: userId }]);
    expect(await isMember(userId, accountId)).toBe(false);
    expect(await isMember(userId, owner.accountId)).toBe(true);
    const { total } = (await call('GET', '/users', { token })).body.meta.pagination;
    expect(total).toBe(2);
    expect((await leave(token, accountId)).status).toBe(403);
  });

  test('200 who leaves their last account is gone, and their tokens answer 401', async () => {
    const { memberWith, leave, rows } = await leavingBench();
    const { token, userId } = await memberWith('users.read');
    expect((await leave(token)).status).toBe(200);
    expect((await leave(token)).status).toBe(401);
    expect(await rows('select 1 from users where id = ?', userId)).toEqual([]);
  });

  test('200 memberships in inboxes end too, with their events; the audit log says who left', async () => {
    const { call, memberWith, leave, rows, accountId } = await leavingBench();
    await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/hook' } });
    const { token, userId } = await memberWith();
    const { body: inbox } = await call('POST', '/inboxes', { body: { name: 'Shop' } });
    const members = { inbox_id: inbox.data.id, user_ids: [userId] };
    expect((await call('POST', '/inbox_members', { body: members })).status).toBe(200);
    expect((await leave(token)).status).toBe(200);
    const audited = await rows(
      "select resource, resource_id from audit_logs where action = 'delete' and actor_user_id = ? and account_id = ?",
      userId,
      accountId,
    );
    expect(audited).toEqual([
      ['inbox_members', inbox.data.id],
      ['users', userId],
    ]);
    const types = await rows('select type from events where stream_id = ?', accountId);
    expect(types.flat().at(-1)).toBe('inbox_member.removed');
  });

  test('200 tokens bound to the account end with it, others stay', async () => {
    const { memberWith, owner, joinOwner, leave, accountId, db, call } = await leavingBench();
    const { token, userId } = await memberWith();
    await joinOwner(userId);
    const [bound, free] = ['bound-token', 'free-token'];
    const made = `insert into access_tokens
      (id, user_id, bound_to, name, token_hash, token_prefix, created_at, updated_at)
      values (?, ?, ?, 'x', ?, 'x', 1, 1)`;
    await db.query(made, [bound, userId, accountId, sha256(bound)]);
    await db.query(made, [free, userId, null, sha256(free)]);
    expect((await leave(token, accountId)).status).toBe(200);
    expect((await call('GET', '/users', { token: bound })).status).toBe(401);
    const there = { token: free, headers: { 'account-id': owner.accountId } };
    expect((await call('GET', '/users', there)).status).toBe(200);
  });

  test('409 the last owner, also beside other members and super admins', async () => {
    const { owner, leave, isMember, db, userId } = await leavingBench();
    await db.batch([
      {
        sql: `insert into roles (id, account_id, key, name, is_system, created_at, updated_at)
          values ('highest', ?, 'super_admin', 'Super Admin', 1, 1, 1)`,
        params: [owner.accountId],
      },
      {
        sql: "insert into memberships (account_id, user_id, role_id, created_at, updated_at) values (?, ?, 'highest', 1, 1)",
        params: [owner.accountId, userId],
      },
    ]);
    const { status, body } = await leave(owner.token);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(body.error.message).toContain('last owner');
    expect(await isMember(owner.userId, owner.accountId)).toBe(true);
  });

  test('409 the last one whose custom role holds all that an owner holds', async () => {
    const { memberWith, leave } = await leavingBench();
    const almost = await memberWith(...ofOwners.slice(1));
    const [one, other] = [await memberWith(...ofOwners), await memberWith(...ofOwners)];
    expect((await leave(one.token)).status).toBe(200);
    expect((await leave(other.token)).status).toBe(409);
    expect((await leave(almost.token)).status).toBe(200);
  });

  test('409 for exactly one of two last owners who leave at once, each through a process of its own', async () => {
    const { memberWith, owner, joinOwner, leave, accountId, db, clock } = await leavingBench();
    const { token, userId } = await memberWith();
    await joinOwner(userId);
    expect((await leave(token, accountId)).status).toBe(200);
    const second = await crmBench({ database: db, clock });
    const answers = await Promise.all([
      leave(owner.token),
      second.call('DELETE', '/memberships/me', { token }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('409 a super_admin, who is a member of every account', async () => {
    const { call } = await leavingBench();
    const { status, body } = await call('DELETE', '/memberships/me');
    expect([status, body.error.message]).toEqual([
      409,
      'A super_admin is a member of every account',
    ]);
  });

  test('403 a token whose scopes leave out what its user may do, 200 one whose scopes do not', async () => {
    const { memberWith, leave, db, isMember, accountId } = await leavingBench();
    const { token, userId } = await memberWith('users.read', 'roles.read');
    const scope = (...scopes: string[]) =>
      db.query('update access_tokens set scopes = ? where user_id = ?', [
        JSON.stringify(scopes),
        userId,
      ]);
    await scope('users.read', 'pipelines.read');
    const { status, body } = await leave(token);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('roles.read')]);
    expect(await isMember(userId, accountId)).toBe(true);
    await scope('users.read', 'pipelines.read', 'roles.read');
    expect((await leave(token)).status).toBe(200);
  });

  test('412 when If-Match names another version of the person', async () => {
    const { memberWith, call } = await leavingBench();
    const { token } = await memberWith();
    const headers = { 'if-match': '"another"' };
    expect((await call('DELETE', '/memberships/me', { token, headers })).status).toBe(412);
  });
});
