/** Inviting: what an account may do, and what it learns, about people who are known from another one. */
import { describe, expect, test } from 'bun:test';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import { PERMISSIONS } from '../../../../src/modules/crm/permissions/catalogue.ts';
import { crmBench } from '../../../helpers/crm.ts';
import { DAY_MS, invitationBench, OWNED, UNKNOWN } from './setup.ts';

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('POST /users of an address that is known from another account', () => {
  test('202 an invitation that says nothing but what the account wrote', async () => {
    const { invite, guest, clock } = await invitationBench();
    const { status, body } = await invite({ email: 'BIA@example.com' });
    expect(status).toBe(202);
    expect(body.data).toEqual({
      id: ID,
      email: 'BIA@example.com',
      role: 'agent',
      status: 'invited',
      secret: expect.stringMatching(/^gth_inv_[0-9a-f]{32}_[\w-]{43}$/),
      expires_at: new Date(clock.now() + 14 * DAY_MS).toISOString(),
    });
    expect(body.data.id).not.toBe(guest.userId);
  });

  test('the secret is stored nowhere, but its hash', async () => {
    const { invited, rows } = await invitationBench();
    const { secret } = await invited();
    const [[hash]] = (await rows('select secret_hash from invitations')) as [[string]];
    expect(hash).toBe(sha256(secret));
    const audited = await rows('select before, after from audit_logs');
    expect(JSON.stringify(audited)).not.toContain(secret.slice(-43));
  });

  test('the invited person is no member: not listed, without a right, their token as it was', async () => {
    const { invite, guest, call, isMember, accountId, inviter } = await invitationBench();
    const before = (await call('GET', '/users', { token: inviter.token })).body.meta.pagination;
    await invite();
    const { pagination } = (await call('GET', '/users', { token: inviter.token })).body.meta;
    expect(pagination).toEqual(before);
    expect(await isMember()).toBe(false);
    expect((await call('GET', '/users', { token: guest.token })).status).toBe(200);
    const headers = { 'account-id': accountId };
    expect((await call('GET', '/users', { token: guest.token, headers })).status).toBe(403);
    const { body: inbox } = await call('POST', '/inboxes', { body: { name: 'Shop' } });
    const members = { inbox_id: inbox.data.id, user_ids: [guest.userId] };
    expect((await call('POST', '/inbox_members', { body: members })).status).toBe(422);
  });

  test('202 the same invitation however often, and at once, with one secret and one audit row; another role changes nothing', async () => {
    const { invite, rows } = await invitationBench();
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
    answers.push(await invite({ role: 'account_owner', email: 'BIA@EXAMPLE.COM' }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const secrets = answers.filter(({ body }) => body.data.secret !== null);
    expect(secrets).toHaveLength(1);
    const { secret, ...shown } = secrets[0]?.body.data ?? {};
    expect(secret).toBeString();
    for (const { body } of answers) expect(body.data).toMatchObject(shown);
    expect(await rows('select status from invitations')).toEqual([['invited']]);
    const audited = "select action, after from audit_logs where resource = 'invitations'";
    const [[action, after]] = (await rows(audited)) as [[string, string]];
    expect([action, JSON.parse(after).email]).toEqual(['create', 'bia@example.com']);
  });

  test('202 replayed for a repeated Idempotency-Key, also when the invitation has been answered', async () => {
    const { call, inviter, answer } = await invitationBench();
    const again = {
      token: inviter.token,
      headers: { 'idempotency-key': 'once' },
      body: { name: 'B', email: 'bia@example.com' },
    };
    const first = await call('POST', '/users', again);
    await answer('decline', first.body.data);
    const second = await call('POST', '/users', again);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(second.body).toEqual(first.body);
  });

  test('202 from a super_admin too: nobody joins an account without accepting', async () => {
    const { call, isMember, guest, accountId } = await invitationBench();
    const { status, body } = await call('POST', '/users', {
      body: { name: 'B', email: 'bia@example.com' },
    });
    expect([status, body.data.status]).toEqual([202, 'invited']);
    const headers = { 'account-id': accountId };
    expect((await call('GET', '/users', { token: guest.token, headers })).status).toBe(403);
    expect(await isMember()).toBe(false);
  });

  test('202, or 201 as a new person, however many of other accounts call themselves so', async () => {
    const { invite, otherAccount, db, call, inviter } = await invitationBench();
    for (let squatters = 0; squatters < 3; squatters++) {
      const { userId } = await otherAccount();
      await db.query("update users set email = 'bia@example.com' where id = ?", [userId]);
    }
    expect((await invite()).status).toBe(202);
    const { status, body } = await invite({ new_person: true });
    expect([status, body.data.email]).toEqual([201, 'bia@example.com']);
    const own = { name: 'B', user_id: body.data.id, scopes: ['users.read'] };
    const made = await call('POST', '/access_tokens', { token: inviter.token, body: own });
    expect((await call('GET', '/users', { token: made.body.data.token })).status).toBe(200);
  });

  test('422 an unknown role, one that holds more than the caller, and super_admin', async () => {
    const { invite, memberWith } = await invitationBench();
    const { token } = await memberWith('users.create');
    const all = await memberWith(...PERMISSIONS);
    const refused = [
      await invite({ role: 'king' }),
      await invite({ role: 'agent' }, token),
      await invite({ role: 'super_admin' }, all.token),
    ];
    for (const { status, body } of refused)
      expect([status, Object.keys(body.error.details)]).toEqual([422, ['role']]);
  });

  test('409 above 1,000 open invitations of the account, until one ends', async () => {
    const { invite, db, inviter, accountId, clock, sent } = await invitationBench();
    await db.query(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
       insert into invitations (id, account_id, inviter_id, email, secret_hash, role_id, status,
         expires_at, created_at, updated_at)
       select printf('01900000-0000-7000-8000-%012d', i), ?, ?, i || '@example.com', 'x',
         (select id from roles where account_id = ? and key = 'agent'), 'invited', ?, 1, 1 from n`,
      [accountId, inviter.userId, accountId, clock.now() + DAY_MS],
    );
    expect((await sent()).meta.pagination.total).toBe(1_000);
    const { status, body } = await invite();
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('1000 open')]);
    await db.query("update invitations set expires_at = ? where email = '1@example.com'", [
      clock.now(),
    ]);
    expect((await invite()).status).toBe(202);
    expect((await invite()).status).toBe(202);
  });
});

describe('the open invitations of an account', () => {
  test('200 listed in pages for a caller who may read its users', async () => {
    const { invite, sent, clock } = await invitationBench();
    expect((await sent()).data).toEqual([]);
    const { secret: _, ...shown } = (await invite()).body.data;
    const { data: listed, meta } = await sent();
    expect(listed).toEqual([{ ...shown, created_at: new Date(clock.now()).toISOString() }]);
    expect(meta.pagination.total).toBe(1);
  });

  test('200 withdrawn: the person cannot answer any more, and the audit log has it', async () => {
    const { invited, call, accountId, inviter, answer, sent, rows } = await invitationBench();
    const handed = await invited();
    const at = `/accounts/${accountId}/invitations/${handed.id}`;
    const { status, body } = await call('DELETE', at, { token: inviter.token });
    expect([status, body.data]).toEqual([200, { id: handed.id }]);
    expect((await answer('accept', handed)).status).toBe(404);
    expect((await sent()).data).toEqual([]);
    expect((await call('DELETE', at, { token: inviter.token })).status).toBe(404);
    const audited =
      "select action, actor_user_id from audit_logs where resource = 'invitations' order by id";
    expect(await rows(audited)).toEqual([
      ['create', inviter.userId],
      ['delete', inviter.userId],
    ]);
    const filtered = await call('GET', '/audit_logs?resource=invitations');
    expect(filtered.body.data).toHaveLength(2);
  });

  test('200 renewed: another secret for 14 days more, and the former one opens nothing', async () => {
    const { invited, renew, answer, clock, sent, rows, memberWith, inviter, db } =
      await invitationBench();
    const former = await invited();
    await clock.advance(10 * DAY_MS);
    const other = await memberWith(...OWNED);
    const { status, body } = await renew(former.id, other.token);
    expect([status, body.data.id]).toEqual([200, former.id]);
    expect(body.data.expires_at).toBe(new Date(clock.now() + 14 * DAY_MS).toISOString());
    expect((await sent()).data).toMatchObject([{ expires_at: body.data.expires_at }]);
    expect((await answer('accept', former)).status).toBe(404);
    // Whoever has renewed it has sent it.
    await db.query('delete from memberships where user_id = ?', [inviter.userId]);
    expect((await answer('accept', body.data)).status).toBe(200);
    const audited = "select action from audit_logs where resource = 'invitations' order by id";
    expect(await rows(audited)).toEqual([['create'], ['renew'], ['accept']]);
  });

  test('422 to renew one to a role that the caller may not give, 404 one that is answered', async () => {
    const { invited, renew, answer, memberWith } = await invitationBench();
    const handed = await invited();
    const { token } = await memberWith('users.create');
    const refused = await renew(handed.id, token);
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['role']]);
    await answer('accept', handed);
    expect((await renew(handed.id)).status).toBe(404);
  });

  test('403 to withdraw one to a higher role', async () => {
    const { call, memberWith, accountId, invite } = await invitationBench();
    const owner = await memberWith();
    const { body: user } = await call('PATCH', `/users/${owner.userId}`, {
      body: { role: 'account_owner' },
    });
    expect(user.data.role).toBe('account_owner');
    const { id } = (await invite({ role: 'account_owner' }, owner.token)).body.data;
    const { token } = await memberWith('users.delete');
    const at = `/accounts/${accountId}/invitations/${id}`;
    expect((await call('DELETE', at, { token })).status).toBe(403);
    expect((await call('DELETE', at, { token: owner.token })).status).toBe(200);
  });

  test('404 in another account, and of an unknown id', async () => {
    const { invite, call, accountId, guest } = await invitationBench();
    const { id } = (await invite()).body.data;
    const { token } = guest;
    const theirs = `/accounts/${guest.accountId}/invitations`;
    expect((await call('GET', theirs, { token })).body.data).toEqual([]);
    expect((await call('DELETE', `${theirs}/${id}`, { token })).status).toBe(404);
    const ours = `/accounts/${accountId}/invitations`;
    expect((await call('GET', ours, { token })).status).toBe(404);
    expect((await call('DELETE', `${ours}/${id}`, { token })).status).toBe(404);
    expect((await call('DELETE', `${ours}/${UNKNOWN}`)).status).toBe(404);
  });

  test('403 without the permission on users', async () => {
    const { call, memberWith, accountId } = await crmBench();
    const { token } = await memberWith('users.create');
    const at = `/accounts/${accountId}/invitations`;
    expect((await call('GET', at, { token })).body.error.message).toContain('users.read');
    expect((await call('DELETE', `${at}/${UNKNOWN}`, { token })).body.error.message).toContain(
      'users.delete',
    );
  });
});
