/** The database of a run, on which nodes that do not exist yet have left instances. */
import { Database as Connection } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import {
  createDatabase,
  type Executor,
  type Statement,
  type Value,
} from '../../../src/core/db/client.ts';
import { asDatabaseError } from '../../../src/core/db/faults.ts';
import { errorsOf, runChecked, runJob, trialOf } from '../../../src/core/db/jobs.ts';
import { CACHED_STATEMENTS, cacheStatements } from '../../../src/core/db/statements.ts';
import { newGraphIds } from '../../../src/core/instances/directory.ts';
import { instanceKey } from '../../../src/core/instances/keys.ts';
import { insertionOf } from '../../../src/core/instances/store.ts';
import { createVault, sha256 } from '../../../src/core/shared/crypto.ts';
import { createEventSettings } from '../../../src/core/webhooks/settings-store.ts';
import { testDatabase } from '../../helpers/database.ts';

export const INSTANCES: readonly string[] = ['instance-0', 'instance-1', 'instance-2'];
/** Its row is made by the first node that writes for it. */
export const ACCOUNT = 'account-0';
export const EPOCH = Date.UTC(2026, 0, 5, 10);
export const VAULT = createVault(Buffer.alloc(32, 7).toString('base64'));

/** Where the webhook of an instance is, from its creation on and after each change. */
export const webhookUrl = (version: number): string => `http://receiver.test/${version}`;
export const versionIn = (url: string): number => Number(url.slice(url.lastIndexOf('/') + 1));

/** Emptied in this order: what refers to others goes first, and without nodes nothing is noted as changed. */
const TABLES = [
  'nodes',
  'attempts',
  'deliveries',
  'events',
  'streams',
  'processes',
  'instance_transitions',
  'endpoints',
  'instances',
  'changes',
  'noted',
  'pruned',
];

/** What was pruned and what must never be seen in a table is noted by the tables themselves. */
const NOTED = [
  'create table pruned as select * from events where false',
  `create trigger events_pruned before delete on events
    when old.stream_id = '${ACCOUNT}'
    begin insert into pruned select * from events where stream_id = old.stream_id and sequence = old.sequence; end`,
  'create table noted (promise text not null)',
  `create trigger taken_while_draining after update of owner on streams
    when new.term > old.term and exists (select 1 from nodes where id = new.owner and draining = 1)
    begin insert into noted values ('a node that drains takes a stream'); end`,
];

const firstStream = (id: string): Statement => ({
  sql: 'insert into streams (id) values (?)',
  params: [id],
});

const PRUNE = [
  `delete from events where stream_id = ?1 and created_at < ?2
    and id in (select event_id from deliveries where stream_id = ?1 and state = 'delivered')`,
  'delete from deliveries where stream_id = ?1 and event_id not in (select id from events)',
];

/** Removes events of the account from before `ms` that are delivered. */
export const prune = (server: Executor, ms: number): Promise<unknown> =>
  server.batch(PRUNE.map((sql, at) => ({ sql, params: at === 0 ? [ACCOUNT, ms] : [ACCOUNT] })));

let shared: Promise<{ readonly server: Executor; readonly rows: readonly Statement[] }> | undefined;

async function open() {
  return { server: await inMemory(), rows: await firstRows() };
}

/** Nothing here asks what a power cut leaves, and no other process reads it. */
async function inMemory(): Promise<Executor> {
  const file = await testDatabase();
  // A copy in memory has no file for the log beside it.
  await file.query('PRAGMA journal_mode = DELETE', []);
  await file.close();
  const connection = Connection.deserialize(readFileSync(file.path));
  connection.run('PRAGMA foreign_keys = ON');
  for (const sql of NOTED) connection.run(sql);
  const run = cacheStatements(connection, CACHED_STATEMENTS);
  const attempt = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      throw asDatabaseError(error);
    }
  };
  return {
    query: (sql, params) => attempt(() => runChecked(run, { sql, params })),
    batch: (statements) =>
      attempt(() => runJob(run, { statements, isAlone: false }, (commit) => commit())),
    tryOut: (writes) => attempt(() => errorsOf(runJob(run, trialOf(writes), (commit) => commit()))),
    close: async () => connection.close(),
  };
}

/** What each run begins with, noted while it is written once. */
async function firstRows(): Promise<Statement[]> {
  const rows: Statement[] = [];
  const note = async (statements: readonly Statement[]) => {
    rows.push(...statements.map(({ sql, params }) => ({ sql, params })));
    return statements.map(() => []);
  };
  const { orm } = createDatabase({
    query: async (sql: string, params: readonly Value[]) => {
      await note([{ sql, params }]);
      return [];
    },
    batch: note,
    tryOut: async () => [],
    close: async () => {},
  });
  const clock = { now: () => EPOCH, steady: () => EPOCH, after: () => () => {} };
  const settings = createEventSettings({ orm, vault: VAULT, clock, endpointsMax: 0 });
  const change = { webhook: { isSet: true, enabled: true, url: webhookUrl(0) } };
  for (const id of INSTANCES) {
    await orm.batch([
      ...insertionOf(orm, newInstance(id)),
      settings.firstRow(id, change).statement,
    ]);
    rows.push(firstStream(id));
  }
  return rows;
}

const newInstance = (id: string) => ({
  id,
  name: id,
  provider: 'sandbox' as const,
  state: 'open' as const,
  phase: 'open' as const,
  reason: null,
  number: null,
  ownerJid: '5511999990000@s.whatsapp.net',
  profileName: null,
  key: instanceKey({ hash: sha256(id), scopes: [], expiresAt: null }),
  previousKeys: [],
  ...newGraphIds(),
  createdAt: EPOCH,
  updatedAt: EPOCH,
});

/** Nobody owns its instances. All runs of a process share one file, one after the other. */
export async function emptyDatabase(): Promise<Executor> {
  shared ??= open();
  const { server, rows } = await shared;
  const deletions = TABLES.map((table) => ({ sql: `delete from ${table}`, params: [] }));
  await server.batch([...deletions, ...rows]);
  return server;
}
