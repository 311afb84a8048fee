import { describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { docsOf } from '../../../src/core/http/failure-guide.ts';
import { type Code, FAILURES, FailureEnvelope, failures } from '../../../src/core/http/failures.ts';
import { AppError, type Reason } from '../../../src/core/shared/errors.ts';
import { problem } from '../../../src/core/shared/reasons/problems.ts';
import { KEY, sampleServer, TOKEN } from './sample-server.ts';

const WRONG = { field: 'a', ...problem('blank') };

const { ask, app, logged } = sampleServer();
app.get('/throws/:reason', ({ params }) => {
  throw new AppError(params.reason as Reason, 'why', { problems: [WRONG], hint: 'try' });
});
app.get('/throws-text', () => {
  throw 'hunter2';
});

const stages = (id: string) => `POST /api/v1/pipelines/${id}/pipeline_stages`;
const ID = '0b7a1c0e-0000-4000-8000-000000000000';

describe('every reason has its status and code', () => {
  const table: [Reason, number, Code][] = [
    ['invalid', 400, 'BAD_REQUEST'],
    ['unauthenticated', 401, 'UNAUTHORIZED'],
    ['forbidden', 403, 'FORBIDDEN'],
    ['not_found', 404, 'NOT_FOUND'],
    ['method_not_allowed', 405, 'METHOD_NOT_ALLOWED'],
    ['conflict', 409, 'CONFLICT'],
    ['gone', 410, 'GONE'],
    ['precondition_failed', 412, 'PRECONDITION_FAILED'],
    ['too_large', 413, 'PAYLOAD_TOO_LARGE'],
    ['unsupported_media', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['unprocessable', 422, 'VALIDATION_ERROR'],
    ['rate_limited', 429, 'RATE_LIMITED'],
    ['upstream', 502, 'UPSTREAM_ERROR'],
    ['unavailable', 503, 'SERVICE_UNAVAILABLE'],
    ['internal', 500, 'INTERNAL_SERVER_ERROR'],
  ];
  for (const [reason, status, code] of table) {
    test(`${status} ${code} for ${reason}, in the envelope`, async () => {
      const answer = await ask(`GET /throws/${reason}?secret=1`);
      expect(answer.status).toBe(status);
      const details = code === 'VALIDATION_ERROR' ? { details: { a: ['must not be blank'] } } : {};
      const problems = ['BAD_REQUEST', 'VALIDATION_ERROR'].includes(code)
        ? { problems: [WRONG] }
        : {};
      expect(answer.json).toEqual({
        success: false,
        error: {
          code,
          reason,
          message: 'why',
          ...details,
          ...problems,
          hint: 'try',
          docs: docsOf(code),
        },
        meta: {
          timestamp: '2026-01-05T10:00:00.000Z',
          path: `/throws/${reason}`,
          method: 'GET',
        },
      });
      expect(Value.Check(FailureEnvelope(code), answer.json)).toBe(true);
    });
  }
  test('no reason is missing from the list', () => {
    expect(table.map(([reason]) => reason).sort()).toEqual(
      (Object.keys(FAILURES) as Reason[]).sort(),
    );
  });
});

describe('paths and methods without a route', () => {
  test('404 an unknown path', async () => {
    const { status, json, headers } = await ask('GET /nothing/here?a=1');
    expect(status).toBe(404);
    expect(json.error.code).toBe('NOT_FOUND');
    expect(json.meta.path).toBe('/nothing/here');
    expect(headers.get('content-type')).toBe('application/json');
  });
  const near: [string, string][] = [
    ['POST /message/sendmedia', 'POST /message/sendMedia'],
    ['POST /message/send-media', 'POST /message/sendMedia'],
    ['POST /api/message/sendMedia', 'POST /message/sendMedia'],
    ['GET /v2/instance/state/shop', 'GET /instance/state/{instanceName}'],
    ['GET /instance/state', 'GET /instance/state/{instanceName}'],
    ['GET /instance/stat/shop', 'GET /instance/state/{instanceName}'],
    ['POST /instance/setting/shop', 'POST /instance/settings/{instanceName}'],
    ['GET /instance/setting/shop', 'POST /instance/settings/{instanceName}'],
    ['GET /helth', 'GET /health'],
    ['GET /api/v1/permision', 'GET /api/v1/permissions'],
  ];
  for (const [target, meant] of near) {
    test(`404 ${target} asks whether ${meant} was meant`, async () => {
      const { status, json } = await ask(target, { headers: { ...KEY, ...TOKEN } });
      expect([status, json.error.hint]).toEqual([404, `did you mean ${meant}?`]);
    });
  }
  const unlike = ['/nothing/here', '/x', `/${'a/'.repeat(20)}`, `/${'a'.repeat(300)}`];
  for (const path of unlike) {
    test(`404 ${path.slice(0, 30)} is like no operation, and is told where all are`, async () => {
      const { status, json } = await ask(`GET ${path}`);
      expect([status, json.error.hint]).toEqual([404, '/swagger lists every operation']);
    });
  }
  test('404 names its reason, in English whatever language is asked for', async () => {
    const { json, headers } = await ask('GET /nothing', {
      headers: { 'accept-language': 'pt-BR' },
    });
    expect(json.error).toEqual({
      code: 'NOT_FOUND',
      reason: 'path_unknown',
      message: 'There is nothing at this path',
      hint: '/swagger lists every operation',
      docs: '/docs/errors#not-found',
    });
    expect([headers.get('content-language'), headers.get('vary')]).toEqual([null, null]);
  });
  test('405 has the values of its message by name', async () => {
    const { json } = await ask('POST /health');
    expect(json.error).toMatchObject({
      reason: 'method_unknown',
      message: 'This path takes GET, HEAD',
      parameters: { methods: 'GET, HEAD' },
    });
  });
  test('404 an unknown path inside a zone, for an authenticated caller', async () => {
    expect((await ask('GET /instance/no/such', { headers: KEY })).status).toBe(404);
  });
  const wrong: [string, string, Record<string, string>][] = [
    ['DELETE /instance/state/shop', 'GET, HEAD', KEY],
    ['GET /instance/settings/shop', 'POST', KEY],
    ['PUT /metrics', 'GET, HEAD', KEY],
    ['PUT /metrics/', 'GET, HEAD', KEY],
    ['POST /health', 'GET, HEAD', {}],
    ['OPTIONS /health', 'GET, HEAD', {}],
    ['POST /api/v1/mcp-servers/1', 'DELETE', TOKEN],
  ];
  for (const [target, allow, headers] of wrong) {
    test(`405 ${target} allows ${allow}`, async () => {
      const answer = await ask(target, { headers });
      expect(answer.status).toBe(405);
      expect(answer.json.error.code).toBe('METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')).toBe(allow);
      const [method = ''] = target.split(' ');
      const [first] = allow.split(', ');
      expect(answer.json.error.hint).toBe(`${method} was sent: send ${first}`);
    });
  }
});

describe('what breaks its schema', () => {
  test('400 a gateway body, its message names every wrong field and no value', async () => {
    const body = { enabled: 'hunter2', url: '', count: 'hunter2', unknown: 1 };
    const { status, json } = await ask('POST /instance/settings/shop', { headers: KEY, body });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'The body is invalid: enabled must be a boolean; url must not be empty; count must be an integer',
    });
  });
  const misnamed: [object, string | undefined][] = [
    [{ enabled: true, ulr: 'u' }, 'ulr is not read: did you mean url?'],
    [
      { Enabled: true, URL: 'u' },
      'Enabled is not read: did you mean enabled?; URL is not read: did you mean url?',
    ],
    [{ enabled: true, address: 'u' }, 'the body has address and lacks url'],
    [{ on: true, address: 'u' }, 'the body has on, address and lacks enabled, url'],
    [{ on: true }, 'the body has on and lacks enabled, url'],
    [{ toString: 1, constructor: 2 }, 'the body has toString, constructor and lacks enabled, url'],
    [{ enabled: 5, url: 'u', other: 1 }, undefined],
    [{}, undefined],
  ];
  for (const [body, hint] of misnamed) {
    test(`400 ${JSON.stringify(body)}: ${hint ?? 'no hint'}`, async () => {
      const { status, json } = await ask('POST /instance/settings/shop', { headers: KEY, body });
      expect([status, json.error.hint]).toEqual([400, hint]);
    });
  }
  test('422 a misspelt field inside a wrapper or an object names the one that was meant', async () => {
    const body = { pipeline_stage: { nmae: 'a', custom_fields: { atributes: [] } } };
    const { status, json } = await ask(stages(ID), { headers: TOKEN, body });
    expect([status, json.error.hint]).toEqual([
      422,
      'nmae is not read: did you mean name?; custom_fields.atributes is not read: did you mean attributes?',
    ]);
  });
  test('400 a body with very many fields is compared as far as a person would read', async () => {
    const body = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`${'x'.repeat(80)}${n}`, n]),
    );
    const { status, json } = await ask('POST /instance/settings/shop', { headers: KEY, body });
    expect([status, json.error.hint.length < 500]).toEqual([400, true]);
  });
  test('400 a query value', async () => {
    const { status, json } = await ask('POST /instance/settings/shop?limit=0', {
      headers: KEY,
      body: { enabled: true, url: 'u' },
    });
    expect(status).toBe(400);
    expect(json.error.message).toBe('The query is invalid: limit must match ^[1-9][0-9]?$');
  });
  test('400 a malformed id in a path', async () => {
    const body = { pipeline_stage: { name: 'a' } };
    const { status, json } = await ask(stages('x'), { headers: TOKEN, body });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The path is invalid: pipeline_id must be a UUID',
    });
  });
  test('422 a CRM body, with details per field inside its wrapper', async () => {
    const body = { extra: 1, pipeline_stage: { custom_fields: { attributes: ['a', 1], b: 1 } } };
    const { status, json } = await ask(stages(ID), { headers: TOKEN, body });
    expect(status).toBe(422);
    expect(json.error.code).toBe('VALIDATION_ERROR');
    expect(json.error.details).toEqual({
      name: ['is required'],
      extra: ['is not a known field'],
      'custom_fields.attributes.1': ['must be a string'],
      'custom_fields.b': ['is not a known field'],
    });
    expect(json.error.problems).toContainEqual({
      field: 'custom_fields.attributes.1',
      reason: 'not_text',
      message: 'must be a string',
    });
  });
  for (const body of [{}, { pipeline_stage: 5 }, { pipeline_stage: null }, { other: 1 }]) {
    test(`400 a wrapper that is missing or no object: ${JSON.stringify(body)}`, async () => {
      const { status, json } = await ask(stages(ID), { headers: TOKEN, body });
      expect(status).toBe(400);
      expect(json.error.code).toBe('BAD_REQUEST');
      expect(json.error.message).toContain('pipeline_stage');
    });
  }
  test('201 a body that fits it', async () => {
    const body = { pipeline_stage: { name: 'a' } };
    expect(await ask(stages(ID), { headers: TOKEN, body })).toMatchObject({
      status: 201,
      json: body,
    });
  });
  test('500 an answer of ours, logged by field and shown to no one by value', async () => {
    const { status, json, text } = await ask('GET /instance/broken', { headers: KEY });
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(text).not.toContain('secret-answer');
    expect(logged.at(-1)).toContain('right is required');
    expect(logged.at(-1)).not.toContain('secret-answer');
  });
});

describe('dialects', () => {
  test('401 INVALID_TOKEN on permissions', async () => {
    expect((await ask('GET /api/v1/permissions')).json.error.code).toBe('INVALID_TOKEN');
  });
  test('400 VALIDATION_ERROR with details on permissions', async () => {
    const { status, json } = await ask('GET /api/v1/permissions?account_id=1', { headers: TOKEN });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'bad account',
      details: { account_id: ['must be a UUID'] },
    });
  });
  test('500 INTERNAL_ERROR on permissions', async () => {
    const { status, json } = await ask('GET /api/v1/permissions/crash', { headers: TOKEN });
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_ERROR');
  });
});

describe('unexpected errors', () => {
  test('500 with a fixed sentence; the log has the error, its stack and the request id', async () => {
    const headers = { ...KEY, 'x-request-id': 'r-1' };
    const { status, text, json } = await ask('GET /instance/crash', { headers });
    expect(status).toBe(500);
    expect(json.error).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      reason: 'unexpected',
      message: 'An unexpected error occurred',
      hint: 'Report it with the x-request-id.',
      docs: '/docs/errors#internal-server-error',
    });
    expect(text).not.toContain('hunter2');
    const line = JSON.parse(logged.at(-1) ?? '');
    expect(line).toMatchObject({
      level: 'error',
      requestId: 'r-1',
      method: 'GET',
      path: '/instance/crash',
      cause: { name: 'Error', message: 'password is hunter2' },
    });
    expect(line.cause.stack).toContain('sample-server.ts');
  });
  test('500 a failed query: the log has its cause, not its parameters', async () => {
    expect((await ask('GET /instance/crash?kind=query', { headers: KEY })).status).toBe(500);
    expect(JSON.parse(logged.at(-1) ?? '').cause.message).toBe('disk');
    expect(logged.at(-1)).not.toContain('hunter2');
  });
  test('500 something thrown that is no error', async () => {
    const { status, text } = await ask('GET /throws-text');
    expect(status).toBe(500);
    expect(text).not.toContain('hunter2');
  });
  test('500 a failure that names its reason says so', async () => {
    const { status, json } = await ask('GET /instance/gone', { headers: KEY });
    expect(status).toBe(500);
    expect(json.error.message).toBe('the phone did not answer in 10 s');
  });
  test('expected failures are not logged', async () => {
    const before = logged.length;
    await ask('GET /throws/conflict');
    await ask('GET /nothing');
    expect(logged).toHaveLength(before);
  });
});

test('failures() documents codes under their statuses, 429 wherever a credential is asked for, 503 wherever 500 is', () => {
  const documented = failures('BAD_REQUEST', 'UNAUTHORIZED', 'INVALID_TOKEN', 'INTERNAL_ERROR');
  expect(Object.keys(documented)).toEqual(['400', '401', '429', '500', '503']);
  expect(JSON.stringify(documented[401])).toContain('INVALID_TOKEN');
});

test('operations that fail in the same ways share the schemas of their failures', () => {
  const [one, other] = [failures('NOT_FOUND', 'CONFLICT'), failures('CONFLICT')];
  expect(one[409]).toBe(other[409] as (typeof one)[409]);
  expect(one[404]).not.toBe(one[409]);
});
