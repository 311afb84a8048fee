/** Says at a start what the database has of modules that are left out, since nothing else shows it. */
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/db/client.ts';
import { readBacklog } from '../core/events/log/delivery-counts.ts';
import type { Log } from '../core/shared/log.ts';
import { MODULES, moduleOf } from '../modules.ts';

interface ReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Logs one line for each left-out module that has rows, and one for each for which deliveries wait. */
export async function reportLeftOut(
  { without }: Pick<Config, 'without'>,
  { db, log }: ReportDeps,
): Promise<void> {
  if (without.length === 0) return;

  for (const { name, tables = [] } of MODULES.filter(({ name }) => without.includes(name))) {
    const found = await tablesWithRows(db, tables);
    if (found.length === 0) continue;
    const text = `the database has rows of ${name}, which is left out: they stay as they are until it is back`;
    log.warn(text, { tables: found.join(', ') });
  }
  const backlog = await readBacklog(db);
  for (const name of without) {
    const its = backlog.filter(({ endpoint }) => moduleOf(endpoint) === name);
    const count = its.reduce((sum, { waiting }) => sum + waiting, 0);
    if (count > 0)
      log.warn(`deliveries wait for ${name}, which is left out, until it is back`, { count });
  }
}

async function tablesWithRows(
  db: Pick<Database, 'query'>,
  tables: readonly string[],
): Promise<string[]> {
  if (tables.length === 0) return [];
  const exists = tables.map((table) => `exists (select 1 from ${table})`);
  const [row = []] = await db.query(`select ${exists.join(', ')}`, []);
  return tables.filter((_, at) => row[at] === 1);
}
