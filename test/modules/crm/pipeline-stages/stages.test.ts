import { describe, expect, test } from 'bun:test';
import { stageBench, UNKNOWN } from './setup.ts';

describe('GET /pipelines/{pipeline_id}/pipeline_stages', () => {
  test('200 all of them, by position', async () => {
    const { call, at, stages } = await stageBench();
    expect((await call('GET', at)).body.data).toEqual([]);
    const ids = await stages('a', 'b', 'c');
    const { status, body } = await call('GET', at);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
    expect(body.meta.pagination).toBeUndefined();
  });

  test('404 an unknown pipeline, and another account’s', async () => {
    const { call, at, otherAccount } = await stageBench();
    const { token } = await otherAccount();
    expect((await call('GET', at, { token })).status).toBe(404);
    expect((await call('GET', `/pipelines/${UNKNOWN}/pipeline_stages`)).status).toBe(404);
  });
});

describe('GET /pipelines/{pipeline_id}/pipeline_stages/{id}', () => {
  test('200 one, whatever the case of its id, with its ETag', async () => {
    const { call, at, add } = await stageBench();
    const made = await add({ name: 'Lead' });
    const { status, body, headers } = await call('GET', `${at}/${made.body.data.id.toUpperCase()}`);
    expect([status, body.data]).toEqual([200, made.body.data]);
    expect(headers.get('etag')).toBe(made.headers.get('etag') ?? '');
  });

  test('404 unknown, another pipeline’s, another account’s', async () => {
    const { call, at, stages, otherAccount } = await stageBench();
    const [id] = await stages('Lead');
    const { token } = await otherAccount();
    const other = await call('POST', '/pipelines', { body: { pipeline: { name: 'Other' } } });
    const paths = [`${at}/${UNKNOWN}`, `/pipelines/${other.body.data.id}/pipeline_stages/${id}`];
    for (const path of paths) {
      const { status, body } = await call('GET', path);
      expect([status, body.error.message]).toEqual([404, 'pipeline stage not found']);
    }
    expect((await call('GET', `${at}/${id}`, { token })).status).toBe(404);
  });
});

describe('PATCH /pipelines/{pipeline_id}/pipeline_stages/{id}', () => {
  test('200 changes what is given, and nothing else', async () => {
    const { call, at, add, rows } = await stageBench();
    const made = await add({ name: 'Lead', automation_rules: { a: 1 }, stage_type: 1 });
    const { id } = made.body.data;
    const { status, body, headers } = await call('PATCH', `${at}/${id}`, {
      body: { pipeline_stage: { name: 'New', custom_fields: { attributes: ['x'] } } },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...made.body.data,
      name: 'New',
      custom_fields: { attributes: ['x'] },
      updated_at: body.data.updated_at,
    });
    expect(body.data.updated_at > made.body.data.updated_at).toBe(true);
    expect(headers.get('etag')).not.toBe(made.headers.get('etag'));
    expect((await call('GET', `${at}/${id}`)).body.data).toEqual(body.data);
    const [audit] = await rows("select before, after from audit_logs where action = 'update'");
    expect(audit?.map((text) => JSON.parse(String(text)))).toEqual([made.body.data, body.data]);
  });

  test('200 with If-Match of this version or *, 412 with any other', async () => {
    const { call, at, add } = await stageBench();
    const made = await add({ name: 'Lead' });
    const path = `${at}/${made.body.data.id}`;
    const etag = made.headers.get('etag') ?? '';
    const change = (name: string, ifMatch: string) =>
      call('PATCH', path, { headers: { 'if-match': ifMatch }, body: { pipeline_stage: { name } } });
    expect((await change('One', etag)).status).toBe(200);
    const late = await change('Two', etag);
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await change('Three', '*')).status).toBe(200);
    expect((await call('GET', path)).body.data.name).toBe('Three');
  });

  test('201 a stage that is added at a place is no change of a version, whatever If-Match says', async () => {
    const { call, at, stages, order } = await stageBench();
    await stages('Lead', 'Won');
    const body = { pipeline_stage: { name: 'Talk', position: 2 } };
    const headers = { 'if-match': '"other"' };
    expect((await call('POST', at, { headers, body })).status).toBe(201);
    expect(await order()).toEqual(['Lead', 'Talk', 'Won']);
  });

  test('200 with a position it is moved, and every stage that moves is told', async () => {
    const { call, at, stages, order, rows, events } = await stageBench();
    await call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
    const [, , c] = await stages('a', 'b', 'c');
    const told = (await events()).length;
    const { status, body } = await call('PATCH', `${at}/${c}`, {
      body: { pipeline_stage: { name: 'C', position: 1, description: 'x' } },
    });
    expect([status, body.data.position, body.data.name]).toEqual([200, 1, 'C']);
    expect(body.message).toBe('Pipeline stage updated successfully; not kept: description');
    expect(await order()).toEqual(['C', 'a', 'b']);
    const moves = (await events())
      .slice(told)
      .map(({ data: { previous, current } }) => [
        current.name,
        previous.position,
        current.position,
      ]);
    expect(moves).toEqual([
      ['C', 3, 3],
      ['C', 3, 1],
      ['a', 1, 2],
      ['b', 2, 3],
    ]);
    const actions = await rows('select action from audit_logs order by rowid desc limit 2');
    expect(actions).toEqual([['reorder'], ['update']]);
  });

  test('200 moved by twenty at once: never a gap', async () => {
    const { call, at, stages, order } = await stageBench();
    const ids = await stages('a', 'b', 'c', 'd');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call('PATCH', `${at}/${ids[n % 4]}`, {
          body: { pipeline_stage: { position: (n % 5) + 1 } },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await order()).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('200 forty at once without If-Match: all are done', async () => {
    const { call, at, add, rows } = await stageBench();
    const { id } = (await add({ name: 'Lead' })).body.data;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        call('PATCH', `${at}/${id}`, { body: { pipeline_stage: { name: `Name ${n}` } } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rows("select 1 from audit_logs where action = 'update'")).toHaveLength(40);
  });

  test.each([
    ['400 the wrapper is missing', {}, 400],
    ['422 name is null', { pipeline_stage: { name: null } }, 422],
    ['422 a place that is no number', { pipeline_stage: { position: 'first' } }, 422],
    ['422 a field beside the wrapper', { pipeline_stage: {}, other: 1 }, 422],
  ])('%s', async (_what, body, wanted) => {
    const { call, at, stages, order } = await stageBench();
    const [id] = await stages('Lead');
    expect((await call('PATCH', `${at}/${id}`, { body })).status).toBe(wanted);
    expect(await order()).toEqual(['Lead']);
  });

  test('404 unknown, and another account’s', async () => {
    const { call, at, stages, otherAccount } = await stageBench();
    const [id] = await stages('Lead');
    const { token } = await otherAccount();
    const body = { pipeline_stage: { name: 'x' } };
    expect((await call('PATCH', `${at}/${UNKNOWN}`, { body })).status).toBe(404);
    expect((await call('PATCH', `${at}/${id}`, { body, token })).status).toBe(404);
  });
});

describe('DELETE /pipelines/{pipeline_id}/pipeline_stages/{id}', () => {
  test('200 the stages behind it move up, in new versions', async () => {
    const { call, at, stages, order, rows } = await stageBench();
    const [a, b, c] = await stages('a', 'b', 'c', 'd');
    const etagOf = async (id = '') => (await call('GET', `${at}/${id}`)).headers.get('etag');
    const before = [await etagOf(a), await etagOf(c)];
    const shown = (await call('GET', `${at}/${b}`)).body.data;
    const { status, body } = await call('DELETE', `${at}/${b}`);
    expect([status, body.data]).toEqual([200, { id: b }]);
    expect(await order()).toEqual(['a', 'c', 'd']);
    const after = [await etagOf(a), await etagOf(c)];
    expect(after[0]).toBe(before[0] ?? '');
    expect(after[1]).not.toBe(before[1]);
    const [audit] = await rows(
      "select resource_id, before, after from audit_logs where action = 'delete'",
    );
    expect([audit?.[0], JSON.parse(String(audit?.[1])), audit?.[2]]).toEqual([b, shown, null]);
  });

  test('200 all of six, while a stream of others is added: no gap, no position twice', async () => {
    const { call, at, add, stages, order } = await stageBench();
    const ids = await stages(...'abcdef');
    const lane = async () => {
      for (let n = 0; n < 8; n++) expect((await add({ name: 'new' })).status).toBe(201);
    };
    const lanes = Promise.all(Array.from({ length: 24 }, lane));
    const deleted = await Promise.all(ids.map((id) => call('DELETE', `${at}/${id}`)));
    expect(deleted.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await lanes;
    expect(await order()).toEqual(Array(192).fill('new'));
  });

  test('404 unknown, another account’s, and a second time', async () => {
    const { call, at, stages, otherAccount, order } = await stageBench();
    const [id] = await stages('Lead', 'Won');
    const { token } = await otherAccount();
    expect((await call('DELETE', `${at}/${UNKNOWN}`)).status).toBe(404);
    expect((await call('DELETE', `${at}/${id}`, { token })).status).toBe(404);
    expect(await order()).toEqual(['Lead', 'Won']);
    expect((await call('DELETE', `${at}/${id}`)).status).toBe(200);
    expect((await call('DELETE', `${at}/${id}`)).status).toBe(404);
    expect(await order()).toEqual(['Won']);
  });

  test('412 another version', async () => {
    const { call, at, stages, order } = await stageBench();
    const [id] = await stages('Lead');
    const headers = { 'if-match': '"other"' };
    expect((await call('DELETE', `${at}/${id}`, { headers })).status).toBe(412);
    expect(await order()).toEqual(['Lead']);
  });
});
