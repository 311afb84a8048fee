/** Answering an invitation: only its secret makes a user a member of the account. */
import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';
import { DAY_MS, invitationBench, OWNED, UNKNOWN } from './setup.ts';

const UNKNOWN_ACTOR = '00000000-0000-0000-0000-000000000000';

describe('POST /invitations/open', () => {
  test('200 what the invitation offers, with account and role, and it stays open', async () => {
    const { invited, open, accountId, clock, isMember, sent } = await invitationBench();
    const { id, secret } = await invited();
    const { status, body } = await open(secret);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id,
      email: 'bia@example.com',
      account: { id: accountId, name: 'Default' },
      role: { key: 'agent', name: 'Agent' },
      status: 'invited',
      created_at: new Date(clock.now()).toISOString(),
      expires_at: new Date(clock.now() + 14 * DAY_MS).toISOString(),
    });
    expect([await isMember(), (await sent()).data.length]).toEqual([false, 1]);
  });

  test('404 a secret that opens nothing, whatever its form', async () => {
    const { invited, open } = await invitationBench();
    const { secret } = await invited();
    const wrong = [
      'x',
      secret.slice(0, -1),
      `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      secret.replace(/_[0-9a-f]{32}_/, `_${UNKNOWN.replaceAll('-', '')}_`),
    ];
    for (const one of wrong) expect((await open(one)).status).toBe(404);
  });

  test('400 a malformed account-id', async () => {
    const { call } = await crmBench();
    const headers = { 'account-id': '7' };
    const body = { secret: 'x' };
    expect((await call('POST', '/invitations/open', { headers, body })).status).toBe(400);
  });
});

describe('accepting', () => {
  test('200 makes the caller a confirmed member in the role, with audit rows of both', async () => {
    const { invited, answer, isMember, guest, accountId, rows, call } = await invitationBench();
    const handed = await invited();
    const { status, body } = await answer('accept', handed);
    expect([status, body.data.id, body.data.status]).toEqual([200, handed.id, 'accepted']);
    expect(await isMember()).toBe(true);
    const headers = { 'account-id': accountId };
    const { data } = (await call('GET', '/permissions', { token: guest.token, headers })).body;
    expect(data.role_data.key).toBe('agent');
    const at = `/users/${guest.userId}`;
    expect((await call('GET', at)).body.data.confirmed).toBe(true);
    const audited = await rows(
      'select action, resource, resource_id from audit_logs where account_id = ? and actor_user_id = ?',
      accountId,
      guest.userId,
    );
    expect(audited).toEqual([
      ['accept', 'invitations', handed.id],
      ['create', 'users', guest.userId],
    ]);
    expect(JSON.stringify(await rows('select before, after from audit_logs'))).not.toContain(
      handed.secret,
    );
  });

  test('200 confirms the address for this account alone, until the person has another one', async () => {
    const { invited, answer, guest, call, accountId } = await invitationBench();
    await answer('accept', await invited());
    const { token } = guest;
    const confirmedIn = async (account: string) => {
      const asked = { token, headers: { 'account-id': account } };
      return (await call('GET', `/users/${guest.userId}`, asked)).body.data.confirmed;
    };
    expect(await confirmedIn(guest.accountId)).toBe(false);
    expect(await confirmedIn(accountId)).toBe(true);
    const headers = { 'account-id': guest.accountId };
    const body = { email: 'somebody.else@example.com' };
    const changed = await call('PATCH', `/users/${guest.userId}`, { token, headers, body });
    expect([changed.status, await confirmedIn(accountId)]).toEqual([200, false]);
  });

  test('200 in the role as it is now', async () => {
    const { invited, answer, call, guest, accountId } = await invitationBench();
    const { data: role } = (
      await call('POST', '/roles', { body: { name: 'Sales', permissions: ['users.read'] } })
    ).body;
    const handed = await invited({ role: 'sales' });
    const permissions = ['pipelines.read', 'users.read'];
    await call('PUT', `/roles/${role.id}/permissions`, { body: { permissions } });
    expect((await answer('accept', handed)).status).toBe(200);
    const headers = { 'account-id': accountId };
    const { data } = (await call('GET', '/permissions', { token: guest.token, headers })).body;
    expect(data.permissions).toEqual(permissions);
  });

  test('200 a super_admin who was invited by one is a member of every account', async () => {
    const { call, answer, guest, rows, accountId, db } = await invitationBench();
    await db.query(
      `insert into roles (id, account_id, key, name, is_system, created_at, updated_at)
       values (?, ?, 'super_admin', 'Super Admin', 1, 1, 1)`,
      [UNKNOWN, guest.accountId],
    );
    const body = { name: 'B', email: 'bia@example.com', role: 'super_admin' };
    const headers = { 'account-id': accountId };
    const { data } = (await call('POST', '/users', { body, headers })).body;
    expect((await answer('accept', data)).status).toBe(200);
    const held = `select r.key from memberships m join roles r on r.id = m.role_id where user_id = ?`;
    expect(await rows(held, guest.userId)).toEqual([['super_admin'], ['super_admin']]);
  });

  test('200 the same answer for a repeated Idempotency-Key', async () => {
    const { invited, guest, call } = await invitationBench();
    const { id, secret } = await invited();
    const again = {
      token: guest.token,
      headers: { 'idempotency-key': 'once' },
      body: { secret },
    };
    const first = await call('POST', `/invitations/${id}/accept`, again);
    const second = await call('POST', `/invitations/${id}/accept`, again);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('403 while the account is suspended, 200 afterwards', async () => {
    const { invited, answer, db, accountId, isMember } = await invitationBench();
    const handed = await invited();
    const set = (status: string) =>
      db.query('update accounts set status = ? where id = ?', [status, accountId]);
    await set('suspended');
    expect((await answer('accept', handed)).status).toBe(403);
    await set('active');
    expect(await isMember()).toBe(false);
    expect((await answer('accept', handed)).status).toBe(200);
  });

  test('409 while a member has the address, 404 once a new person with it was added', async () => {
    const { invited, answer, call, inviter, isMember, accountId } = await invitationBench();
    const handed = await invited();
    const headers = { 'account-id': accountId };
    const rename = async (email: string) =>
      (await call('PATCH', `/users/${inviter.userId}`, { headers, body: { email } })).status;
    expect(await rename('bia@example.com')).toBe(200);
    expect((await answer('accept', handed)).status).toBe(409);
    expect(await rename('owner@example.com')).toBe(200);
    const body = { name: 'Bia', email: 'BIA@example.com', new_person: true };
    expect((await call('POST', '/users', { headers, body })).status).toBe(201);
    expect((await answer('accept', handed)).status).toBe(404);
    expect(await isMember()).toBe(false);
  });

  test('409 when whoever sent it may no longer give its role, 404 when they have left', async () => {
    const { invited, answer, call, inviter, isMember, db, accountId, rows } =
      await invitationBench();
    const handed = await invited({ role: 'account_owner' });
    const roleOf = async () =>
      String((await rows('select role_id from memberships where user_id = ?', inviter.userId))[0]);
    const at = `/roles/${await roleOf()}/permissions`;
    const hold = (permissions: string[]) => call('PUT', at, { body: { permissions } });
    for (const permissions of [OWNED.slice(1), OWNED.filter((one) => one !== 'users.create')]) {
      await hold(permissions);
      const { status, body } = await answer('accept', handed);
      expect([status, body.error.message]).toEqual([
        409,
        expect.stringContaining('may not give its role any more'),
      ]);
    }
    await hold(OWNED);
    await db.query('delete from memberships where user_id = ? and account_id = ?', [
      inviter.userId,
      accountId,
    ]);
    expect((await answer('accept', handed)).status).toBe(404);
    expect(await rows('select 1 from invitations')).toEqual([]);
    expect((await call('GET', `/users/${inviter.userId}`)).status).toBe(404);
    expect(await isMember()).toBe(false);
  });
});

describe('declining', () => {
  test('200 without the account learning by whom; a new invitation is another one', async () => {
    const { invited, answer, sent, isMember, rows } = await invitationBench();
    const handed = await invited();
    const { status, body } = await answer('decline', handed);
    expect([status, body.data.status]).toEqual([200, 'declined']);
    expect([await isMember(), (await sent()).data]).toEqual([false, []]);
    const declined =
      "select actor_user_id, token_id, resource_id from audit_logs where action = 'decline'";
    expect(await rows(declined)).toEqual([[UNKNOWN_ACTOR, UNKNOWN_ACTOR, handed.id]]);
    const again = await invited();
    expect(again.id).not.toBe(handed.id);
    expect(again.secret).not.toBe(handed.secret);
    expect(await rows('select count(*) from invitations')).toEqual([[1]]);
  });
});

describe.each(['accept', 'decline'] as const)('%s', (word) => {
  test('404 with another secret, or that of another invitation', async () => {
    const { invited, answer, isMember } = await invitationBench();
    const { id, secret } = await invited();
    for (const wrong of ['x', secret.slice(0, -1), secret.toUpperCase()])
      expect((await answer(word, { id, secret: wrong })).status).toBe(404);
    expect((await answer(word, { id: UNKNOWN, secret })).status).toBe(404);
    expect(await isMember()).toBe(false);
  });

  test('422 without a secret', async () => {
    const { invited, call, guest } = await invitationBench();
    const { id } = await invited();
    const asked = { token: guest.token, body: {} };
    const { status, body } = await call('POST', `/invitations/${id}/${word}`, asked);
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['secret']]);
  });

  test('403 a person with another address, so that a change of address leaves what was sent to the old one', async () => {
    const { invited, answer, open, call, guest, memberWith, isMember } = await invitationBench();
    const handed = await invited();
    const stranger = await memberWith();
    expect((await answer(word, handed, stranger.token)).status).toBe(403);
    const at = `/users/${guest.userId}`;
    const body = { email: 'new@example.com' };
    expect((await call('PATCH', at, { token: guest.token, body })).status).toBe(200);
    for (const { status, body: refused } of [await answer(word, handed), await open(handed.secret)])
      expect([status, refused.error.message]).toEqual([
        403,
        'The invitation is for another e-mail address than yours',
      ]);
    expect(await isMember()).toBe(false);
  });

  test('404 with the address alone: whoever calls themselves like another is not invited', async () => {
    const { invited, call, guest, isMember, otherAccount, db } = await invitationBench();
    const { id } = await invited();
    const impostor = await otherAccount();
    const at = `/users/${impostor.userId}`;
    const { token } = impostor;
    const renamed = await call('PATCH', at, { token, body: { email: 'bia@example.com' } });
    expect(renamed.status).toBe(200);
    const [row] = await db.query('select secret_hash from invitations', []);
    for (const secret of [id, String(row?.[0]), `gth_inv_${id.replaceAll('-', '')}_`]) {
      const { status } = await call('POST', `/invitations/${id}/${word}`, {
        token,
        body: { secret },
      });
      expect(status).toBe(404);
    }
    expect(await isMember(impostor.userId)).toBe(false);
    expect(await isMember(guest.userId)).toBe(false);
  });

  test('409 one that is answered', async () => {
    const { invited, answer } = await invitationBench();
    const handed = await invited();
    await answer('decline', handed);
    const { status, body } = await answer(word, handed);
    expect([status, body.error.message]).toEqual([409, 'The invitation has been declined already']);
  });

  test('409 one that expired after 14 days, which is listed nowhere and may be given again', async () => {
    const { invited, answer, clock, open, sent, isMember } = await invitationBench();
    const handed = await invited();
    await clock.advance(14 * DAY_MS - 1);
    expect((await open(handed.secret)).status).toBe(200);
    await clock.advance(1);
    expect([(await open(handed.secret)).status, (await sent()).data]).toEqual([409, []]);
    const { status, body } = await answer(word, handed);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('expired')]);
    expect(await isMember()).toBe(false);
    const again = await invited();
    expect((await open(again.secret)).status).toBe(200);
  });

  test('409 one whose role was deleted, which is listed nowhere and may be given again', async () => {
    const { invite, invited, answer, call, sent, isMember } = await invitationBench();
    const { data: role } = (await call('POST', '/roles', { body: { name: 'Sales' } })).body;
    const handed = await invited({ role: 'sales' });
    expect((await call('DELETE', `/roles/${role.id}`)).status).toBe(200);
    expect((await sent()).data).toEqual([]);
    const { status, body } = await answer(word, handed);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('role')]);
    expect(await isMember()).toBe(false);
    expect((await invite()).body.data.role).toBe('agent');
  });

  test('409 for all but one of several answers at once, each through a process of its own', async () => {
    const bench = await invitationBench();
    const handed = await bench.invited();
    const { db: database, clock, guest } = bench;
    const others = [await crmBench({ database, clock }), await crmBench({ database, clock })];
    const { id, secret } = handed;
    const answers = await Promise.all([
      bench.answer('accept', handed),
      ...others.map(({ call }) =>
        call('POST', `/invitations/${id}/${word}`, { token: guest.token, body: { secret } }),
      ),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
  });

  test('429 beyond 30 secrets a minute of one person, right or wrong', async () => {
    const { invited, answer, clock, open, memberWith } = await invitationBench();
    const handed = await invited();
    for (let tries = 0; tries < 30; tries++)
      expect((await answer(word, { ...handed, secret: `wrong-${tries}` })).status).toBe(404);
    for (const refused of [await answer(word, handed), await open(handed.secret)]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = await memberWith();
    expect((await answer(word, handed, other.token)).status).toBe(403);
    await clock.advance(60_000);
    expect((await answer(word, handed)).status).toBe(200);
  });
});
