/** Answering an invitation: only accepting it makes a user a member of the account. */
import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../helpers/crm.ts';
import { DAY_MS, invitationBench, OWNED, UNKNOWN } from './setup.ts';

const UNKNOWN_ACTOR = '00000000-0000-0000-0000-000000000000';

describe('GET /invitations', () => {
  test('200 the open ones of the caller alone, with account and role', async () => {
    const { invite, call, guest, accountId, clock, memberWith } = await invitationBench();
    const { id } = (await invite()).body.data;
    const { status, body } = await call('GET', '/invitations', { token: guest.token });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id,
        account: { id: accountId, name: 'Default' },
        role: { key: 'agent', name: 'Agent' },
        status: 'invited',
        created_at: new Date(clock.now()).toISOString(),
        expires_at: new Date(clock.now() + 14 * DAY_MS).toISOString(),
      },
    ]);
    expect(body.meta.pagination.total).toBe(1);
    const { token } = await memberWith();
    expect((await call('GET', '/invitations', { token })).body.data).toEqual([]);
  });

  test('400 a malformed page or account-id', async () => {
    const { call } = await crmBench();
    expect((await call('GET', '/invitations?page=0')).status).toBe(400);
    expect((await call('GET', '/invitations', { headers: { 'account-id': '7' } })).status).toBe(
      400,
    );
  });
});

describe('accepting', () => {
  test('200 makes the caller a member in the role, with audit rows of both', async () => {
    const { invite, answer, isMember, guest, accountId, rows, call } = await invitationBench();
    const { id } = (await invite()).body.data;
    const { status, body } = await answer('accept', id);
    expect([status, body.data.id, body.data.status]).toEqual([200, id, 'accepted']);
    expect(await isMember()).toBe(true);
    const headers = { 'account-id': accountId };
    const { data } = (await call('GET', '/permissions', { token: guest.token, headers })).body;
    expect(data.role_data.key).toBe('agent');
    const audited = await rows(
      'select action, resource, resource_id from audit_logs where account_id = ? and actor_user_id = ?',
      accountId,
      guest.userId,
    );
    expect(audited).toEqual([
      ['accept', 'invitations', id],
      ['create', 'users', guest.userId],
    ]);
  });

  test('200 ends an open invitation of the account to another address of the person', async () => {
    const { invite, answer, received, db, guest } = await invitationBench();
    await invite();
    await db.query("update users set email = 'new@example.com' where id = ?", [guest.userId]);
    const { id } = (await invite({ email: 'new@example.com' })).body.data;
    expect(await received()).toHaveLength(2);
    expect((await answer('accept', id)).status).toBe(200);
    expect(await received()).toEqual([]);
  });

  test('200 in the role as it is now', async () => {
    const { invite, answer, call, guest, accountId } = await invitationBench();
    const { data: role } = (
      await call('POST', '/roles', { body: { name: 'Sales', permissions: ['users.read'] } })
    ).body;
    const { id } = (await invite({ role: 'sales' })).body.data;
    const permissions = ['pipelines.read', 'users.read'];
    await call('PUT', `/roles/${role.id}/permissions`, { body: { permissions } });
    expect((await answer('accept', id)).status).toBe(200);
    const headers = { 'account-id': accountId };
    const { data } = (await call('GET', '/permissions', { token: guest.token, headers })).body;
    expect(data.permissions).toEqual(permissions);
  });

  test('200 the same answer for a repeated Idempotency-Key', async () => {
    const { invite, guest, call } = await invitationBench();
    const { id } = (await invite()).body.data;
    const again = { token: guest.token, headers: { 'idempotency-key': 'once' } };
    const first = await call('POST', `/invitations/${id}/accept`, again);
    const second = await call('POST', `/invitations/${id}/accept`, again);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('403 while the account is suspended, 200 afterwards', async () => {
    const { invite, answer, db, accountId, isMember } = await invitationBench();
    const { id } = (await invite()).body.data;
    const set = (status: string) =>
      db.query('update accounts set status = ? where id = ?', [status, accountId]);
    await set('suspended');
    expect((await answer('accept', id)).status).toBe(403);
    await set('active');
    expect(await isMember()).toBe(false);
    expect((await answer('accept', id)).status).toBe(200);
  });
});

describe('declining', () => {
  test('200 without the account learning by whom; a new invitation is another one', async () => {
    const { invite, answer, received, sent, isMember, rows } = await invitationBench();
    const { id } = (await invite()).body.data;
    const { status, body } = await answer('decline', id);
    expect([status, body.data.status]).toEqual([200, 'declined']);
    expect([await isMember(), await received(), (await sent()).data]).toEqual([false, [], []]);
    const declined =
      "select actor_user_id, token_id, resource_id from audit_logs where action = 'decline'";
    expect(await rows(declined)).toEqual([[UNKNOWN_ACTOR, UNKNOWN_ACTOR, id]]);
    const again = await invite();
    expect(again.status).toBe(202);
    expect(again.body.data.id).not.toBe(id);
    expect(await received()).toEqual([again.body.data.id]);
    expect(await rows('select count(*) from invitations')).toEqual([[1]]);
  });
});

describe.each(['accept', 'decline'] as const)('%s', (word) => {
  test('404 another person’s and an unknown one', async () => {
    const { invite, answer, memberWith, inviter } = await invitationBench();
    const { id } = (await invite()).body.data;
    const { token } = await memberWith();
    for (const other of [token, inviter.token])
      expect((await answer(word, id, other)).status).toBe(404);
    expect((await answer(word, UNKNOWN)).status).toBe(404);
  });

  test('409 one that is answered', async () => {
    const { invite, answer } = await invitationBench();
    const { id } = (await invite()).body.data;
    await answer('decline', id);
    const { status, body } = await answer(word, id);
    expect([status, body.error.message]).toEqual([409, 'The invitation has been declined already']);
  });

  test('409 one that expired after 14 days, which is listed nowhere and may be given again', async () => {
    const { invite, answer, clock, received, sent, isMember } = await invitationBench();
    const { id } = (await invite()).body.data;
    await clock.advance(14 * DAY_MS - 1);
    expect(await received()).toEqual([id]);
    await clock.advance(1);
    expect([await received(), (await sent()).data]).toEqual([[], []]);
    const { status, body } = await answer(word, id);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('expired')]);
    expect(await isMember()).toBe(false);
    const again = (await invite()).body.data;
    expect(await received()).toEqual([again.id]);
  });

  test('409 one whose role was deleted, which is listed nowhere and may be given again', async () => {
    const { invite, answer, call, received, sent, isMember } = await invitationBench();
    const { data: role } = (await call('POST', '/roles', { body: { name: 'Sales' } })).body;
    const { id } = (await invite({ role: 'sales' })).body.data;
    expect((await call('DELETE', `/roles/${role.id}`)).status).toBe(200);
    expect([await received(), (await sent()).data]).toEqual([[], []]);
    const { status, body } = await answer(word, id);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('role')]);
    expect(await isMember()).toBe(false);
    expect((await invite()).body.data.role).toBe('agent');
  });

  test('409 for all but one of several answers at once, each through a process of its own', async () => {
    const bench = await invitationBench();
    const { id } = (await bench.invite()).body.data;
    const { db: database, clock, guest } = bench;
    const others = [await crmBench({ database, clock }), await crmBench({ database, clock })];
    const answers = await Promise.all([
      bench.answer('accept', id),
      ...others.map(({ call }) =>
        call('POST', `/invitations/${id}/${word}`, { token: guest.token }),
      ),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
  });

  test('403 a token whose scopes leave out what its user may do, 200 a bound one whose scopes do not', async () => {
    const { invite, answer, db, guest, received } = await invitationBench();
    const { id } = (await invite()).body.data;
    const narrow = (scopes: readonly string[]) =>
      db.query('update access_tokens set scopes = ?, bound_to = ? where user_id = ?', [
        JSON.stringify(scopes),
        guest.accountId,
        guest.userId,
      ]);
    await narrow(OWNED.slice(1));
    const { status, body } = await answer(word, id);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('leave out')]);
    expect(await received()).toEqual([id]);
    await narrow(OWNED);
    expect((await answer(word, id)).status).toBe(200);
  });
});
