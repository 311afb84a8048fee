import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';

/** Three roles made by the first user, one of them changed and deleted by another, seconds apart. */
async function history() {
  const bench = await crmBench();
  const { call, clock, memberWith } = bench;
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const { body } = await call('POST', '/roles', { body: { name } });
    ids.push(body.data.id);
    await clock.advance(1_000);
  }
  const other = await memberWith('roles.update', 'roles.delete');
  const at = `/roles/${ids[0]}`;
  const headers = { 'x-request-id': 'request-7' };
  await call('PATCH', at, { token: other.token, body: { name: 'Uno' }, headers });
  await clock.advance(1_000);
  await call('DELETE', at, { token: other.token });
  return { ...bench, ids, other };
}

describe('GET /audit_logs', () => {
  test('200 newest first: who, with which token, in which request, from what to what', async () => {
    const { call, ids, other, rows } = await history();
    const { status, body } = await call('GET', '/audit_logs');
    expect(status).toBe(200);
    expect(body.meta.pagination.total).toBe(5);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'delete',
      'update',
      'create',
      'create',
      'create',
    ]);
    const [token] = await rows('select id from access_tokens where user_id = ?', other.userId);
    expect(body.data[1]).toMatchObject({
      actor_user_id: other.userId,
      token_id: token?.[0],
      resource: 'roles',
      resource_id: ids[0],
      request_id: 'request-7',
      before: { id: ids[0], name: 'One' },
      after: { id: ids[0], name: 'Uno' },
    });
    expect(body.data[0]).toMatchObject({ before: { name: 'Uno' }, after: null });
    expect(body.data[4].before).toBeNull();
  });

  test('200 by resource, by record, by actor, since a moment, and by all of them', async () => {
    const { call, ids, other, userId } = await history();
    const found = async (query: string) => {
      const { body } = await call('GET', `/audit_logs?${query}`);
      expect(body.meta.pagination.total).toBe(body.data.length);
      return body.data.length;
    };
    expect(await found('resource=roles')).toBe(5);
    expect(await found('resource=users')).toBe(0);
    expect(await found(`resource_id=${ids[0]}`)).toBe(3);
    expect(await found(`resource_id=${ids[1]?.toUpperCase()}`)).toBe(1);
    expect(await found(`actor=${other.userId}`)).toBe(2);
    expect(await found(`actor=${userId}`)).toBe(3);
    expect(await found('since=2026-01-05T10:00:02.000Z')).toBe(3);
    expect(await found('since=2026-01-05T10:00:02.001Z')).toBe(2);
    expect(await found('since=2026-01-05T12:00:02%2B02:00')).toBe(3);
    expect(await found(`resource=roles&actor=${userId}&since=2026-01-05T10:00:01Z`)).toBe(2);
  });

  test('200 in pages, with the total of all', async () => {
    const { call } = await history();
    const { body } = await call('GET', '/audit_logs?page=2&pageSize=2');
    expect(body.data).toHaveLength(2);
    expect(body.meta.pagination).toMatchObject({ total: 5, total_pages: 3, has_next_page: true });
  });

  test.each([
    'resource=cats',
    'resource=',
    'resource_id=7',
    'actor=me',
    'since=yesterday',
    'since=2026-01-05',
    'since=2026-13-05T10:00:00Z',
  ])('400 %s', async (query) => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', `/audit_logs?${query}`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('200 nothing of another account', async () => {
    const { call, otherAccount } = await history();
    const { token } = await otherAccount();
    const { body } = await call('GET', '/audit_logs', { token });
    expect([body.data, body.meta.pagination.total]).toEqual([[], 0]);
  });

  test('a refused write leaves no row', async () => {
    const { call, rows } = await crmBench();
    await call('POST', '/roles', { body: { name: 'Agent' } });
    await call('POST', '/roles', { body: { name: '' } });
    expect(await rows('select count(*) from audit_logs')).toEqual([[0]]);
  });
});
