import { describe, expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

async function inboxBench() {
  const bench = await crmBench();
  const create = (body: Record<string, unknown>) => bench.call('POST', '/inboxes', { body });
  return { ...bench, create };
}

describe('POST /inboxes', () => {
  test('201 an inbox with nothing but a name', async () => {
    const { create, rows } = await inboxBench();
    const { status, body, headers } = await create({ name: ' Shop ' });
    expect([status, body.message]).toEqual([201, 'Inbox created successfully']);
    const { id, created_at, updated_at, ...rest } = body.data;
    expect(rest).toEqual({ name: 'Shop', channel_type: 'api', instance_name: null });
    expect(created_at).toBe(updated_at);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    const [audit] = await rows('select action, resource, resource_id, after from audit_logs');
    expect(audit?.slice(0, 3)).toEqual(['create', 'inboxes', id]);
    expect(JSON.parse(String(audit?.[3]))).toEqual(body.data);
  });

  test('201 every field; two may have one name', async () => {
    const { create } = await inboxBench();
    const fields = { name: 'Shop', channel_type: 'whatsapp', instance_name: 'shop' };
    expect((await create(fields)).body.data).toMatchObject(fields);
    expect((await create({ ...fields, instance_name: null })).status).toBe(201);
  });

  test('409 an Idempotency-Key with another body, 201 with the same', async () => {
    const { call } = await inboxBench();
    const post = (name: string) =>
      call('POST', '/inboxes', { headers: { 'idempotency-key': 'k' }, body: { name } });
    const first = await post('Shop');
    expect((await post('Shop')).body).toEqual(first.body);
    const { status, body } = await post('Other');
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  const invisible = 'must not contain control or zero-width characters';
  test.each([
    ['name missing', { name: undefined }, { name: ['is required'] }],
    ['name blank', { name: '' }, { name: ['must not be blank'] }],
    ['name long', { name: 'x'.repeat(100_000) }, { name: ['must have at most 255 characters'] }],
    ['name zero-width', { name: 'a\ufeffb' }, { name: [invisible] }],
    [
      'channel_type unknown',
      { channel_type: 'email' },
      { channel_type: ['must be one of: api, whatsapp'] },
    ],
    [
      'instance_name long',
      { instance_name: 'x'.repeat(65) },
      { instance_name: ['must have at most 64 characters or null'] },
    ],
    ['an unknown field', { inbox: {} }, { inbox: ['is not a known field'] }],
  ])('422 %s', async (_what, fields, details) => {
    const { create, rows } = await inboxBench();
    const { status, body } = await create({ name: 'Shop', ...fields });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual(details);
    expect(await rows('select 1 from inboxes')).toEqual([]);
  });
});

describe('GET /inboxes', () => {
  test('200 a page of this account’s, 400 a page that is none', async () => {
    const { create, call, otherAccount } = await inboxBench();
    const { token } = await otherAccount();
    await call('POST', '/inboxes', { token, body: { name: 'Theirs' } });
    for (const name of ['a', 'b', 'c']) await create({ name });
    const { status, body } = await call('GET', '/inboxes?page=2&pageSize=2');
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, ['c']]);
    expect(body.meta.pagination).toMatchObject({ page: 2, total: 3, total_pages: 2 });
    expect((await call('GET', '/inboxes?page=-1')).status).toBe(400);
  });
});

describe('one inbox', () => {
  test('200 GET, with its ETag', async () => {
    const { create, call } = await inboxBench();
    const made = await create({ name: 'Shop' });
    const { status, body, headers } = await call('GET', `/inboxes/${made.body.data.id}`);
    expect([status, body.data]).toEqual([200, made.body.data]);
    expect(headers.get('etag')).toBe(made.headers.get('etag') ?? '');
  });

  test('200 PATCH changes what is given; null parts it from its instance', async () => {
    const { create, call, rows } = await inboxBench();
    const made = (await create({ name: 'Shop', instance_name: 'shop' })).body.data;
    const { status, body } = await call('PATCH', `/inboxes/${made.id}`, {
      body: { instance_name: null, channel_type: 'whatsapp' },
    });
    expect(status).toBe(200);
    const { updated_at } = body.data;
    const wanted = { ...made, instance_name: null, channel_type: 'whatsapp', updated_at };
    expect(body.data).toEqual(wanted);
    const [audit] = await rows("select before, after from audit_logs where action = 'update'");
    expect(audit?.map((text) => JSON.parse(String(text)))).toEqual([made, body.data]);
  });

  test('200 DELETE also removes its members, each with its audit row and event', async () => {
    const { create, call, rows, events, memberWith } = await inboxBench();
    await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
    const { id } = (await create({ name: 'Shop' })).body.data;
    const { userId } = await memberWith();
    const body = { inbox_id: id, user_ids: [userId] };
    const [member] = (await call('POST', '/inbox_members', { body })).body.data;
    const { status, body: answer } = await call('DELETE', `/inboxes/${id}`);
    expect([status, answer.data]).toEqual([200, { id }]);
    expect((await call('GET', `/inboxes/${id}`)).status).toBe(404);
    expect(await rows('select 1 from inbox_members')).toEqual([]);
    const audits = await rows(
      "select resource from audit_logs where action = 'delete' order by rowid",
    );
    expect(audits).toEqual([['inbox_members'], ['inboxes']]);
    const shown = { inbox_id: id, ...member };
    expect((await events()).map(({ event, data }) => [event, data])).toEqual([
      ['inbox_member.added', { previous: null, current: shown }],
      ['inbox_member.removed', { previous: shown, current: null }],
    ]);
  });

  test('404 unknown, another account’s, and what was deleted', async () => {
    const { create, call, otherAccount } = await inboxBench();
    const { id } = (await create({ name: 'Shop' })).body.data;
    const { token } = await otherAccount();
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: {} } : {};
      const unknown = await call(method, `/inboxes/${UNKNOWN}`, body);
      expect([unknown.status, unknown.body.error.message]).toEqual([404, 'inbox not found']);
      expect((await call(method, `/inboxes/${id}`, { ...body, token })).status).toBe(404);
    }
    expect((await call('DELETE', `/inboxes/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/inboxes/${id}`)).status).toBe(404);
  });

  test('412 another version', async () => {
    const { create, call } = await inboxBench();
    const { id } = (await create({ name: 'Shop' })).body.data;
    const headers = { 'if-match': '"other", W/"x"' };
    expect((await call('PATCH', `/inboxes/${id}`, { headers, body: {} })).status).toBe(412);
    expect((await call('DELETE', `/inboxes/${id}`, { headers })).status).toBe(412);
    expect((await call('GET', `/inboxes/${id}`)).status).toBe(200);
  });

  test('422 PATCH with a name of nothing, and with an unknown field', async () => {
    const { create, call } = await inboxBench();
    const { id } = (await create({ name: 'Shop' })).body.data;
    const { status, body } = await call('PATCH', `/inboxes/${id}`, { body: { name: ' ', x: 1 } });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({
      name: ['must not be blank'],
      x: ['is not a known field'],
    });
  });
});

test('500 a database that fails, under every operation', async () => {
  const { create, call, db } = await inboxBench();
  const { id } = (await create({ name: 'Shop' })).body.data;
  await db.query('drop table inboxes', []);
  const answers = [
    await call('GET', '/inboxes'),
    await call('GET', `/inboxes/${id}`),
    await create({ name: 'x' }),
    await call('PATCH', `/inboxes/${id}`, { body: {} }),
    await call('DELETE', `/inboxes/${id}`),
  ];
  for (const answer of answers)
    expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
});
