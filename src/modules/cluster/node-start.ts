/** Checks whether a node may start beside the nodes that already use the database. */
import type { Config } from '../../core/config/config.ts';
import { DATABASE_NOW, type Database, type Executor } from '../../core/db/client.ts';
import { refuseForeignSchema } from '../../core/db/open.ts';
import { StartRefused } from '../../core/process/refusal.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { sha256, type Vault } from '../../core/shared/crypto.ts';
import { isBeating, type Node, TIMING } from './beat.ts';
import { OTHER_GLOBAL_KEY, sharesGlobalKey } from './global-keys.ts';
import type { Membership } from './membership.ts';

interface NodeStartDeps {
  readonly config: Pick<Config, 'globalApiKeys'>;
  readonly db: Executor;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly membership: Pick<Membership, 'node' | 'nodes'>;
  readonly name: string;
}

/** Both reject with `StartRefused`, or as the database does. */
interface NodeStart {
  /** Must be called before the first beat. Waits up to the length of a lease for nodes that may have ended. */
  check(): Promise<void>;
  /** Must be called after the first beat, for what other nodes have begun at the same time. */
  checkAgain(): Promise<void>;
}

export function nodeStart(deps: NodeStartDeps): NodeStart {
  const { config, db, clock, vault, membership, name } = deps;
  const node = { id: membership.node, name };
  const keys = { db, clock, vault, node, hashes: config.globalApiKeys.map(sha256) };
  return {
    async check() {
      refuseIf(!(await isNameFree({ db, clock }, name)), nameTaken(name));
      refuseIf(!(await sharesGlobalKey(keys, TIMING.leaseMs)), OTHER_GLOBAL_KEY);
    },
    async checkAgain() {
      // From its first beat on no migration is applied that it cannot work with; one may have been until then.
      await refuseForeignSchema(db);
      refuseIf(isSecond(membership.nodes, membership.node), nameTaken(name));
      refuseIf(!(await sharesGlobalKey(keys, 0)), OTHER_GLOBAL_KEY);
    },
  };
}

function refuseIf(isWrong: boolean, why: string): void {
  if (isWrong) throw new StartRefused(why);
}

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

const nameTaken = (name: string): string =>
  `another node on this database is called ${JSON.stringify(name)}, and it lives: set NODE_NAME to a name of its own for each node`;
