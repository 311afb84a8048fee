import { expect, test } from 'bun:test';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

type Ids = { id: string }[];
const at = (accountId: string) => ({ 'account-id': accountId });

/** Two accounts, and a person who is a member of both, with a token that is bound to none. */
async function memberOfTwo(bench: CrmBench) {
  const person = await bench.memberWith('access_tokens.create', 'roles.read', 'users.read');
  const other = await bench.otherAccount();
  await bench.join(person.userId, other.accountId, 'access_tokens.create', 'roles.read');
  const make = (body: object, accountId = bench.accountId) =>
    bench.call('POST', '/access_tokens', { token: person.token, headers: at(accountId), body });
  return { person, other, make };
}

/** The tokens that an account lists, and how many it says there are. */
async function listed({ call }: CrmBench, token: string | undefined, accountId: string) {
  const { body } = await call('GET', '/access_tokens', {
    ...(token && { token }),
    headers: at(accountId),
  });
  const ids = (body.data as Ids).map(({ id }) => id);
  expect(body.meta.pagination.total).toBe(ids.length);
  return ids;
}

test('a token bound to another account is listed, changed, rotated and deleted there and nowhere else', async () => {
  const bench = await crmBench();
  const { call, memberWith } = bench;
  const { other, make } = await memberOfTwo(bench);
  const made = await make({ name: 'for the other', account_id: other.accountId });
  expect([made.status, made.body.data.account_id]).toEqual([201, other.accountId]);
  const path = `/access_tokens/${made.body.data.id}`;
  const keeper = await memberWith(
    'access_tokens.read',
    'access_tokens.update',
    'access_tokens.delete',
    'access_tokens.create',
    'roles.read',
    'users.read',
  );
  for (const token of [undefined, keeper.token]) {
    const here = { ...(token && { token }), headers: at(bench.accountId) };
    expect(await listed(bench, token, bench.accountId)).not.toContain(made.body.data.id);
    expect((await call('GET', path, here)).status).toBe(404);
    expect((await call('PATCH', path, { ...here, body: { name: 'x' } })).status).toBe(404);
    expect((await call('POST', `${path}/rotate`, here)).status).toBe(404);
    expect((await call('DELETE', path, here)).status).toBe(404);
  }
  const { token } = other;
  expect(await listed(bench, token, other.accountId)).toContain(made.body.data.id);
  expect((await call('PATCH', path, { token, body: { name: 'renamed' } })).status).toBe(200);
  expect((await call('POST', `${path}/rotate`, { token })).status).toBe(200);
  expect((await call('DELETE', path, { token })).status).toBe(200);
  const log = await call('GET', `/audit_logs?resource_id=${made.body.data.id}`, { token });
  expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
    'delete',
    'rotate',
    'update',
    'create',
  ]);
  const elsewhere = await call('GET', `/audit_logs?resource_id=${made.body.data.id}`);
  expect(elsewhere.body.data).toEqual([]);
});

test('who makes a token for another account needs the rights in that account', async () => {
  const bench = await crmBench();
  const { call } = bench;
  const { person, other, make } = await memberOfTwo(bench);
  const wider = await make({
    name: 'x',
    account_id: other.accountId,
    scopes: ['users.read'],
  });
  expect([wider.status, Object.keys(wider.body.error.details)]).toEqual([422, ['scopes']]);
  const third = await call('POST', '/accounts', { body: { name: 'Third' } });
  await bench.join(person.userId, third.body.data.id, 'roles.read');
  const powerless = await make({ name: 'x', account_id: third.body.data.id });
  expect([powerless.status, powerless.body.error.message]).toEqual([
    403,
    expect.stringContaining('access_tokens.create'),
  ]);
  await call('PATCH', `/accounts/${third.body.data.id}`, { body: { status: 'suspended' } });
  expect((await make({ name: 'x', account_id: third.body.data.id })).status).toBe(403);
});

test('a token made for a colleague is bound to an account of both, whichever the maker acts in', async () => {
  const bench = await crmBench();
  const { person, other, make } = await memberOfTwo(bench);
  const colleague = await bench.memberWith('roles.read');
  const body = { name: 'x', user_id: colleague.userId, account_id: other.accountId };
  const refused = await make(body);
  expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['account_id']]);
  await bench.join(colleague.userId, other.accountId, 'roles.read');
  const made = await make(body);
  expect([made.status, made.body.data.account_id]).toEqual([201, other.accountId]);
  const { token } = made.body.data;
  const { body: permitted } = await bench.call('GET', '/permissions', { token });
  expect(permitted.data.permissions).toEqual(['roles.read']);
  expect(person.userId).not.toBe(colleague.userId);
});

test('a token bound to no account is listed in every account it opens, while it opens it', async () => {
  const bench = await crmBench();
  const { call, rows } = bench;
  const { person, other } = await memberOfTwo(bench);
  const [row] = await rows('select id from access_tokens where user_id = ?', person.userId);
  const id = String(row?.[0]);
  expect(await listed(bench, undefined, bench.accountId)).toContain(id);
  expect(await listed(bench, other.token, other.accountId)).toContain(id);
  await call('DELETE', `/users/${person.userId}`, { token: other.token });
  expect(await listed(bench, other.token, other.accountId)).not.toContain(id);
  expect(await listed(bench, undefined, bench.accountId)).toContain(id);
  await call('DELETE', `/users/${person.userId}`);
  expect(await listed(bench, undefined, bench.accountId)).not.toContain(id);
});

test('an owner deletes a member’s token that opens other accounts only with its rights there', async () => {
  const bench = await crmBench();
  const { call, rows } = bench;
  const { person, other } = await memberOfTwo(bench);
  const [row] = await rows('select id from access_tokens where user_id = ?', person.userId);
  const path = `/access_tokens/${row?.[0]}`;
  const { status, body } = await call('DELETE', path, { token: other.token });
  expect([status, body.error.message]).toEqual([
    403,
    expect.stringContaining('remove its user from this account'),
  ]);
  await bench.join(
    other.userId,
    bench.accountId,
    'access_tokens.create',
    'roles.read',
    'users.read',
  );
  const headers = at(other.accountId);
  expect((await call('DELETE', path, { token: other.token, headers })).status).toBe(200);
  expect((await call('GET', '/permissions', { token: person.token })).status).toBe(401);
});
