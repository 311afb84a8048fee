/**
 * SQL conditions on tables that other parts write, by which rows of the core stay or go: nodes that live, and instances
 * and accounts that exist. They use the database's clock, because ids have the time of the node that made them.
 */
import { DATABASE_NOW } from './client.ts';

/**
 * Returns a condition by which only one node removes old rows. It is true if `node`, the id of this node, has lived
 * longest of the nodes that are alive and not draining. It is always true for null, a process without a cluster.
 */
export const oldestNodeIs = (node: string | null): string =>
  node === null
    ? 'true'
    : `(select id from nodes where until > ${DATABASE_NOW} and draining = 0
        order by started_at, id limit 1) = '${node}'`;

/** Returns whether the node of this id lives at a time of the database's clock. */
export const nodeLives = (id: string, now: string): string =>
  `exists (select 1 from nodes n where n.id = ${id} and n.until > ${now})`;

/** The leases that have ended for some ms, as `where` of their rows has it. */
const endedFor = (ms: string): string => `until < ${DATABASE_NOW} - ${ms}`;
export const hasEndedNodes = (ms: string): string =>
  `exists (select 1 from nodes where ${endedFor(ms)})`;
/** The streams of a dead node are free without its row; a node that comes back makes a new one. */
export const PRUNE_NODES = `delete from nodes where $oldest and ${endedFor('?')} returning id`;

/** Returns whether there is an instance of this id. */
export const instanceExists = (id: string): string =>
  `exists (select 1 from instances where id = ${id})`;

/** Returns whether the owner of a stream is gone, an instance or an account. */
export const isOwnerGone = (id: string): string =>
  `not ${instanceExists(id)} and not exists (select 1 from accounts where id = ${id})`;
