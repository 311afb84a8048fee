import { describe, expect, test } from 'bun:test';
import type { Permission } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const MANAGING: Permission[] = [
  'access_tokens.create',
  'access_tokens.delete',
  'access_tokens.update',
  'roles.delete',
  'roles.update',
  'users.delete',
  'users.update',
];

/** A manager, another user who may do one thing more, and what they have: role, token, and that they can work. */
async function strongerMember(bench: CrmBench) {
  const manager = await bench.memberWith(...MANAGING);
  const person = await bench.memberWith(...MANAGING, 'pipelines.read');
  const idIn = async (sql: string) => (await bench.rows(sql, person.userId))[0]?.[0];
  return {
    token: manager.token,
    person: { at: `/users/${person.userId}`, ...person },
    roleAt: `/roles/${await idIn('select role_id from memberships where user_id = ?')}`,
    tokenAt: `/access_tokens/${await idIn('select id from access_tokens where user_id = ?')}`,
    works: async () =>
      (await bench.call('GET', '/pipelines', { token: person.token })).status === 200,
  };
}

describe('who holds less than another', () => {
  test('403 cannot rename, empty or delete the other’s role', async () => {
    const bench = await crmBench();
    const { token, roleAt, works } = await strongerMember(bench);
    const emptied = { token, body: { permissions: [] } };
    expect((await bench.call('PATCH', roleAt, { token, body: { name: 'x' } })).status).toBe(403);
    expect((await bench.call('PATCH', roleAt, emptied)).status).toBe(403);
    expect((await bench.call('PUT', `${roleAt}/permissions`, emptied)).status).toBe(403);
    expect((await bench.call('DELETE', roleAt, { token })).status).toBe(403);
    expect(await works()).toBe(true);
  });

  test('403 cannot rename, demote or remove the other', async () => {
    const bench = await crmBench();
    const { token, person, works } = await strongerMember(bench);
    const none = { name: 'None', permissions: [] };
    const { body: weak } = await bench.call('POST', '/roles', { body: none });
    for (const body of [{ name: 'x' }, { email: 'x@example.com' }, { role: weak.data.key }])
      expect((await bench.call('PATCH', person.at, { token, body })).status).toBe(403);
    expect((await bench.call('DELETE', person.at, { token })).status).toBe(403);
    expect(await works()).toBe(true);
  });

  test('403 cannot narrow, expire, rotate or delete the other’s token, nor make one in their name', async () => {
    const bench = await crmBench();
    const { token, person, tokenAt, works } = await strongerMember(bench);
    const bound = 'update access_tokens set bound_to = ? where user_id = ?';
    for (const place of [null, bench.accountId]) {
      await bench.db.query(bound, [place, person.userId]);
      for (const body of [{ scopes: [] }, { expires_at: '2026-02-01T00:00:00Z' }, { name: 'x' }])
        expect((await bench.call('PATCH', tokenAt, { token, body })).status).toBe(403);
      expect((await bench.call('POST', `${tokenAt}/rotate`, { token })).status).toBe(403);
      expect((await bench.call('DELETE', tokenAt, { token })).status).toBe(403);
    }
    const body = { name: 'x', user_id: person.userId };
    expect((await bench.call('POST', '/access_tokens', { token, body })).status).toBe(403);
    expect(await works()).toBe(true);
  });

  test('403 with a narrow token, too, whatever its user may do', async () => {
    const bench = await crmBench();
    const { person, roleAt, works } = await strongerMember(bench);
    const narrow = { name: 'narrow', scopes: MANAGING };
    const made = await bench.call('POST', '/access_tokens', { body: narrow });
    const { token } = made.body.data;
    const [row] = await bench.rows('select min(id) from access_tokens');
    const own = `/access_tokens/${row?.[0]}`;
    for (const path of [roleAt, person.at, own])
      expect((await bench.call('DELETE', path, { token })).status).toBe(403);
    const body = { expires_at: '2026-02-01T00:00:00Z' };
    expect((await bench.call('PATCH', own, { token, body })).status).toBe(403);
    expect(await works()).toBe(true);
  });
});

test('who holds as much as another may change and remove them, and what is theirs', async () => {
  const bench = await crmBench();
  const { person, roleAt, tokenAt } = await strongerMember(bench);
  await bench.db.query('update access_tokens set bound_to = ? where user_id = ?', [
    bench.accountId,
    person.userId,
  ]);
  const { token } = await bench.memberWith(...MANAGING, 'pipelines.read');
  const body = { name: 'x' };
  for (const path of [roleAt, tokenAt, person.at])
    expect((await bench.call('PATCH', path, { token, body })).status).toBe(200);
  for (const path of [tokenAt, person.at, roleAt])
    expect((await bench.call('DELETE', path, { token })).status).toBe(200);
});

test('who has a narrow token may change what the account knows of themselves', async () => {
  const { call, userId } = await crmBench();
  const scopes = ['users.update'];
  const made = await call('POST', '/access_tokens', { body: { name: 'narrow', scopes } });
  const { token } = made.body.data;
  const body = { availability_status: 'busy' };
  expect((await call('PATCH', `/users/${userId}`, { token, body })).status).toBe(200);
});
