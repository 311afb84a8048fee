import { describe, expect, test } from 'bun:test';
import { memberBench, UNKNOWN } from './setup.ts';

describe('GET /inbox_members/{inbox_id}', () => {
  test('200 no members', async () => {
    const { call, inboxId } = await memberBench();
    const { status, body } = await call('GET', `/inbox_members/${inboxId}`);
    expect([status, body.data]).toEqual([200, []]);
    expect(body.message).toBe('Inbox members retrieved successfully');
  });

  test('200 each as the record says, the role its own', async () => {
    const { call, inboxId, userId, change, person } = await memberBench();
    const { userId: anaId } = await person('Ana');
    await change('POST', [userId, anaId]);
    const { body } = await call('GET', `/inbox_members/${inboxId.toUpperCase()}`);
    const ana = body.data.find(({ id }: { id: string }) => id === anaId);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(ana).toEqual({
      id: anaId,
      name: 'Ana',
      display_name: '',
      email: `${anaId}@example.com`,
      role: expect.stringMatching(/^only_/),
      confirmed: false,
      availability_status: 'offline',
      auto_offline: false,
      avatar_url: null,
      available_name: 'Ana',
      created_at: time,
      updated_at: time,
    });
    const first = body.data.find(({ id }: { id: string }) => id === userId);
    expect(first.role).toBe('super_admin');
  });

  test('200 by name without case, whatever the alphabet', async () => {
    const { person, change, members } = await memberBench();
    const ids: string[] = [];
    for (const name of ['élan', 'bob', 'Zoe', 'Alba', 'Élodie', 'ana'])
      ids.push((await person(name)).userId);
    await change('POST', ids);
    expect(await members()).toEqual(['Alba', 'ana', 'bob', 'Zoe', 'élan', 'Élodie']);
  });

  test('200 for a member without any permission, 403 for others', async () => {
    const { call, inboxId, person, change } = await memberBench();
    const [ana, bob] = [await person('Ana'), await person('Bob')];
    await change('POST', [ana.userId]);
    const get = (token: string) => call('GET', `/inbox_members/${inboxId}`, { token });
    expect((await get(ana.token)).status).toBe(200);
    const { status, body } = await get(bob.token);
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error.message).toContain('inbox_members.read');
    expect((await call('GET', `/inbox_members/${UNKNOWN}`, { token: ana.token })).status).toBe(403);
  });

  test('403 for who was a member once', async () => {
    const { call, inboxId, person, change } = await memberBench();
    const { userId, token } = await person('Ana');
    await change('POST', [userId]);
    await change('DELETE', [userId]);
    expect((await call('GET', `/inbox_members/${inboxId}`, { token })).status).toBe(403);
  });

  test('400 a malformed id, 404 an unknown one and another account’s', async () => {
    const { call, inboxId, otherAccount } = await memberBench();
    const { token } = await otherAccount();
    const answers = [
      await call('GET', '/inbox_members/nonsense'),
      await call('GET', `/inbox_members/${UNKNOWN}`),
      await call('GET', `/inbox_members/${inboxId}`, { token }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'BAD_REQUEST'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    expect(answers[1]?.body.error.message).toBe('inbox not found');
  });
});

test('500 GET is called INTERNAL_ERROR', async () => {
  const { call, db, inboxId } = await memberBench();
  await db.query('drop table inbox_members', []);
  const { status, body } = await call('GET', `/inbox_members/${inboxId}`);
  expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
});
