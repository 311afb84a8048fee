import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../helpers/crm.ts';

describe('the first start', () => {
  test('makes one account, its roles and a super_admin who holds the token, bound to none', async () => {
    const { rows } = await crmBench();
    expect(await rows('select name, status from accounts')).toEqual([['Default', 'active']]);
    expect(await rows('select key from roles order by id')).toEqual([
      ['super_admin'],
      ['account_owner'],
      ['agent'],
    ]);
    expect(await rows('select r.key from memberships m join roles r on r.id = m.role_id')).toEqual([
      ['super_admin'],
    ]);
    expect(await rows('select bound_to, scopes, expires_at from access_tokens')).toEqual([
      [null, null, null],
    ]);
  });

  test('stores the token only as a hash and a prefix', async () => {
    const { rows } = await crmBench();
    const [row] = await rows('select * from access_tokens');
    expect(JSON.stringify(row)).not.toContain('bootstrap-token');
    expect(JSON.stringify(row)).toContain('"bootstr"');
  });

  test('happens once: another start, even with another token, changes nothing', async () => {
    const first = await crmBench();
    const again = await crmBench({ database: first.db, bootstrapToken: 'another-token' });
    expect((await again.call('GET', '/permissions')).status).toBe(200);
    expect((await again.call('GET', '/permissions', { token: 'another-token' })).status).toBe(401);
    expect(await again.rows('select count(*) from users')).toEqual([[1]]);
    await again.crm.prepare();
    expect([first.crm.hasSeeded, again.crm.hasSeeded]).toEqual([true, false]);
  });

  test('two starts at the same moment make one user', async () => {
    const { db, crm, rows } = await crmBench({ bootstrapToken: null });
    const one = await crmBench({ database: db });
    await Promise.all([crm.prepare(), one.crm.prepare()]);
    expect(await rows('select count(*) from users')).toEqual([[1]]);
  });

  test('without a token: one warning, and 401 for everyone until there is one', async () => {
    const { call, logged, db } = await crmBench({ bootstrapToken: null });
    const warnings = logged.filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(
      /^BOOTSTRAP_ACCESS_TOKEN is not set .* run `gatehouse admin token` .* or set the variable/,
    );
    expect((await call('GET', '/permissions')).status).toBe(401);
    const later = await crmBench({ database: db });
    expect((await later.call('GET', '/permissions')).status).toBe(200);
  });

  test('without a token but with a user: no warning', async () => {
    const { db } = await crmBench();
    const { logged } = await crmBench({ database: db, bootstrapToken: null });
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
