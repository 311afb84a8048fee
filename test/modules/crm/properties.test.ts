/** Whatever is sent to an operation, it answers as its documentation says: status, envelope and every field. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import { newId } from '../../../src/core/shared/ids.ts';
import { newSecretColumns } from '../../../src/modules/crm/invitations/rows.ts';
import { FIRST_EMAIL } from '../../../src/modules/crm/seed.ts';
import { resolved } from '../../helpers/api-document.ts';
import { type BenchOptions, type CrmBench, crmBench } from '../../helpers/crm.ts';
import { temporaryFolder, testDatabase } from '../../helpers/database.ts';
import { type JsonSchema, schemaChecker } from '../../helpers/json-schema.ts';
import { type KnownIds, requestsTo } from './generated-requests.ts';

/** The same requests in every run of the tests; another seed finds others. */
const SEED = 20_260_105;
const RUNS = 30;
/** No user can delete their only account, and no super_admin can leave one. */
const NEVER_DONE = ['DELETE /api/v1/accounts/{id}', 'DELETE /api/v1/memberships/me'];
/** It is the same for every token, whatever else it is asked with. */
const NEVER_REFUSED = ['GET /api/v1/resource_actions'];

const documentOf = async ({ app }: CrmBench) =>
  resolved(await (await app.handle(new Request('http://crm.test/swagger/json'))).json());

const document: JsonSchema = await documentOf(await crmBench());
const check = schemaChecker(document);
const operations = Object.entries<Record<string, JsonSchema>>(document.paths)
  .filter(([path]) => path.startsWith('/api/v1'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** One that the first user may answer, or that the first account may withdraw. */
async function invitation(bench: CrmBench, which: 'to' | 'from') {
  const other = await bench.otherAccount();
  const { accountId, userId } = which === 'to' ? other : bench;
  const id = newId();
  const { secret, columns } = newSecretColumns(id, userId, bench.clock.now());
  await bench.db.query(
    `insert into invitations (id, account_id, inviter_id, email, secret_hash, role_id, status,
       expires_at, created_at, updated_at)
     select ?, ?, ?, ?, ?, id, 'invited', ?, 1, 1
     from roles where account_id = ? and key = 'account_owner'`,
    [id, accountId, userId, FIRST_EMAIL, columns.secretHash, columns.expiresAt, accountId],
  );
  return { id, secret };
}

/** As where nobody listens. */
const SILENT: Required<BenchOptions>['webhook'] = {
  trace: async () => ({
    outcome: { kind: 'failed', status: null, error: 'connection_refused', responseBody: null },
    request: null,
    answerHeaders: null,
  }),
};

/** A database with one record of every kind, so that requests find something. */
async function furnish(): Promise<{ path: string; known: KnownIds }> {
  const bench = await crmBench();
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await bench.call('POST', path, { body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.data.id;
  };
  const webhook = await make('/webhooks', { name: 'all', url: 'http://receiver.test/' });
  const server = { name: 'Server', config_type: 'sse', environments: { KEY: 'secret' } };
  await bench.call('DELETE', `/mcp-servers/${await make('/mcp-servers', server)}`);
  const [pipeline, inbox] = [
    await make('/pipelines', { pipeline: { name: 'Sales' } }),
    await make('/inboxes', { name: 'Shop' }),
  ];
  const stage = { pipeline_stage: { name: 'Lead' } };
  const stages = [await make(`/pipelines/${pipeline}/pipeline_stages`, stage)];
  const user = await make('/users', { name: 'Ana', email: 'ana@example.com' });
  const invitations = [await invitation(bench, 'to'), await invitation(bench, 'from')];
  const [[delivery]] = (await bench.rows('select id from deliveries')) as [[string]];
  const recovery = async () => {
    const body = { since: new Date(bench.clock.now()).toISOString() };
    const answer = await bench.call('POST', `/webhooks/${webhook}/recover`, { body });
    return String(answer.body.data.id);
  };
  const recoveries = [await recovery(), await recovery()];
  await bench.call('POST', `/webhooks/${webhook}/recoveries/${recoveries[0]}/pause`);
  const known = {
    account: [bench.accountId],
    user: [user],
    actor: [user, bench.userId],
    invitation: invitations.map(({ id }) => id),
    secret: invitations.map(({ secret }) => secret),
    role: [await make('/roles', { name: 'Helpers', permissions: ['users.read'] })],
    access_token: [await make('/access_tokens', { name: 'Robot' })],
    pipeline: [pipeline],
    pipeline_stage: stages,
    stage: stages,
    inbox: [inbox],
    mcp_server: [await make('/mcp-servers', server)],
    webhook: [webhook],
    delivery: [delivery],
    body: [delivery],
    recovery: recoveries,
  };
  const path = join(temporaryFolder(), 'furnished.db');
  await bench.db.query('vacuum into ?', [path]);
  return { path, known };
}

const { path: original, known } = await furnish();

describe('generated requests', () => {
  test('there are operations to send them to', () => expect(operations.length).toBeGreaterThan(40));

  test.each(operations)(
    '$method $path answers what is documented, whatever it is sent',
    async ({ method, path, operation }) => {
      const database = await testDatabase(original);
      const bench = await crmBench({ database, webhook: SILENT });
      const seen = new Set<number>();
      const property = fc.asyncProperty(requestsTo(path, operation, known), async (request) => {
        const { path: at, headers, raw } = request;
        const answer = await bench.call(method, at.replace('/api/v1', ''), {
          headers,
          ...(raw !== undefined && { raw }),
        });
        seen.add(answer.status);
        expect(problemsOf(operation, answer)).toEqual([]);
      });
      await fc.assert(property, { seed: SEED, numRuns: RUNS });
      // Else nothing was shown: requests were all accepted, or all refused.
      const isDone = [...seen].some((status) => status < 300);
      expect(isDone || NEVER_DONE.includes(`${method} ${path}`)).toBe(true);
      const isRefused = [...seen].some((status) => status >= 400);
      expect(isRefused || NEVER_REFUSED.includes(`${method} ${path}`)).toBe(true);
      expect(bench.logged.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );
});

function problemsOf(
  operation: JsonSchema,
  answer: Awaited<ReturnType<CrmBench['call']>>,
): string[] {
  const { status, headers, body } = answer;
  const declared = operation.responses[status];
  if (declared === undefined) return [`${status} is not documented: ${JSON.stringify(body)}`];
  if (status >= 500) return [`${status}: ${JSON.stringify(body)}`];
  if (!headers.get('x-request-id')) return ['x-request-id is missing'];
  const schema = declared.content?.['application/json'].schema;
  if (schema === undefined) return body === null ? [] : [`${status} has a body`];
  return check(schema, body);
}
