import { DATABASE_NOW } from './client.ts';

/**
 * Returns an SQL condition by which only one node removes old rows. It is true if `node`, the id of this node, has
 * lived longest of the nodes that are alive and not draining. It is always true for null, a process without a cluster.
 * It uses the database's clock, because ids have the time of the node that made them.
 */
export const oldestNodeIs = (node: string | null): string =>
  node === null
    ? 'true'
    : `(select id from nodes where until > ${DATABASE_NOW} and draining = 0
        order by started_at, id limit 1) = '${node}'`;
