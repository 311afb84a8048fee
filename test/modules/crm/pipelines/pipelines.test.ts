import { describe, expect, test } from 'bun:test';
import { pipelineBench, UNKNOWN, withoutCounts } from './setup.ts';

/** What audit rows show of a pipeline. */
const ownFields = ({ stages, ...pipeline }: Record<string, unknown>) => withoutCounts(pipeline);

describe('GET /pipelines', () => {
  test('200 pages of this account’s, oldest first, with their totals', async () => {
    const { create, call, otherAccount } = await pipelineBench();
    const { token } = await otherAccount();
    await call('POST', '/pipelines', { token, body: { pipeline: { name: 'Theirs' } } });
    for (const name of ['a', 'b', 'c']) await create({ name });
    const names = async (query: string) => {
      const { status, body } = await call('GET', `/pipelines${query}`);
      expect(status).toBe(200);
      return [body.data.map(({ name }: { name: string }) => name), body.meta.pagination];
    };
    const pages = { page_size: 2, total: 3, total_pages: 2 };
    expect(await names('?page=1&pageSize=2')).toEqual([
      ['a', 'b'],
      { page: 1, ...pages, has_next_page: true, has_previous_page: false },
    ]);
    expect(await names('?page=2&pageSize=2')).toEqual([
      ['c'],
      { page: 2, ...pages, has_next_page: false, has_previous_page: true },
    ]);
    const [first] = await names('?page=1');
    expect(first).toEqual(['a', 'b', 'c']);
  });

  test('200 each with its stages, by position', async () => {
    const { create, call } = await pipelineBench();
    const sales = await create({ name: 'Sales' }, { stages: [{ name: 'Lead' }, { name: 'Won' }] });
    const empty = await create({ name: 'Empty' });
    const { body } = await call('GET', '/pipelines');
    expect(body.data).toEqual([sales.body.data, empty.body.data]);
  });

  test.each([
    ['limit=2', ['a', 'b'], { page: 1, page_size: 2, has_next_page: true }],
    ['skip=1&limit=2', ['b', 'c'], { page: 1, has_next_page: true, has_previous_page: true }],
    ['skip=3&limit=2', ['d'], { page: 2, has_next_page: false }],
    ['skip=9', [], { total: 4, has_next_page: false, has_previous_page: true }],
    ['page=2&per_page=3', ['d'], { page: 2, page_size: 3, total_pages: 2 }],
    ['limit=2&pageSize=2', ['a', 'b'], { page_size: 2 }],
  ])('200 %s', async (query, names, pagination) => {
    const { create, call } = await pipelineBench();
    for (const name of ['a', 'b', 'c', 'd']) await create({ name });
    const { status, body } = await call('GET', `/pipelines?${query}`);
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, names]);
    expect(body.meta.pagination).toMatchObject(pagination);
  });

  test.each([
    'skip=-1',
    'skip=x',
    'limit=0',
    'limit=101',
    'per_page=x',
    'limit=2&pageSize=3',
    'skip=0&page=1',
  ])('400 %s', async (query) => {
    const { call } = await pipelineBench();
    const { status, body } = await call('GET', `/pipelines?${query}`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test.each(['page=0', 'page=x', 'pageSize=0', 'pageSize=101', 'pageSize=1.5'])(
    '400 %s',
    async (query) => {
      const { call } = await pipelineBench();
      const { status, body } = await call('GET', `/pipelines?${query}`);
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );
});

describe('GET /pipelines/{pipeline_id}', () => {
  test('200 one, with its ETag', async () => {
    const { create, call } = await pipelineBench();
    const made = (await create({ name: 'Sales' }, { stages: [{ name: 'Lead' }] })).body.data;
    const { status, body, headers } = await call('GET', `/pipelines/${made.id}`);
    expect([status, body.data]).toEqual([200, made]);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  test('404 unknown, and another account’s', async () => {
    const { create, call, otherAccount } = await pipelineBench();
    const { id } = (await create({ name: 'Sales' })).body.data;
    const { token } = await otherAccount();
    expect((await call('GET', `/pipelines/${UNKNOWN}`)).status).toBe(404);
    const { status, body } = await call('GET', `/pipelines/${id}`, { token });
    expect([status, body.error.message]).toEqual([404, 'pipeline not found']);
  });
});

describe('PATCH /pipelines/{pipeline_id}', () => {
  test('200 changes what is given', async () => {
    const { create, call, rows } = await pipelineBench();
    const stages = [{ name: 'Lead' }];
    const made = (await create({ name: 'Sales', description: 'old' }, { stages })).body.data;
    const { status, body } = await call('PATCH', `/pipelines/${made.id}`, {
      body: { pipeline: { description: '', visibility: 'public' } },
    });
    expect(status).toBe(200);
    const { updated_at } = body.data;
    expect(body.data).toEqual({ ...made, description: '', visibility: 'public', updated_at });
    expect(updated_at > made.updated_at).toBe(true);
    const [audit] = await rows("select before, after from audit_logs where action = 'update'");
    expect(audit?.map((text) => JSON.parse(String(text)))).toEqual(
      [made, body.data].map(ownFields),
    );
  });

  test('200 its fields in the body itself', async () => {
    const { create, call } = await pipelineBench();
    const made = (await create({ name: 'Sales' })).body.data;
    const { status, body } = await call('PATCH', `/pipelines/${made.id}`, {
      body: { is_active: false },
    });
    const { updated_at } = body.data;
    expect([status, body.data]).toEqual([200, { ...made, is_active: false, updated_at }]);
  });

  test('200 one default: a new one takes it from the former, and each leaves an audit row', async () => {
    const { create, call, rows } = await pipelineBench();
    const sales = (await create({ name: 'Sales', is_default: true })).body.data.id;
    const support = (await create({ name: 'Support' })).body.data.id;
    const defaults = async () =>
      (await call('GET', '/pipelines')).body.data
        .filter(({ is_default }: { is_default: boolean }) => is_default)
        .map(({ name }: { name: string }) => name);
    expect(await defaults()).toEqual(['Sales']);
    const body = { is_default: true };
    expect((await call('PATCH', `/pipelines/${support}`, { body })).status).toBe(200);
    expect(await defaults()).toEqual(['Support']);
    const audits = await rows(
      "select resource_id, json_extract(after, '$.is_default') from audit_logs where action = 'update' order by rowid",
    );
    expect(audits).toEqual([
      [sales, 0],
      [support, 1],
    ]);
    await create({ name: 'Third', is_default: true });
    expect(await defaults()).toEqual(['Third']);
  });

  test('200 twenty defaults at once: one is left', async () => {
    const { create, call, rows } = await pipelineBench();
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await create({ name: `${n}` })).body.data.id);
    const answers = await Promise.all(
      ids.map((id) => call('PATCH', `/pipelines/${id}`, { body: { is_default: true } })),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(await rows('select 1 from pipelines where is_default')).toHaveLength(1);
  });

  test('201 twenty new defaults at once, while the former is changed: one is left, and the audit log names the end of each other', async () => {
    const { create, call, rows } = await pipelineBench();
    const { id } = (await create({ name: 'former', is_default: true })).body.data;
    const change = { description: 'changed meanwhile' };
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => create({ name: `${n}`, is_default: true })),
      call('PATCH', `/pipelines/${id}`, { body: { pipeline: change } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 200]);
    expect(await rows('select 1 from pipelines where is_default')).toHaveLength(1);
    const ended = await rows(
      "select 1 from audit_logs where before ->> 'is_default' = 1 and after ->> 'is_default' = 0",
    );
    expect(ended).toHaveLength(20);
  });

  test('409 the name of another, 200 its own', async () => {
    const { create, call } = await pipelineBench();
    await create({ name: 'Sales' });
    const { id } = (await create({ name: 'Support' })).body.data;
    const rename = (name: string) =>
      call('PATCH', `/pipelines/${id}`, { body: { pipeline: { name } } });
    expect((await rename('Sales')).status).toBe(409);
    expect((await rename('Support')).status).toBe(200);
  });

  test('412 another version', async () => {
    const { create, call } = await pipelineBench();
    const made = await create({ name: 'Sales' });
    const path = `/pipelines/${made.body.data.id}`;
    const change = (etag: string) =>
      call('PATCH', path, { headers: { 'if-match': etag }, body: { pipeline: { name: 'New' } } });
    expect((await change('"0"')).status).toBe(412);
    expect((await change(made.headers.get('etag') ?? '')).status).toBe(200);
  });

  test('400, 422 and 404', async () => {
    const { create, call, otherAccount } = await pipelineBench();
    const { id } = (await create({ name: 'Sales' })).body.data;
    const { token } = await otherAccount();
    const statusOf = async (path: string, body: object, more = {}) =>
      (await call('PATCH', path, { body, ...more })).status;
    expect(await statusOf(`/pipelines/${id}`, { pipeline: [] })).toBe(400);
    expect(await statusOf(`/pipelines/${id}`, { name: '' })).toBe(422);
    expect(await statusOf(`/pipelines/${id}`, { pipeline: { name: '' } })).toBe(422);
    expect(await statusOf(`/pipelines/${id}`, { pipeline: {}, stages: [] })).toBe(422);
    expect(await statusOf(`/pipelines/${UNKNOWN}`, { pipeline: {} })).toBe(404);
    expect(await statusOf(`/pipelines/${id}`, { pipeline: {} }, { token })).toBe(404);
  });
});

describe('DELETE /pipelines/{pipeline_id}', () => {
  test('200 it is deleted with its stages, each with its audit row and event', async () => {
    const { create, call, rows, events } = await pipelineBench();
    await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
    const stages = [{ name: 'Lead' }, { name: 'Won' }];
    const made = (await create({ name: 'Sales' }, { stages })).body.data;
    const { status, body } = await call('DELETE', `/pipelines/${made.id}`);
    expect([status, body.data]).toEqual([200, { id: made.id }]);
    expect((await call('GET', `/pipelines/${made.id}`)).status).toBe(404);
    expect(await rows('select 1 from pipeline_stages')).toEqual([]);
    const audits = await rows(
      "select resource, before from audit_logs where action = 'delete' order by rowid",
    );
    expect(audits.map(([resource]) => resource)).toEqual([
      'pipeline_stages',
      'pipeline_stages',
      'pipelines',
    ]);
    const published = (await events()).map(({ event, data }) => [
      event,
      data.previous,
      data.current,
    ]);
    const shown = made.stages.map(withoutCounts);
    expect(published).toEqual([
      ...shown.map((stage: object) => ['pipeline_stage.created', null, stage]),
      ...shown.map((stage: object) => ['pipeline_stage.deleted', stage, null]),
    ]);
  });

  test('200 while stages are added: none is left without an event', async () => {
    const { create, call, rows } = await pipelineBench();
    const { id } = (await create({ name: 'Sales' }, { stages: [{ name: 'a' }] })).body.data;
    const add = (n: number) =>
      call('POST', `/pipelines/${id}/pipeline_stages`, {
        body: { pipeline_stage: { name: `${n}` } },
      });
    const [deleted, ...added] = await Promise.all([
      call('DELETE', `/pipelines/${id}`),
      ...[1, 2, 3].map(add),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of added) expect([201, 404]).toContain(status);
    const counts = await rows(
      "select action, count(*) from audit_logs where resource = 'pipeline_stages' group by action",
    );
    const audited = new Map(counts.map(([action, count]) => [action, count]));
    expect(audited.get('delete')).toBe(audited.get('create'));
  });

  test('404 unknown, another account’s, and a second time', async () => {
    const { create, call, otherAccount } = await pipelineBench();
    const { id } = (await create({ name: 'Sales' })).body.data;
    const { token } = await otherAccount();
    expect((await call('DELETE', `/pipelines/${UNKNOWN}`)).status).toBe(404);
    expect((await call('DELETE', `/pipelines/${id}`, { token })).status).toBe(404);
    expect((await call('DELETE', `/pipelines/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/pipelines/${id}`)).status).toBe(404);
  });

  test('412 another version', async () => {
    const { create, call } = await pipelineBench();
    const { id } = (await create({ name: 'Sales' })).body.data;
    const headers = { 'if-match': '"other"' };
    expect((await call('DELETE', `/pipelines/${id}`, { headers })).status).toBe(412);
    expect((await call('GET', `/pipelines/${id}`)).status).toBe(200);
  });
});

test('500 a database that fails, under every operation', async () => {
  const { create, call, db } = await pipelineBench();
  const { id } = (await create({ name: 'Sales' })).body.data;
  await db.query('drop table pipelines', []);
  const body = { pipeline: { name: 'x' } };
  const answers = [
    await call('GET', '/pipelines'),
    await call('GET', `/pipelines/${id}`),
    await call('POST', '/pipelines', { body }),
    await call('PATCH', `/pipelines/${id}`, { body }),
    await call('DELETE', `/pipelines/${id}`),
  ];
  for (const answer of answers)
    expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
});
