/**
 * Brings a database to the schema of this build.
 * Owns: the table `migrations`. Must never: leave one half done, run one twice, or go back.
 */
import { messageOf } from '../shared/errors.ts';
import { DatabaseError, type Executor, faultOf } from './client.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';

const BREAKPOINT = '--> statement-breakpoint';
const CREATE_TABLE =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY NOT NULL, applied_at integer NOT NULL)';

/**
 * Applies what is missing, in order. Several processes may do this at once. `now` is ms since 1970.
 * Throws DatabaseError when a migration fails (its statements are then all undone) or when the
 * database knows one that this build does not: it was written by a newer version.
 */
export async function migrate(
  executor: Executor,
  now: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await executor.query(CREATE_TABLE, []);
  const applied = await appliedNames(executor);
  refuseNewer(applied, migrations);
  for (const migration of migrations) {
    if (!applied.has(migration.name)) await apply(executor, migration, now);
  }
}

/** Throws an Error when the database lacks a migration of this build, or knows one that this build does not. */
export async function refuseUnmigrated(
  executor: Executor,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const tables = await executor.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'", []);
  const applied = tables.length > 0 ? await appliedNames(executor) : new Set<string>();
  refuseNewer(applied, migrations);
  const missing = migrations.find(({ name }) => !applied.has(name));
  if (missing === undefined) return;
  throw new DatabaseError(
    'other',
    `it is not migrated to this version (${missing.name} is missing): start the service of this version first`,
  );
}

async function appliedNames(executor: Executor): Promise<Set<string>> {
  const rows = await executor.query('SELECT name FROM migrations ORDER BY name', []);
  return new Set(rows.map(([name]) => String(name)));
}

function refuseNewer(applied: Set<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new DatabaseError(
    'other',
    `it was written by a newer version (migration ${unknown}): start that version, or restore a backup`,
  );
}

/** The row comes first in the transaction: of two processes one fails on it, before anything is done twice. */
async function apply(executor: Executor, { name, sql }: Migration, now: number): Promise<void> {
  const row = { sql: 'INSERT INTO migrations VALUES (?, ?)', params: [name, now] };
  const steps = sql.split(BREAKPOINT).map((step) => ({ sql: step, params: [] }));
  try {
    await executor.batch([row, ...steps]);
  } catch (error) {
    const fault = faultOf(error) ?? 'other';
    if (fault === 'unique' && (await appliedNames(executor)).has(name)) return;
    throw new DatabaseError(fault, `migration ${name} failed: ${messageOf(error)}`, error);
  }
}
