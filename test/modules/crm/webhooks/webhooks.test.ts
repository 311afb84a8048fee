import { describe, expect, test } from 'bun:test';
import { webhooks } from '../../../../src/core/db/schema/crm.ts';
import { placeOf } from '../../../../src/core/db/sealed-tables.ts';
import { initialValues } from '../../../../src/core/webhooks/fields/field.ts';
import { snakeCased } from '../../../../src/modules/crm/names.ts';
import { ACCOUNT_FIELDS } from '../../../../src/modules/crm/webhooks/registry.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
const BODY = { name: 'Sales', url: 'https://Receiver.test/hook?key=1' };

const create = async ({ call }: CrmBench, fields: object = {}) => {
  const { status, body, headers } = await call('POST', '/webhooks', {
    body: { ...BODY, ...fields },
  });
  expect(status).toBe(201);
  const { secret, ...data } = body.data;
  return { id: String(data.id), data, secret, etag: String(headers.get('etag')) };
};

const insertWebhooks = ({ rows, accountId }: CrmBench, count: number) =>
  rows(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
     insert into webhooks (id, account_id, name, url, secret_sealed, created_at, updated_at)
     select i, ?, 'x', 'http://x/', '', 1, 1 from n`,
    accountId,
  );

describe('POST /webhooks', () => {
  test('201 enabled for every event, its secret shown and sealed', async () => {
    const bench = await crmBench();
    const { data, secret } = await create(bench);
    expect(data).toEqual({
      ...snakeCased(initialValues(ACCOUNT_FIELDS)),
      id: expect.any(String),
      name: 'Sales',
      url: 'https://receiver.test/hook?key=1',
      events: ['ALL'],
      enabled: true,
      auto_disable: true,
      created_at: '2026-01-05T10:00:00.000Z',
      updated_at: '2026-01-05T10:00:00.000Z',
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await bench.rows('select secret_sealed from webhooks');
    const place = placeOf(webhooks.secretSealed, data.id);
    expect(bench.vault.open(String(row?.[0]), place)).toBe(secret);
    const [audit] = await bench.rows('select action, resource, before, after from audit_logs');
    expect(audit?.slice(0, 3)).toEqual(['create', 'webhooks', null]);
    const masked = { ...data, url: 'https://receiver.test/hook?key=********' };
    expect(JSON.parse(String(audit?.[3]))).toEqual(masked);
  });

  test('201 for some events, each once; ALL or none stands for all', async () => {
    const bench = await crmBench();
    const [type, other] = ['pipeline_stage.created', 'mcp_server.deleted'];
    const some = await create(bench, { events: [type, other, type], enabled: false });
    expect([some.data.events, some.data.enabled]).toEqual([[type, other], false]);
    for (const events of [[], ['ALL'], [type, 'ALL']])
      expect((await create(bench, { events })).data.events).toEqual(['ALL']);
  });

  test.each<[string, object, string, string]>([
    ['name is missing', { name: undefined }, 'name', 'is required'],
    ['url is missing', { url: undefined }, 'url', 'is required'],
    ['url is no URL', { url: 'receiver' }, 'url', 'must begin with http:// or https:// and a host'],
    [
      'url holds credentials',
      { url: 'http://a:b@receiver.test/' },
      'url',
      'must not hold credentials: give them in headers as {"authorization": "Basic …"}, user:password in base64',
    ],
    [
      'url holds whitespace',
      { url: 'http://receiver.test/a b' },
      'url',
      'must not hold whitespace, control characters or backslashes',
    ],
    [
      'url is in a forbidden network',
      { url: 'http://10.0.0.1/' },
      'url',
      'must not be called: private',
    ],
    [
      'an event is unknown',
      { events: ['inbox_member.add'] },
      'events',
      'holds unknown names: "inbox_member.add" (did you mean inbox_member.added?)',
    ],
    [
      'events is a text',
      { events: 'ALL' },
      'events',
      'must be an array of at most 100 event names',
    ],
    ['enabled is a text', { enabled: 'on' }, 'enabled', 'must be true or false'],
    [
      'format would carry a key that an account has not',
      { format: 'evolution-go' },
      'format',
      expect.stringContaining('must be one of gatehouse, evolution-api (evolution-go'),
    ],
    ['by_events is a text', { by_events: 'yes' }, 'by_events', 'must be true or false'],
    ['a field is unknown', { secret: 'x' }, 'secret', 'is not a known field'],
  ])('422 %s', async (_what, fields, field, text) => {
    const refuses = (url: URL) => (url.hostname === '10.0.0.1' ? 'private' : null);
    const { call, rows } = await crmBench({ refuses });
    const { status, body } = await call('POST', '/webhooks', { body: { ...BODY, ...fields } });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual({ [field]: [text] });
    expect(await rows('select count(*) from webhooks')).toEqual([[0]]);
  });

  test('201 once for one Idempotency-Key, the same secret in both answers', async () => {
    const { call, rows } = await crmBench();
    const again = { body: BODY, headers: { 'idempotency-key': 'k1' } };
    const first = await call('POST', '/webhooks', again);
    const second = await call('POST', '/webhooks', again);
    expect(second.body).toEqual(first.body);
    expect(await rows('select count(*) from webhooks')).toEqual([[1]]);
  });

  test('409 beyond 100 in one account', async () => {
    const bench = await crmBench();
    await insertWebhooks(bench, 100);
    const { status, body } = await bench.call('POST', '/webhooks', { body: BODY });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    const { token } = await bench.otherAccount();
    expect((await bench.call('POST', '/webhooks', { token, body: BODY })).status).toBe(201);
  });

  test('409 for all but one of those that are created at once when 99 are there', async () => {
    const bench = await crmBench();
    await insertWebhooks(bench, 99);
    const asked = Array.from({ length: 4 }, () => bench.call('POST', '/webhooks', { body: BODY }));
    const answered = (await Promise.all(asked)).map(({ status }) => status);
    expect(answered.toSorted()).toEqual([201, 409, 409, 409]);
  });
});

describe('reading', () => {
  test('200 GET /webhooks in pages and GET one, without the secret', async () => {
    const bench = await crmBench();
    const { id, data, etag } = await create(bench);
    const list = await bench.call('GET', '/webhooks?page=1&pageSize=1');
    expect([list.status, list.body.data]).toEqual([200, [data]]);
    expect(list.body.meta.pagination.total).toBe(1);
    const one = await bench.call('GET', `/webhooks/${id}`);
    expect([one.status, one.body.data, one.headers.get('etag')]).toEqual([200, data, etag]);
    expect((await bench.call('GET', '/webhooks?page=0')).status).toBe(400);
  });

  test('404 unknown and another account’s, 400 malformed', async () => {
    const bench = await crmBench();
    const { id } = await create(bench);
    const { token } = await bench.otherAccount();
    expect((await bench.call('GET', `/webhooks/${id}`, { token })).status).toBe(404);
    expect((await bench.call('GET', `/webhooks/${UNKNOWN}`)).status).toBe(404);
    expect((await bench.call('GET', '/webhooks/42')).status).toBe(400);
    expect((await bench.call('GET', '/webhooks', { token })).body.data).toEqual([]);
  });
});

describe('changing', () => {
  test('200 PATCH what is given, 422 a URL that may not be called', async () => {
    const refuses = (url: URL) => (url.hostname === '10.0.0.1' ? 'private' : null);
    const bench = await crmBench({ refuses });
    const { id, data } = await create(bench);
    const at = `/webhooks/${id}`;
    const { status, body } = await bench.call('PATCH', at, {
      body: { name: 'Other', events: ['inbox_member.added'] },
    });
    expect([status, body.data]).toEqual([
      200,
      {
        ...data,
        name: 'Other',
        events: ['inbox_member.added'],
        updated_at: '2026-01-05T10:00:00.001Z',
      },
    ]);
    const refused = await bench.call('PATCH', at, { body: { url: 'http://10.0.0.1/' } });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      { url: ['must not be called: private'] },
    ]);
  });

  test('200 rotate shows a new secret, and both sign for 24 h', async () => {
    const bench = await crmBench();
    const { id, secret } = await create(bench);
    const { status, body } = await bench.call('POST', `/webhooks/${id}/rotate`);
    expect(status).toBe(200);
    expect(body.data.secret).not.toBe(secret);
    const secrets = () => {
      const target = bench.crm.destinations.target(bench.accountId, `webhook:${id}`);
      return 'secrets' in target ? target.secrets : [];
    };
    expect(secrets()).toEqual([body.data.secret, secret]);
    await bench.clock.advance(24 * 3_600_000 - 1);
    expect(secrets()).toHaveLength(2);
    await bench.clock.advance(1);
    expect(secrets()).toEqual([body.data.secret]);
    const actions = await bench.rows("select action from audit_logs where resource = 'webhooks'");
    expect(actions.flat()).toEqual(['create', 'rotate']);
  });

  test('200 DELETE, then 404', async () => {
    const bench = await crmBench();
    const { id } = await create(bench);
    const gone = await bench.call('DELETE', `/webhooks/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id }]);
    expect((await bench.call('DELETE', `/webhooks/${id}`)).status).toBe(404);
    expect(bench.crm.destinations.of(bench.accountId, 'mcp_server.deleted')).toEqual([]);
  });

  const changes: [string, string, object][] = [
    ['PATCH', '', { body: { name: 'x' } }],
    ['POST', '/rotate', {}],
    ['DELETE', '', {}],
  ];
  test.each(changes)('412 %s %s with another version', async (method, path, body) => {
    const bench = await crmBench();
    const { id, etag } = await create(bench);
    const at = `/webhooks/${id}${path}`;
    const stale = await bench.call(method, at, { ...body, headers: { 'if-match': '"old"' } });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const right = await bench.call(method, at, { ...body, headers: { 'if-match': etag } });
    expect(right.status).toBe(200);
  });

  test.each(changes)('404 %s %s of another account’s', async (method, path, body) => {
    const bench = await crmBench();
    const { id } = await create(bench);
    const { token } = await bench.otherAccount();
    const { status } = await bench.call(method, `/webhooks/${id}${path}`, { token, ...body });
    expect(status).toBe(404);
  });

  test.each([
    { secret: 'x' },
    { name: '' },
    { url: 'ftp://receiver.test/' },
    { headers: { host: 'x' } },
  ])('422 %j before 404: a body that no webhook could take', async (body) => {
    const bench = await crmBench();
    expect((await bench.call('PATCH', `/webhooks/${UNKNOWN}`, { body })).status).toBe(422);
  });

  test.each([{}, { enabled: true }, { url: 'https://receiver.test/other' }])(
    '404 an unknown webhook, for %j that a webhook could take',
    async (body) => {
      const bench = await crmBench();
      expect((await bench.call('PATCH', `/webhooks/${UNKNOWN}`, { body })).status).toBe(404);
    },
  );

  test('200 changes from every side at once: memory ends as the table does', async () => {
    const bench = await crmBench();
    const { id } = await create(bench);
    const at = `/webhooks/${id}`;
    const patches = ['a', 'b', 'c', 'd'].map((path) =>
      bench.call('PATCH', at, { body: { url: `http://receiver.test/${path}` } }),
    );
    const rotations = [1, 2, 3].map(() => bench.call('POST', `${at}/rotate`));
    for (const { status } of await Promise.all([...patches, ...rotations]))
      expect(status).toBe(200);
    const [row] = await bench.rows('select url, secret_sealed from webhooks');
    expect(bench.crm.destinations.target(bench.accountId, `webhook:${id}`)).toMatchObject({
      address: row?.[0],
      secrets: [
        bench.vault.open(String(row?.[1]), placeOf(webhooks.secretSealed, id)),
        ...[1, 2, 3].map(() => expect.any(String)),
      ],
    });
  });

  test('200 extra headers are sent, sealed and masked, and stay with their origin', async () => {
    const bench = await crmBench();
    const { id, data } = await create(bench, { headers: { 'x-token': 'secret-1', 'x-app': 'a' } });
    const sent = () => {
      const target = bench.crm.destinations.target(bench.accountId, `webhook:${id}`);
      return 'headers' in target ? target.headers : null;
    };
    const change = (body: object) => bench.call('PATCH', `/webhooks/${id}`, { body });
    expect(data.headers).toEqual({ 'x-token': '********', 'x-app': '********' });
    expect(sent()).toEqual({ 'x-token': 'secret-1', 'x-app': 'a' });
    expect(JSON.stringify(await bench.rows('select * from webhooks'))).not.toContain('secret-1');
    expect(JSON.stringify(await bench.rows('select * from audit_logs'))).not.toContain('secret-1');
    const kept = await change({ headers: { 'x-token': '********', 'x-app': 'b' } });
    expect([kept.status, sent()]).toEqual([200, { 'x-token': 'secret-1', 'x-app': 'b' }]);
    for (const [body, details] of [
      [{ url: 'https://other.test/hook' }, { headers: [expect.stringContaining('given too')] }],
      [{ headers: { host: 'x' } }, { 'headers.host': ['must not be set'] }],
      [{ headers: { 'x-new': '********' } }, { 'headers.x-new': [expect.any(String)] }],
      [{ headers: ['x'] }, { headers: [expect.any(String)] }],
    ] as const) {
      const refused = await change(body);
      expect([refused.status, refused.body.error.details]).toEqual([422, details]);
    }
    expect(sent()).toEqual({ 'x-token': 'secret-1', 'x-app': 'b' });
    expect((await change({ headers: {} })).body.data.headers).toEqual({});
    expect(sent()).toEqual({});
    expect((await change({ url: 'https://other.test/hook' })).status).toBe(200);
  });

  test('a restart finds every webhook as it was, with both secrets', async () => {
    const first = await crmBench();
    const { id } = await create(first, { events: ['inbox_member.added'] });
    await first.call('POST', `/webhooks/${id}/rotate`);
    const before = first.crm.destinations.target(first.accountId, `webhook:${id}`);
    const { crm } = await crmBench({ database: first.db });
    expect(crm.destinations.target(first.accountId, `webhook:${id}`)).toEqual(before);
    expect(crm.destinations.of(first.accountId, 'inbox_member.added')).toEqual([`webhook:${id}`]);
    expect(crm.destinations.of(first.accountId, 'inbox_member.removed')).toEqual([]);
  });

  test('200 DELETE of an account stops its webhooks', async () => {
    const bench = await crmBench();
    const account = (await bench.call('POST', '/accounts', { body: { name: 'Second' } })).body.data;
    const headers = { 'account-id': account.id };
    const made = await bench.call('POST', '/webhooks', { body: BODY, headers });
    expect(made.status).toBe(201);
    expect(bench.crm.destinations.of(account.id, 'mcp_server.deleted')).toHaveLength(1);
    expect((await bench.call('DELETE', `/accounts/${account.id}`, { headers })).status).toBe(200);
    expect(bench.crm.destinations.target(account.id, `webhook:${made.body.data.id}`)).toEqual({
      gone: 'webhook deleted',
    });
  });
});
