/** Checks whether a node may start beside the nodes that already use the database. */
import type { Config } from '../../core/config/config.ts';
import { DATABASE_NOW, type Database, type Executor } from '../../core/db/client.ts';
import { refuseForeignSchema } from '../../core/db/open.ts';
import { StartRefused } from '../../core/process/refusal.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { sha256, type Vault } from '../../core/shared/crypto.ts';
import { isBeating, type Node, TIMING } from './beat.ts';
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

// Ensures that living nodes take the same global key, so that a caller is admitted whichever of them is asked.

interface GlobalKeysDeps {
  readonly db: Pick<Database, 'batch' | 'query'>;
  readonly clock: Clock;
  /** Only nodes with the encryption key compare keys, since short keys could be guessed from their hashes. */
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly node: { readonly id: string; readonly name: string };
  /** SHA-256 of each global key of this node. */
  readonly hashes: readonly string[];
  /** Returns the SQL of the current time; by default that of the database's own clock. */
  readonly databaseNow?: () => string;
}

const PREFIX = 'global-keys ';

const REMOVE_OF_ENDED = `delete from service_facts where name like '${PREFIX}%'
  and substr(name, ${PREFIX.length + 1}) not in (select id from nodes)`;
const TELL = `insert into service_facts (name, value) values (?, ?)
  on conflict (name) do update set value = excluded.value`;
const REMOVE = 'delete from service_facts where name = ?';
/**
 * Reads the keys of the other nodes. A node that has missed two beats may have ended, and a node of the same name may
 * be this process before its restart. If nodes start at the same time, the first one does not ask for the keys of the
 * others.
 */
const OTHERS = `select n.id, f.value from nodes n join service_facts f on f.name = '${PREFIX}' || n.id
  where n.name <> ?1 and n.draining = 0 and n.beat_at + ?2 > $now and not exists (
    select 1 from nodes me where me.id = ?3 and (me.started_at, me.id) < (n.started_at, n.id))`;

/**
 * Returns whether this node has a global key in common with each node that lives, and tells the others its keys. Waits
 * up to `waitMs` for nodes without one to end. Rejects with a DatabaseError.
 */
export async function sharesGlobalKey(deps: GlobalKeysDeps, waitMs: number): Promise<boolean> {
  const { db, clock, vault, node, hashes, databaseNow = () => DATABASE_NOW } = deps;
  const own = PREFIX + node.id;
  const told = vault.seal(JSON.stringify(hashes), placeFor(node.id));
  for (const until = clock.steady() + waitMs; ; ) {
    const [, , rows = []] = await db.batch([
      { sql: REMOVE_OF_ENDED, params: [] },
      { sql: TELL, params: [own, told] },
      {
        sql: OTHERS.replace('$now', databaseNow()),
        params: [node.name, 2 * TIMING.beatMs, node.id],
      },
    ]);
    const others = rows.map(([id, value]) => hashesOf(vault, String(id), String(value)));
    if (others.every((one) => one === null || one.some((hash) => hashes.includes(hash))))
      return true;
    if (clock.steady() >= until) break;
    await sleep(clock, LOOK_AGAIN_MS);
  }
  await db.query(REMOVE, [own]);
  return false;
}

const placeFor = (nodeId: string) => ['nodes', 'global keys', nodeId] as const;

/** Returns null when a node has sealed them with another encryption key, which is refused elsewhere. */
function hashesOf(vault: Pick<Vault, 'open'>, nodeId: string, sealed: string): string[] | null {
  try {
    // Only `sharesGlobalKey` seals such texts.
    return JSON.parse(vault.open(sealed, [...placeFor(nodeId)])) as string[];
  } catch {
    return null;
  }
}

const OTHER_GLOBAL_KEY =
  'GLOBAL_API_KEY is not that of the other nodes on this database: set the same on every node. To change it, start one node after the other with GLOBAL_API_KEY=new,old, and then with new';
