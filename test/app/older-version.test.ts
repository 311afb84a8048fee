/** A service on the schema of a later version, as a node of the version before has it while nodes are replaced. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { version } from '../../package.json';
import { type Migration, migrate } from '../../src/core/db/migrate.ts';
import { MIGRATIONS } from '../../src/core/db/open.ts';
import { openSqlite } from '../../src/core/db/sqlite.ts';
import { systemClock } from '../../src/core/shared/clock.ts';
import { startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { createMigrated, temporaryFolder } from '../helpers/database.ts';
import { shared } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;

const TABLES =
  "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name";

/** All that a migration may do which the version before can live with. */
async function expanded(path: string): Promise<void> {
  const executor = openSqlite({ path });
  const tables = (await executor.query(TABLES, [])).map(([name]) => String(name));
  expect(tables).toContain('events');
  const steps = tables.flatMap((table) => [
    `alter table ${table} add column later_text text`,
    `alter table ${table} add column later_count integer not null default 7`,
    `create index later_${table} on ${table} (later_text)`,
  ]);
  const later: Migration = {
    name: '9999_later',
    sql: [`-- needs ${version}\ncreate table later (id text primary key)`, ...steps].join(
      ';--> statement-breakpoint\n',
    ),
  };
  await migrate(executor, [...MIGRATIONS, later], systemClock());
  await executor.close();
}

const receiver = shared(startReceiver);
beforeAll(async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'gatehouse.db');
  await createMigrated(file);
  await expanded(file);
  app = await startApp({ dataDir });
});
afterAll(async () => {
  await app?.stop();
});

const received = (event: string) =>
  receiver.requests.map(({ body }) => JSON.parse(body)).filter((body) => body.event === event);

test('instances are created, receive, send and deliver on a schema with more columns, tables and indexes', async () => {
  const key = await app.openInstance('shop');
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url }, key);
  const said = { kind: 'text', from: '5511999990001', text: 'hello' };
  expect((await app.call('POST', '/sandbox/shop/message', said, key)).status).toBe(201);
  const text = { number: '5511999990001', text: 'hi' };
  const once = { 'idempotency-key': 'a' };
  for (const isReplay of [null, 'true']) {
    const sent = await app.call('POST', '/message/sendText/shop', text, key, once);
    expect([sent.status, sent.headers.get('idempotency-replayed')]).toEqual([201, isReplay]);
  }
  await until('it is delivered', () => received('Message').length > 0);
  for (const [method, path, body] of [
    ['GET', '/event/find/shop'],
    ['GET', '/event/search/shop?text=hello'],
    ['GET', '/delivery/find/shop'],
    ['POST', '/chat/findMessages/shop', {}],
    ['POST', '/chat/findChats/shop', {}],
    ['GET', '/audit/find'],
    ['GET', '/metrics'],
    ['DELETE', '/instance/delete/shop'],
  ] as const) {
    const { status } = await app.call(method, path, body);
    expect([path, status]).toEqual([path, 200]);
  }
});

test('records of the CRM are created, changed, listed and delivered on it', async () => {
  const hook = { name: 'all', url: receiver.url };
  expect((await app.call('POST', '/api/v1/webhooks', hook)).status).toBe(201);
  const create = { pipeline: { name: 'Sales' }, stages: [{ name: 'New' }] };
  const pipeline = (await app.call('POST', '/api/v1/pipelines', create)).body.data;
  const stages = `/api/v1/pipelines/${pipeline.id}/pipeline_stages`;
  const stage = await app.call('POST', stages, { pipeline_stage: { name: 'Won' } });
  expect(stage.status).toBe(201);
  const changed = await app.call('PATCH', `${stages}/${stage.body.data.id}`, {
    pipeline_stage: { name: 'Lost' },
  });
  expect([changed.status, changed.body.data.name]).toEqual([200, 'Lost']);
  await until('it is delivered', () => received('pipeline_stage.updated').length > 0);
  for (const path of [stages, '/api/v1/audit_logs', '/api/v1/users', '/api/v1/roles'])
    expect((await app.call('GET', path)).status).toBe(200);
});
