/** Ensures that living nodes take the same global key, so that a caller is admitted whichever of them is asked. */
import { DATABASE_NOW, type Database } from '../../core/db/client.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import { TIMING } from './beat.ts';

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

const LOOK_AGAIN_MS = 500;
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

export const OTHER_GLOBAL_KEY =
  'GLOBAL_API_KEY is not that of the other nodes on this database: set the same on every node. To change it, start one node after the other with GLOBAL_API_KEY=new,old, and then with new';
