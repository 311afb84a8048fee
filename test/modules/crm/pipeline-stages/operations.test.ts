import { describe, expect, test } from 'bun:test';
import { nested, stageBench, UNKNOWN } from './setup.ts';

const TYPES = 'must be one of: 0, 1, 2, active, completed, cancelled';

describe('POST /pipelines/{pipeline_id}/pipeline_stages', () => {
  test('201 a stage with nothing but a name', async () => {
    const { add, pipelineId } = await stageBench();
    const { status, body, headers } = await add({ name: '  Lead ' });
    expect(status).toBe(201);
    expect(body.message).toBe('Pipeline stage created successfully');
    expect(body.meta.timestamp).toMatch(/^\d{4}-.*Z$/);
    const { id, created_at, updated_at, ...rest } = body.data;
    expect(rest).toEqual({
      pipeline_id: pipelineId,
      name: 'Lead',
      color: '#3B82F6',
      position: 1,
      stage_type: 0,
      stage_type_name: 'active',
      automation_rules: {},
      custom_fields: { attributes: [] },
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(created_at).toBe(updated_at);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  test('201 a stage with every field, stored as given', async () => {
    const { add, call, at } = await stageBench();
    const fields = {
      name: 'Won 🏆',
      color: '#aBcDe0',
      stage_type: 2,
      automation_rules: { rules: [{ on: 'entry', n: 1.5, deep: { x: [null, true, '\u0000'] } }] },
      custom_fields: { attributes: [' budget ', 'owner'] },
    };
    const { body } = await add(fields);
    expect(body.data).toMatchObject({
      ...fields,
      custom_fields: { attributes: ['budget', 'owner'] },
    });
    expect((await call('GET', `${at}/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test.each([
    [1, 'completed'],
    ['1', 'completed'],
    ['completed', 'completed'],
    [' Cancelled ', 'cancelled'],
    ['active', 'active'],
    [2, 'cancelled'],
  ])('201 stage_type %j is answered as an integer, with its word', async (stage_type, word) => {
    const { add } = await stageBench();
    const { status, body } = await add({ name: 'Won', stage_type });
    const wanted = ['active', 'completed', 'cancelled'].indexOf(word);
    expect([status, body.data.stage_type, body.data.stage_type_name]).toEqual([201, wanted, word]);
  });

  test('201 says which fields of other systems are not kept', async () => {
    const { add } = await stageBench();
    const { status, body } = await add({
      name: 'Won',
      description: 'The end',
      custom_fields: { attributes: ['budget'], attribute_definitions: { budget: {} } },
    });
    expect([status, body.message]).toEqual([
      201,
      'Pipeline stage created successfully; not kept: description, custom_fields.attribute_definitions',
    ]);
    expect(body.data.custom_fields).toEqual({ attributes: ['budget'] });
    expect(body.data).not.toHaveProperty('description');
  });

  test.each([
    [0, ['new', 'a', 'b']],
    [1, ['new', 'a', 'b']],
    [2, ['a', 'new', 'b']],
    [3, ['a', 'b', 'new']],
    [1_000_000, ['a', 'b', 'new']],
  ])('201 at position %p, and the others move', async (position, names) => {
    const { add, call, at, stages, order } = await stageBench();
    await stages('a', 'b');
    const { status, body, headers } = await add({ name: 'new', position });
    expect([status, body.data.position]).toEqual([201, names.indexOf('new') + 1]);
    expect(await order()).toEqual(names);
    const stored = await call('GET', `${at}/${body.data.id}`);
    expect(stored.body.data).toEqual(body.data);
    expect(stored.headers.get('etag')).toBe(headers.get('etag'));
  });

  test('201 at a place while others come at the end and go: never a gap', async () => {
    const { add, call, at, stages, order } = await stageBench();
    const [first] = await stages('a', 'b', 'c');
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => add({ name: `first ${n}`, position: 1 })),
      ...Array.from({ length: 10 }, (_, n) => add({ name: `last ${n}` })),
      call('DELETE', `${at}/${first}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 200]);
    expect(await order()).toHaveLength(22);
  });

  test('404 at a place in a pipeline that is not there', async () => {
    const { call } = await stageBench();
    const body = { pipeline_stage: { name: 'x', position: 1 } };
    const { status } = await call('POST', `/pipelines/${UNKNOWN}/pipeline_stages`, { body });
    expect(status).toBe(404);
  });

  test('201 leaves an audit row of exactly what was answered', async () => {
    const { add, rows, userId } = await stageBench();
    await add({ name: 'First' });
    const { body, headers } = await add({ name: 'Second', automation_rules: { a: [1, 2.5] } });
    const [audit] = await rows(
      `select action, resource, actor_user_id, request_id, before, after from audit_logs
       where resource_id = ?`,
      body.data.id,
    );
    const requestId = headers.get('x-request-id');
    expect(audit?.slice(0, 5)).toEqual(['create', 'pipeline_stages', userId, requestId, null]);
    expect(JSON.parse(String(audit?.[5]))).toEqual(body.data);
  });

  test('201 two hundred at once have the positions 1 to 200', async () => {
    const { call, add, pipelineId, rows } = await stageBench();
    const other = await call('POST', '/pipelines', { body: { pipeline: { name: 'Other' } } });
    const elsewhere = `/pipelines/${other.body.data.id}/pipeline_stages`;
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        // Some of them share a transaction with a request that fails, or with another pipeline's.
        if (n % 50 === 0)
          await call('POST', elsewhere, { body: { pipeline_stage: { name: 'x' } } });
        return add({ name: `Stage ${n}` });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const positions = answers.map(({ body }) => body.data.position).sort((a, b) => a - b);
    expect(positions).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    const stored = await rows(
      `select s.position = json_extract(a.after, '$.position') from pipeline_stages s
       join audit_logs a on a.resource_id = s.id where s.pipeline_id = ?`,
      pipelineId,
    );
    expect(stored).toHaveLength(200);
    expect(stored.every(([isSame]) => isSame === 1)).toBe(true);
  });

  test('201 the same Idempotency-Key again: the same stage, once', async () => {
    const { add, order } = await stageBench();
    const headers = { 'idempotency-key': 'one' };
    const twins = await Promise.all([1, 2].map(() => add({ name: 'Lead' }, { headers })));
    const third = await add({ name: 'Lead' }, { headers });
    expect(third.body).toEqual(twins[0]?.body);
    expect(twins[1]?.body).toEqual(twins[0]?.body);
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(third.headers.get('etag')).toBe(twins[0]?.headers.get('etag') ?? '');
    expect(await order()).toEqual(['Lead']);
  });

  test('409 the same Idempotency-Key with another body', async () => {
    const { add } = await stageBench();
    const headers = { 'idempotency-key': 'one' };
    await add({ name: 'Lead' }, { headers });
    const { status, body } = await add({ name: 'Other' }, { headers });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test.each([
    ['is missing', {}],
    ['is null', { pipeline_stage: null }],
    ['is an array', { pipeline_stage: [] }],
    ['is a text', { pipeline_stage: 'Lead' }],
    ['is missing beside an unknown field', { name: 'Lead' }],
  ])('400 the wrapper %s', async (_what, body) => {
    const { call, at } = await stageBench();
    const { status, body: answer } = await call('POST', at, { body });
    expect([status, answer.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.error.message).toContain('pipeline_stage');
    expect(answer.error.details).toBeUndefined();
  });

  test('422 name is missing', async () => {
    const { add, at } = await stageBench();
    const { status, body } = await add({});
    expect(status).toBe(422);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details).toEqual({ name: ['is required'] });
    expect(body.meta).toMatchObject({ path: `/api/v1${at}`, method: 'POST' });
  });

  const colour = 'must be a colour in the form #RRGGBB';
  const invisible = 'must not contain control or zero-width characters';
  test.each([
    ['name blank', { name: ' \u3000' }, 'name', 'must not be blank'],
    ['name null', { name: null }, 'name', 'must be a string'],
    ['name too long', { name: 'x'.repeat(100_000) }, 'name', 'must have at most 255 characters'],
    ['name zero-width', { name: 'a\u200bb' }, 'name', invisible],
    ['name with a control character', { name: 'a\u0000b' }, 'name', invisible],
    ['colour short', { color: '#FFF' }, 'color', colour],
    ['colour named', { color: 'red' }, 'color', colour],
    ['colour with a line end', { color: '#3B82F6\n' }, 'color', colour],
    ['colour null', { color: null }, 'color', colour],
    ['stage_type 3', { stage_type: 3 }, 'stage_type', TYPES],
    ['stage_type another word', { stage_type: 'won' }, 'stage_type', TYPES],
    ['stage_type a fraction', { stage_type: 0.5 }, 'stage_type', TYPES],
    ['stage_type null', { stage_type: null }, 'stage_type', TYPES],
    ['rules an array', { automation_rules: [] }, 'automation_rules', 'must be an object'],
    ['rules null', { automation_rules: null }, 'automation_rules', 'must be an object'],
    [
      'rules of 17 levels',
      { automation_rules: nested(17) },
      'automation_rules',
      'must have at most 16 levels',
    ],
    [
      'rules too large',
      { automation_rules: { note: 'é'.repeat(32 * 1024) } },
      'automation_rules',
      'must have at most 65536 bytes as JSON',
    ],
    ['custom_fields null', { custom_fields: null }, 'custom_fields', 'must be an object'],
    ['custom_fields empty', { custom_fields: {} }, 'custom_fields.attributes', 'is required'],
    [
      'attributes blank',
      { custom_fields: { attributes: ['a', '  '] } },
      'custom_fields.attributes.1',
      'must not be blank',
    ],
    [
      'attributes no texts',
      { custom_fields: { attributes: [7] } },
      'custom_fields.attributes.0',
      'must be a string',
    ],
    [
      'attributes too many',
      { custom_fields: { attributes: Array(101).fill('a') } },
      'custom_fields.attributes',
      'must have at most 100 items',
    ],
    [
      'custom_fields with another key',
      { custom_fields: { attributes: [], more: 1 } },
      'custom_fields.more',
      'is not a known field',
    ],
    ['a place below the first', { position: -1 }, 'position', 'must be at least 0'],
    ['a place that is a text', { position: 'first' }, 'position', 'must be an integer'],
    ['an unknown field', { owner: 4 }, 'owner', 'is not a known field'],
  ])('422 %s', async (_what, fields, field, text) => {
    const { add, order } = await stageBench();
    const { status, body } = await add({ name: 'Lead', ...fields });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual({ [field]: [text] });
    expect(await order()).toEqual([]);
  });

  test('422 a field beside the wrapper, by name', async () => {
    const { call, at } = await stageBench();
    const body = { pipeline_stage: { name: 'Lead' }, stages: [] };
    const answer = await call('POST', at, { body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details).toEqual({ stages: ['is not a known field'] });
  });

  test('400 rules nested so deeply that the body is not read', async () => {
    const { call, at } = await stageBench();
    const raw = `{"pipeline_stage":{"name":"a","automation_rules":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`;
    const { status, body } = await call('POST', at, { raw });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain('nested deeper');
  });

  test('201 rules of exactly 16 levels and 65 536 bytes', async () => {
    const { add } = await stageBench();
    const rules = { ...nested(16), note: '' };
    rules.note = 'x'.repeat(65_536 - JSON.stringify(rules).length);
    expect((await add({ name: 'Lead', automation_rules: rules })).status).toBe(201);
  });

  test('404 an unknown pipeline, and another account’s', async () => {
    const { call, pipelineId, otherAccount, rows } = await stageBench();
    const { token } = await otherAccount();
    const body = { pipeline_stage: { name: 'Lead' } };
    const answers = [
      await call('POST', `/pipelines/${UNKNOWN}/pipeline_stages`, { body }),
      await call('POST', `/pipelines/${pipelineId}/pipeline_stages`, { body, token }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.body.error.message).toBe('pipeline not found');
    }
    expect(await rows('select 1 from pipeline_stages')).toEqual([]);
  });

  test('500 a database that fails, in words of ours', async () => {
    const { add, db, logged } = await stageBench();
    await db.query('drop table pipeline_stages', []);
    const { status, body } = await add({ name: 'Lead' });
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    expect(JSON.stringify(body)).not.toContain('no such table');
    expect(logged.some(({ level }) => level === 'error')).toBe(true);
  });

  test('400, 403, 422, 404: refusals come in this order', async () => {
    const { call, memberWith } = await stageBench();
    const bad = '/pipelines/nonsense/pipeline_stages';
    const unknown = `/pipelines/${UNKNOWN}/pipeline_stages`;
    const { token } = await memberWith('pipeline_stages.read');
    const wrong = { pipeline_stage: {} };
    const statusOf = async (path: string, more: object) => (await call('POST', path, more)).status;
    expect(await statusOf(bad, { raw: '[', token: null })).toBe(401);
    expect(await statusOf(bad, { raw: '[', token })).toBe(400);
    expect(await statusOf(bad, { body: wrong, token })).toBe(403);
    expect(await statusOf(bad, { body: wrong })).toBe(400);
    expect(await statusOf(unknown, { body: wrong })).toBe(422);
    expect(await statusOf(unknown, { body: { pipeline_stage: { name: 'a' } } })).toBe(404);
  });
});
