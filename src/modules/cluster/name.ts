/** Ensures that no two living nodes have the same name, by which operators tell them apart. */
import { DATABASE_NOW, type Database } from '../../core/db/client.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { isBeating, type Node, TIMING } from './beat.ts';

interface NameDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** Returns the SQL of the current time; by default that of the database's own clock. */
  readonly databaseNow?: () => string;
}

const LOOK_AGAIN_MS = 500;

/**
 * The lease of a killed node may still run: a node that has missed two beats may have been killed and restarted as this
 * process.
 */
const HOLDER = `select id from nodes
  where name = ? and draining = 0 and beat_at + ? > $now limit 1`;

/**
 * Returns whether a node may start under this name. Waits up to the length of a lease for a node with this name to end.
 * Rejects with a DatabaseError.
 */
export async function isNameFree(deps: NameDeps, name: string): Promise<boolean> {
  const { db, clock, databaseNow = () => DATABASE_NOW } = deps;
  for (const until = clock.steady() + TIMING.leaseMs; ; ) {
    const sql = HOLDER.replace('$now', databaseNow());
    const holders = await db.query(sql, [name, 2 * TIMING.beatMs]);
    if (holders.length === 0) return true;
    if (clock.steady() >= until) return false;
    await sleep(clock, LOOK_AGAIN_MS);
  }
}

/** Returns true if another node with this name started at the same time and was first: only the first continues. */
export function isSecond(nodes: readonly Node[], id: string): boolean {
  const own = nodes.find((node) => node.id === id);
  if (own === undefined) return false;
  const isBefore = (node: Node) =>
    node.startedAt < own.startedAt || (node.startedAt === own.startedAt && node.id < id);
  return nodes.some((node) => node.name === own.name && isBeating(node) && isBefore(node));
}

export const nameTaken = (name: string): string =>
  `another node on this database is called ${JSON.stringify(name)}, and it lives: set NODE_NAME to a name of its own for each node`;
