/** What every operation of both zones leaves in the audits. */

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EVOLUTION_OPERATIONS } from '../../src/modules/evolution/operations.ts';
import { GATEWAY_OPERATIONS } from '../../src/modules/gateway/routes.ts';
import { GRAPH_OPERATIONS } from '../../src/modules/graph/graph.ts';
import { SANDBOX_OPERATIONS } from '../../src/modules/sandbox/operations/operations.ts';
import { TEMPLATE_OPERATIONS } from '../../src/modules/templates/templates.ts';
import type { Operation } from './examples/operations.ts';
import { type Examples, examplesOf } from './examples/sending.ts';
import { type Shop, startShop } from './examples/shop.ts';

let shop: Shop;
let examples: Examples;
beforeAll(async () => {
  shop = await startShop();
  examples = await examplesOf(shop);
});
afterAll(() => shop.stop());

const DECLARED = [
  ...GATEWAY_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...EVOLUTION_OPERATIONS,
  ...GRAPH_OPERATIONS,
];
const CHANGES = DECLARED.filter(({ routes: [route = ''] }) => !route.startsWith('GET '));

/** What is posted to read by. */
const READS = [
  'POST /business/getCatalog/:instanceName',
  'POST /business/getCollections/:instanceName',
  'POST /chat/fetchBusinessProfile/:instanceName',
  'POST /chat/fetchProfile/:instanceName',
  'POST /chat/fetchProfilePictureUrl/:instanceName',
  'POST /chat/findChats/:instanceName',
  'POST /chat/findContacts/:instanceName',
  'POST /chat/findMessages/:instanceName',
  'POST /chat/findStatusMessage/:instanceName',
  'POST /chat/getBase64FromMediaMessage/:instanceName',
  'POST /chat/getPollVote/:instanceName',
  'POST /chat/history/:instanceName',
  'POST /chat/whatsappNumbers/:instanceName',
  'POST /newsletter/info/:instanceName',
  'POST /newsletter/link/:instanceName',
  'POST /webhook/endpoints/:instanceName/filter/test',
  'POST /webhook/endpoints/:instanceName/transform/test',
  'POST /ws/ticket',
];

test('of the gateway, what is no GET leaves a row, only reads, or says in a sentence why it leaves none', () => {
  const silent = CHANGES.filter(({ audit }) => audit === null).flatMap(({ routes }) => routes[0]);
  expect(silent.filter((route) => route && !READS.includes(route) && !isProduct(route))).toEqual(
    [],
  );
  for (const { audit } of CHANGES)
    if (audit !== null && typeof audit !== 'string') expect(audit.unaudited).toMatch(/^[A-Z].*\.$/);
  for (const route of [
    'POST /group/create/:instanceName',
    'GET /group/acceptInviteCode/:instanceName',
  ])
    expect(DECLARED.find(({ routes }) => routes[0] === route)?.audit).toBeString();
});

/** What is not built in is not found. */
const isProduct = (route: string): boolean => route.endsWith('/*');

/** Every row of the audits that the request with this id has left. */
function rowsOf(requestId: string): string[] {
  using db = new Database(join(shop.app.dataDir, 'gatehouse.db'), { readonly: true });
  const found = db.query<{ action: string }, [string, string]>(
    `select action from gateway_audit where request_id = ?
     union all select resource || '.' || action from audit_logs where request_id = ?`,
  );
  return found.all(requestId, requestId).map(({ action }) => action);
}

/** Sends the example of an operation and returns the rows that it has left. */
async function rowsAfter(operation: Operation): Promise<string[]> {
  const { path, body, headers } = await examples.prepare(operation);
  const id = randomUUID();
  await shop.send(operation.method, path, body, { ...headers, 'x-request-id': id });
  return rowsOf(id);
}

test('of the gateway, each example leaves the one row that its operation declares', async () => {
  const actions = new Map(
    CHANGES.flatMap(({ routes, audit }) => routes.map((one) => [one, audit])),
  );
  for (const operation of examples.operations) {
    const audit = actions.get(operation.name.replaceAll(/\{(\w+)\}/g, ':$1') as never);
    if (typeof audit !== 'string') continue;
    const { name } = operation;
    expect([name, await rowsAfter(operation)]).toEqual([name, [audit]]);
  }
}, 120_000);

/** What changes no record of the account; the example for members sets what they are already. */
const OF_NO_RECORD = [
  'PATCH /api/v1/inbox_members',
  'POST /api/v1/invitations/open',
  'POST /api/v1/permissions/check',
  'POST /api/v1/webhooks/filter/test',
  'POST /api/v1/webhooks/transform/test',
  'POST /api/v1/webhooks/{id}/test',
];

test('of the CRM, each example of a change leaves rows of it', async () => {
  for (const operation of examples.operations) {
    const { name, method, path } = operation;
    if (method === 'GET' || !path.startsWith('/api/v1/') || OF_NO_RECORD.includes(name)) continue;
    expect([name, (await rowsAfter(operation)).length > 0]).toEqual([name, true]);
  }
}, 120_000);
