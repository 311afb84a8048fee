import { describe, expect, test } from 'bun:test';
import { pipelineBench, withoutCounts } from './setup.ts';

describe('POST /pipelines', () => {
  test('201 a pipeline with nothing but a name', async () => {
    const { create, userId, rows } = await pipelineBench();
    const { status, body, headers } = await create({ name: ' Sales ' });
    expect(status).toBe(201);
    expect(body.message).toBe('Pipeline created successfully');
    const { id, created_at, updated_at, ...rest } = body.data;
    expect(rest).toEqual({
      name: 'Sales',
      description: '',
      pipeline_type: 'custom',
      visibility: 'private',
      is_active: true,
      is_default: false,
      created_by_id: userId,
      item_count: 0,
      conversations_count: 0,
      stages: [],
    });
    expect(created_at).toBe(updated_at);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    const [audit] = await rows('select action, resource, resource_id, after from audit_logs');
    expect(audit?.slice(0, 3)).toEqual(['create', 'pipelines', id]);
    const { stages, item_count, conversations_count, ...shown } = body.data;
    expect(JSON.parse(String(audit?.[3]))).toEqual(shown);
  });

  test('201 with its stages, in their order', async () => {
    const { create, call, rows } = await pipelineBench();
    const fields = {
      name: 'Sales',
      description: 'Line one\nline two',
      pipeline_type: 'sales',
      visibility: 'team',
    };
    const stages = [{ name: 'Lead' }, { name: 'Won', color: '#00ff00', stage_type: 1 }];
    const { status, body } = await create(fields, { stages });
    expect(status).toBe(201);
    expect(body.data).toMatchObject(fields);
    expect(body.data.stages).toMatchObject([
      { ...stages[0], position: 1 },
      { ...stages[1], position: 2 },
    ]);
    const listed = await call('GET', `/pipelines/${body.data.id}/pipeline_stages`);
    expect(listed.body.data).toEqual(body.data.stages.map(withoutCounts));
    const audits = await rows('select resource, after from audit_logs order by rowid');
    expect(audits.map(([resource]) => resource)).toEqual([
      'pipelines',
      'pipeline_stages',
      'pipeline_stages',
    ]);
    expect(JSON.parse(String(audits[2]?.[1]))).toEqual(withoutCounts(body.data.stages[1]));
  });

  test('201 with its fields in the body itself, as Evo CRM sends them', async () => {
    const { call } = await pipelineBench();
    const { status, body } = await call('POST', '/pipelines', {
      body: {
        name: 'Sales',
        description: 'All deals',
        pipeline_type: 'sales',
        visibility: 'team',
        is_active: false,
        team_ids: [],
        custom_fields: { attributes: [] },
        stages: [{ name: 'Lead', stage_type: 'active' }],
      },
    });
    expect([status, body.message]).toEqual([
      201,
      'Pipeline created successfully; not kept: custom_fields, team_ids',
    ]);
    expect(body.data).toMatchObject({ name: 'Sales', visibility: 'team', is_active: false });
    expect(body.data.stages).toMatchObject([{ name: 'Lead', item_count: 0 }]);
  });

  test('422 in the body itself names the same fields', async () => {
    const { call, rows } = await pipelineBench();
    const post = async (body: object) =>
      (await call('POST', '/pipelines', { body })).body.error.details;
    expect(await post({})).toEqual({ name: ['is required'] });
    expect(await post({ name: 'a', owner: 1 })).toEqual({ owner: ['is not a known field'] });
    expect(await post({ name: 'a', pipeline: { name: 'b' } })).toEqual({
      name: ['is not a known field'],
    });
    expect(await rows('select 1 from pipelines')).toEqual([]);
  });

  test('201 the same Idempotency-Key again: the same pipeline, once', async () => {
    const { call, rows } = await pipelineBench();
    const post = () =>
      call('POST', '/pipelines', {
        headers: { 'idempotency-key': 'k' },
        body: { pipeline: { name: 'Sales' } },
      });
    const [first, again] = [await post(), await post()];
    expect(again.body).toEqual(first.body);
    expect(await rows('select 1 from pipelines')).toHaveLength(1);
  });

  test('409 the name is taken in this account, and nothing of it is stored', async () => {
    const { create, call, otherAccount, rows } = await pipelineBench();
    await create({ name: 'Sales' });
    const { status, body } = await create({ name: 'Sales ' }, { stages: [{ name: 'Lead' }] });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await rows('select 1 from pipeline_stages')).toEqual([]);
    const { token } = await otherAccount();
    const theirs = await call('POST', '/pipelines', {
      token,
      body: { pipeline: { name: 'Sales' } },
    });
    expect(theirs.status).toBe(201);
  });

  test('409 of twenty at once with one name all but one', async () => {
    const { create } = await pipelineBench();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Sales' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    ['is no object', { pipeline: 'Sales' }],
    ['is null', { pipeline: null, stages: [] }],
  ])('400 the wrapper %s', async (_what, body) => {
    const { call } = await pipelineBench();
    const answer = await call('POST', '/pipelines', { body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  const words = 'must be one of: sales, support, onboarding, marketing, custom';
  const invisible = 'must not contain control or zero-width characters';
  test.each([
    ['name missing', { name: undefined }, {}, { name: ['is required'] }],
    ['name blank', { name: '\t' }, {}, { name: ['must not be blank'] }],
    ['name long', { name: 'x'.repeat(256) }, {}, { name: ['must have at most 255 characters'] }],
    ['name zero-width', { name: '\u200bx\u2060' }, {}, { name: [invisible] }],
    ['name with a line end', { name: 'a\nb' }, {}, { name: [invisible] }],
    ['type unknown', { pipeline_type: 'other' }, {}, { pipeline_type: [words] }],
    ['type null', { pipeline_type: null }, {}, { pipeline_type: [words] }],
    [
      'visibility a number',
      { visibility: 1 },
      {},
      { visibility: ['must be one of: private, team, public'] },
    ],
    [
      'description long',
      { description: 'x'.repeat(100_000) },
      {},
      { description: ['must have at most 1000 characters'] },
    ],
    ['an unknown field', { owner: true }, {}, { owner: ['is not a known field'] }],
    ['an unknown field beside', {}, { more: 1 }, { more: ['is not a known field'] }],
    ['stages no array', {}, { stages: {} }, { stages: ['must be an array'] }],
    [
      'stages too many',
      {},
      { stages: Array(101).fill({ name: 'x' }) },
      { stages: ['must have at most 100 items'] },
    ],
    [
      'a stage without a name',
      {},
      { stages: [{ name: 'Lead' }, { color: '#FFFFFF' }] },
      { 'stages.1.name': ['is required'] },
    ],
  ])('422 %s', async (_what, fields, beside, details) => {
    const { create, rows } = await pipelineBench();
    const { status, body } = await create({ name: 'Sales', ...fields }, beside);
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual(details);
    expect(await rows('select 1 from pipelines')).toEqual([]);
  });
});
