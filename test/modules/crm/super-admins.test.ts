import { describe, expect, test } from 'bun:test';
import { PERMISSIONS } from '../../../src/modules/crm/permissions/catalogue.ts';
import { type Answer, type CrmBench, crmBench } from '../../helpers/crm.ts';

const outcome = ({ status, body }: Answer) => [status, body.error?.code];
const REFUSED = [409, 'CONFLICT'];
const DONE = [200, undefined];

/** The bench, where its first token is, and how to make more for the same super_admin. */
async function benchWithTokens() {
  const bench = await crmBench();
  const [row] = await bench.rows('select id from access_tokens');
  const make = async (body: object = {}) => {
    const made = await bench.call('POST', '/access_tokens', { body: { name: 'x', ...body } });
    return `/access_tokens/${made.body.data.id}`;
  };
  const patch = async (path: string, body: object) =>
    outcome(await bench.call('PATCH', path, { body }));
  const remove = async (path: string) => outcome(await bench.call('DELETE', path));
  return { ...bench, first: `/access_tokens/${row?.[0]}`, make, patch, remove };
}

/** A second super_admin, with a token for all accounts. */
async function secondSuperAdmin({ call }: CrmBench) {
  const person = { name: 'Bia', email: 'bia@example.com', role: 'super_admin' };
  const { body: user } = await call('POST', '/users', { body: person });
  const body = { name: 'x', user_id: user.data.id, account_id: null };
  const { body: made } = await call('POST', '/access_tokens', { body });
  return { at: `/users/${user.data.id}`, token: made.data.token };
}

describe('the last usable token of the last super_admin', () => {
  test('409 is not deleted, narrowed or given an end; it may be renamed and rotated', async () => {
    const { call, first, patch, remove } = await benchWithTokens();
    expect(await remove(first)).toEqual(REFUSED);
    expect(await patch(first, { scopes: ['roles.read'] })).toEqual(REFUSED);
    expect(await patch(first, { expires_at: '2027-01-01T00:00:00Z' })).toEqual(REFUSED);
    expect(await patch(first, { name: 'renamed', scopes: PERMISSIONS })).toEqual(DONE);
    expect(outcome(await call('POST', `${first}/rotate`))).toEqual(DONE);
  });

  test('409 also beside tokens that have expired, are narrow, or are another person’s', async () => {
    const { clock, first, make, memberWith, remove } = await benchWithTokens();
    await make({ expires_at: '2026-01-05T10:00:10Z' });
    await make({ scopes: PERMISSIONS.slice(1) });
    await memberWith(...PERMISSIONS);
    await clock.advance(10_000);
    expect(await remove(first)).toEqual(REFUSED);
  });

  test('200 is deleted once another is there, and then that one is the last', async () => {
    const { call, first } = await benchWithTokens();
    const { body: made } = await call('POST', '/access_tokens', { body: { name: 'new' } });
    const { id, token } = made.data;
    expect(outcome(await call('DELETE', first, { token }))).toEqual(DONE);
    expect(outcome(await call('DELETE', `/access_tokens/${id}`, { token }))).toEqual(REFUSED);
  });

  test('409 is not given an end that no other token outlives', async () => {
    const { first, make, patch } = await benchWithTokens();
    const other = await make({ expires_at: '2026-03-01T00:00:00Z' });
    expect(await patch(first, { expires_at: '2026-04-01T00:00:00Z' })).toEqual(REFUSED);
    expect(await patch(first, { expires_at: '2026-02-01T00:00:00Z' })).toEqual(DONE);
    expect(await patch(first, { expires_at: '2026-05-01T00:00:00Z' })).toEqual(DONE);
    expect(await patch(other, { expires_at: '2026-01-06T00:00:00Z' })).toEqual(DONE);
  });

  test('of two that are deleted at once, one stays', async () => {
    const { first, make, remove, rows } = await benchWithTokens();
    const second = await make();
    const answers = await Promise.all([remove(first), remove(second)]);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(await rows('select count(*) from access_tokens')).toEqual([[1]]);
  });
});

describe('the last super_admin', () => {
  test.each(['DELETE', 'PATCH'])(
    'of two who end each other’s role at once by %s, one stays',
    async (method) => {
      const bench = await crmBench();
      const second = await secondSuperAdmin(bench);
      const body = { role: 'agent' };
      const patch = method === 'PATCH' && { body };
      const answers = await Promise.all([
        bench.call(method, second.at, { ...patch }),
        bench.call(method, `/users/${bench.userId}`, { ...patch, token: second.token }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = `select count(*) from memberships m join roles r on r.id = m.role_id
        where r.key = 'super_admin'`;
      expect(await bench.rows(left)).toEqual([[1]]);
    },
  );

  test('409 the last account with a super_admin is not deleted', async () => {
    const { call, accountId, db } = await crmBench();
    const { body: second } = await call('POST', '/accounts', { body: { name: 'Second' } });
    await db.query(
      `update memberships set role_id = (select id from roles where account_id = ? and key = 'agent')
        where account_id = ?`,
      [second.data.id, second.data.id],
    );
    expect(outcome(await call('DELETE', `/accounts/${accountId}`))).toEqual(REFUSED);
  });

  test('200 an account is deleted while another has a super_admin with a usable token', async () => {
    const { call, accountId } = await crmBench();
    await call('POST', '/accounts', { body: { name: 'Second' } });
    expect(outcome(await call('DELETE', `/accounts/${accountId}`))).toEqual(DONE);
  });
});
