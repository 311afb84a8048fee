/** Says at a start what the database has of modules that are left out, since nothing else shows it. */
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/db/client.ts';
import { readBacklog } from '../core/events/log/delivery-counts.ts';
import type { InstanceDirectory } from '../core/instances/directory.ts';
import type { Log } from '../core/shared/log.ts';
import { MODULES, moduleOf } from '../modules.ts';

interface ReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly log: Pick<Log, 'warn'>;
  readonly directory: Pick<InstanceDirectory, 'all'>;
}

/** Logs one line for each left-out module that has rows, one that has instances, and one for which deliveries wait. */
export async function reportLeftOut(
  { without }: Pick<Config, 'without'>,
  { db, log, directory }: ReportDeps,
): Promise<void> {
  if (without.length === 0) return;
  const backlog = await readBacklog(db);
  for (const { name, tables = [], coreTables = [] } of MODULES) {
    if (!without.includes(name)) continue;
    const found = await tablesWithRows(db, [...tables, ...coreTables]);
    if (found.length > 0)
      log.warn(
        `the database has rows of ${name}, which is left out: they are used again when it is back, but for those that end before`,
        { tables: found.join(', ') },
      );
    // The module of a provider has its name.
    const instances = directory.all().filter(({ provider }) => provider === name).length;
    if (instances > 0)
      log.warn(`instances of ${name}, which is left out, cannot connect until it is back`, {
        count: instances,
      });
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
