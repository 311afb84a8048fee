/** What a token may do to its own user, and which tokens stand for the user themselves. */
import { describe, expect, test } from 'bun:test';
import type { Permission } from '../../../src/modules/crm/permissions/catalogue.ts';
import { TOKEN } from '../../helpers/crm.ts';
import { invitationBench, OWNED } from './invitations/setup.ts';

/** A member of an account with a token of their own, the account's owner, and an invitation to the member. */
async function ownedBench() {
  const bench = await invitationBench();
  const { call, guest, db, otherAccount, invited, rows } = bench;
  const owner = await otherAccount();
  await db.query('delete from memberships where account_id = ?', [owner.accountId]);
  const [role] = await rows(
    "select id from roles where account_id = ? and key = 'account_owner'",
    guest.accountId,
  );
  await db.query(
    `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
     values (?, ?, ?, 1, 1)`,
    [guest.accountId, owner.userId, String(role?.[0])],
  );
  const headers = { 'account-id': guest.accountId };
  const make = async (token: string, fields: object = {}) =>
    (await call('POST', '/access_tokens', { token, headers, body: { name: 'x', ...fields } })).body
      .data;
  const handed = await invited();
  const tried = async (token: string) => {
    const asked = { token, body: { secret: handed.secret } };
    const open = await call('POST', '/invitations/open', asked);
    return open.status;
  };
  return { ...bench, owner, headers, make, handed, tried };
}

describe('a token that answers invitations', () => {
  test('200 one that its user made with a token without scopes, bound or not', async () => {
    const { make, guest, tried } = await ownedBench();
    expect(await tried(guest.token)).toBe(200);
    for (const account_id of [null, guest.accountId])
      expect(await tried((await make(guest.token, { account_id })).token)).toBe(200);
  });

  test('403 one that an owner of the account made for its user, and every token made with it', async () => {
    const { make, guest, owner, tried, call, handed } = await ownedBench();
    const made = await make(owner.token, { user_id: guest.userId });
    const further = await make(made.token);
    for (const { token } of [made, further]) {
      expect(await tried(token)).toBe(403);
      for (const word of ['accept', 'decline']) {
        const asked = { token, body: { secret: handed.secret } };
        const answer = await call('POST', `/invitations/${handed.id}/${word}`, asked);
        expect(answer.status).toBe(403);
      }
    }
  });

  test('403 one that a super_admin made for its user, 200 once the user has rotated it', async () => {
    const { guest, userId, tried, call, db, headers, make } = await ownedBench();
    await db.query(
      `insert into roles (id, account_id, key, name, is_system, created_at, updated_at)
       values ('highest', ?, 'super_admin', 'Super Admin', 1, 1, 1)`,
      [guest.accountId],
    );
    await db.query(
      `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
       values (?, ?, 'highest', 1, 1)`,
      [guest.accountId, userId],
    );
    const { id, token, scopes } = await make(TOKEN, { user_id: guest.userId });
    expect([scopes, await tried(token)]).toEqual([null, 403]);
    const rotated = await call('POST', `/access_tokens/${id}/rotate`, { token, headers });
    expect(await tried(rotated.body.data.token)).toBe(200);
  });

  test('200 one that rotates itself, whatever its role permits; 403 with scopes and without the permission', async () => {
    const { guest, tried, call, db, headers, join, memberWith } = await ownedBench();
    await db.query('delete from memberships where user_id = ?', [guest.userId]);
    await join(guest.userId, guest.accountId);
    await db.query('update access_tokens set is_own = 0 where user_id = ?', [guest.userId]);
    expect(await tried(guest.token)).toBe(403);
    const [row] = await db.query('select id from access_tokens where user_id = ?', [guest.userId]);
    const at = `/access_tokens/${row?.[0]}/rotate`;
    const rotate = (token: string) => call('POST', at, { token, headers });
    expect((await rotate((await memberWith()).token)).status).toBe(403);
    const mine = await rotate(guest.token);
    expect([mine.status, await tried(mine.body.data.token)]).toEqual([200, 200]);
    await db.query("update access_tokens set scopes = '[]' where user_id = ?", [guest.userId]);
    expect((await rotate(mine.body.data.token)).status).toBe(403);
  });

  test('403 one with scopes, even if they leave out nothing', async () => {
    const { make, guest, tried } = await ownedBench();
    for (const scopes of [[], ['users.read'], OWNED])
      expect(await tried((await make(guest.token, { scopes })).token)).toBe(403);
  });

  test('403 one that an owner of the account has rotated, which limits it to what they hold', async () => {
    const { make, guest, owner, tried, call, headers } = await ownedBench();
    const { id } = await make(guest.token);
    const asked = { token: owner.token, headers };
    const { status, body } = await call('POST', `/access_tokens/${id}/rotate`, asked);
    expect([status, body.data.scopes]).toEqual([200, [...OWNED].sort()]);
    expect(await tried(body.data.token)).toBe(403);
    expect(await tried((await make(body.data.token)).token)).toBe(403);
    const again = { token: body.data.token, headers };
    const byItself = await call('POST', `/access_tokens/${id}/rotate`, again);
    expect(await tried(byItself.body.data.token)).toBe(403);
  });
});

describe('a token that changes its own user', () => {
  const change = async (
    { call, guest, headers }: Awaited<ReturnType<typeof ownedBench>>,
    token: string,
    body: object,
  ) => (await call('PATCH', `/users/${guest.userId}`, { token, headers, body })).status;

  test('403 with narrow scopes, except for whether the person is there', async () => {
    const bench = await ownedBench();
    const scopes: Permission[] = ['users.update'];
    const { token } = await bench.make(bench.guest.token, { scopes });
    const identity = [
      { email: 'x@example.com' },
      { name: 'X' },
      { display_name: 'X' },
      { avatar_url: null },
      { name: 'X', availability_status: 'busy' },
    ];
    for (const body of identity) expect(await change(bench, token, body)).toBe(403);
    for (const body of [{ availability_status: 'busy' }, { auto_offline: true }])
      expect(await change(bench, token, body)).toBe(200);
    expect(await change(bench, bench.guest.token, { email: 'x@example.com' })).toBe(200);
  });

  test('403 where its scopes leave out nothing, but the user may do more in another account', async () => {
    const bench = await ownedBench();
    const { guest, join, make, accountId, call } = bench;
    await join(guest.userId, accountId, 'users.update');
    const all = { account_id: null, scopes: ['users.update'] };
    const { token } = await make(guest.token, all);
    const headers = { 'account-id': accountId };
    const asked = { token, headers, body: { email: 'x@example.com' } };
    expect((await call('PATCH', `/users/${guest.userId}`, asked)).status).toBe(403);
  });

  test('403 one that an owner made for somebody who is a member elsewhere too', async () => {
    const bench = await ownedBench();
    const { guest, owner, join, make, accountId } = bench;
    const { token } = await make(owner.token, { user_id: guest.userId });
    expect(await change(bench, token, { name: 'Only theirs' })).toBe(200);
    await join(guest.userId, accountId, 'users.read');
    for (const body of [{ name: 'X' }, { email: 'x@example.com' }, { auto_offline: true }])
      expect(await change(bench, token, body)).toBe(403);
    expect(await change(bench, guest.token, { name: 'X' })).toBe(200);
  });
});
