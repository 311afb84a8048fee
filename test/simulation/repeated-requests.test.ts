/**
 * Every operation that takes an Idempotency-Key, killed after each of its commits: another process goes on with what was
 * on disk, and the client repeats the request. REPEATED_KILLS is how many kills there are at least.
 */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { INSTANCE } from '../../src/core/http/example-values.ts';
import type { Operation } from '../contract/examples/operations.ts';
import { type Examples, examplesOf, type PreparedExample } from '../contract/examples/sending.ts';
import { type Shop, shopEnv, startShop } from '../contract/examples/shop.ts';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

const KILLS = Number(process.env.REPEATED_KILLS ?? 40);
const FILE = 'gatehouse.db';

let shop: Shop;
let examples: Examples;
/** Called after every commit of the shop. */
let committed = () => {};
beforeAll(async () => {
  shop = await startShop({ commitPace: { isSlow: false, record: () => committed() } });
  examples = await examplesOf(shop);
});
afterAll(() => shop.stop());

/** What a process writes by itself: its own life, deliveries, what it counts and what it knows of the request. */
const BESIDE = [
  ...['attempts', 'changes', 'deliveries', 'endpoint_health', 'events', 'figures', 'gateway_audit'],
  ...['gateway_audit_begun', 'idempotency_keys', 'instance_transitions', 'nodes', 'processes'],
  ...['service_facts', 'streams', 'rate_counts', 'ws_tickets'],
];

/** How many rows each table has, and how many events there are of what was made or sent. */
function countsIn(folder: string): Record<string, number> {
  using db = new Database(join(folder, FILE), { readonly: true });
  const rows = (sql: string) => db.query<{ name: string; count: number }, []>(sql).all();
  const tables = rows("select name, 0 count from sqlite_schema where type = 'table'")
    .map(({ name }) => name)
    .filter((name) => !BESIDE.includes(name) && !/^(sqlite_|__|stored_texts)/.test(name));
  const counts = tables.map((name) => {
    const [found] = rows(`select '${name}' name, count(*) count from "${name}"`);
    return [name, found?.count ?? 0] as const;
  });
  const events = rows(`select 'event ' || type name, count(*) count from events
    where type = 'SendMessage' or type glob '*.*' group by type`);
  return Object.fromEntries([...counts, ...events.map(({ name, count }) => [name, count])]);
}

/** A folder with what is on disk now. */
function snapshot(): string {
  const folder = temporaryFolder();
  using db = new Database(join(shop.app.dataDir, FILE), { readonly: true });
  db.run(`vacuum into '${join(folder, FILE)}'`);
  return folder;
}

interface RepeatableRequest {
  readonly operation: Operation;
  readonly request: PreparedExample;
  /** With the key, by which the service knows the request. */
  readonly headers: Record<string, string>;
}

async function send(app: RunningApp, { operation, request, headers }: RepeatableRequest) {
  const { body } = request;
  const response = await fetch(app.url + request.path, {
    method: operation.method,
    headers: {
      ...{ apikey: GLOBAL_KEY, api_access_token: ACCESS_TOKEN, ...headers },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}

/** Another process on what was on disk, whose instance is connected as before. */
async function restarted(dataDir: string, wasOpen: boolean): Promise<RunningApp> {
  const app = await startApp({ dataDir, env: shopEnv(shop.graph) });
  if (wasOpen)
    await until('the shop is open again', async () => {
      const { body } = await app.call('GET', `/instance/connectionState/${INSTANCE}`);
      return body.instance?.state === 'open';
    });
  return app;
}

/**
 * Nothing that they leave on disk says what was done, or the next process cannot do it: the sandbox has its groups in
 * memory.
 */
const UNDECIDED = [
  'POST /group/sendInvite/{instanceName}',
  'POST /group/create/{instanceName}',
  'POST /api/v1/webhooks/{id}/redeliver',
  'POST /api/v1/webhooks/{id}/test',
];

/** They set a state, and a repetition hears that it is set. */
const SETS_STATE = /\/recoveries\/\{recovery_id\}\/(pause|resume|cancel)$/;

const repeatable = (): Operation[] =>
  examples.operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'idempotency-key'),
  );

/** Kills the service after each commit of a request, and returns what a repetition made of it, if that was wrong. */
async function killed(operation: Operation): Promise<{ kills: number; wrong: string[] }> {
  const { name } = operation;
  const request = await examples.prepare(operation);
  const headers = { ...request.headers, 'idempotency-key': randomUUID() };
  const asked = { operation, request, headers };
  const { body: state } = await shop.app.call('GET', `/instance/connectionState/${INSTANCE}`);
  const folders: string[] = [];
  committed = () => folders.push(snapshot());
  const first = await send(shop.app, asked);
  committed = () => {};
  const whole = countsIn(snapshot());
  const wrong: string[] = [];
  for (const [at, folder] of folders.entries()) {
    const app = await restarted(folder, state.instance?.state === 'open');
    const answers = [await send(app, asked), await send(app, asked)];
    await app.stop();
    const where = `${name}, commit ${at + 1} of ${folders.length}`;
    const counts = countsIn(folder);
    const status = answers[0]?.status ?? 0;
    const isUndecided = UNDECIDED.includes(name) && [404, 503].includes(status);
    for (const [table, count] of Object.entries(counts))
      if (isUndecided ? count > (whole[table] ?? 0) : count !== (whole[table] ?? 0))
        wrong.push(`${where}: ${count} of ${table}, not ${whole[table] ?? 0}`);
    const isDone = answers[0]?.body.includes('was done, but the service ended');
    if (isUndecided || isDone || (SETS_STATE.test(name) && status === 409)) continue;
    if (status !== first.status) wrong.push(`${where}: ${status} ${answers[0]?.body}`);
    if (answers[0]?.body !== answers[1]?.body && first.status < 300)
      wrong.push(`${where}: ${answers[0]?.body}, then ${answers[1]?.body}`);
  }
  return { kills: folders.length, wrong };
}

test(
  'a request with an Idempotency-Key that was killed anywhere and is repeated has done its work once',
  async () => {
    const operations = repeatable();
    expect(operations.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    let kills = 0;
    // A request has about four commits: with few kills a part of the operations stands for the others.
    const step = Math.max(1, Math.floor((operations.length * 4) / KILLS));
    for (let at = 0; kills < KILLS; at += step) {
      const operation = operations[at % operations.length];
      if (operation === undefined) break;
      const found = await killed(operation);
      kills += found.kills;
      wrong.push(...found.wrong);
    }
    expect(wrong).toEqual([]);
  },
  60_000 + KILLS * 2_000,
);
