/** Migrates the schema to this build, beside nodes of other versions if they can work with every migration. */
import { version as ownVersion } from '../../../package.json';
import { type Clock, sleep } from '../shared/clock.ts';
import { sha256 } from '../shared/crypto.ts';
import { messageOf } from '../shared/errors.ts';
import { DATABASE_NOW, DatabaseError, type Executor, faultOf, type Statement } from './client.ts';

export interface Migration {
  /** The name of the file without its ending. */
  readonly name: string;
  /** Begins with the line `-- needs VERSION` if services from that version on can work with the new schema. */
  readonly sql: string;
}

/** A migration that the database has. */
interface AppliedMigration {
  readonly name: string;
  /** The oldest version that can work with it without knowing it; null if none can. */
  readonly needs: string | null;
  readonly fingerprint: string | null;
}

const BREAKPOINT = '--> statement-breakpoint';
const CREATE_TABLE =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY NOT NULL, applied_at integer NOT NULL, needs text, fingerprint text)';

/** Returns the version in the migration's first line; null if only services that know it can work with it. */
export const needsOf = ({ sql }: Migration): string | null =>
  /^-- needs (\d+\.\d+\.\d+\S*)\n/.exec(sql)?.[1] ?? null;

const FINGERPRINT_LENGTH = 16;

/** Identifies what a migration does: until it is released it is edited in place, so builds may differ in it. */
const fingerprintOf = ({ sql }: Migration): string =>
  sha256(sql.replaceAll('\r\n', '\n')).slice(0, FINGERPRINT_LENGTH);

export const OTHER_BUILD =
  'it was made by a build between releases, whose tables differ from those of this build: go back to that build to use it, or move it away to start with an empty one';

/** Whether one of the migrations was applied in a form that this build does not have. */
export const isOfOtherBuild = (
  applied: readonly Pick<AppliedMigration, 'name' | 'fingerprint'>[],
  migrations: readonly Migration[],
): boolean =>
  migrations.some((migration) =>
    applied.some(
      ({ name, fingerprint }) =>
        name === migration.name && fingerprint !== fingerprintOf(migration),
    ),
  );

/** Whether a query failed because the database is from before fingerprints were stored. */
export const isBeforeFingerprints = (error: unknown): boolean =>
  /no such column: "?(fingerprint|needs)/.test(messageOf(error));

const isAtLeast = (version: string, needed: string | null): boolean =>
  needed !== null && Bun.semver.order(version, needed) >= 0;

/** Whether this build neither has the migration nor can work with it. */
export const isForeign = (
  { name, needs }: Pick<AppliedMigration, 'name' | 'needs'>,
  migrations: readonly Migration[],
  version = ownVersion,
): boolean => !migrations.some((own) => own.name === name) && !isAtLeast(version, needs);

/**
 * Applies the missing migrations in order; several processes may do this at once. A migration that living nodes of an
 * older version cannot work with waits for their end, as long as the lease of a dead one may last. Throws DatabaseError
 * when a migration fails (its statements are then undone), when such nodes go on, or as `refuseForeign` does.
 */
export async function migrate(
  executor: Executor,
  migrations: readonly Migration[],
  clock: Clock,
  version = ownVersion,
): Promise<void> {
  await executor.query(CREATE_TABLE, []);
  const found = await readApplied(executor);
  refuseForeign(found, migrations, version);
  const applied = found.length > 0 ? found : await applyAtOnce(executor, migrations, clock.now());
  const names = new Set(applied.map(({ name }) => name));
  const hasNodes = await hasTable(executor, 'nodes');
  for (const migration of migrations) {
    if (names.has(migration.name)) continue;
    await (hasNodes
      ? applyBesideNodes(executor, migration, clock)
      : apply(executor, migration, recordOf(migration, clock.now())));
  }
}

/**
 * Throws a DatabaseError when the database lacks a migration of this build, or as `refuseForeign` does. Changes nothing.
 */
export async function refuseUnmigrated(
  executor: Pick<Executor, 'query'>,
  migrations: readonly Migration[],
): Promise<void> {
  const applied = (await hasTable(executor, 'migrations')) ? await readApplied(executor) : [];
  refuseForeign(applied, migrations, ownVersion);
  const names = new Set(applied.map(({ name }) => name));
  const missing = migrations.find(({ name }) => !names.has(name));
  if (missing === undefined) return;
  throw new DatabaseError(
    'other',
    `it is not migrated to this version (${missing.name} is missing): start the service of this version first`,
  );
}

/**
 * Throws a DatabaseError when the database has a migration that this build neither knows nor can work with, or one that
 * was edited since.
 */
function refuseForeign(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  version: string,
): void {
  const foreign = applied.find((migration) => isForeign(migration, migrations, version));
  if (foreign === undefined) {
    if (isOfOtherBuild(applied, migrations)) throw new DatabaseError('other', OTHER_BUILD);
    return;
  }
  const { name, needs } = foreign;
  const least = needs === null ? '' : `, which needs version ${needs} at least`;
  throw new DatabaseError(
    'other',
    `it was written by a newer version (migration ${name}${least}): start that version, or restore a backup`,
  );
}

async function hasTable(executor: Pick<Executor, 'query'>, name: string): Promise<boolean> {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return (await executor.query(sql, [name])).length > 0;
}

async function readApplied(executor: Pick<Executor, 'query'>): Promise<AppliedMigration[]> {
  const sql = 'SELECT name, needs, fingerprint FROM migrations ORDER BY name';
  const rows = await executor.query(sql, []).catch((error: unknown) => {
    throw isBeforeFingerprints(error) ? new DatabaseError('other', OTHER_BUILD, error) : error;
  });
  return rows.map(([name, needs, fingerprint]) => ({
    name: String(name),
    needs: textOrNull(needs),
    fingerprint: textOrNull(fingerprint),
  }));
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

const recordOf = (migration: Migration, now: number): Statement => ({
  sql: 'INSERT INTO migrations (name, applied_at, needs, fingerprint) VALUES (?, ?, ?, ?)',
  params: [migration.name, now, needsOf(migration), fingerprintOf(migration)],
});

/** If an older node has started in between, the name is NULL, which undoes the whole transaction. */
const RECORD_BESIDE = `INSERT INTO migrations (name, applied_at, needs, fingerprint)
  SELECT CASE WHEN NOT EXISTS (
    SELECT 1 FROM nodes WHERE until > ${DATABASE_NOW} AND version NOT IN (SELECT value FROM json_each(?))
  ) THEN ? END, ?, ?, ?`;
const LIVING = `SELECT name, version FROM nodes WHERE until > ${DATABASE_NOW} ORDER BY name`;

/** A killed node stays in the table for 12 s. */
const OLDER_NODES_WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 500;

async function applyBesideNodes(
  executor: Executor,
  migration: Migration,
  clock: Clock,
): Promise<void> {
  for (const until = clock.steady() + OLDER_NODES_WAIT_MS; ; ) {
    const older = await applyUnlessOlder(executor, migration, clock.now());
    if (older === null) return;
    if (clock.steady() >= until) throw olderLives(migration, older);
    await sleep(clock, LOOK_AGAIN_MS);
  }
}

interface OlderNode {
  readonly name: string;
  readonly version: string;
}

/** Returns null when it was applied, else a living node that could not work with it. */
async function applyUnlessOlder(
  executor: Executor,
  migration: Migration,
  now: number,
): Promise<OlderNode | null> {
  const needs = needsOf(migration);
  const rows = await executor.query(LIVING, []);
  const living = rows.map(([name, version]) => ({ name: String(name), version: String(version) }));
  const older = living.find(({ version }) => !isAtLeast(version, needs));
  if (older !== undefined) return older;
  const versions = JSON.stringify(living.map(({ version }) => version));
  try {
    const params = [versions, migration.name, now, needs, fingerprintOf(migration)];
    await apply(executor, migration, { sql: RECORD_BESIDE, params });
    return null;
  } catch (error) {
    if (!messageOf(error).includes('migrations.name')) throw error;
    return { name: 'another', version: 'an older version' };
  }
}

function olderLives(migration: Migration, { name, version }: OlderNode): DatabaseError {
  const needs = needsOf(migration);
  const node = `node ${JSON.stringify(name)}`;
  return new DatabaseError(
    'other',
    needs === null
      ? `migration ${migration.name} is for stopped services alone, and ${node} runs ${version}: stop all nodes first`
      : `migration ${migration.name} needs version ${needs} at least on every node, and ${node} runs ${version}: deploy a version in between first, or stop all nodes`,
  );
}

/**
 * Applies all in one transaction, for an empty database: with one for each, a first start would mostly wait for syncs
 * of the disk or answers of the server. A failure undoes everything and is not reported: the caller then applies them
 * one by one, which applies what it can, names the one that fails, and continues where another process was faster.
 * Returns what the database has now.
 */
async function applyAtOnce(
  executor: Executor,
  migrations: readonly Migration[],
  now: number,
): Promise<readonly AppliedMigration[]> {
  const all = migrations.flatMap((one) => [recordOf(one, now), ...stepsOf(one)]);
  await executor.batch(all).catch(() => {});
  return readApplied(executor);
}

const stepsOf = ({ sql }: Migration): Statement[] =>
  sql.split(BREAKPOINT).map((step) => ({ sql: step, params: [] }));

/**
 * The record is the first statement of the transaction: of two processes one fails on it, before anything is done
 * twice.
 */
async function apply(executor: Executor, migration: Migration, record: Statement): Promise<void> {
  const { name } = migration;
  try {
    await executor.batch([record, ...stepsOf(migration)]);
  } catch (error) {
    const fault = faultOf(error) ?? 'other';
    if (fault === 'unique' && (await readApplied(executor)).some((one) => one.name === name))
      return;
    throw new DatabaseError(fault, `migration ${name} failed: ${messageOf(error)}`, error);
  }
}
