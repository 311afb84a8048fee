/** Metrics of the database: whether it can be used, how large it is, and writes that failed. */
import Gauge from 'prom-client/lib/gauge.js';
import type Registry from 'prom-client/lib/registry.js';
import type { Database } from '../../../core/db/client.ts';
import { showCounter } from './read.ts';

const BYTES = 'select page_count * page_size from pragma_page_count(), pragma_page_size()';

/** Returns the bytes of the database without its log. Rejects with a DatabaseError. */
export async function databaseBytes(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query(BYTES, []);
  return Number(row?.[0]);
}

/** Returns the function that shows the size; its value is null while the database cannot be read. */
export function databaseGauges(registers: Registry[], outage: () => string | null) {
  const up = new Gauge({
    name: 'gatehouse_database_up',
    help: 'Whether the database can be read, and takes writes as far as is known: 1 or 0.',
    registers,
  });
  const size = new Gauge({
    name: 'gatehouse_database_size_bytes',
    help: 'Size of the database without its log.',
    labelNames: [],
    registers,
  });
  return (bytes: number | null): void => {
    up.set(bytes !== null && outage() === null ? 1 : 0);
    if (bytes === null) size.remove();
    else size.set(bytes);
  };
}

export function showFailedWrites(
  registers: Registry[],
  failedWrites: () => Readonly<Record<string, number>>,
): void {
  showCounter(registers, {
    name: 'gatehouse_database_writes_failed_total',
    help: 'Commits that the database did not take, or was not asked to while it takes none.',
    label: 'reason',
    read: failedWrites,
  });
}
