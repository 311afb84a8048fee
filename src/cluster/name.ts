/** Makes sure that no two living nodes have one name, by which operators tell them apart. */
import { DATABASE_NOW, type Database } from '../db/client.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import type { Node } from './beat.ts';
import { type MembershipTiming, TIMING } from './membership.ts';

interface NameDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly timing?: MembershipTiming;
  /** SQL for the present; default: the database's own clock. */
  readonly databaseNow?: () => string;
}

const LOOK_AGAIN_MS = 500;

/** Its lease may still run: one that has missed two beats was killed, and may have come back as this process. */
const HOLDER = `select id from nodes
  where name = ? and draining = 0 and beat_at + ? > $now limit 1`;

const quietMs = ({ beatMs }: MembershipTiming): number => 2 * beatMs;

/**
 * Whether a node may begin under this name. A node that has it is waited for until it ends, for as long as a lease
 * lasts. Rejects with a DatabaseError.
 */
export async function isNameFree(deps: NameDeps, name: string): Promise<boolean> {
  const { db, clock, timing = TIMING, databaseNow = () => DATABASE_NOW } = deps;
  for (const until = clock.steady() + timing.leaseMs; ; ) {
    const sql = HOLDER.replace('$now', databaseNow());
    const holders = await db.query(sql, [name, quietMs(timing)]);
    if (holders.length === 0) return true;
    if (clock.steady() >= until) return false;
    await sleep(clock, LOOK_AGAIN_MS);
  }
}

/** Of nodes that began under one name at the same moment the first one goes on; true: this one is not the first. */
export function isSecond(nodes: readonly Node[], id: string, timing = TIMING): boolean {
  const own = nodes.find((node) => node.id === id);
  if (own === undefined) return false;
  const isLiving = ({ leaseMs, draining }: Node) =>
    !draining && leaseMs > timing.leaseMs - quietMs(timing);
  const isBefore = (node: Node) =>
    node.startedAt < own.startedAt || (node.startedAt === own.startedAt && node.id < id);
  return nodes.some((node) => node.name === own.name && isLiving(node) && isBefore(node));
}

export const nameTaken = (name: string): string =>
  `another node on this database is called ${JSON.stringify(name)}, and it lives: set NODE_NAME to a name of its own for each node`;
