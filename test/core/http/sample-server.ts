/** A server over small sample routes in two zones, with everything it logs. */
import { type TSchema, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { clientOf } from '../../../src/core/http/client-address.ts';
import { FailureEnvelope, failures } from '../../../src/core/http/failures.ts';
import { principalOf } from '../../../src/core/http/principal.ts';
import { createServer, listen as serve, type Zone } from '../../../src/core/http/server.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { problem } from '../../../src/core/shared/reasons/problems.ts';
import { failurePageWith } from '../../../src/core/shell/failure-page.ts';
import { frontDoor, type Health } from '../../../src/core/shell/front-door.ts';
import { ALL_PAGES, shellRoutes } from '../../../src/core/shell/shell.ts';
import type { ApiDocument } from '../../../src/modules/docs/api-document.ts';
import { apiPage } from '../../../src/modules/docs/api-page.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { plentyOfMemory } from '../../helpers/memory.ts';

const byHeader = (name: string) => (request: Request) => {
  const key = request.headers.get(name);
  if (!key?.startsWith('good')) throw new AppError('unauthenticated', `${name} is not valid`);
  return { key };
};

export const gateway: Zone = {
  prefixes: ['/instance', '/message', '/metrics'],
  authenticate: byHeader('apikey'),
};

export const crm: Zone = {
  prefixes: ['/api/v1'],
  authenticate: byHeader('api_access_token'),
  bodyFailures: 'VALIDATION_ERROR',
  dialects: [
    {
      method: 'GET',
      path: '/api/v1/permissions',
      codes: {
        UNAUTHORIZED: 'INVALID_TOKEN',
        BAD_REQUEST: 'VALIDATION_ERROR',
        INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR',
      },
    },
  ],
};

const open = { additionalProperties: true };
const closed = { additionalProperties: false };

export const Settings = Type.Object(
  {
    enabled: Type.Boolean(),
    url: Type.String({ minLength: 1, maxLength: 20 }),
    events: Type.Optional(Type.Array(Type.String())),
    mode: Type.Optional(Type.Union([Type.Literal('fast'), Type.Literal('safe')])),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    color: Type.Optional(
      Type.String({ pattern: '^#[0-9a-f]{6}$', failsWith: 'must be a colour like #3b82f6' }),
    ),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    id: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { $id: 'Settings', ...open },
);

const Stage = Type.Object(
  {
    pipeline_stage: Type.Object(
      {
        name: Type.String({ minLength: 1 }),
        custom_fields: Type.Optional(
          Type.Object({ attributes: Type.Array(Type.String()) }, closed),
        ),
      },
      closed,
    ),
  },
  { wrapper: 'pipeline_stage', ...closed },
);

const Named = Type.Object({ instanceName: Type.String() }, closed);
const Anything = Type.Unknown() as TSchema;

const gatewayRoutes = new Elysia({ name: 'gateway-sample' })
  .get('/instance/state/:instanceName', ({ params }) => ({ instanceName: params.instanceName }), {
    params: Named,
    response: { 200: Named, ...failures('BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND') },
    detail: { tags: ['Instances'], summary: 'State', security: [{ apikey: [] }] },
  })
  .post(
    '/instance/restart/:instanceName',
    ({ body }) => ({ restarted: true, body: body ?? null }),
    {
      detail: { tags: ['Instances'], summary: 'Restart', security: [{ apikey: [] }] },
    },
  )
  .post('/instance/connect', ({ body }) => ({ read: body }), {
    body: Type.Object({ phone: Type.Optional(Type.String()) }, open),
    response: { 200: Type.Object({ read: Anything }) },
    detail: { tags: ['Instances'], summary: 'Connect', security: [{ apikey: [] }] },
  })
  .post('/instance/settings/:instanceName', ({ body }) => body, {
    params: Named,
    query: Type.Object({ limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]?$' })) }),
    body: Settings,
    response: { 200: Settings, ...failures('BAD_REQUEST', 'UNAUTHORIZED') },
    detail: { tags: ['Instances'], summary: 'Settings', security: [{ apikey: [] }] },
  })
  .post('/message/sendMedia', ({ body }) => ({ size: body.media.length }), {
    body: Type.Object({ media: Type.String() }),
  })
  .get(
    '/instance/large',
    ({ query }) => ({ text: String(query.text).repeat(Number(query.times)) }),
    {
      query: Type.Object({ text: Type.String(), times: Type.String() }),
      detail: { hide: true },
    },
  )
  .get('/instance/whoami', ({ request }) => principalOf<{ key: string }>({ request }))
  .get('/instance/broken', () => ({ wrong: 'secret-answer' }) as unknown as { right: string }, {
    response: { 200: Type.Object({ right: Type.String() }) },
  })
  .get('/instance/crash', ({ query }) => {
    throw query.kind === 'query' ? failedQuery() : new Error('password is hunter2');
  })
  .get('/instance/gone', () => {
    throw new AppError('internal', 'the phone did not answer in 10 s');
  })
  .get('/metrics', () => 'up 1\n', { response: { 200: Type.String() } });

const failedQuery = () =>
  Object.assign(new Error('Failed query: insert … params: hunter2', { cause: new Error('disk') }), {
    query: 'insert …',
    params: ['hunter2'],
  });

const crmRoutes = new Elysia({ name: 'crm-sample' })
  .get(
    '/api/v1/permissions',
    ({ query }) => {
      if (query.account_id)
        throw new AppError('invalid', 'bad account', {
          problems: [{ field: 'account_id', ...problem('not_uuid') }],
        });
      return { ok: true };
    },
    {
      query: Type.Object({ account_id: Type.Optional(Type.String()) }),
      response: {
        200: Type.Object({ ok: Type.Boolean() }),
        ...failures('INVALID_TOKEN', 'INTERNAL_ERROR'),
        400: FailureEnvelope('VALIDATION_ERROR'),
      },
      detail: { tags: ['Permissions'], security: [{ api_access_token: [] }] },
    },
  )
  .get('/api/v1/permissions/crash', () => {
    throw new Error('boom');
  })
  .post(
    '/api/v1/pipelines/:pipeline_id/pipeline_stages',
    ({ body, set }) => {
      set.status = 201;
      return body;
    },
    {
      params: Type.Object({ pipeline_id: Type.String({ format: 'uuid' }) }),
      body: Stage,
      response: { 201: Stage, ...failures('BAD_REQUEST', 'VALIDATION_ERROR', 'CONFLICT') },
      detail: { tags: ['Stages'], security: [{ api_access_token: [] }] },
    },
  )
  .delete(
    '/api/v1/mcp-servers/:id',
    ({ set }) => {
      set.status = 204;
    },
    { response: { 204: Type.Void(), ...failures('NOT_FOUND') } },
  );

const publicRoutes = new Elysia({ name: 'public-sample' })
  .get('/health', () => ({ status: 'up' }))
  .get('/client', ({ request }) => clientOf({ request }))
  .get('/stray', (context) => principalOf(context));

export interface SampleOptions extends Partial<Parameters<typeof createServer>[0]> {
  readonly health?: Partial<Health>;
}

export function sampleServer({ health, ...options }: SampleOptions = {}) {
  const clock = manualClock();
  const logged: string[] = [];
  const app = createServer({
    log: createLog('info', clock.now, (line) => logged.push(line)),
    clock,
    zones: [gateway, crm],
    corsOrigins: [],
    rateLimitPerMinute: 0,
    version: '1.2.3',
    failurePage: failurePageWith(ALL_PAGES),
    memory: plentyOfMemory(),
    ...options,
  });
  app.use(gatewayRoutes).use(crmRoutes).use(publicRoutes);
  const { publicUrl } = options;
  const known: Health = { status: 'ok', database: 'up', channels: {}, ...health };
  app.use([
    shellRoutes(),
    frontDoor({ version: '1.2.3', publicUrl, health: async () => known }),
    apiPage(
      async () =>
        (await (
          await app.handle(new Request('http://localhost/openapi.json'))
        ).json()) as ApiDocument,
    ),
  ]);

  /** One request without a socket; a body that is no string is sent as JSON. */
  async function ask(
    target: string,
    init: { headers?: Record<string, string>; body?: unknown } = {},
  ) {
    const [method = '', path = ''] = target.split(' ');
    const { body } = init;
    const isJson = body !== undefined && typeof body !== 'string';
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...init.headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    });
    const response = await app.handle(request);
    const text = await response.text();
    const isAnswerJson = text !== '' && response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isAnswerJson ? JSON.parse(text) : null,
    };
  }

  /** Listens on a free port of this machine; gives the port. */
  const listen = (): number => {
    serve(app, { hostname: '127.0.0.1', port: 0 });
    return app.server?.port ?? 0;
  };
  const stop = () => app.stop(true);
  return { app, clock, logged, ask, listen, stop };
}

export const KEY = { apikey: 'good' };
export const TOKEN = { api_access_token: 'good' };
