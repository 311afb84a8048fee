import { describe, expect, test } from 'bun:test';
import { PERMISSIONS } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const ANA = { name: 'Ana', email: 'ana@example.com' };
const HIGHEST = { ...ANA, role: 'super_admin' };

/** What becomes of making a super_admin, and of moving an agent into the role. */
async function attempts({ call }: CrmBench, token: string) {
  const agent = await call('POST', '/users', { body: { name: 'Bia', email: 'bia@example.com' } });
  const made = await call('POST', '/users', { token, body: HIGHEST });
  const body = { role: 'super_admin' };
  const moved = await call('PATCH', `/users/${agent.body.data.id}`, { token, body });
  return [made, moved].map((answer) => ({
    status: answer.status,
    fields: Object.keys(answer.body.error?.details ?? {}),
  }));
}
const REFUSED = { status: 422, fields: ['role'] };
const DONE = [201, 200].map((status) => ({ status, fields: [] }));

describe('only a super_admin makes super admins', () => {
  test('422 for a custom role that holds every permission', async () => {
    const bench = await crmBench();
    const { token } = await bench.memberWith(...PERMISSIONS);
    expect(await attempts(bench, token)).toEqual([REFUSED, REFUSED]);
  });

  test('422 for a super_admin’s token that is bound to one account, or narrowed by scopes', async () => {
    const bench = await crmBench();
    const narrow = ['users.create', 'users.update', 'users.read'];
    for (const body of [{ name: 'bound' }, { name: 'narrow', account_id: null, scopes: narrow }]) {
      const made = await bench.call('POST', '/access_tokens', { body });
      const answers = await attempts(bench, made.body.data.token);
      expect(answers).toEqual([REFUSED, REFUSED]);
      await bench.db.query("delete from users where email = 'bia@example.com'", []);
    }
  });

  test('201 and 200 for a super_admin’s token that opens everything', async () => {
    const bench = await crmBench();
    const made = await bench.call('POST', '/access_tokens', {
      body: { name: 'whole', account_id: null },
    });
    expect(await attempts(bench, made.body.data.token)).toEqual(DONE);
  });

  test('403 a caller who is no super_admin makes no token for one, nor rotates theirs', async () => {
    const { call, memberWith, userId, rows } = await crmBench();
    const { token } = await memberWith(...PERMISSIONS);
    const body = { name: 'x', user_id: userId, scopes: ['roles.read'] };
    expect((await call('POST', '/access_tokens', { token, body })).status).toBe(403);
    const narrow = { name: 'narrow', scopes: ['roles.read'] };
    await call('POST', '/access_tokens', { body: narrow });
    for (const [id] of await rows('select id from access_tokens where user_id = ?', userId)) {
      const path = `/access_tokens/${id}`;
      expect((await call('POST', `${path}/rotate`, { token })).status).toBe(403);
      expect((await call('PATCH', path, { token, body: { name: 'x' } })).status).toBe(403);
      expect((await call('DELETE', path, { token })).status).toBe(403);
    }
  });

  test('403 a token for all accounts of a user who may do more than the caller in one of them', async () => {
    const { call, otherAccount, userId, accountId, join } = await crmBench();
    const owner = await otherAccount();
    await join(owner.userId, accountId, 'roles.read');
    await join(userId, owner.accountId, 'roles.read');
    const { status } = await call('POST', '/access_tokens', {
      headers: { 'account-id': accountId },
      body: { name: 'x', user_id: owner.userId, account_id: null },
    });
    expect(status).toBe(403);
  });
});
