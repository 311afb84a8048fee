import { describe, expect, test } from 'bun:test';
import { memberBench, namesOf, UNKNOWN } from './setup.ts';

describe('POST /inbox_members', () => {
  test('200 adds who is missing, and answers all', async () => {
    const { person, change, rows, inboxId } = await memberBench();
    const [ana, bob] = [await person('Ana'), await person('Bob')];
    expect(namesOf(await change('POST', [bob.userId]))).toEqual(['Bob']);
    const upper = ana.userId.toUpperCase();
    const { status, body } = await change('POST', [upper, bob.userId, ana.userId]);
    expect([status, namesOf({ body })]).toEqual([200, ['Ana', 'Bob']]);
    const audits = await rows(
      "select action, resource_id, before, after from audit_logs where resource = 'inbox_members' order by rowid",
    );
    expect(audits.map((audit) => audit.slice(0, 3))).toEqual([
      ['create', inboxId, null],
      ['create', inboxId, null],
    ]);
    expect(JSON.parse(String(audits[1]?.[3]))).toEqual({ inbox_id: inboxId, ...body.data[0] });
  });

  test('200 the same Idempotency-Key again: the answer of then', async () => {
    const { person, change, members } = await memberBench();
    const { userId } = await person('Ana');
    const headers = { 'idempotency-key': 'k' };
    const first = await change('POST', [userId], { headers });
    await change('DELETE', [userId]);
    const again = await change('POST', [userId], { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await members()).toEqual([]);
  });

  test('409 the same Idempotency-Key with another body', async () => {
    const { person, change } = await memberBench();
    const [ana, bob] = [await person('Ana'), await person('Bob')];
    const headers = { 'idempotency-key': 'k' };
    await change('POST', [ana.userId], { headers });
    const { status, body } = await change('POST', [bob.userId], { headers });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('200 twenty at once, each adding one and all adding another', async () => {
    const { person, change, members, rows } = await memberBench();
    const all = await person('all');
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => person(`p${n}`)));
    const answers = await Promise.all(
      people.map(({ userId }) => change('POST', [all.userId, userId])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await members()).toHaveLength(21);
    const audited = await rows("select 1 from audit_logs where resource = 'inbox_members'");
    expect(audited).toHaveLength(21);
  });
});

describe('PATCH /inbox_members', () => {
  test('200 exactly those named are members afterwards', async () => {
    const { person, change, rows } = await memberBench();
    const [ana, bob, cy] = [await person('Ana'), await person('Bob'), await person('Cy')];
    await change('POST', [ana.userId, bob.userId]);
    const { status, body } = await change('PATCH', [cy.userId, bob.userId]);
    expect([status, namesOf({ body })]).toEqual([200, ['Bob', 'Cy']]);
    const audits = await rows(
      "select action from audit_logs where resource = 'inbox_members' order by rowid",
    );
    expect(audits.flat()).toEqual(['create', 'create', 'delete', 'create']);
    expect(namesOf(await change('PATCH', []))).toEqual([]);
  });
});

describe('DELETE /inbox_members', () => {
  test('200 removes those named, and answers who is left', async () => {
    const { person, change } = await memberBench();
    const [ana, bob, cy] = [await person('Ana'), await person('Bob'), await person('Cy')];
    await change('POST', [ana.userId, bob.userId]);
    const { status, body } = await change('DELETE', [ana.userId, cy.userId]);
    expect([status, namesOf({ body })]).toEqual([200, ['Bob']]);
  });
});

const METHODS = ['POST', 'PATCH', 'DELETE'];

describe.each(METHODS)('%s /inbox_members', (method) => {
  test('422 an unknown user or one of another account, named; nothing changes', async () => {
    const { person, change, members, otherAccount } = await memberBench();
    const [ana, bob] = [await person('Ana'), await person('Bob')];
    await change('POST', [ana.userId]);
    const { userId: foreign } = await otherAccount();
    for (const id of [UNKNOWN, foreign]) {
      const { status, body } = await change(method, [ana.userId, bob.userId, id]);
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
      expect(body.error.details.user_ids[0]).toContain(id);
      expect(body.error.details.user_ids[0]).not.toContain(bob.userId);
    }
    expect(await members()).toEqual(['Ana']);
  });

  test.each([
    ['inbox_id malformed', { inbox_id: 'x' }, { inbox_id: ['must be a UUID'] }],
    ['inbox_id missing', { inbox_id: undefined }, { inbox_id: ['is required'] }],
    ['user_ids no array', { user_ids: 'x' }, { user_ids: ['must be an array'] }],
    ['user_ids missing', { user_ids: undefined }, { user_ids: ['is required'] }],
    ['user_ids malformed', { user_ids: [1] }, { 'user_ids.0': ['must be a UUID'] }],
    [
      'user_ids too many',
      { user_ids: Array(1_001).fill(UNKNOWN) },
      { user_ids: ['must have at most 1000 items'] },
    ],
    ['an unknown field', { role: 'x' }, { role: ['is not a known field'] }],
  ])('422 %s', async (_what, fields, details) => {
    const { call, inboxId, userId } = await memberBench();
    const body = { inbox_id: inboxId, user_ids: [userId], ...fields };
    const answer = await call(method, '/inbox_members', { body });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(answer.body.error.details).toEqual(details);
  });

  test('400 no body', async () => {
    const { call } = await memberBench();
    const { status, body } = await call(method, '/inbox_members');
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('404 an unknown inbox, and another account’s', async () => {
    const { call, userId, otherAccount, change } = await memberBench();
    const body = { inbox_id: UNKNOWN, user_ids: [userId] };
    expect((await call(method, '/inbox_members', { body })).status).toBe(404);
    const { token, userId: owner } = await otherAccount();
    expect((await change(method, [owner], { token })).status).toBe(404);
  });

  test('500 is called INTERNAL_ERROR', async () => {
    const { change, db, userId } = await memberBench();
    await db.query('drop table inbox_members', []);
    const { status, body } = await change(method, [userId]);
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
  });
});

test('422 POST and DELETE without any user', async () => {
  const { change } = await memberBench();
  for (const method of ['POST', 'DELETE']) {
    const { status, body } = await change(method, []);
    expect([status, body.error.details]).toEqual([
      422,
      { user_ids: ['must have at least 1 item'] },
    ]);
  }
});

test('inbox_member events tell who came and who went, in the order of the inbox', async () => {
  const { call, change, person, events, inboxId, accountId } = await memberBench();
  await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
  const [ana, bob] = [await person('Ana'), await person('Bob')];
  const [shownAna] = (await change('POST', [ana.userId])).body.data;
  await change('POST', [ana.userId]);
  const [shownBob] = (await change('PATCH', [bob.userId])).body.data;
  const published = await events();
  expect(published.map(({ event, sequence, data }) => [event, sequence, data])).toEqual([
    ['inbox_member.added', 1, { previous: null, current: { inbox_id: inboxId, ...shownAna } }],
    ['inbox_member.removed', 2, { previous: { inbox_id: inboxId, ...shownAna }, current: null }],
    ['inbox_member.added', 3, { previous: null, current: { inbox_id: inboxId, ...shownBob } }],
  ]);
  expect(new Set(published.map((one) => one.accountId))).toEqual(new Set([accountId]));
});

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
