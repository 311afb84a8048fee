/** Which of the nodes on one database removes what is old, as a condition in the statements. */
import { DATABASE_NOW } from './client.ts';

/**
 * SQL that holds while `node`, the id of this one, has lived longest of those that live and do not end; it always holds
 * for null, a process that is alone. By the clock of the database: ids carry the time of the node that made them.
 */
export const oldestNodeIs = (node: string | null): string =>
  node === null
    ? 'true'
    : `(select id from nodes where until > ${DATABASE_NOW} and draining = 0
        order by started_at, id limit 1) = '${node}'`;
