import { expect, test } from 'bun:test';
import { makeSuperAdminToken } from '../../../src/modules/crm/make-access-token.ts';
import { crmBench } from '../../helpers/crm.ts';

const WITHOUT_START = { isStartToSeed: false };

test('a recovered token is its super_admin’s, opens every account and makes super admins', async () => {
  const bench = await crmBench();
  await bench.call('POST', '/accounts', { body: { name: 'Second' } });
  const made = await makeSuperAdminToken(bench, WITHOUT_START);
  expect(made?.email).toBe('admin@gatehouse.invalid');
  const token = made?.token ?? '';
  const { body } = await bench.call('GET', '/accounts', { token });
  expect(body.data).toHaveLength(2);
  const person = { name: 'Ana', email: 'ana@example.com', role: 'super_admin' };
  const headers = { 'account-id': bench.accountId };
  expect((await bench.call('POST', '/users', { token, headers, body: person })).status).toBe(201);
  const log = await bench.call('GET', '/audit_logs?resource=access_tokens', { token, headers });
  expect(log.body.data).toMatchObject([{ action: 'recover', actor_user_id: bench.userId }]);
});

test('without any super_admin left, a new one is made, in every account', async () => {
  const bench = await crmBench();
  const { body: second } = await bench.call('POST', '/accounts', { body: { name: 'Second' } });
  await bench.db.query(
    `update memberships set role_id = (
      select id from roles where account_id = memberships.account_id and key = 'agent')`,
    [],
  );
  const made = await makeSuperAdminToken(bench, WITHOUT_START);
  expect(made?.email).toEndWith('@gatehouse.invalid');
  for (const accountId of [bench.accountId, second.data.id]) {
    const { body } = await bench.call('GET', '/permissions', {
      token: made?.token ?? '',
      headers: { 'account-id': accountId },
    });
    expect(body.data.role_data.key).toBe('super_admin');
  }
});

test('of several super admins, the token is that of the one in most accounts', async () => {
  const bench = await crmBench();
  const { body: second } = await bench.call('POST', '/accounts', { body: { name: 'Second' } });
  const headers = { 'account-id': bench.accountId };
  const person = { name: 'Ana', email: 'ana@example.com', role: 'super_admin' };
  await bench.call('POST', '/users', { headers, body: person });
  await bench.db.query('delete from memberships where account_id = ? and user_id = ?', [
    second.data.id,
    bench.userId,
  ]);
  expect((await makeSuperAdminToken(bench, WITHOUT_START))?.email).toBe('ana@example.com');
});

test('without an account, the account and its first user are made with the token', async () => {
  const bench = await crmBench({ bootstrapToken: null });
  const made = await makeSuperAdminToken(bench, WITHOUT_START);
  expect(made?.email).toBe('admin@gatehouse.invalid');
  const { body } = await bench.call('GET', '/permissions', { token: made?.token ?? '' });
  expect(body.data.role_data.key).toBe('super_admin');
  expect(await bench.rows('select name from accounts')).toEqual([['Default']]);
});

test('without an account nothing is made where a start has a token to give', async () => {
  const bench = await crmBench({ bootstrapToken: null });
  expect(await makeSuperAdminToken(bench, { isStartToSeed: true })).toBeNull();
  expect(await bench.rows('select count(*) from accounts')).toEqual([[0]]);
});

test('two commands at the same moment make one user, and a token for each', async () => {
  const bench = await crmBench({ bootstrapToken: null });
  const made = await Promise.all([1, 2].map(() => makeSuperAdminToken(bench, WITHOUT_START)));
  expect(await bench.rows('select count(*) from users')).toEqual([[1]]);
  for (const one of made)
    expect((await bench.call('GET', '/permissions', { token: one?.token ?? '' })).status).toBe(200);
});
