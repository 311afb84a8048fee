/** Says at a start what the database has of modules that are left out, since nothing else shows it. */
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/db/client.ts';
import { isOfAccount } from '../core/events/contract/endpoint.ts';
import { readBacklog } from '../core/events/log/backlog.ts';
import type { Log } from '../core/shared/log.ts';
import { MODULES } from '../modules.ts';
import type { Accounts } from './accounts.ts';

interface ReportDeps {
  readonly db: Pick<Database, 'query'>;
  readonly log: Pick<Log, 'warn'>;
  /** Null where the module with the accounts is left out. */
  readonly accounts: Accounts | null;
}

/** Logs one line for each left-out module that has rows, and one for deliveries that wait for accounts. */
export async function reportLeftOut(
  { without }: Pick<Config, 'without'>,
  { db, log, accounts }: ReportDeps,
): Promise<void> {
  for (const { name, tables = [] } of MODULES.filter(({ name }) => without.includes(name))) {
    const found = await tablesWithRows(db, tables);
    if (found.length === 0) continue;
    const text = `the database has rows of ${name}, which is left out: they stay as they are until it is back`;
    log.warn(text, { tables: found.join(', ') });
  }
  const count = accounts === null ? await waitingForAccounts(db) : 0;
  if (count > 0)
    log.warn('deliveries to webhooks of accounts wait until their module is back', { count });
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

async function waitingForAccounts(db: Pick<Database, 'query'>): Promise<number> {
  const ofAccounts = (await readBacklog(db)).filter(({ endpoint }) => isOfAccount(endpoint));
  return ofAccounts.reduce((sum, { waiting }) => sum + waiting, 0);
}
